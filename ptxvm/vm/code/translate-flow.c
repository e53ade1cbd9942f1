/* The PTX machine: calls, returns, barriers and meetings.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "code/translate.h"

/* ---- Calls.  */

static void
argument (struct tr *t, const struct ptx_operand *o, struct vparam *v,
	  bool result)
{
  v->in_reg = true;
  v->parts = 1;
  switch (o->kind)
    {
    case PTX_O_SYM:
      {
	struct place *pl = place_of (t, o->sym);
	if (pl->kind != P_REG && pl->kind != P_FRAME)
	  tr_error (t, "`%s' cannot be an argument", o->sym->name);
	v->size = pl->size;
	v->in_reg = pl->kind == P_REG;
	v->where = (uint32_t) pl->where;
	break;
      }
    case PTX_O_REG:
      /* All parts of a vector; a part of one is no argument.  */
      v->parts = t->cls[o->reg] == SLOT_P ? 0 : t->p->regs[o->reg].vec;
      v->size = (ptx_type_size (t->p->regs[o->reg].type)
		 * t->p->regs[o->reg].vec);
      v->where = reg_slot (t, o->reg);
      break;
    case PTX_O_SINK:
      v->size = 8;
      v->where = new_temp (t, SLOT_8);
      break;
    case PTX_O_IMM:
      if (result)
	tr_error (t, "a result needs a register");
      v->size = 8;
      v->where = src (t, o, SLOT_8);
      break;
    default:
      tr_error (t, "an argument is of the wrong kind");
    }
}

/* Constants among the arguments take the size of the parameter.  */
static void
fit_constants (struct tr *t, struct vcall *c, const struct ptx_insn *i,
	       const struct ptx_proto *pr)
{
  for (uint32_t k = 0; k < c->n_arg && pr && k < pr->n_param; k++)
    if (i->operand[2].elts[k].kind == PTX_O_IMM
	&& pr->param[k]->size <= 4)
      {
	c->arg[k].size = (uint32_t) pr->param[k]->size;
	c->arg[k].where = src (t, &i->operand[2].elts[k], SLOT_4);
      }
}

static void
translate_call (struct tr *t, const struct ptx_insn *i)
{
  const struct ptx_operand *ret = &i->operand[0], *fn = &i->operand[1];
  const struct ptx_operand *arg = &i->operand[2];
  struct vcall *c = tr_alloc (t, sizeof *c);
  c->n_arg = arg->n_elts;
  c->n_ret = ret->n_elts;
  c->arg = tr_alloc (t, c->n_arg * sizeof *c->arg);
  c->ret = tr_alloc (t, c->n_ret * sizeof *c->ret);
  for (uint32_t k = 0; k < c->n_arg; k++)
    argument (t, &arg->elts[k], &c->arg[k], false);
  for (uint32_t k = 0; k < c->n_ret; k++)
    argument (t, &ret->elts[k], &c->ret[k], true);

  const struct ptx_proto *pr = NULL;
  if (fn->kind == PTX_O_SYM)
    {
      struct ptx_symbol *s = ptx_symbol_target (fn->sym);
      if (s->kind != PTX_SYM_FUNC)
	tr_error (t, "call of `%s', which is no function", s->name);
      struct vfunc *f = func_of (s, &c->builtin);
      pr = s->proto;
      if (!f && !c->builtin)
	tr_error (t, "call of `%s', which has no definition", s->name);
      if (pr && (pr->n_param != c->n_arg || pr->n_ret < c->n_ret))
	tr_error (t, "call of `%s' with %u arguments and %u results, which "
		  "takes %u and gives %u", s->name, c->n_arg, c->n_ret,
		  pr->n_param, pr->n_ret);
      c->func = f;
      if (f && f->builtin)
	c->builtin = f->builtin;
    }
  else
    {
      if (i->target_table >= 0 && (uint32_t) i->target_table < t->p->n_targets)
	pr = t->p->targets[i->target_table].proto;
      c->target = src (t, fn, SLOT_8);
    }
  fit_constants (t, c, i, pr);
  emit (t, OP_call)->ptr = c;
  if (!c->func && !c->builtin)
    emit (t, OP_join);
}

/* ---- Barriers.  */

static struct sync_args *
new_args (struct tr *t, struct uop **u, unsigned op)
{
  struct sync_args *s = tr_alloc (t, sizeof *s);
  s->d = s->p = s->a = s->b = s->c = s->members = NO_REG;
  *u = emit (t, op);
  (*u)->ptr = s;
  return s;
}

static void
translate_bar (struct tr *t, const struct ptx_insn *i)
{
  struct uop *u;
  const struct ptx_operand *o = i->operand;
  if (i->sub == PTX_SUB_WARP_SYNC)
    {
      uint32_t m = src (t, &o[0], SLOT_4);
      struct sync_args *s = new_args (t, &u, OP_sync);
      u->n = SYNC_WARP;
      s->members = m;
      return;
    }
  bool red = i->sub == PTX_SUB_RED;
  unsigned k = red ? 1 : 0;
  unsigned sources = i->n_operands - k - (red ? 1u : 0u);
  uint32_t a = NO_REG, b = NO_REG, p = NO_REG, d = NO_REG, dp = NO_REG;
  if (sources > 0)
    a = src (t, &o[k], SLOT_4);
  if (sources > 1)
    b = src (t, &o[k + 1], SLOT_4);
  struct dest x = { 0, NO_REG, false, false };
  if (red)
    {
      p = src_pred (t, &o[i->n_operands - 1]);
      if (i->flags & PTX_F_POPC)
	{
	  x = dest (t, &o[0], PTX_U32);
	  d = x.reg;
	}
      else
	dp = dest_pred (t, &o[0]);
    }
  struct sync_args *s = new_args (t, &u, OP_bar);
  s->op = i->sub;
  s->red = i->sub2;
  s->popc = i->flags & PTX_F_POPC;
  s->aligned = i->op == PTX_OP_BAR || (i->flags & PTX_F_ALIGNED);
  s->a = a;
  s->b = b;
  s->c = p;
  s->d = d;
  s->p = dp;
  if (red && d != NO_REG)
    finish (t, x);
}

/* ---- Meetings inside a warp.  */

static void
translate_shfl (struct tr *t, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  bool sync = i->flags & PTX_F_SYNC;
  uint32_t a = src (t, &o[1], SLOT_4), b = src (t, &o[2], SLOT_4);
  uint32_t c = src (t, &o[3], SLOT_4);
  uint32_t m = sync ? src (t, &o[4], SLOT_4) : NO_REG;
  struct dest d = dest (t, &o[0], PTX_B32);
  struct uop *u;
  struct sync_args *s = new_args (t, &u, OP_sync);
  u->n = (uint16_t) ((i->sub == PTX_SUB_UP ? SYNC_SHFL_UP
		      : i->sub == PTX_SUB_DOWN ? SYNC_SHFL_DOWN
		      : i->sub == PTX_SUB_BFLY ? SYNC_SHFL_BFLY
		      : SYNC_SHFL_IDX) | (sync ? 0 : SYNC_NOMASK));
  s->d = d.reg;
  s->p = o[0].reg2 >= 0 ? reg_slot (t, o[0].reg2) : NO_REG;
  s->a = a;
  s->b = b;
  s->c = c;
  s->members = m;
  finish (t, d);
}

static void
translate_vote (struct tr *t, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  bool sync = i->flags & PTX_F_SYNC;
  uint32_t p = src_pred (t, &o[1]);
  uint32_t m = sync ? src (t, &o[2], SLOT_4) : NO_REG;
  bool ballot = i->sub == PTX_SUB_BALLOT;
  struct dest d = { NO_REG, NO_REG, false, false };
  if (ballot)
    d = dest (t, &o[0], PTX_B32);
  struct uop *u;
  struct sync_args *s = new_args (t, &u, OP_sync);
  u->n = (uint16_t) ((i->sub == PTX_SUB_ALL ? SYNC_VOTE_ALL
		      : i->sub == PTX_SUB_ANY ? SYNC_VOTE_ANY
		      : i->sub == PTX_SUB_UNI ? SYNC_VOTE_UNI
		      : SYNC_VOTE_BALLOT) | (sync ? 0 : SYNC_NOMASK));
  s->d = d.reg;
  s->p = ballot ? NO_REG : dest_pred (t, &o[0]);
  s->c = p;
  s->members = m;
  if (ballot)
    finish (t, d);
}

static void
translate_match (struct tr *t, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  bool wide = ptx_type_size (i->type[0]) == 8;
  uint32_t a = src (t, &o[1], wide ? SLOT_8 : SLOT_4);
  uint32_t m = src (t, &o[2], SLOT_4);
  struct dest d = dest (t, &o[0], PTX_B32);
  struct uop *u;
  struct sync_args *s = new_args (t, &u, OP_sync);
  u->n = (i->sub == PTX_SUB_ALL
	  ? (wide ? SYNC_MATCH_ALL_8 : SYNC_MATCH_ALL_4)
	  : wide ? SYNC_MATCH_ANY_8 : SYNC_MATCH_ANY_4);
  s->d = d.reg;
  s->p = o[0].reg2 >= 0 ? reg_slot (t, o[0].reg2) : NO_REG;
  s->a = a;
  s->members = m;
  finish (t, d);
}

static void
translate_redux (struct tr *t, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  bool sign = i->type[0] == PTX_S32;
  uint32_t a = src (t, &o[1], SLOT_4), m = src (t, &o[2], SLOT_4);
  struct dest d = dest (t, &o[0], i->type[0]);
  struct uop *u;
  unsigned n;
  if (i->type[0] == PTX_F32)
    tr_unsupported (t);
  switch (i->sub)
    {
    case PTX_SUB_ADD: n = SYNC_REDUX_ADD; break;
    case PTX_SUB_MIN: n = sign ? SYNC_REDUX_MIN_S : SYNC_REDUX_MIN_U; break;
    case PTX_SUB_MAX: n = sign ? SYNC_REDUX_MAX_S : SYNC_REDUX_MAX_U; break;
    case PTX_SUB_AND: n = SYNC_REDUX_AND; break;
    case PTX_SUB_OR: n = SYNC_REDUX_OR; break;
    case PTX_SUB_XOR: n = SYNC_REDUX_XOR; break;
    default: tr_unsupported (t);
    }
  struct sync_args *s = new_args (t, &u, OP_sync);
  u->n = (uint16_t) n;
  s->d = d.reg;
  s->a = a;
  s->members = m;
  finish (t, d);
}

static void
translate_elect (struct tr *t, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  uint32_t m = src (t, &o[1], SLOT_4);
  struct dest d = dest (t, &o[0], PTX_B32);
  struct uop *u;
  struct sync_args *s = new_args (t, &u, OP_sync);
  u->n = SYNC_ELECT;
  s->d = d.reg;
  s->p = o[0].reg2 >= 0 ? reg_slot (t, o[0].reg2) : NO_REG;
  s->members = m;
  finish (t, d);
}

bool
translate_flow (struct tr *t, const struct ptx_insn *i)
{
  switch (i->op)
    {
    case PTX_OP_CALL:
      translate_call (t, i);
      return true;
    case PTX_OP_RET:
      emit (t, OP_ret);
      return true;
    case PTX_OP_EXIT:
      emit (t, OP_exit);
      return true;
    case PTX_OP_TRAP:
      emit (t, OP_trap);
      return true;
    case PTX_OP_BRKPT:
      emit (t, OP_trap)->n = 1;
      return true;
    case PTX_OP_BAR: case PTX_OP_BARRIER:
      translate_bar (t, i);
      return true;
    case PTX_OP_SHFL:
      translate_shfl (t, i);
      return true;
    case PTX_OP_VOTE:
      translate_vote (t, i);
      return true;
    case PTX_OP_MATCH:
      translate_match (t, i);
      return true;
    case PTX_OP_REDUX:
      translate_redux (t, i);
      return true;
    case PTX_OP_ELECT:
      translate_elect (t, i);
      return true;
    case PTX_OP_ACTIVEMASK:
      {
	struct dest d = dest (t, &i->operand[0], PTX_B32);
	emit3 (t, OP_activemask, d.reg, 0, 0);
	finish (t, d);
	return true;
      }
    case PTX_OP_NANOSLEEP:
      emit (t, OP_yield);
      return true;
    case PTX_OP_PMEVENT: case PTX_OP_SETMAXNREG: case PTX_OP_GRIDDEPCONTROL:
      return true;
    default:
      return false;
    }
}
