/* The PTX machine: the handlers of operations.
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
