/* Uniform activations: the code of a plan.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "code/effects.h"
#include "code/translate.h"
#include "code/uniform-plan.h"
#include "native/native.h"
#include "run/rare.h"

/* Add the register OFF of SIZE bytes a lane to the list of PLAN, if its one value
   is in lane 0's place only.  */
static void
note_once (struct planning *p, struct uniform_plan *plan, uint8_t *noted,
	   uint32_t off, uint32_t size)
{
  if (off >= p->f->temp_off || plan->cls[off / 64] != UC_ONCE
      || noted[off / 64])
    return;
  noted[off / 64] = 1;
  plan->once[plan->n_once++] = (struct uniform_reg) { off, size };
}

static void
note_params (struct planning *p, struct uniform_plan *plan, uint8_t *noted,
	     const struct vparam *v, uint32_t n)
{
  for (uint32_t k = 0; k < n; k++)
    if (simple_param_p (&v[k]))
      note_once (p, plan, noted, v[k].where, v[k].size <= 4 ? 4 : 8);
}

/* The operations after the guard K of F that belong to it, if they can be done for
   one lane by interp-scalar.c; else 0.  */
static uint32_t
guarded_ops (const struct vfunc *f, uint32_t k)
{
  uint32_t n = (uint32_t) f->code[k].rel;
  for (uint32_t j = 1; j <= n; j++)
    if (f->code[k + j].op >= OP_N_FN)
      return 0;
  return n;
}

/* The bytes of the integer that the N operations after the guard K of F add to, if
   all that they do is an atomic addition, perhaps of a constant; else 0.  */
static unsigned
guarded_add (const struct vfunc *f, uint32_t k, uint32_t n)
{
  const struct uop *u = &f->code[k + 1], *x = u + n - 1;
  if (n < 1 || n > 2 || x->op != OP_atom || (x->e & 255) != PTX_GENERIC)
    return 0;
  unsigned size = atom_add_size (f->module->vm, x);
  return (n == 1
	  || (u->op == (size == 8 ? OP_movi_8 : OP_movi_4) && u->d == x->b
	      && u->d >= f->temp_off)
	  ? size : 0);
}

/* The bytes of what the N operations after the guard K of F work on, if all that they
   do is another atomic operation, perhaps with a constant; else 0.  */
static unsigned
guarded_atom (const struct vfunc *f, uint32_t k, uint32_t n)
{
  const struct uop *u = &f->code[k + 1], *x = u + n - 1;
  if (n < 1 || n > 2 || x->op != OP_atom || (x->e & 255) != PTX_GENERIC
      || f->module->vm->race)
    return 0;
  unsigned size = ptx_type_size (x->e >> 16);
  return ((size == 4 || size == 8)
	  && (n == 1
	      || (u->op == (size == 8 ? OP_movi_8 : OP_movi_4)
		  && u->d == x->b && u->d >= f->temp_off))
	  ? size : 0);
}

#ifdef __x86_64__
/* True if the guard K of P's function, of a fence, comes next to an atomic operation
   under the same predicate: an atomic instruction is a fence.  */
static bool
fence_too_p (const struct planning *p, uint32_t k)
{
  const struct uop *u = &p->f->code[k];
  if (k + 3 < p->f->n_code && u[2].op == OP_guard && u[2].a == u->a
      && u[2].n == u->n && u[2 + u[2].rel].op == OP_atom)
    return true;
  if (k < 2 || p->leader[k] || u[-1].op != OP_atom)
    return false;
  uint32_t j = k - 1;
  while (j > 0 && j + 3 > k && u[(int32_t) (j - k)].op != OP_guard)
    j--;
  const struct uop *g = &p->f->code[j];
  return (g->op == OP_guard && g->a == u->a && g->n == u->n
	  && j + 1 + (uint32_t) g->rel == k);
}
#else
# define fence_too_p(P, K) false
#endif

/* Room in PLAN for what write_control writes.  False if there is none.  */
static bool
control_room (const struct planning *p, struct uniform_plan *plan)
{
  const struct vfunc *f = p->f;
  uint32_t n_calls = 0, n_guarded = 0;
  for (uint32_t k = 0; k < f->n_code; k++)
    if (f->code[k].op == OP_call)
      n_calls++;
    else if (f->code[k].op == OP_guard && p->divergent[k])
      n_guarded += guarded_ops (f, k) + 1;
  plan->calls = calloc (n_calls + 1, sizeof *plan->calls);
  plan->guarded = malloc ((n_guarded + 1) * sizeof *plan->guarded);
  return plan->calls && plan->guarded;
}

/* True if nothing that the branch K of F goes around does anything where all lanes
   are together: "@p bar.warp.sync 0xffffffff", common in code for -muniform-simt, and
   a place to meet after it.  */
static bool
around_meeting_p (const struct vfunc *f, uint32_t k)
{
  const struct uop *u = &f->code[k], *end = u + u->rel;
  uint32_t full = NO_REG;	/* Where the mask of all lanes is.  */
  for (u++; u < end; u++)
    switch (u->op)
      {
      case OP_movi_4:
	if (u->d < f->temp_off || (uint32_t) u->imm != FULL_MASK)
	  return false;
	full = u->d;
	break;
      case OP_sync:
	if ((u->n & 0xff) != SYNC_WARP || full == NO_REG
	    || ((const struct sync_args *) u->ptr)->members != full)
	  return false;
	break;
      case OP_join:
	break;
      default:
	return false;
      }
  return f->code[k].rel > 1;
}

/* True if the branch K of F goes around the call of a built-in function and nothing
   else, to where the lanes meet again: "@p call malloc", which GCC has for one lane or,
   in a simd loop, for each.  */
static bool
around_builtin_p (const struct vfunc *f, uint32_t k)
{
  const struct uop *u = &f->code[k];
  return (u->rel == 2 && u->c == k + 2 && u[1].op == OP_call
	  && ((const struct vcall *) u[1].ptr)->builtin
	  && u[2].op == OP_join
	  && !f->module->vm->race && !f->module->vm->shadow);
}

/* Write the shuffle K, which gives all lanes one lane's value if its constants are as
   GCC has them, into PLAN's code: as one operation with what loads them.  */
static void
write_shuffle (const struct planning *p, struct uniform_plan *plan, uint32_t k)
{
  const struct vfunc *f = p->f;
  const struct uop *from = &f->code[k];
  const struct sync_args *s = from->ptr;
  bool c = false, members = from->n & SYNC_NOMASK;
  uint32_t j = k;
  while (j > 0 && f->code[j - 1].insn == from->insn
	 && f->code[j - 1].op == OP_movi_4 && f->code[j - 1].d >= f->temp_off
	 && (f->code[j - 1].d == s->c || f->code[j - 1].d == s->members))
    {
      j--;
      uint32_t v = (uint32_t) f->code[j].imm;
      if (f->code[j].d == s->c)
	c = (v & 0x1f1f) == 31;
      else
	members = v == FULL_MASK;
    }
  if (!c || !members)
    return;
  plan->code[j] = *from;
  plan->code[j].op = OP_shuffle_1;
  plan->code[j].rel = (int32_t) (k - j);
}

/* Write the control operation K into PLAN's code: a form of its own for what
   interp-uniform.c does itself.  */
static void
write_control (struct planning *p, struct uniform_plan *plan, uint32_t k)
{
  const struct uop *from = &p->f->code[k];
  struct uop *u = &plan->code[k];
  if (outside_p (p, u))
    {
      /* Nothing.  */
      u->op = OP_join;
      return;
    }
  if (u->op == OP_brac || u->op == OP_guard)
    u->b = !p->divergent[k];
  if (u->op == OP_guard)
    {
      uint32_t n = p->divergent[k] ? guarded_ops (p->f, k) : 0;
      u->ptr = NULL;
      if (!n)
	return;
      struct uop *g = plan->guarded + plan->n_guarded;
      memcpy (g, from + 1, n * sizeof *g);
      memset (g + n, 0, sizeof *g);
      g[n].op = OP_end;
      u->ptr = g;
      plan->n_guarded += n + 1;
      unsigned size = guarded_add (p->f, k, n);
      if (size)
	u->op = size == 8 ? OP_guard_add_8 : OP_guard_add_4;
      else if ((u->b = guarded_atom (p->f, k, n)))
	u->op = OP_guard_atom;
      else if (n == 1 && from[1].op == OP_fence && !p->f->module->vm->race)
	{
	  u->op = OP_guard_fence;
	  u->b = !fence_too_p (p, k);
	}
    }
  else if (u->op == OP_brac)
    {
      if (!p->divergent[k] && around_meeting_p (p->f, k))
	u->op = OP_bra;
      else if (p->divergent[k] && around_builtin_p (p->f, k))
	u->op = OP_some_call;
    }
  else if ((u->op == OP_ret || u->op == OP_call) && p->f->module->vm->shadow)
    /* --initcheck learns of what is passed.  */
    return;
  else if (u->op == OP_ret)
    u->op = OP_ONCE (OP_ret);
  else if (p->divergent[k])
    return;
  else if (u->op == OP_bar || u->op == OP_brx)
    u->op = (uint16_t) OP_ONCE (u->op);
  else if (u->op == OP_sync)
    {
      u->op = ((u->n & 0xff) == SYNC_WARP ? OP_ONCE (OP_sync)
	       : OP_ONCE_ALL (OP_sync));
      if ((u->n & 0xff) != SYNC_WARP)
	write_shuffle (p, plan, k);
    }
  else if (u->op == OP_call && !((const struct vcall *) u->ptr)->builtin)
    {
      struct uniform_call *c = &plan->calls[plan->n_calls++];
      c->call = u->ptr;
      u->ptr = c;
      u->op = OP_ONCE (OP_call);
    }
}

/* True if the operation K of P's function and what comes after it in the same PTX
   instruction is done once and cannot make the lanes part: then a temporary that K
   writes is read for lane 0 only.  */
static bool
temp_once_p (const struct planning *p, uint32_t k)
{
  const struct vfunc *f = p->f;
  uint32_t insn = f->code[k].insn;
  for (; k < f->n_code && f->code[k].insn == insn; k++)
    if (p->divergent[k] || plain_op (&f->code[k]) >= OP_FIRST_MEM
	|| k == p->outside)
      return false;
  return true;
}

/* Write the operation K, one on registers or memory, into PLAN's code.  */
static void
write_plain (struct planning *p, struct uniform_plan *plan, uint8_t *noted,
	     uint32_t k, unsigned dest)
{
  struct uop *u = &plan->code[k];
  if (p->divergent[k])
    {
      /* What the last operation has in vector registers.  */
      if (u->op < OP_FIRST_FUSED && (k == 0 || !p->divergent[k - 1]))
	u->op = (uint16_t) plain_op (u);
      return;
    }
  if (k == p->outside)
    {
      u->op = OP_outside;
      u->a = p->outside_mask;
      note_once (p, plan, noted, u->d, dest);
      return;
    }
  bool number = dest == DEST_4 || dest == DEST_8;
  bool all = (number
	      && (u->d >= p->f->temp_off ? !temp_once_p (p, k)
		  : plan->cls[u->d / 64] != UC_ONCE));
  unsigned op = u->op >= OP_FIRST_FUSED ? u->op : plain_op (u);
  u->op = (uint16_t) (all ? OP_ONCE_ALL (op) : OP_ONCE (op));
  if (number)
    note_once (p, plan, noted, u->d, dest);
}

/* Write PLAN's code, and list what is in lane 0's place only.  */
static void
write_code (struct planning *p, struct uniform_plan *plan, uint8_t *noted)
{
  struct vfunc *f = p->f;
  note_params (p, plan, noted, f->param, f->n_param);
  for (uint32_t k = 0; k < f->n_code; k++)
    {
      const struct uop *u = &plan->code[k];
      struct effect e = effect_of (u);
      if (e.how != HOW_CTL)
	{
	  write_plain (p, plan, noted, k, e.dest);
	  continue;
	}
      const struct vcall *c = u->ptr;
      if (u->op == OP_call)
	note_params (p, plan, noted, c->ret, c->n_ret);
      write_control (p, plan, k);
    }
}

bool
uniform_write (struct planning *p, struct uniform_plan *plan)
{
  const struct vfunc *f = p->f;
  uint32_t granules = f->reg_bytes / 64 + 1;
  plan->code = malloc ((f->n_code + 1) * sizeof *plan->code);
  plan->once = malloc (granules * sizeof *plan->once);
  uint8_t *noted = calloc (granules, 1);
  bool ok = plan->code && plan->once && noted && control_room (p, plan);
  if (ok)
    {
      memcpy (plan->code, f->code, f->n_code * sizeof *plan->code);
      write_code (p, plan, noted);
      bool native = native_wanted (f->module->vm) && native_begin (p, plan);
      uniform_fuse (plan->code, f->n_code);
      if (native)
	native_end (p, plan);
    }
  free (noted);
  return ok;
}
