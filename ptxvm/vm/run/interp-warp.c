/* The PTX machine: a fragment of several lanes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "code/uniform.h"

/* Choose the handlers for this processor, before main.  */
static void __attribute__ ((constructor))
choose_isa (void)
{
  interp_scalar = interp_scalar_base;
  interp_uniform = interp_uniform_base;
  warp_full = warp_full_base;
  warp_mask = warp_mask_base;
#if HAVE_ISAS
  __builtin_cpu_init ();
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma")
      && __builtin_cpu_supports ("bmi2"))
    {
      interp_scalar = interp_scalar_fma;
      interp_uniform = interp_uniform_fma;
      warp_full = warp_full_avx2;
      warp_mask = warp_mask_avx2;
      if (__builtin_cpu_supports ("avx512f")
	  && __builtin_cpu_supports ("avx512bw")
	  && __builtin_cpu_supports ("avx512dq")
	  && __builtin_cpu_supports ("avx512vl"))
	{
	  warp_full = warp_full_avx512;
	  warp_mask = warp_mask_avx512;
	}
    }
  /* For tests, and where the wider operations slow the processor down.  */
  const char *isa = getenv ("PTXVM_LANES");
  if (isa && !strcmp (isa, "base"))
    {
      interp_scalar = interp_scalar_base;
      interp_uniform = interp_uniform_base;
      warp_full = warp_full_base;
      warp_mask = warp_mask_base;
    }
  else if (isa && !strcmp (isa, "avx2") && warp_full != warp_full_base)
    {
      warp_full = warp_full_avx2;
      warp_mask = warp_mask_avx2;
    }
#endif
}

/* Like warp_full_base and its kin, for the lanes in W->mask only.  */
static const struct uop *
run_masked (struct warp *w, const struct uop *u)
{
  uop_fn *const *table = warp_mask;
  for (;; u++)
    {
      if (likely (u->op < OP_N_FN))
	table[u->op] (w, u);
      else if (u->op >= OP_FIRST_FUSED)
	table[u->op - OP_FIRST_FUSED + OP_setp_eq_u16] (w, u);
      else
	return u;
    }
}

/* Run W's current fragment until it ends, diverges, waits or has used its
   slice up.  True if it is to go on at once, in a uniform activation.  */
bool
interp_warp (struct warp *w)
{
  const struct uop *u = w->pc;
  const uint32_t mask = w->mask;
  full_run *run = mask == FULL_MASK ? warp_full : run_masked;
  if (mask != FULL_MASK)
    warp_spread_mask (w, mask);

  for (;;)
    {
      u = run (w, u);
      switch (u->op)
	{
	case OP_brac:
	  {
	    uint32_t t = PREDW (w, u->a);
	    t = (u->n ? ~t : t) & mask;
	    if (t == 0)
	      {
		u++;
		break;
	      }
	    if (t != mask)
	      {
		if (u->rel <= 0)
		  w->budget--;
		ctl_diverge (w, u, t);
		return false;
	      }
	  }
	  /* Fall through.  */
	case OP_bra:
	  if (u->rel <= 0 && --w->budget < 0)
	    {
	      w->cur->pc = u + u->rel;
	      return false;
	    }
	  u += u->rel;
	  break;

	case OP_guard:
	  {
	    uint32_t t = PREDW (w, u->a);
	    t = (u->n ? ~t : t) & mask;
	    if (t == 0)
	      u += u->rel + 1;
	    else if (t == mask)
	      u++;
	    else
	      {
		const struct uop *end = u + u->rel + 1;
		warp_spread_mask (w, t);
		for (u++; u < end; u++)
		  warp_mask[u->op] (w, u);
		if (mask == FULL_MASK)
		  w->mask = mask;
		else
		  warp_spread_mask (w, mask);
	      }
	    break;
	  }

	case OP_join:
	  if (!w->cur->rdv)
	    {
	      u++;
	      break;
	    }
	  /* Fall through.  */
	default:
	  u = ctl_op (w, u);
	  if (!u)
	    return false;
	  if (w->act->uniform)
	    {
	      w->cur->pc = u;
	      return true;
	    }
	}
    }
}
