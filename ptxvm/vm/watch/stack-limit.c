/* The PTX machine: a thread's stack is as large as a GPU's.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* This machine has room for each function's frame (local_stride).  A device has
   launch.stack_limit bytes for all of them where calls may be recursive
   (code/stack-need.c).  Accesses below are reported, and go on.

   A GPU's stack grows downwards, and where a variable is in its function's frame is not
   known.  A byte is as deep as all that the callers have on the stack, and what of its
   variable is from it to the end: it is at least so deep, and a report is never about
   a byte that a GPU has.  What a kernel has in its own frame ptxas knows, and may have
   added to the limit: it does not count.

   Where the frames of this machine, which are no smaller, are not beyond the limit,
   nothing is done: set_window compares one number.  Else nothing in local memory
   is accessed without a look.  A kernel is reported once, as on a GPU it would
   have ended there; from then on it runs as if there were no limit.  */

#include <string.h>

#include "code/stack-need.h"
#include "code/translate.h"
#include "watch/frames.h"
#include "watch/parts.h"
#include "watch/stack.h"

/* What LANE has of A's stack by alloca.  */
static uint64_t
allocated (const struct act *a, unsigned lane)
{
  const struct vfunc *f = a->func;
  if (f->sp_off == NO_REG)
    return 0;
  /* Where all lanes do the same, the first one has the values of all.  */
  uint32_t sp = ((const uint32_t *) (a->regs + f->sp_off))[a->uniform ? 0 : lane];
  return sp > f->frame_bytes ? sp - f->frame_bytes : 0;
}

/* Bytes that LANE has on the stack, A's and its callers', at least.  */
static uint64_t
used (const struct act *a, unsigned lane)
{
  uint64_t sum = 0;
  for (; a; a = a->parent)
    sum += (a->parent ? stack_fixed (a->func) : 0) + allocated (a, lane);
  return sum;
}

/* How deep the byte at OFF of LANE's local memory is, at least; *V: the variable that
   it is in.  0 if that is not known.  */
static uint64_t
depth_of (const struct act *a, unsigned lane, uint64_t off,
	  const struct ptx_symbol **v)
{
  while (a && off < a->lbase)
    a = a->parent;
  if (!a || !a->parent)
    return 0;
  const struct ptx_function *p = a->func->ptx;
  for (uint32_t k = 0; k < p->n_locals; k++)
    {
      const struct place *pl = p->locals[k]->aux;
      if (p->locals[k]->space != PTX_LOCAL || !pl || pl->kind != P_FRAME)
	continue;
      uint64_t in = off - a->lbase - pl->where;
      if (in >= pl->size || !stack_variable_p (p, p->locals[k]))
	continue;
      *v = p->locals[k];
      return used (a->parent, lane) + pl->size - in;
    }
  return 0;
}

/* W's kernel has been reported, or is now: no more looks.  True if it is now.  */
static bool
first (struct warp *w)
{
  bool now = !atomic_exchange (&w->block->launch->kernel->stack_told, true);
  w->stack_limit = UINT32_MAX;
  set_window (w, w->act);
  return now;
}

/* Say that LANE needs NEED bytes of stack for WHAT it does at U; REMEDY: one more.  */
static void
tell (struct warp *w, const struct uop *u, unsigned lane, uint64_t need,
      const char *what, const char *remedy)
{
  unsigned long long least = (need + 15) / 16 * 16;
  vm_note (w, u, lane, VM_R_LIMIT, 0, NULL,
	   "stack overflow on a GPU: %s needs %llu bytes of stack or more, and a "
	   "thread has %llu for all functions together, as calls may be "
	   "recursive (set CU_LIMIT_STACK_SIZE, with GCC 15 or later by "
	   "GOMP_NVPTX_NATIVE_GPU_THREAD_STACK_SIZE, to %llu or more, or "
	   "make local variables smaller%s)", what, (unsigned long long) need,
	   (unsigned long long) w->block->launch->stack_limit, least, remedy);
}

bool
stack_deep_p (const struct warp *w)
{
  return local_top (w->act) > w->stack_limit;
}

void
stack_check (struct warp *w, const struct uop *u, unsigned lane, uint64_t addr,
	     enum ptx_space space, const char *what)
{
  const struct block *b = w->block;
  const struct launch *l = b->launch;
  const struct ptx_symbol *v = NULL;
  char text[200];
  if (space == PTX_GENERIC)
    {
      addr -= local_addr (b);
      if (addr >= b->local_map_size)
	return;
      addr %= w->lstride;
    }
  else if (space != PTX_LOCAL)
    return;
  uint64_t need = depth_of (w->act, lane, addr, &v);
  bool told = atomic_load_explicit (&l->kernel->stack_told,
				    memory_order_relaxed);
  if (!told && need <= l->stack_limit)
    return;
  if (!first (w))
    return;
  snprintf (text, sizeof text, "this %s, to a local variable of %llu bytes,", what,
	    (unsigned long long) v->size);
  tell (w, u, lane, need, text,
	simt_stack_p (v) ? ", or compile it with accelfix and simt-stack=auto"
	: "");
}

void
watch_alloca (struct warp *w, const struct uop *u, unsigned lane)
{
  uint64_t need = used (w->act, lane);
  if (need > w->block->launch->stack_limit && first (w))
    tell (w, u, lane, need, "this alloca", "");
}
