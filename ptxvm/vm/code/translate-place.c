/* The PTX machine: where parameters and local variables are.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>
#include "code/translate.h"

/* True if S is GCC's array for the stacks of SIMD lanes (watch/simt-stack.c).  */
bool
simt_stack_p (const struct ptx_symbol *s)
{
  return (s->kind == PTX_SYM_VAR && s->space == PTX_LOCAL
	  && strcmp (s->name, "%simtstack_ar") == 0);
}

struct place *
place_of (struct tr *t, struct ptx_symbol *sym)
{
  struct ptx_symbol *s = sym->def ? sym->def : sym;
  if (!s->aux)
    tr_error (t, "`%s' has no definition", sym->name);
  return s->aux;
}

static struct place *
new_place (struct tr *t, struct ptx_symbol *s)
{
  struct place *pl = tr_alloc (t, sizeof *pl);
  pl->size = (uint32_t) s->size;
  s->aux = pl;
  return pl;
}

/* Where a parameter is that must be in memory, until that is known better.  */
static struct place in_memory;

/* Mark the parameter that the operand O of INSN uses in a way that a register
   cannot serve, by address or in part, as one that must be in memory.  */
static void
mark_operand (const struct ptx_insn *insn, const struct ptx_operand *o)
{
  bool memory = false;
  if (o->kind == PTX_O_SYM)
    memory = insn->op != PTX_OP_CALL;
  else if (o->kind == PTX_O_MEM_SYM)
    memory = ((insn->op != PTX_OP_LD && insn->op != PTX_OP_ST)
	      || insn->vec > 1 || o->imm != 0
	      || ptx_type_size (insn->type[0]) != o->sym->size);
  if (memory && o->sym->kind == PTX_SYM_PARAM && !o->sym->aux)
    o->sym->aux = &in_memory;
  for (uint32_t k = 0; k < o->n_elts; k++)
    mark_operand (insn, &o->elts[k]);
}

static void
mark_memory (const struct ptx_function *p)
{
  for (uint32_t i = 0; i < p->n_insns; i++)
    for (unsigned k = 0; k < p->insns[i].n_operands; k++)
      mark_operand (&p->insns[i], &p->insns[i].operand[k]);
}

static void
take_frame (struct tr *t, struct place *pl, uint32_t align)
{
  uint32_t al = align ? align : 1;
  if (al < 16 && pl->size >= 16)
    al = 16;
  if (al > MAX_FRAME_ALIGN)
    tr_error (t, "an alignment of %u bytes in local memory; %u is the most",
	      al, MAX_FRAME_ALIGN);
  if (al > t->frame_align)
    t->frame_align = al;
  t->frame_bytes = (t->frame_bytes + al - 1) / al * al;
  pl->kind = P_FRAME;
  pl->where = t->frame_bytes;
  t->frame_bytes += pl->size;
}

static void
place_param (struct tr *t, struct ptx_symbol *s)
{
  bool marked = s->aux == &in_memory;
  struct place *pl = new_place (t, s);
  if (s->space == PTX_REG)
    {
      pl->kind = P_REG;
      pl->where = NO_REG;
      for (uint32_t r = 0; r < t->p->n_regs; r++)
	if (t->p->regs[r].scope == 0
	    && strcmp (t->p->regs[r].name, s->name) == 0)
	  {
	    if (t->slot[r] == NO_REG)
	      {
		t->slot[r] = t->top;
		t->top += class_bytes (t->cls[r]) * t->p->regs[r].vec;
	      }
	    pl->where = t->slot[r];
	    break;
	  }
      if (pl->where != NO_REG)
	return;
    }
  if (s->space == PTX_REG)
    {
      /* Without a name, or not used.  */
      pl->where = t->top;
      t->top += class_bytes (type_class (s->type)) * s->vec;
      return;
    }
  if (marked || s->size > 16 || s->size == 0 || (s->size & (s->size - 1)) != 0)
    {
      take_frame (t, pl, s->align);
      return;
    }
  pl->kind = P_REG;
  pl->where = t->top;
  t->top += class_bytes (s->size <= 4 ? SLOT_4
			 : s->size <= 8 ? SLOT_8 : SLOT_16);
}

static void
vparam_of (struct vparam *v, const struct ptx_symbol *s)
{
  const struct place *pl = s->aux;
  v->size = pl->size;
  v->in_reg = pl->kind == P_REG;
  v->parts = s->space != PTX_REG ? 1 : s->type == PTX_PRED ? 0 : s->vec;
  v->where = (uint32_t) pl->where;
}

/* The alignment in bytes of what INSN, an alloca, allocates.  */
uint32_t
alloca_align (struct tr *t, const struct ptx_insn *insn)
{
  if (insn->n_operands < 3)
    return 8;
  const struct ptx_operand *o = &insn->operand[2];
  if (o->kind != PTX_O_IMM || o->imm < 1 || o->imm > MAX_FRAME_ALIGN
      || (o->imm & (o->imm - 1)))
    tr_error (t, "the alignment of `alloca' is a power of two up to %u here",
	      MAX_FRAME_ALIGN);
  return o->imm < 8 ? 8 : (uint32_t) o->imm;
}

/* A stack for SIMD lanes is the last in the frame, where a red zone follows
   it.  */
static void
place_simt_stack (struct tr *t)
{
  struct ptx_function *p = t->p;
  struct vfunc *f = t->f;
  uint32_t size = 0;
  f->stack_reg = f->saved_reg = NO_REG;
  for (uint32_t k = 0; k < p->n_locals; k++)
    if (simt_stack_p (p->locals[k]))
      {
	struct place *pl = new_place (t, p->locals[k]);
	take_frame (t, pl, p->locals[k]->align);
	f->simt_off = (uint32_t) pl->where;
	size = pl->size;
      }
  for (uint32_t r = 0; r < p->n_regs && size; r++)
    if (strcmp (p->regs[r].name, "%stack") == 0 && t->cls[r] == SLOT_8
	&& t->slot[r] != NO_REG)
      {
	f->stack_reg = t->slot[r];
	f->saved_reg = t->top;
	t->top += class_bytes (SLOT_8);
      }
  __atomic_store_n (&f->simt_size, size, __ATOMIC_RELAXED);
}

/* Give all parameters and local variables of T their places.  */
void
place_locals (struct tr *t)
{
  struct ptx_function *p = t->p;
  struct ptx_proto *pr = p->proto;
  t->frame_align = 16;
  mark_memory (p);
  if (p->entry)
    for (uint32_t k = 0; k < pr->n_param; k++)
      {
	struct place *pl = new_place (t, pr->param[k]);
	pl->kind = P_PARAM;
	pl->where = pr->param[k]->offset;
      }
  else
    {
      struct vfunc *f = t->f;
      f->param = tr_alloc (t, pr->n_param * sizeof *f->param);
      f->ret = tr_alloc (t, pr->n_ret * sizeof *f->ret);
      f->n_param = pr->n_param;
      f->n_ret = pr->n_ret;
      for (uint32_t k = 0; k < pr->n_param; k++)
	{
	  place_param (t, pr->param[k]);
	  vparam_of (&f->param[k], pr->param[k]);
	}
      for (uint32_t k = 0; k < pr->n_ret; k++)
	{
	  place_param (t, pr->ret[k]);
	  vparam_of (&f->ret[k], pr->ret[k]);
	}
    }
  for (uint32_t k = 0; k < p->n_locals; k++)
    {
      struct ptx_symbol *s = p->locals[k];
      if (s->space == PTX_PARAM && (!s->aux || s->aux == &in_memory))
	place_param (t, s);
      else if (s->space == PTX_LOCAL && !simt_stack_p (s))
	take_frame (t, new_place (t, s), s->align);
      if (s->space == PTX_LOCAL)
	t->f->own_stack = true;
    }
  place_simt_stack (t);
  /* A launch of another module may add up all frames.  */
  for (uint32_t i = 0; i < p->n_insns; i++)
    if (p->insns[i].op == PTX_OP_ALLOCA)
      {
	uint32_t al = alloca_align (t, &p->insns[i]);
	if (al > t->frame_align)
	  t->frame_align = al;
	t->f->own_stack = true;
      }
  __atomic_store_n (&t->f->frame_align, t->frame_align, __ATOMIC_RELAXED);
  __atomic_store_n (&t->f->frame_bytes, (t->frame_bytes + 15) / 16 * 16,
		    __ATOMIC_RELAXED);
}

/* ---- Functions.  */

const char *const builtin_name[N_BUILTINS] = {
  [VB_VPRINTF] = "vprintf", [VB_MALLOC] = "malloc", [VB_FREE] = "free",
  [VB_ASSERTFAIL] = "__assertfail"
};

struct vfunc *
func_of (struct ptx_symbol *s, int *builtin)
{
  *builtin = VB_NONE;
  if (s->func)
    return s->func->aux;
  for (int k = 1; k < N_BUILTINS; k++)
    if (strcmp (s->name, builtin_name[k]) == 0)
      {
	*builtin = k;
	return s->aux;		/* For its address.  */
      }
  return NULL;
}
