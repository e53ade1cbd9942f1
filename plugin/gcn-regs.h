/* Scalar registers for a moment (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_GCN_REGS_H
#define ACCELFIX_GCN_REGS_H

/* A scalar register of MODE that INSN does not name and that holds nothing
   where LIVE is live, or null.  It is noted as used by the function.  */
extern rtx gcn_free_sgpr (machine_mode mode, const_bitmap live,
			  rtx_insn *insn);

#endif /* ACCELFIX_GCN_REGS_H */
