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

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "gcn-regs.h"

#if ACCELFIX_GCN

/* Whether scalar register REGNO may be taken where it holds nothing.  What the
   callers keep in a register is saved in the prologue only if the function used
   it already when that was made; a kernel has no callers.  GCC declares
   call_used_or_fixed_reg_p to the target's own files alone.  */

static bool
usable_p (unsigned regno)
{
  return (!fixed_regs[regno] && !global_regs[regno]
	  && (df_regs_ever_live_p (regno)
	      || this_target_hard_regs->x_call_used_regs[regno]
	      || !accelfix_normal_function_p ()));
}

/* See gcn-regs.h.  Pairs must start at an even number.  */

rtx
gcn_free_sgpr (machine_mode mode, const_bitmap live, rtx_insn *insn)
{
  unsigned n = hard_regno_nregs (FIRST_SGPR_REG, mode);
  for (unsigned r = FIRST_SGPR_REG; r + n - 1 <= LAST_SGPR_REG; r += n)
    {
      bool ok = !refers_to_regno_p (r, r + n, PATTERN (insn), NULL);
      for (unsigned i = r; i < r + n; i++)
	ok &= usable_p (i) && !bitmap_bit_p (live, i);
      if (!ok)
	continue;
      for (unsigned i = r; i < r + n; i++)
	df_set_regs_ever_live (i, true);
      return gen_rtx_REG (mode, r);
    }
  return NULL_RTX;
}

#endif /* ACCELFIX_GCN */
