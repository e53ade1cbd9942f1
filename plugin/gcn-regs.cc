/* Scalar registers for a moment (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
