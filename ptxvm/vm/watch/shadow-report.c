/* Undefined values: where they come from, and what is reported.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>

#include "code/shadow.h"
#include "code/where.h"
#include "watch/frames.h"
#include "watch/parts.h"

/* ---- Origins.  */

/* Where A's frame on the soft stack is in LANE; false if it has none.  */
static bool
soft_frame (const struct act *a, unsigned lane, uint64_t *lo, uint64_t *hi)
{
  const struct vfunc *f = a->func;
  if (f->soft_stack == NO_REG || f->soft_prev == NO_REG)
    return false;
  *lo = ((const uint64_t *) (a->regs + f->soft_stack))[lane];
  *hi = ((const uint64_t *) (a->regs + f->soft_prev))[lane];
  return true;
}

/* Say in BUF what is at ADDR, the place in local memory of LANE.  */
static const void *
local_object (struct warp *w, unsigned lane, uint64_t addr, char *buf,
	      size_t n)
{
  uint64_t off = (addr - (uint64_t) (uintptr_t) w->local) % w->lstride;
  const void *known;
  for (const struct act *a = w->act; a; a = a->parent)
    if (off >= a->lbase && off - a->lbase < a->top)
      {
	/* The frame of what a SIMD loop calls is in that of the loop.  */
	for (const struct act *in = w->act; in; in = in->parent)
	  {
	    if ((known = frame_named (w, in, lane, addr, buf, n)))
	      return known;
	    if (in == a)
	      break;
	  }
	const struct ptx_function *p = a->func->ptx;
	off -= a->lbase;
	for (uint32_t k = 0; k < p->n_locals; k++)
	  {
	    const struct ptx_symbol *s = p->locals[k];
	    uint64_t at;
	    if (s->space == PTX_LOCAL && shadow_place (s, &at)
		&& off - at < s->size)
	      {
		snprintf (buf, n, "byte %llu of the local variable %s (%llu "
			  "bytes) in the frame of %s",
			  (unsigned long long) (off - at), s->name,
			  (unsigned long long) s->size, a->func->name);
		return s;
	      }
	  }
	snprintf (buf, n, "byte %llu of the frame of %s (%u bytes)",
		  (unsigned long long) off, a->func->name, a->top);
	return a->func;
      }
  snprintf (buf, n, "local memory");
  return w->act->func;
}

/* Say in BUF what ADDR, in B, is as LANE sees it; the result differs from object to
   object.  */
static const void *
describe (struct warp *w, unsigned lane, const struct shadow_bits *b,
	  uint64_t addr, char *buf, size_t n)
{
  if (b == &w->block->shadow->local)
    return local_object (w, lane, addr, buf, n);
  if (b == &w->block->shadow->shared)
    {
      uint64_t off = addr - b->base, at = 0;
      const struct ptx_symbol *s = shadow_shared (w->act->func->module, off,
						  &at);
      if (frame_shared (w, off, buf, n))
	;
      else if (s)
	snprintf (buf, n, "byte %llu of the shared variable %s (%llu bytes)",
		  (unsigned long long) (off - at), s->name,
		  (unsigned long long) s->size);
      else
	snprintf (buf, n, "byte %llu of shared memory",
		  (unsigned long long) off);
      return s ? (const void *) s : (const void *) w->act->func->module;
    }
  for (const struct act *a = w->act; a; a = a->parent)
    {
      uint64_t lo, hi;
      if (soft_frame (a, lane, &lo, &hi) && addr - lo < hi - lo)
	{
	  const void *known = frame_named (w, a, lane, addr, buf, n);
	  if (known)
	    return known;
	  snprintf (buf, n, "byte %llu of the stack frame of %s (%llu bytes)",
		    (unsigned long long) (addr - lo), a->func->name,
		    (unsigned long long) (hi - lo));
	  return a->func;
	}
    }
  const struct simt_alloc *r = simt_mem_lookup (&w->vm->mem, addr);
  uint64_t base, size;
  simt_mem_describe (&w->vm->mem, addr, 1, buf, n);
  if (simt_mem_object (&w->vm->mem, addr, &base, &size))
    return (const void *) (uintptr_t) base;
  return r ? (const void *) (uintptr_t) r->base : NULL;
}

uint16_t
watch_origin (struct warp *w, const struct uop *u, unsigned lane,
	       const struct shadow_bits *b, uint64_t addr)
{
  struct shadow *s = w->vm->shadow;
  char what[300], place[160];
  const void *object = NULL;
  /* The last one that this place had is most often the same.  */
  uint32_t k = __atomic_load_n (&u->b, __ATOMIC_RELAXED);
  bool load = u->op == OP_shld;
  if (load && k && k < MAX_ORIGINS && s->origins[k].at == u
      && b == &s->arena
      && addr - (uint64_t) (uintptr_t) s->origins[k].object
	 < s->origins[k].size)
    return (uint16_t) k;
  object = describe (w, lane, b, addr, what, sizeof what);
  uop_place (place, sizeof place, w->act->func, u);
  pthread_mutex_lock (&s->lock);
  for (k = 1; k < s->n_origins; k++)
    if (s->origins[k].at == u && s->origins[k].object == object)
      break;
  if (k == s->n_origins && k < MAX_ORIGINS)
    {
      struct shadow_origin *o = &s->origins[s->n_origins++];
      uint64_t base, size;
      o->at = u;
      o->object = object;
      o->size = 0;
      if (b == &s->arena
	  && (simt_mem_object (&w->vm->mem, addr, &base, &size)
	      || simt_mem_find (&w->vm->mem, addr, &base, &size))
	  && (const void *) (uintptr_t) base == object)
	o->size = size;
      snprintf (o->text, sizeof o->text, "it was loaded in %s from %s", place, what);
    }
  pthread_mutex_unlock (&s->lock);
  if (k == MAX_ORIGINS)
    return 0;
  if (load)
    __atomic_store_n (&((struct uop *) u)->b, k, __ATOMIC_RELAXED);
  return (uint16_t) k;
}

/* ---- Reports.  */

void
watch_undefined (struct warp *w, uint32_t hdr, const struct uop *u, uint32_t off,
	    uint32_t lanes, unsigned use)
{
  static const char *const what[] =
  {
    [USE_BRANCH] = "an undefined value decides a branch",
    [USE_GUARD] = "an undefined value decides whether an instruction is done",
    [USE_INDEX] = "an undefined value decides where a jump goes",
    [USE_CALLEE] = "an undefined value is the address of what is called",
    [USE_VOTE] = "an undefined value decides a barrier's result",
    [USE_ADDRESS] = "an undefined value is used as an address of a load",
    [USE_STORE_ADDRESS]
      = "an undefined value is used as an address of a store",
    [USE_CAS] = "an undefined value decides a compare-and-swap"
  };
  const struct vfunc *f = w->act->func;
  unsigned lane = first_lane (lanes);
  uint16_t k = SH_ORIGIN (w->R, hdr, off, lane);
  SH_MASK (w->R, hdr, off) &= ~lanes;
  if (!report_first (w->vm, &f->ptx->insns[u->insn], 0x40000000u | use))
    return;
  vm_note (w, u, lane, VM_R_INITCHECK, 0, NULL, "%s: %s, which nothing has "
	   "written, and is used", what[use],
	   k ? w->vm->shadow->origins[k].text : "it was loaded from memory");
}

void
watch_printed (struct warp *w, const struct uop *u, unsigned lane,
		uint64_t addr, unsigned size)
{
  const struct shadow_bits *b = shadow_find (w, lane, PTX_GENERIC, &addr,
					     size);
  if (!b || bits_all (b, addr, size))
    return;
  char what[300];
  describe (w, lane, b, bits_find (b, addr, addr + size, false), what,
	    sizeof what);
  if (report_first (w->vm, &w->act->func->ptx->insns[u->insn],
		    0x40000000u | USE_PRINT))
    vm_note (w, u, lane, VM_R_INITCHECK, 0, NULL, "an undefined value is "
	     "printed: it is loaded from %s, which nothing has written", what);
}
