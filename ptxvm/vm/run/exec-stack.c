/* The PTX machine: memory that a function allocates on its stack.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* PTX ISA, "Stack Manipulation Instructions".  The frame of an activation ends,
   for each lane, where the word at sp_off says; what other functions put on the
   stack begins after the longest.  Pointers that another lane made mean one's
   own memory at the same place, so all lanes may reach as far as one does.  */

#include "run/lanes.h"
#include "run/rare.h"

#define SP(W, I) (*R4P (W, (W)->act->func->sp_off, I))

/* The frame that runs ends where the longest of its lanes' does.  */
static void
set_top (struct warp *w)
{
  uint32_t top = 0;
  for (unsigned i = 0; i < WARP_SIZE; i++)
    if (SP (w, i) > top)
      top = SP (w, i);
  w->act->top = top;
  if (local_top (w->act) > w->local_high)
    w->local_high = local_top (w->act);
  set_window (w, w->act);
}

FN (alloca)
{
  uint64_t base = w->act->lbase, align = (uint64_t) u->imm;
  uint64_t end = w->lstride;
  if (w->simt_room)
    end = end - w->simt_room + w->act->simt_zones;
  EACH (i)
    {
      uint64_t size = *R8P (w, u->a, i);
      uint64_t at = (base + SP (w, i) + align - 1) & -align;
      if (at > end || size > end - at)
	vm_fault (w, u, i, VM_STACK_OVERFLOW, VM_R_LIMIT, 0,
		  "stack overflow: alloca of %llu bytes beyond %llu of %llu",
		  (unsigned long long) size,
		  (unsigned long long) (base + SP (w, i)),
		  (unsigned long long) end);
      *R8P (w, u->d, i) = at;
      SP (w, i) = (uint32_t) (at + size - base);
    }
  set_top (w);
  if (unlikely (local_top (w->act) > w->stack_limit))
    EACH (i)
      w->vm->watch->alloca (w, u, i);
}

FN (stacksave)
{
  EACH (i)
    *R8P (w, u->d, i) = w->act->lbase + SP (w, i);
}

FN (stackrestore)
{
  EACH (i)
    {
      uint64_t a = *R8P (w, u->a, i), sp = a - w->act->lbase;
      if (sp < w->act->func->frame_bytes || sp > SP (w, i))
	vm_fault (w, u, i, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, a,
		  "stackrestore of 0x%llx, which no stacksave of this call of "
		  "%s has given: its stack is from 0x%llx to 0x%llx",
		  (unsigned long long) a, w->act->func->name,
		  (unsigned long long) w->act->lbase
		  + w->act->func->frame_bytes,
		  (unsigned long long) w->act->lbase + SP (w, i));
      SP (w, i) = (uint32_t) sp;
    }
  set_top (w);
}

/* The stack pointer that a simd loop gets back.  */
FN (chkstack)
{
  EACH (i)
    {
      uint64_t now = *R8P (w, u->a, i), saved = *R8P (w, u->b, i);
      if (saved && now != saved)
	vm_fault (w, u, i, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, now,
		  "the stack pointer that a simd loop has saved was "
		  "overwritten in the SIMD lane's stack of %u bytes: it was "
		  "0x%llx and is 0x%llx (by the arguments of a variadic call "
		  "in the loop, if it has one: compile it with accelfix and "
		  "simt-stack=auto)", w->act->func->simt_size,
		  (unsigned long long) saved, (unsigned long long) now);
    }
}
