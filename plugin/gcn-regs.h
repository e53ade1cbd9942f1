/* Scalar registers for a moment (amdgcn).
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

#ifndef ACCELFIX_GCN_REGS_H
#define ACCELFIX_GCN_REGS_H

/* A scalar register of MODE that INSN does not name and that holds nothing
   where LIVE is live, or null.  It is noted as used by the function.  */
extern rtx gcn_free_sgpr (machine_mode mode, const_bitmap live,
			  rtx_insn *insn);

#endif /* ACCELFIX_GCN_REGS_H */
