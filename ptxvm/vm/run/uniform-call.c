/* Calls between uniform activations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Calls whose arguments and results need no look (code/uniform-copies.c).  All
   other calls are control.c's.  */

#include "run/activation.h"
#include "run/uniform-call.h"

/* The function that C calls in the activation A; NULL if it is in another module,
   with which it and what is known of its calls go.  */
static inline struct vfunc *
called (const struct warp *w, const struct act *a, const struct vcall *c)
{
  if (likely (c->func != NULL))
    return c->func;
  uint64_t addr = *(const uint64_t *) (a->regs + c->target);
  uint64_t k = (addr - CODE_BASE) / CODE_STEP;
  if (addr < CODE_BASE || (addr - CODE_BASE) % CODE_STEP != 0
      || k >= w->vm->n_funcs)
    return NULL;
  struct vfunc *fn = w->vm->funcs[k];
  return fn && fn->module == a->func->module ? fn : NULL;
}

bool
uniform_enter (struct warp *w, const struct uop *u)
{
  struct uniform_call *site = u->ptr;
  struct act *from = w->act;
  struct vfunc *fn = called (w, from, site->call);
  const struct uniform_copies *k = fn ? uniform_copies_of (from->func, site, fn) : NULL;
  if (unlikely (!k))
    return false;
  const struct uop *ret_pc
    = from->func->code + (u - uniform_plan_of (from->func)->code) + 1;
  if (uniform_enter_again (w, from, k, site->call, ret_pc))
    return true;
  struct act *a = act_push (w, fn, from, FULL_MASK);
  /* No room: do_call says so.  */
  if (unlikely (!a))
    return false;
  uniform_enter_act (w, from, a, k, site->call, ret_pc);
  return true;
}
