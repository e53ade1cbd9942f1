/* The PTX machine: the handlers of operations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Which of them this processor has is chosen when the program starts, by
   interp-warp.c.  */

#include "code/uniform.h"

void (*interp_scalar) (struct warp *);
bool (*interp_uniform) (struct warp *);
full_run *warp_full;
uop_fn *const *warp_mask;

/* Make MASK that of W.  */
void
warp_spread_mask (struct warp *w, uint32_t mask)
{
  w->mask = mask;
  if (w->mvec_of == mask)
    return;
  w->mvec_of = mask;
  for (int i = 0; i < WARP_SIZE; i++)
    w->mvec[i] = mask >> i & 1 ? FULL_MASK : 0;
}
