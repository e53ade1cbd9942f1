/* The PTX machine: data races between barriers.
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

#include <stdlib.h>
#include <string.h>

#include "vm-int.h"

struct race_map *
race_create (void)
{
  return calloc (1, 16);
}

void
race_destroy (struct race_map *m)
{
  free (m);
}

void
race_access (struct warp *w, const struct uop *u, unsigned lane,
	     const void *p, unsigned size, enum access acc)
{
  (void) w, (void) u, (void) lane, (void) p, (void) size, (void) acc;
}
