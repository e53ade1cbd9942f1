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

/* Make MASK that of W: four lanes at a time, since lanes that come apart have another one
   at each turn.  */
void
warp_spread_mask (struct warp *w, uint32_t mask)
{
  typedef uint32_t four __attribute__ ((vector_size (16)));
  w->mask = mask;
  if (w->mvec_of == mask)
    return;
  w->mvec_of = mask;
  four bit = { 1, 2, 4, 8 };
  four *to = (four *) w->mvec;
  for (int i = 0; i < WARP_SIZE / 4; i++)
    {
      to[i] = (four) ((bit & mask) == bit);
      bit <<= 4;
    }
}
