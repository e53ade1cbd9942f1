/* Calls between uniform activations.
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

/* A plan says of a direct call whether all that it passes has one value
   (uniform-plan.c).  What the function gets and gives depends on the two plans
   only then: the first call of each place writes down what is to be copied, and
   the next ones do no more than that.  All other calls are control.c's.  */

#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "translate.h"
#include "uniform.h"

static struct uniform_copies none;

/* True if the register OFF of F has one value everywhere.  */
static bool
single_p (const struct vfunc *f, uint32_t off)
{
  return (off < f->temp_off
	  && uniform_plan_of (f)->cls[off / 64] != UC_OWN);
}

/* Write down in *C that SRC of FROM is copied to DST of TO.  False if there is more
   to do than C can say.  */
static bool
plan_copy (struct uniform_copy *c, const struct vparam *src,
	   const struct vfunc *to, const struct vparam *dst)
{
  if (!simple_param_p (src) || !simple_param_p (dst) || src->size != dst->size)
    return false;
  const uint8_t *dcls = uniform_plan_of (to)->cls;
  c->from = src->where;
  c->to = dst->where;
  c->wide = src->size > 4;
  c->all = dst->where >= to->temp_off || dcls[dst->where / 64] != UC_ONCE;
  return true;
}

/* What the call C in F copies, or NONE.  */
static struct uniform_copies *
make_copies (const struct vfunc *f, const struct vcall *c)
{
  struct vfunc *fn = c->func;
  if (!uniform_plan (fn)->useful)
    return &none;
  uint32_t n_arg = c->n_arg < fn->n_param ? c->n_arg : fn->n_param;
  uint32_t n_ret = c->n_ret < fn->n_ret ? c->n_ret : fn->n_ret;
  struct uniform_copies *k
    = malloc (sizeof *k + (n_arg + n_ret) * sizeof *k->copy);
  if (!k)
    return &none;
  k->n_arg = n_arg;
  k->n_ret = n_ret;
  k->size_class = act_size_class (sizeof (struct act) + fn->reg_bytes);
  k->plain = fn->sp_off == NO_REG && !fn->n_undef && !fn->shadow_off;
  bool ok = true;
  for (uint32_t i = 0; i < n_arg && ok; i++)
    ok = plan_copy (&k->copy[i], &c->arg[i], fn, &fn->param[i]);
  for (uint32_t i = 0; i < n_ret && ok; i++)
    ok = (single_p (fn, fn->ret[i].where)
	  && plan_copy (&k->copy[n_arg + i], &fn->ret[i], f, &c->ret[i]));
  if (ok)
    return k;
  free (k);
  return &none;
}

void
uniform_copies_free (struct uniform_copies *k)
{
  if (k != &none)
    free (k);
}

/* The copies of the call U in F; made now if this is the first one.  */
static const struct uniform_copies *
copies_of (const struct vfunc *f, struct uniform_call *u)
{
  struct uniform_copies *k
    = atomic_load_explicit (&u->copies, memory_order_acquire);
  if (likely (k != NULL))
    return k;
  k = make_copies (f, u->call);
  struct uniform_copies *other = NULL;
  if (atomic_compare_exchange_strong (&u->copies, &other, k))
    return k;
  /* Another host thread was faster.  */
  uniform_copies_free (k);
  return other;
}

static inline void
copy_values (const struct uniform_copy *c, uint32_t n, const uint8_t *from,
	     uint8_t *to)
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

/* As act_push for FN called from PARENT by a call whose copies are K, as long as
   one that was freed can be used again and nothing has to be done to it.  NULL
   where act_push has to look.  */
static inline struct act *
push_again (struct warp *w, struct vfunc *fn, struct act *parent,
	    const struct uniform_copies *k)
{
  struct act *a = w->free_act[k->size_class];
  uint64_t lbase = (uint64_t) parent->lbase + parent->top;
  lbase = (lbase + fn->frame_align - 1) & -(uint64_t) fn->frame_align;
  uint64_t top = lbase + fn->frame_bytes;
  if (unlikely (!k->plain || !a || w->simt_room || top > w->lstride))
    return NULL;
  w->free_act[k->size_class] = a->parent;
  a->parent = parent;
  a->func = fn;
  a->chain = NULL;
  a->gap_lanes = 0;
  a->lanes = FULL_MASK;
  a->lbase = (uint32_t) lbase;
  a->top = fn->frame_bytes;
  a->depth = parent->depth + 1;
  if (top > w->local_high)
    w->local_high = (uint32_t) top;
  return a;
}

static inline void
enter (struct warp *w, struct act *a)
{
  w->act = a;
  w->cur->act = a;
  w->R = a->regs;
  set_window (w, a);
}

bool
uniform_enter (struct warp *w, const struct uop *u)
{
  struct uniform_call *site = u->ptr;
  struct act *from = w->act;
  const struct uniform_copies *k = copies_of (from->func, site);
  if (k == &none)
    return false;
  struct act *a = push_again (w, site->call->func, from, k);
  if (unlikely (!a))
    a = act_push (w, site->call->func, from, FULL_MASK);
  /* No room: do_call says so.  */
  if (unlikely (!a))
    return false;
  a->ret_pc = from->func->code + (u - uniform_plan_of (from->func)->code) + 1;
  a->call = site->call;
  a->uniform = true;
  a->copies = k;
  copy_values (k->copy, k->n_arg, from->regs, a->regs);
  enter (w, a);
  return true;
}

const struct uop *
uniform_return (struct warp *w)
{
  struct act *a = w->act, *to = a->parent;
  const struct uniform_copies *k = a->copies;
  const struct rdv *r = w->cur->rdv;
  if (!k || unlikely (!to->uniform) || unlikely (r && r->act == a))
    return NULL;
  copy_values (k->copy + k->n_arg, k->n_ret, a->regs, to->regs);
  const struct uop *pc = a->ret_pc;
  enter (w, to);
  a->lanes = 0;
  act_free (w, a);
  return pc;
}
