/* What of a function is the same in all lanes of a uniform activation.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* All registers start as having one value for all lanes, and those that may not
   are found from what writes them, over and over until nothing changes:

   - a special register that depends on the lane (%tid.x, %laneid, ...);
   - an operation with an operand that may differ, or under a guard that may;
   - loads from local memory, atomic operations, shuffles and votes, and whatever
     else is not done by a lane for itself.

   What is loaded from one address counts as one value, and so does the result of
   a call: those who execute it look whether it is (interp-uniform.c, control.c),
   and the activation stops being uniform if not.  No branch makes a register
   differ, since lanes that part end the uniform activation as well.

   A register that differs anywhere is kept in every lane's place everywhere, but
   where it has one value, what reads it can be done once all the same
   (uniform-flow.c): GCC reuses registers, and what one lane gets from an atomic
   operation it hands to the others by a shuffle.

   Functions with atomic operations look at first whether they are called from a simd
   loop.  Those that are part their lanes there; the others continue, knowing that
   they are not (find_outside).  */

#include <stdlib.h>
#include <string.h>

#include "code/effects.h"
#include "code/translate.h"
#include "code/uniform-plan.h"
#include "native/native.h"
#include "run/lanes.h"

/* True if special register N is not the same in all lanes of a warp, of a block
   whose size in x is a multiple of a warp's (uniform_launch_p).  */
static bool
lane_sreg_p (unsigned n)
{
  switch (n)
    {
    case PTX_SREG_TID: case PTX_SREG_TID_X: case PTX_SREG_LANEID:
    case PTX_SREG_LANEMASK_EQ: case PTX_SREG_LANEMASK_LT:
    case PTX_SREG_LANEMASK_LE: case PTX_SREG_LANEMASK_GT:
    case PTX_SREG_LANEMASK_GE:
      return true;
    default:
      return false;
    }
}

/* ---- Which registers may differ.  */

static void
set_own (struct planning *p, uint32_t off)
{
  if (!register_p (p, off))
    return;
  p->now[off / 64] = 1;
  if (off < p->f->temp_off && !p->own[off / 64])
    {
      p->own[off / 64] = 1;
      p->changed = true;
    }
}

/* The register OFF gets one value.  MAYBE: or is left as it is.  */
static void
set_one (struct planning *p, uint32_t off, bool maybe)
{
  if (register_p (p, off) && !maybe)
    p->now[off / 64] = 0;
}

static void
read_all (struct planning *p, uint32_t off)
{
  if (register_p (p, off))
    p->all[off / 64] = 1;
}

/* Call FN for the registers that U, which has the effect E, reads, until it is
   true.  One of 16 bytes is two.  */
static bool
any_read (struct planning *p, const struct uop *u, const struct effect *e,
	  bool (*fn) (struct planning *, uint32_t off))
{
  const uint32_t field[6] = { u->d, u->a, u->b, u->c, u->e,
			      (uint32_t) u->rel };
  unsigned op = plain_op (u);
  bool wide = op == OP_atom_128 || op == OP_st_128;
  for (unsigned k = 0; k < 6; k++)
    if ((e->reads >> k & 1)
	&& (fn (p, field[k]) || (wide && fn (p, field[k] + 8 * WARP_SIZE))))
      return true;
  return false;
}

static bool
is_own (struct planning *p, uint32_t off)
{
  return own_p (p, off);
}

static bool
is_read (struct planning *p, uint32_t off)
{
  read_all (p, off);
  return false;
}

/* The registers of a parameter that is no simple one.  */
static void
each_part (struct planning *p, const struct vparam *v,
	   void (*fn) (struct planning *, uint32_t off))
{
  if (!v->in_reg)
    return;
  uint32_t parts = !v->parts ? 1 : v->size / v->parts > 8 ? 2 : v->parts;
  uint32_t unit = v->parts && v->size / parts <= 4 ? 4 : 8;
  for (uint32_t k = 0; k < parts; k++)
    fn (p, v->where + k * WARP_SIZE * unit);
}

/* True if U, a shuffle of a whole warp, gives all lanes one lane's value unless it
   is found to do something else (interp-uniform.c).  */
static bool
shuffle_of_one_p (const struct planning *p, const struct uop *u)
{
  const struct sync_args *s = u->ptr;
  /* --initcheck follows each lane through the shuffle.  */
  if (p->f->module->vm->shadow)
    return false;
  return (u->op == OP_sync && (u->n & 0xff) == SYNC_SHFL_IDX
	  && s->a != NO_REG && s->d != NO_REG
	  && !own_p (p, s->b) && !own_p (p, s->c)
	  && ((u->n & SYNC_NOMASK) || !own_p (p, s->members)));
}

/* What the control operation U writes, lane by lane.  */
static void
control_writes (struct planning *p, const struct uop *u)
{
  if (shuffle_of_one_p (p, u))
    {
      const struct sync_args *s = u->ptr;
      set_one (p, s->d, false);
      set_one (p, s->p, false);
    }
  else if (u->op == OP_bar || u->op == OP_sync)
    {
      const struct sync_args *s = u->ptr;
      set_own (p, s->d);
      set_own (p, s->p);
    }
  else if (u->op == OP_call)
    {
      const struct vcall *c = u->ptr;
      for (uint32_t k = 0; k < c->n_ret; k++)
	if (!plain_call_p (c) || !simple_param_p (&c->ret[k]))
	  each_part (p, &c->ret[k], set_own);
	else if (register_p (p, c->ret[k].where))
	  /* uniform_params_p looks at those that differ nowhere.  */
	  p->now[c->ret[k].where / 64] = p->own[c->ret[k].where / 64];
    }
}

/* What it reads in every lane's place.  */
static void
control_reads (struct planning *p, const struct uop *u)
{
  if (u->op == OP_bar)
    {
      /* ctl_barrier looks at lane 0's a and b.  */
      const struct sync_args *s = u->ptr;
      read_all (p, s->c);
    }
  else if (u->op == OP_sync)
    {
      const struct sync_args *s = u->ptr;
      read_all (p, s->a);
      read_all (p, s->b);
      read_all (p, s->c);
      read_all (p, s->members);
    }
  else if (u->op == OP_brx)
    read_all (p, u->a);
  else if (u->op == OP_call)
    {
      const struct vcall *c = u->ptr;
      if (!c->func && !c->builtin)
	read_all (p, c->target);
      for (uint32_t k = 0; k < c->n_arg; k++)
	if (!plain_call_p (c) || !simple_param_p (&c->arg[k]))
	  each_part (p, &c->arg[k], read_all);
    }
}

/* True if lanes may have values of their own where the control operation U looks
   at one: a guard or a branch, a meeting, what a function gets.  */
static bool
control_own_p (const struct planning *p, const struct uop *u)
{
  if (u->op == OP_guard || u->op == OP_brac)
    return own_p (p, u->a);
  if (u->op == OP_sync)
    return ((u->n & 0xff) == SYNC_WARP
	    ? own_p (p, ((const struct sync_args *) u->ptr)->members)
	    : !shuffle_of_one_p (p, u));
  if (u->op == OP_bar)
    {
      const struct sync_args *s = u->ptr;
      return own_p (p, s->a) || own_p (p, s->b);
    }
  if (u->op == OP_brx)
    return own_p (p, u->a);
  if (u->op == OP_call)
    {
      const struct vcall *c = u->ptr;
      if (!c->func && !c->builtin && own_p (p, c->target))
	return true;
      for (uint32_t k = 0; k < c->n_arg; k++)
	if (!simple_param_p (&c->arg[k]) || own_p (p, c->arg[k].where))
	  return true;
    }
  return false;
}

/* True if U writes the register OFF.  */
static bool
writes_p (const struct uop *u, uint32_t off)
{
  struct effect e = effect_of (u);
  if (u->op == OP_bar || u->op == OP_sync)
    {
      const struct sync_args *s = u->ptr;
      return s->d == off || s->p == off;
    }
  if (u->op == OP_call)
    {
      const struct vcall *c = u->ptr;
      for (uint32_t k = 0; k < c->n_ret; k++)
	if (c->ret[k].in_reg && c->ret[k].where == off)
	  return true;
      return false;
    }
  return ((e.dest && u->d == off)
	  || (e.dest == DEST_P2 && u->c == off));
}

/* How often F writes the register OFF.  */
static uint32_t
count_writes (const struct vfunc *f, uint32_t off)
{
  uint32_t n = 0;
  for (uint32_t k = 0; k < f->n_code; k++)
    n += writes_p (&f->code[k], off);
  return n;
}

/* GCC's -muniform-simt begins a function by (nvptx.cc, nvptx_init_unisimt_predicate)

     ld.shared.u32 %m,[__nvptx_uni + 4 * %tid.y]	-1 in a simd loop, else 0
     setp.eq.u32 %o,%m,0
     and.b32 %m,%m,%laneid

   and has after each atomic operation, where %o, a shuffle that gives every lane
   what lane %m got.  Look for that, in the first basic block.  The `and' becomes
   OP_outside, and after that %m is 0 and %o, if nothing else writes it, true.  */
static void
find_outside (struct planning *p)
{
  const struct vfunc *f = p->f;
  uint32_t lane = NO_REG, mask = NO_REG, pred = NO_REG;
  p->outside = p->outside_pred = NO_REG;
  for (uint32_t k = 0; k < f->n_code && (!k || !p->leader[k]); k++)
    {
      const struct uop *u = &f->code[k];
      unsigned op = plain_op (u);
      if (op == OP_ld_shared_u32)
	{
	  mask = u->d;
	  pred = NO_REG;
	}
      else if (op == OP_setp_eq_u32_i && u->op < OP_FIRST_FUSED
	       && u->a == mask && u->imm == 0)
	pred = u->d;
      else if (op == OP_sreg_4 && u->n == PTX_SREG_LANEID)
	lane = u->d;
      else if (op == OP_and_b32 && mask != NO_REG && lane != NO_REG
	       && ((u->a == mask && u->b == lane)
		   || (u->a == lane && u->b == mask)))
	{
	  p->outside = k;
	  p->outside_mask = mask;
	  if (pred != NO_REG && count_writes (f, pred) == 1)
	    p->outside_pred = pred;
	  return;
	}
      else if (op >= OP_N_FN && u->op != OP_count && u->op != OP_profile)
	return;
      else if (writes_p (u, mask) || writes_p (u, lane))
	mask = lane = NO_REG;
    }
}

/* Go through F once: which operations are done for each lane, and which
   registers differ by what they write.  */
static void
find_divergent (struct planning *p)
{
  const struct vfunc *f = p->f;
  uint32_t guarded = 0;		/* Up to here, by a guard that may differ.  */
  uint32_t maybe = 0;		/* Up to here, by any guard.  */
  for (uint32_t k = 0; k < f->n_code; k++)
    {
      const struct uop *u = &f->code[k];
      if (p->leader[k])
	uniform_block_begins (p, k);
      /* A temporary is written before it is read, by the same PTX
	 instruction.  */
      if (k > 0 && u->insn != f->code[k - 1].insn)
	memset (p->now + f->temp_off / 64, 0,
		(f->reg_bytes - f->temp_off) / 64);
      if (u->op == OP_guard && !outside_p (p, u))
	maybe = k + 1 + (uint32_t) u->rel;
      if (u->op == OP_guard && own_p (p, u->a))
	guarded = maybe;
      struct effect e = effect_of (u);
      if (k == p->outside && own_p (p, p->outside_mask))
	{
	  /* The lanes have masks of their own: no code of GCC's.  */
	  p->outside = p->outside_pred = NO_REG;
	  uniform_blocks (p);
	  p->changed = true;
	  return;
	}
      if (e.how == HOW_CTL)
	{
	  p->divergent[k] = control_own_p (p, u);
	  control_writes (p, u);
	  uniform_flow (p, k);
	  continue;
	}
      p->divergent[k] = (k != p->outside
			 && (k < guarded || e.how == HOW_LANES
			     || (e.how == HOW_SREG && lane_sreg_p (u->n))
			     || any_read (p, u, &e, is_own)));
      if (!e.dest)
	continue;
      if (p->divergent[k])
	{
	  set_own (p, u->d);
	  if (e.dest == DEST_16)
	    set_own (p, u->d + 8 * WARP_SIZE);
	  if (e.dest == DEST_P2)
	    set_own (p, u->c);
	}
      else
	set_one (p, u->d, k < maybe && u->d < f->temp_off);
    }
}

static void
start_params (struct planning *p)
{
  struct vfunc *f = p->f;
  for (uint32_t k = 0; k < f->n_param; k++)
    if (!simple_param_p (&f->param[k]))
      each_part (p, &f->param[k], set_own);
  /* Each lane gets garbage of its own.  */
  if (f->module->vm->opt.uninit == VM_UNINIT_RANDOM)
    for (uint32_t k = 0; k < f->n_undef; k++)
      {
	set_own (p, f->undef[k].off);
	if (f->undef[k].cls == SLOT_16)
	  set_own (p, f->undef[k].off + 8 * WARP_SIZE);
      }
}

/* ---- The plan.  */

/* How often the micro-operations are executed, estimated from loops: a tenfold
   for each backward branch that goes around one.  */
static void
loop_weights (const struct vfunc *f, uint32_t *weight)
{
  for (uint32_t k = 0; k < f->n_code; k++)
    weight[k] = 1;
  for (uint32_t k = 0; k < f->n_code; k++)
    {
      const struct uop *u = &f->code[k];
      if ((u->op == OP_bra || u->op == OP_brac) && u->rel <= 0)
	for (uint32_t j = k + (uint32_t) u->rel; j <= k; j++)
	  if (weight[j] < 10000)
	    weight[j] *= 10;
    }
}

/* True if most of what P's function does in its loops is not done for each lane
   anyway: to change between the two ways costs more than it saves then.  What only
   some lanes do, as atomic operations outside of simd loops, costs the same in
   both.  */
static bool
useful_p (const struct planning *p)
{
  const struct vfunc *f = p->f;
  uint32_t *weight = malloc ((f->n_code + 1) * sizeof *weight);
  uint64_t each = 0, sum = 1;
  if (f->module->vm->opt.uniform == VM_UNIFORM_ALWAYS)
    {
      free (weight);
      return true;
    }
  if (!weight)
    return false;
  loop_weights (f, weight);
  uint32_t guarded = 0;
  for (uint32_t k = 0; k < f->n_code; k++)
    if (f->code[k].op == OP_guard && p->divergent[k])
      guarded = k + 1 + (uint32_t) f->code[k].rel;
    else if (k >= guarded && (f->code[k].op < OP_N_FN
			      || f->code[k].op >= OP_FIRST_FUSED))
      {
	sum += weight[k];
	if (p->divergent[k])
	  each += weight[k];
      }
  free (weight);
  return each * 5 < sum * 2;
}

static bool
fill_plan (struct planning *p, struct uniform_plan *plan)
{
  struct vfunc *f = p->f;
  uint32_t granules = f->reg_bytes / 64 + 1;
  start_params (p);
  memcpy (p->start, p->own, granules);
  p->outside = p->outside_pred = NO_REG;
  uniform_blocks (p);
  find_outside (p);
  if (p->outside_pred != NO_REG)
    uniform_blocks (p);
  do
    {
      p->changed = false;
      find_divergent (p);
    }
  while (p->changed);
  for (uint32_t k = 0; k < f->n_code; k++)
    {
      struct effect e = effect_of (&f->code[k]);
      if (e.how == HOW_CTL)
	control_reads (p, &f->code[k]);
      else if (p->divergent[k])
	any_read (p, &f->code[k], &e, is_read);
    }
  /* What reports on stacks of SIMD lanes are made from.  */
  if (f->simt_size)
    {
      read_all (p, f->stack_reg);
      read_all (p, f->saved_reg);
    }
  for (uint32_t k = 0; k < f->n_ret; k++)
    if (!simple_param_p (&f->ret[k]))
      each_part (p, &f->ret[k], read_all);
  if (!useful_p (p))
    return true;
  plan->cls = malloc (granules);
  if (!plan->cls)
    return false;
  for (uint32_t g = 0; g < granules; g++)
    plan->cls[g] = p->own[g] ? UC_OWN : p->all[g] ? UC_ALL : UC_ONCE;
  plan->useful = uniform_write (p, plan);
  return plan->useful;
}

static struct uniform_plan *
make_plan (struct vfunc *f)
{
  uint32_t granules = f->reg_bytes / 64 + 1;
  struct uniform_plan *plan = calloc (1, sizeof *plan);
  struct planning p = { .f = f };
  p.own = calloc (granules, 1);
  p.start = calloc (granules, 1);
  p.now = calloc (granules, 1);
  p.leader = calloc (f->n_code + 1, sizeof *p.leader);
  p.all = calloc (granules, 1);
  p.divergent = calloc (f->n_code + 1, sizeof *p.divergent);
  p.block = calloc (f->n_code + 1, sizeof *p.block);
  bool ok = (plan && p.own && p.start && p.now && p.all && p.divergent && p.leader
	     && p.block && fill_plan (&p, plan));
  free (p.own);
  free (p.start);
  free (p.block);
  free (p.in);
  free (p.now);
  free (p.leader);
  free (p.all);
  free (p.divergent);
  if (!ok)
    {
      uniform_plan_free (plan);
      return NULL;
    }
  return plan;
}

const struct uniform_plan *
uniform_plan (struct vfunc *f)
{
  struct uniform_plan *plan
    = atomic_load_explicit (&f->plan, memory_order_acquire);
  if (plan)
    return plan;
  static const struct uniform_plan none;
  func_ready (f);
  plan = make_plan (f);
  if (!plan)
    return &none;
  struct uniform_plan *other = NULL;
  if (atomic_compare_exchange_strong (&f->plan, &other, plan))
    return plan;
  /* Another host thread was faster.  */
  uniform_plan_free (plan);
  return other;
}

static void
copies_free (struct uniform_copies *k)
{
  while (k)
    {
      struct uniform_copies *next = k->next;
      free (k);
      k = next;
    }
}

void
uniform_plan_free (struct uniform_plan *plan)
{
  if (!plan)
    return;
  for (uint32_t k = 0; k < plan->n_calls; k++)
    copies_free (atomic_load (&plan->calls[k].copies));
  native_free (plan->native);
  free (plan->calls);
  free (plan->guarded);
  free (plan->code);
  free (plan->cls);
  free (plan->once);
  free (plan);
}
