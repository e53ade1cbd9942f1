/* Which atomic operation an instruction does.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
