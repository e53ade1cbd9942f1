/* The PTX machine: what calls between uniform activations copy.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A plan says of a call whether all that it passes has one value, the function's
   address too (uniform-plan.c).  What the function gets and gives depends on the
   two plans only then: the first call of each function from each place writes down
   what is to be copied, and the next ones do no more than that (run/uniform-call.c).  */

#include <stdlib.h>

#include "code/translate.h"
#include "code/uniform.h"

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

/* What the call C in F of FN copies.  NULL if there is no memory.  */
static struct uniform_copies *
make_copies (const struct vfunc *f, const struct vcall *c, struct vfunc *fn)
{
  func_ready (fn);
  uint32_t n_arg = c->n_arg < fn->n_param ? c->n_arg : fn->n_param;
  uint32_t n_ret = c->n_ret < fn->n_ret ? c->n_ret : fn->n_ret;
  struct uniform_copies *k
    = malloc (sizeof *k + (n_arg + n_ret) * sizeof *k->copy);
  if (!k)
    return NULL;
  k->func = fn;
  k->n_arg = n_arg;
  k->n_ret = n_ret;
  k->size_class = act_size_class (sizeof (struct act) + fn->reg_bytes);
  k->plain = fn->sp_off == NO_REG && !fn->shadow_off;
  k->init = fn->n_undef != 0;
  k->frame_bytes = fn->frame_bytes;
  k->frame_align = fn->frame_align;
  k->plan_code = NULL;
  bool ok = !fn->builtin && uniform_plan (fn)->useful;
  if (ok)
    k->plan_code = uniform_plan_of (fn)->code;
  for (uint32_t i = 0; i < n_arg && ok; i++)
    ok = plan_copy (&k->copy[i], &c->arg[i], fn, &fn->param[i]);
  for (uint32_t i = 0; i < n_ret && ok; i++)
    ok = (single_p (fn, fn->ret[i].where)
	  && plan_copy (&k->copy[n_arg + i], &fn->ret[i], f, &c->ret[i]));
  k->useful = ok;
  return k;
}

const struct uniform_copies *
uniform_copies_of (const struct vfunc *f, struct uniform_call *u, struct vfunc *fn)
{
  struct uniform_copies *first
    = atomic_load_explicit (&u->copies, memory_order_acquire);
  for (struct uniform_copies *k = first; k; k = k->next)
    if (likely (k->func == fn))
      return likely (k->useful) ? k : NULL;
  struct uniform_copies *k = make_copies (f, u->call, fn);
  if (!k)
    return NULL;
  /* If another host thread makes the same, it is there twice.  */
  do
    k->next = first;
  while (!atomic_compare_exchange_weak (&u->copies, &first, k));
  return k->useful ? k : NULL;
}
