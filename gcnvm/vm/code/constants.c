/* Constants of vector operations.
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

#include "vm-int.h"

/* Constants of vector operations: 64 copies of the lower, then of the upper
   half.  */
struct konst
{
  struct konst *next;
  uint64_t value;
  uint32_t lanes[2 * LANES] __attribute__ ((aligned (64)));
};

const uint32_t *
vop_constant (struct gcnvm *vm, uint64_t value)
{
  struct konst *k;
  for (k = vm->konsts; k; k = k->next)
    if (k->value == value)
      return k->lanes;
  k = aligned_alloc (64, sizeof *k);
  if (!k)
    abort ();
  k->value = value;
  for (int i = 0; i < LANES; i++)
    {
      k->lanes[i] = value;
      k->lanes[i + LANES] = value >> 32;
    }
  k->next = vm->konsts;
  vm->konsts = k;
  return k->lanes;
}

void
vops_free_constants (struct gcnvm *vm)
{
  while (vm->konsts)
    {
      struct konst *k = vm->konsts;
      vm->konsts = k->next;
      free (k);
    }
}
