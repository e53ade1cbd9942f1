/* Calls between uniform activations: what is done at each.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What interp-uniform.c does itself at a call whose copies are known (uniform-call.c)
   and at the return from it.  */

#ifndef VM_UNIFORM_CALL_H
#define VM_UNIFORM_CALL_H

#include "code/uniform.h"
#include "run/activation.h"

static inline void
uniform_copy_values (const struct uniform_copy *c, uint32_t n,
		     const uint8_t *from, uint8_t *to)
{
  for (; n; n--, c++)
    if (c->wide)
      {
	uint64_t v = *(const uint64_t *) (from + c->from);
	uint64_t *d = (uint64_t *) (to + c->to);
	*d = v;
	if (c->all)
	  for (int i = 0; i < WARP_SIZE; i++)
	    d[i] = v;
      }
    else
      {
	uint32_t v = *(const uint32_t *) (from + c->from);
	uint32_t *d = (uint32_t *) (to + c->to);
	*d = v;
	if (c->all)
	  for (int i = 0; i < WARP_SIZE; i++)
	    d[i] = v;
      }
}

/* W goes on in A.  */
static inline void
uniform_switch (struct warp *w, struct act *a)
{
  w->act = a;
  w->cur->act = a;
  w->R = a->regs;
  set_window (w, a);
}

/* Enter A, a new activation for CALL, whose copies are K, from FROM; from A it goes
   back to RET_PC.  */
static inline void
uniform_enter_act (struct warp *w, struct act *from, struct act *a,
		   const struct uniform_copies *k, const struct vcall *call,
		   const struct uop *ret_pc)
{
  a->ret_pc = ret_pc;
  a->call = call;
  a->uniform = true;
  a->copies = k;
  uniform_copy_values (k->copy, k->n_arg, from->regs, a->regs);
  uniform_switch (w, a);
}

/* The same with an activation that was freed, as act_push makes one.  False, and
   nothing is done, where act_push has to look.  */
static inline bool
uniform_enter_again (struct warp *w, struct act *from,
		     const struct uniform_copies *k, const struct vcall *call,
		     const struct uop *ret_pc)
{
  struct act *a = w->free_act[k->size_class];
  uint64_t lbase = (uint64_t) from->lbase + from->top;
  lbase = (lbase + k->frame_align - 1) & -(uint64_t) k->frame_align;
  uint64_t top = lbase + k->frame_bytes;
  if (unlikely (!k->plain || !a || w->simt_room || top > w->lstride))
    return false;
  w->free_act[k->size_class] = a->parent;
  a->parent = from;
  a->func = k->func;
  a->chain = NULL;
  a->gap_lanes = 0;
  a->lanes = FULL_MASK;
  a->lbase = (uint32_t) lbase;
  a->top = k->frame_bytes;
  a->depth = from->depth + 1;
  if (top > w->local_high)
    w->local_high = (uint32_t) top;
  if (unlikely (k->init))
    act_init_regs (w, a, FULL_MASK);
  uniform_enter_act (w, from, a, k, call, ret_pc);
  return true;
}

/* Return from W's activation to that which called it so.  NULL, and nothing is done,
   if ctl_op has to; else where to go on.  */
static inline const struct uop *
uniform_return (struct warp *w)
{
  struct act *a = w->act, *to = a->parent;
  const struct uniform_copies *k = a->copies;
  const struct rdv *r = w->cur->rdv;
  if (!k || unlikely (!to->uniform) || unlikely (r && r->act == a))
    return NULL;
  uniform_copy_values (k->copy + k->n_arg, k->n_ret, a->regs, to->regs);
  const struct uop *pc = a->ret_pc;
  uniform_switch (w, to);
  a->lanes = 0;
  act_free (w, a);
  return pc;
}

#endif /* VM_UNIFORM_CALL_H */
