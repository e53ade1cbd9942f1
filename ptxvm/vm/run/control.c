/* The PTX machine: calls, divergence and meeting again.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "code/shadow.h"
#include "code/uniform.h"
#include "simt/profile/profile.h"

/* Make A the activation of the fragment that runs.  */
static inline void
enter_act (struct warp *w, struct act *a)
{
  w->act = a;
  w->cur->act = a;
  w->R = a->regs;
  set_window (w, a);
}

/* ---- Fragments.  */

static void
order_insert_after (struct warp *w, uint8_t k, uint8_t after)
{
  uint32_t i = 0;
  while (i < w->n_order && w->order[i] != after)
    i++;
  if (i < w->n_order)
    i++;
  memmove (w->order + i + 1, w->order + i, w->n_order - i);
  w->order[i] = k;
  w->n_order++;
}

struct frag *
frag_new (struct warp *w, uint32_t mask)
{
  uint32_t k = first_lane (~w->used_frags);
  w->used_frags |= lane_bit (k);
  struct frag *f = &w->frags[k];
  memset (f, 0, sizeof *f);
  f->mask = mask;
  uint32_t after = w->cur ? (uint32_t) (w->cur - w->frags) : 255;
  order_insert_after (w, (uint8_t) k, (uint8_t) after);
  return f;
}

void
frag_free (struct warp *w, struct frag *f)
{
  uint8_t k = (uint8_t) (f - w->frags);
  uint32_t i = 0;
  while (w->order[i] != k)
    i++;
  memmove (w->order + i, w->order + i + 1, w->n_order - i - 1);
  w->n_order--;
  w->used_frags &= ~lane_bit (k);
  f->state = F_DEAD;
  f->mask = 0;
}

/* ---- Meeting again.  */

static struct rdv *
rdv_new (struct warp *w)
{
  struct rdv *r = w->free_rdv;
  if (r)
    w->free_rdv = r->outer;
  else
    {
      r = malloc (sizeof *r);
      if (!r)
	vm_no_memory (w, "a divergent branch");
    }
  memset (r, 0, sizeof *r);
  return r;
}

static void
rdv_free (struct warp *w, struct rdv *r)
{
  r->outer = w->free_rdv;
  w->free_rdv = r;
}

/* Those who have arrived at R are all that are expected: let them go on.  */
static void
rdv_complete (struct warp *w, struct rdv *r)
{
  struct frag *f = r->parked;
  f->state = F_RUN;
  f->rdv = r->outer;
  rdv_free (w, r);
}

/* The lanes in MASK will not come to the meetings from FROM outwards to
   before TO.  */
void
rdv_leave (struct warp *w, struct rdv *from, struct rdv *to, uint32_t mask)
{
  while (from && from != to)
    {
      struct rdv *r = from;
      from = r->outer;
      r->expected &= ~mask;
      if (r->expected == 0)
	rdv_free (w, r);
      else if (r->parked && r->arrived == r->expected)
	rdv_complete (w, r);
    }
}

/* Join F to INTO; both stand at the same place.  */
void
frag_unite (struct warp *w, struct frag *into, struct frag *f)
{
  struct rdv *common = into->rdv;
  for (; common; common = common->outer)
    {
      struct rdv *r = f->rdv;
      while (r && r != common)
	r = r->outer;
      if (r)
	break;
    }
  struct rdv *a = into->rdv, *b = f->rdv;
  uint32_t ma = into->mask, mb = f->mask;
  into->rdv = common;
  into->mask |= mb;
  if (into->mask == w->live)
    race_lanes_meet (w);
  frag_free (w, f);
  rdv_leave (w, a, common, ma);
  rdv_leave (w, b, common, mb);
}

/* The current fragment has come to where its innermost meeting is.  True if
   it may go on (alone or with others, the meeting over).  */
static bool
rdv_arrive (struct warp *w, const struct uop *u)
{
  struct frag *f = w->cur;
  struct rdv *r = f->rdv;
  f->pc = u;
  r->arrived |= f->mask;
  if (r->parked)
    {
      struct frag *p = r->parked;
      f->mask |= p->mask;
      frag_free (w, p);
    }
  f->rdv = r;
  if (r->arrived == r->expected)
    {
      f->rdv = r->outer;
      f->state = F_RUN;
      rdv_free (w, r);
      if (f->mask == w->live)
	race_lanes_meet (w);
      return true;
    }
  r->parked = f;
  f->state = F_JOIN;
  f->patience = 0;
  return false;
}

/* Let a parked fragment go on without the others.  */
void
frag_release (struct warp *w, struct frag *f)
{
  struct rdv *r = f->rdv;
  r->parked = NULL;
  r->arrived &= ~f->mask;
  r->expected &= ~f->mask;
  f->rdv = r->outer;
  f->state = F_RUN;
  if (r->expected == 0)
    rdv_free (w, r);
}

/* The lanes TAKEN of the current fragment follow the branch U, the others do
   not.  */
const struct uop *
ctl_diverge (struct warp *w, const struct uop *u, uint32_t taken)
{
  struct frag *f = w->cur;
  struct act *a = w->act;
  /* Where GCC has OpenACC code for one lane only, it is the first one.  */
  if (f->mask == w->live && (taken == 1 || (f->mask & ~taken) == 1))
    race_lanes_meet (w);
  if (u->c != NO_REG)
    {
      const struct uop *pc = u->c == JOIN_AT_RET ? NULL : a->func->code + u->c;
      if (!f->rdv || f->rdv->act != a || f->rdv->pc != pc)
	{
	  struct rdv *r = rdv_new (w);
	  r->outer = f->rdv;
	  r->act = a;
	  r->pc = pc;
	  r->expected = f->mask;
	  r->branch = u;
	  f->rdv = r;
	}
    }
  struct frag *g = frag_new (w, taken);
  g->act = a;
  g->rdv = f->rdv;
  g->pc = u + u->rel;
  f->mask &= ~taken;
  f->pc = u + 1;
  return NULL;
}

static const struct uop *
ctl_join (struct warp *w, const struct uop *u)
{
  struct frag *f = w->cur;
  uint32_t mask = f->mask;
  while (f->rdv && f->rdv->act == w->act && f->rdv->pc == u)
    if (!rdv_arrive (w, u))
      return NULL;
  if (f->mask != mask)
    {
      f->pc = u + 1;
      return NULL;
    }
  return u + 1;
}

/* Split off the lanes in MASK of the current fragment, which go on at PC;
   the current one keeps the others, and stays where it is.  */
static struct frag *
frag_split (struct warp *w, uint32_t mask, const struct uop *pc)
{
  struct frag *f = w->cur, *g = frag_new (w, mask);
  g->act = f->act;
  g->rdv = f->rdv;
  g->pc = pc;
  f->mask &= ~mask;
  return g;
}

static const struct uop *
ctl_brx (struct warp *w, const struct uop *u)
{
  struct frag *f = w->cur;
  const int32_t *table = u->ptr;
  uint32_t idx = *R4P (w, u->a, first_lane (f->mask));
  if (idx >= (uint32_t) table[0])
    vm_fault (w, u, first_lane (f->mask), VM_ILLEGAL_INSN, VM_R_OTHER, 0,
	      "brx.idx with index %u in a table of %d", idx, table[0]);
  uint32_t same = 0;
  for (uint32_t m = f->mask; m; m &= m - 1)
    if (*R4P (w, u->a, first_lane (m)) == idx)
      same |= m & -m;
  const struct uop *to = u + table[1 + idx];
  if (same != f->mask)
    {
      if (u->d != NO_REG)
	{
	  const struct uop *pc = (u->d == JOIN_AT_RET ? NULL
				  : w->act->func->code + u->d);
	  if (!f->rdv || f->rdv->act != w->act || f->rdv->pc != pc)
	    {
	      struct rdv *r = rdv_new (w);
	      r->outer = f->rdv;
	      r->act = w->act;
	      r->pc = pc;
	      r->expected = f->mask;
	      r->branch = u;
	      f->rdv = r;
	    }
	}
      frag_split (w, same, to);
      f->pc = u;
      return NULL;
    }
  if (to <= u && --w->budget < 0)
    {
      f->pc = to;
      return NULL;
    }
  return to;
}

/* Say that F of W cannot call FN at U, and do not come back.  */

static void
no_room (struct warp *w, const struct uop *u, const struct frag *f,
	 const struct vfunc *fn)
{
  if (w->act->depth >= w->vm->opt.call_limit)
    vm_fault (w, u, first_lane (f->mask), VM_STACK_OVERFLOW, VM_R_LIMIT, 0,
	      "stack overflow: calling %s at depth %u, the limit (if the "
	      "recursion has an end, --call-limit=N allows more)", fn->name,
	      w->act->depth);
  vm_fault (w, u, first_lane (f->mask), VM_STACK_OVERFLOW, VM_R_LIMIT, 0,
	    "stack overflow: calling %s needs %u bytes beyond %u of %llu, "
	    "at depth %u", fn->name, fn->frame_bytes,
	    local_top (w->act) - (w->simt_room ? w->act->simt_zones : 0),
	    (unsigned long long) w->lstride - w->simt_room, w->act->depth);
}

static const struct uop *
do_call (struct warp *w, const struct uop *u, struct vfunc *fn)
{
  const struct vcall *c = u->ptr;
  struct frag *f = w->cur;
  struct act *a = act_push (w, fn, w->act, f->mask);
  if (!a)
    no_room (w, u, f, fn);
  a->ret_pc = u + 1;
  a->call = c;
  uint32_t n = c->n_arg < fn->n_param ? c->n_arg : fn->n_param;
  a->uniform = (f->mask == FULL_MASK && w->block->launch->uniform
		&& uniform_plan (fn)->useful
		&& uniform_params_p (w->act, c->arg, fn, fn->param, n));
  if (unlikely (w->vm->shadow != NULL))
    shadow_params (w, w->act, c->arg, a, fn->param, n, f->mask);
  if (a->uniform || w->act->uniform)
    uniform_copy_params (w, w->act, c->arg, a, fn->param, n, f->mask);
  else
    act_copy_params (w, w->act, c->arg, a, fn->param, n, f->mask);
  enter_act (w, a);
  if (unlikely (--w->budget < 0))
    {
      f->pc = fn->code;
      return NULL;
    }
  return fn->code;
}

static const struct uop *
ctl_call (struct warp *w, const struct uop *u)
{
  const struct vcall *c = u->ptr;
  struct frag *f = w->cur;
  bool parted = false;
  if (c->builtin)
    return ctl_builtin (w, u, c->builtin, c);
  if (c->func)
    return do_call (w, u, c->func);
  /* Lanes that call the same function go together; the others stay.  */
  uint64_t addr = *R8P (w, c->target, first_lane (f->mask));
  uint32_t same = 0;
  for (uint32_t m = f->mask; m; m &= m - 1)
    if (*R8P (w, c->target, first_lane (m)) == addr)
      same |= m & -m;
  uint64_t k = (addr - CODE_BASE) / CODE_STEP;
  if (addr < CODE_BASE || (addr - CODE_BASE) % CODE_STEP != 0
      || k >= w->vm->n_funcs || !w->vm->funcs[k])
    vm_fault (w, u, first_lane (f->mask), VM_ILLEGAL_INSN, VM_R_OTHER, addr,
	      "indirect call to 0x%llx, which is no function",
	      (unsigned long long) addr);
  if (same != f->mask)
    {
      if (!f->rdv || f->rdv->act != w->act || f->rdv->pc != u + 1)
	{
	  struct rdv *r = rdv_new (w);
	  r->outer = f->rdv;
	  r->act = w->act;
	  r->pc = u + 1;	/* A join stands there.  */
	  r->expected = f->mask;
	  r->branch = u;
	  f->rdv = r;
	}
      frag_split (w, f->mask & ~same, u);
      parted = true;
    }
  struct vfunc *fn = w->vm->funcs[k];
  const struct uop *next;
  /* A call without a prototype in C may pass more or fewer arguments than FN
     takes: what both have is passed.  */
  next = (fn->builtin ? ctl_builtin (w, u, fn->builtin, c)
	  : do_call (w, u, fn));
  if (parted && next)
    {
      f->pc = next;
      next = NULL;
    }
  return next;
}

static const struct uop *
ctl_ret (struct warp *w, const struct uop *u)
{
  struct frag *f = w->cur;
  struct act *a = w->act;
  uint32_t mask = f->mask;
  while (f->rdv && f->rdv->act == a)
    {
      if (f->rdv->pc == NULL)
	{
	  if (!rdv_arrive (w, u))
	    return NULL;
	}
      else
	{
	  struct rdv *r = f->rdv;
	  f->rdv = r->outer;
	  rdv_leave (w, r, r->outer, f->mask);
	}
    }
  if (!a->parent)
    {
      w->vm->meetings->exit (w, f->mask);
      return NULL;
    }
  const struct vcall *c = a->call;
  const struct vfunc *fn = a->func;
  struct act *to = a->parent;
  uint32_t n = c->n_ret < fn->n_ret ? c->n_ret : fn->n_ret;
  if (to->uniform && (f->mask != FULL_MASK
		      || !uniform_params_p (a, fn->ret, to->func, c->ret, n)))
    uniform_leave (to);
  if (unlikely (w->vm->shadow != NULL))
    shadow_params (w, a, fn->ret, to, c->ret, n, f->mask);
  if (a->uniform || to->uniform)
    uniform_copy_params (w, a, fn->ret, to, c->ret, n, f->mask);
  else
    act_copy_params (w, a, fn->ret, to, c->ret, n, f->mask);
  const struct uop *pc = a->ret_pc;
  enter_act (w, to);
  a->lanes &= ~f->mask;
  if (!a->lanes)
    act_free (w, a);
  if (f->mask != mask)
    {
      f->pc = pc;
      return NULL;
    }
  return pc;
}

static const struct uop *
ctl_count (struct warp *w, const struct uop *u)
{
  w->insns += (uint64_t) u->rel;
  w->lane_insns += (uint64_t) u->rel
		   * (unsigned) __builtin_popcount (w->cur->mask);
  uint64_t limit = w->vm->opt.insn_limit;
  if (unlikely (limit && w->insns > limit))
    vm_fault (w, u, first_lane (w->cur->mask), VM_TIMEOUT, VM_R_LIMIT, 0,
	      "instruction limit of %llu reached",
	      (unsigned long long) limit);
  return u + 1;
}

static const struct uop *
ctl_profile (struct warp *w, const struct uop *u)
{
  uint32_t mask = w->cur->mask, lanes = mask;
  bool split = false;
  if (u->n == PROFILE_INDEX)
    {
      const uint32_t *v = (const uint32_t *) (w->R + u->a);
      uint32_t first = v[first_lane (mask)];
      for (uint32_t m = mask; m; m &= m - 1)
	split |= v[first_lane (m)] != first;
    }
  else if (u->n != PROFILE_ALL)
    {
      uint32_t t = (u->b ? ~PREDW (w, u->a) : PREDW (w, u->a)) & mask;
      split = u->n != PROFILE_GUARD && t && t != mask;
      if (u->n != PROFILE_BRANCH)
	lanes = t;
    }
  simt_profile_count ((uint32_t) u->rel, (unsigned) __builtin_popcount (lanes),
		      split);
  return u + 1;
}

const struct uop *
ctl_op (struct warp *w, const struct uop *u)
{
  switch (u->op)
    {
    case OP_join:
      return ctl_join (w, u);
    case OP_brx:
      return ctl_brx (w, u);
    case OP_call:
      return ctl_call (w, u);
    case OP_ret:
      return ctl_ret (w, u);
    case OP_exit:
      w->vm->meetings->exit (w, w->cur->mask);
      return NULL;
    case OP_trap:
      vm_fault (w, u, first_lane (w->cur->mask), VM_TRAP, VM_R_TRAP, 0,
		u->n ? "brkpt" : "trap");
    case OP_bar:
      return w->vm->meetings->barrier (w, u);
    case OP_sync:
      return w->vm->meetings->sync (w, u);
    case OP_yield:
      slice_give (w, w->budget + 1);
      w->cur->pc = u + 1;
      return NULL;
    case OP_count:
      return ctl_count (w, u);
    case OP_profile:
      return ctl_profile (w, u);
    case OP_line:
      w->pc = u;
      if (w->vm->debugger)
	w->vm->debugger->line (w, u);
      return u + 1;
    default:
      abort ();
    }
}

/* Free what W's activations and meetings took.  */
void
warp_free_memory (struct warp *w)
{
  act_free_all (w);
  for (uint32_t i = 0; i < w->n_order; i++)
    {
      /* Of a launch that was cut short: meetings are shared by fragments,
	 so each chain is taken apart once.  */
      struct frag *f = &w->frags[w->order[i]];
      while (f->rdv)
	{
	  struct rdv *r = f->rdv;
	  f->rdv = r->outer;
	  for (uint32_t k = i + 1; k < w->n_order; k++)
	    if (w->frags[w->order[k]].rdv == r)
	      w->frags[w->order[k]].rdv = r->outer;
	  bool shared = false;
	  for (uint32_t k = i + 1; k < w->n_order && !shared; k++)
	    for (struct rdv *q = w->frags[w->order[k]].rdv; q; q = q->outer)
	      if (q == r)
		{
		  shared = true;
		  break;
		}
	  if (!shared)
	    free (r);
	}
    }
  while (w->free_rdv)
    {
      struct rdv *r = w->free_rdv;
      w->free_rdv = r->outer;
      free (r);
    }
}
