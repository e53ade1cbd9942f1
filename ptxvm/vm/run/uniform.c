/* Uniform activations: how they start, and how they end.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "code/translate.h"
#include "code/uniform.h"

bool
uniform_launch_p (const struct vm *vm, const unsigned block[3])
{
  return vm->opt.uniform != VM_UNIFORM_OFF && block[0] % WARP_SIZE == 0;
}

/* ---- The one place where values are written for the other lanes.  */

static void
widen (uint8_t *regs, uint32_t off, uint32_t size)
{
  if (size <= 4)
    {
      uint32_t *p = (uint32_t *) (regs + off), v = *p;
      for (int i = 0; i < WARP_SIZE; i++)
	p[i] = v;
    }
  else
    {
      uint64_t *p = (uint64_t *) (regs + off), v = *p;
      for (int i = 0; i < WARP_SIZE; i++)
	p[i] = v;
    }
}

void
uniform_leave (struct act *a)
{
  const struct uniform_plan *plan = uniform_plan_of (a->func);
  for (uint32_t k = 0; k < plan->n_once; k++)
    widen (a->regs, plan->once[k].off, plan->once[k].size);
  a->uniform = false;
}

/* ---- Parameters.  */

/* True if all lanes have the same value of SIZE bytes at P.  */
static bool
same_p (const void *p, uint32_t size)
{
  const uint8_t *b = p;
  uint32_t unit = size <= 4 ? 4 : 8;
  return !memcmp (b, b + unit, (WARP_SIZE - 1) * unit);
}

/* What A, if it is uniform, has in register OFF.  */
static enum uniform_class
class_in (const struct act *a, uint32_t off)
{
  /* A temporary may be anything, and is in every lane's place.  */
  if (!a->uniform || off >= a->func->temp_off)
    return UC_OWN;
  return uniform_plan_of (a->func)->cls[off / 64];
}

static bool
same_unit_p (const struct vparam *a, const struct vparam *b)
{
  return (a->size <= 4) == (b->size <= 4);
}

bool
uniform_params_p (const struct act *from, const struct vparam *src,
		  const struct vfunc *f, const struct vparam *dst,
		  uint32_t n)
{
  const struct uniform_plan *plan = uniform_plan_of (f);
  for (uint32_t k = 0; k < n; k++)
    {
      /* One that is no simple one is each lane's own.  */
      if (!simple_param_p (&dst[k])
	  || (dst[k].where < f->temp_off
	      && plan->cls[dst[k].where / 64] == UC_OWN))
	continue;
      if (!simple_param_p (&src[k]) || !same_unit_p (&src[k], &dst[k]))
	return false;
      if (class_in (from, src[k].where) == UC_OWN
	  && !same_p (from->regs + src[k].where, src[k].size))
	return false;
    }
  return true;
}

void
uniform_copy_params (struct warp *w, struct act *from,
		     const struct vparam *src, struct act *to,
		     const struct vparam *dst, uint32_t n, uint32_t mask)
{
  for (uint32_t k = 0; k < n; k++, src++, dst++)
    {
      if (src->in_reg && class_in (from, src->where) == UC_ONCE)
	{
	  uint32_t size = src->size <= 4 ? 4 : 8;
	  if (simple_param_p (dst) && same_unit_p (src, dst)
	      && class_in (to, dst->where) == UC_ONCE)
	    {
	      memcpy (to->regs + dst->where, from->regs + src->where, size);
	      continue;
	    }
	  if (simple_param_p (src))
	    widen (from->regs, src->where, size);
	}
      act_copy_params (w, from, src, to, dst, 1, mask);
    }
}

/* ---- Control operations.  */

/* True if all lanes of A have the same value of SIZE bytes in OFF.  */
static bool
one_value_p (const struct act *a, uint32_t off, uint32_t size)
{
  return (off == NO_REG || class_in (a, off) != UC_OWN
	  || same_p (a->regs + off, size));
}

bool
uniform_control_p (const struct act *a, const struct uop *u)
{
  if (u->op == OP_brx)
    return one_value_p (a, u->a, 4);
  if (u->op == OP_bar)
    {
      const struct sync_args *s = u->ptr;
      return one_value_p (a, s->a, 4) && one_value_p (a, s->b, 4);
    }
  if (u->op == OP_sync)
    return one_value_p (a, ((const struct sync_args *) u->ptr)->members, 4);
  if (u->op == OP_call)
    {
      const struct vcall *c = u->ptr;
      return c->func || c->builtin || one_value_p (a, c->target, 8);
    }
  return true;
}
