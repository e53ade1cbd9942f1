/* Which atomic operation an instruction does.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

#ifndef GCNVM_ATOMIC_KINDS_H
#define GCNVM_ATOMIC_KINDS_H

#include "isa.h"

enum atomic_kind { ATOMIC_NONE, ATOMIC_SWAP, ATOMIC_CMPSWAP, ATOMIC_ADD,
		   ATOMIC_SUB, ATOMIC_RSUB, ATOMIC_SMIN, ATOMIC_UMIN,
		   ATOMIC_SMAX, ATOMIC_UMAX, ATOMIC_AND, ATOMIC_OR, ATOMIC_XOR,
		   ATOMIC_INC, ATOMIC_DEC, ATOMIC_MSKOR, ATOMIC_FMIN,
		   ATOMIC_FMAX, ATOMIC_FADD, ATOMIC_FCMP, ATOMIC_WRAP,
		   ATOMIC_PKADD };
extern enum atomic_kind atomic_kind (const struct gcn_row *);

#endif /* GCNVM_ATOMIC_KINDS_H */
