/* The PTX machine: gaps of stack frames come and go.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* See watch/frames.c.  */

#include "run/frame-gaps.h"
#include "run/lanes.h"
#include "run/rare.h"

/* The gaps of F's frame, at BASE on a soft stack, are invalid from now on, or
   valid.  */
static void
mark_gaps (struct vm *vm, const struct ptx_function *f, uint64_t base,
	   bool valid)
{
  for (const struct ptx_frame_note *g = f->notes; g; g = g->next)
    if (g->gap && !g->lane && soft_stack_p (vm, base + g->offset)
	&& soft_stack_p (vm, base + g->offset + g->size - 1))
      simt_mem_gap (&vm->mem, base + g->offset, g->size, valid);
}

FN (gaps)
{
  struct act *a = w->act;
  uint64_t last = 0;
  EACH (i)
    {
      uint64_t base = *R8P (w, u->a, i);
      if (u->n)
	a->gap_lanes |= lane_bit (i);
      else
	a->gap_lanes &= ~lane_bit (i);
      if (base != last && soft_stack_p (w->vm, base))
	{
	  w->vm->gaps_made = true;
	  mark_gaps (w->vm, a->func->ptx, base, !u->n);
	}
      last = base;
    }
}

void
frame_renew_stacks (struct vm *vm)
{
  uint64_t gap = vm->stacks.stride - vm->stacks.size;
  if (!vm->gaps_made)
    return;
  vm->gaps_made = false;
  for (uint64_t i = 0; i < vm->stacks.n; i++)
    simt_mem_poison (&vm->mem, vm->stacks.base + i * vm->stacks.stride + gap,
		     vm->stacks.size, true);
}
