/* Constants of vector operations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
