/* The PTX machine: functions that are translated when they are first called.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A program brings with it what it needs of libgomp and libc, and calls little
   of that.  What translation has to complain of must be said when the module
   is loaded, though, whether it is called or not.  So only a function whose
   translation is certain to succeed waits for its first call: all of it are
   instructions below, with operands as GCC writes them.  They need not be all
   that can be translated; a function with any other is translated at once.
   Each rule names what the translator of the same instruction rejects;
   tests/vm-later.c and tests/vm-forms.c try them.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/translate.h"
#include "ptx-int.h"

/* Offsets up to here fit into an instruction after any place.  */
#define MOST_OFFSET (1 << 28)

/* ---- Operands of a function P.  */

static enum slot_class
class_of (const struct ptx_function *p, int32_t reg)
{
  return type_class (p->regs[reg].type);
}

static bool
whole_register_p (const struct ptx_function *p, const struct ptx_operand *o)
{
  return o->kind == PTX_O_REG && o->sel == 0 && p->regs[o->reg].vec == 1;
}

/* True if O can be read as class C (src, src_pred).  */

static bool
source_p (const struct ptx_function *p, const struct ptx_operand *o,
	  enum slot_class c)
{
  if (o->kind == PTX_O_IMM)
    return true;
  if (o->kind == PTX_O_SREG)
    return c != SLOT_P;
  if (!whole_register_p (p, o))
    return false;
  enum slot_class have = class_of (p, o->reg);
  if (c == SLOT_P)
    return have == SLOT_P && !o->imm;
  return have == SLOT_4 || have == SLOT_8;
}

/* True if a result of class C can go to O (dest, dest_pred).  */

static bool
result_p (const struct ptx_function *p, const struct ptx_operand *o,
	  enum slot_class c)
{
  if (o->kind == PTX_O_SINK)
    return true;
  if (!whole_register_p (p, o))
    return false;
  enum slot_class have = class_of (p, o->reg);
  return have == c || (have == SLOT_8 && c == SLOT_4);
}

static bool
scalar_p (enum slot_class c)
{
  return c == SLOT_4 || c == SLOT_8;
}

/* True if SYM has an address (emit_address).  */

static bool
symbol_p (struct ptx_symbol *sym)
{
  struct ptx_symbol *s = ptx_symbol_target (sym);
  int builtin;
  if (s->kind == PTX_SYM_FUNC)
    return func_of (s, &builtin) != NULL;
  /* Of the function itself, or a variable of the module.  */
  return (s->kind == PTX_SYM_PARAM || s->space == PTX_LOCAL || s->aux);
}

/* True if O is an address in SPACE (address).  */

static bool
address_p (const struct ptx_function *p, const struct ptx_operand *o,
	   enum ptx_space space)
{
  if (o->imm < -MOST_OFFSET || o->imm > MOST_OFFSET || o->n_elts)
    return false;
  switch (space)
    {
    case PTX_GENERIC: case PTX_GLOBAL: case PTX_SHARED: case PTX_LOCAL:
    case PTX_CONST: case PTX_PARAM:
      break;
    default:
      return false;
    }
  if (o->kind == PTX_O_MEM_REG)
    return (o->sel == 0 && p->regs[o->reg].vec == 1
	    && scalar_p (class_of (p, o->reg)));
  if (o->kind != PTX_O_MEM_SYM)
    return false;
  struct ptx_symbol *s = o->sym->def ? o->sym->def : o->sym;
  return (s->kind != PTX_SYM_FUNC && symbol_p (s)
	  && (space == PTX_GENERIC || space == (enum ptx_space) s->space));
}

/* ---- Instructions.  */

static bool
mov_p (const struct ptx_function *p, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  enum slot_class c = type_class (i->type[0]);
  if (i->vec > 1 || c == SLOT_16)
    return false;
  if (o[1].kind == PTX_O_SYM)
    return scalar_p (c) && symbol_p (o[1].sym) && result_p (p, &o[0], c);
  return result_p (p, &o[0], c) && source_p (p, &o[1], c);
}

/* The sources and the result of I are of type TYPE, or of class D the
   result.  */

static bool
same_type_p (const struct ptx_function *p, const struct ptx_insn *i,
	     enum slot_class d)
{
  enum slot_class c = type_class (i->type[0]);
  for (unsigned k = 1; k < i->n_operands; k++)
    if (!source_p (p, &i->operand[k], c))
      return false;
  return result_p (p, &i->operand[0], d);
}

static bool
alu_p (const struct ptx_function *p, const struct ptx_insn *i)
{
  enum ptx_type type = i->type[0];
  unsigned n;
  enum slot_class d;
  if (i->n_types != 1 || i->flags
      || (i->rnd != PTX_RND_NONE && i->rnd != PTX_RND_RN))
    return false;
  if (type == PTX_PRED)
    return ((i->op == PTX_OP_AND || i->op == PTX_OP_OR || i->op == PTX_OP_XOR
	     || i->op == PTX_OP_NOT)
	    && i->n_operands == (i->op == PTX_OP_NOT ? 2 : 3)
	    && same_type_p (p, i, SLOT_P));
  return (alu_row (i, &n, &d) && n + 1 == i->n_operands
	  && same_type_p (p, i, d));
}

/* True for .and, .or and .xor, and if nothing is to be combined.  */

static bool
combine_p (const struct ptx_function *p, const struct ptx_insn *i)
{
  if (i->n_operands == 3)
    return true;
  return ((i->sub2 == PTX_SUB_AND || i->sub2 == PTX_SUB_OR
	   || i->sub2 == PTX_SUB_XOR)
	  && source_p (p, &i->operand[3], SLOT_P));
}

static bool
compare_p (const struct ptx_function *p, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  bool set = i->op == PTX_OP_SET;
  if (i->n_types < (set ? 2 : 1) || !combine_p (p, i))
    return false;
  enum ptx_type type = i->type[set];
  enum slot_class c = type_class (type);
  return (scalar_p (c) && comparison_known_p (i, type)
	  && source_p (p, &o[1], c) && source_p (p, &o[2], c)
	  && result_p (p, &o[0], set ? type_class (i->type[0]) : SLOT_P));
}

static bool
select_p (const struct ptx_function *p, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  enum slot_class c = type_class (i->type[0]);
  return (scalar_p (c) && source_p (p, &o[1], c) && source_p (p, &o[2], c)
	  && source_p (p, &o[3], SLOT_P) && result_p (p, &o[0], c));
}

static bool
convert_p (const struct ptx_function *p, const struct ptx_insn *i)
{
  return (i->n_types == 2 && i->n_operands == 2
	  && conversion_known_p (i->type[0], i->type[1])
	  && source_p (p, &i->operand[1], type_class (i->type[1]))
	  && result_p (p, &i->operand[0], type_class (i->type[0])));
}

static bool
cvta_p (const struct ptx_function *p, const struct ptx_insn *i)
{
  const struct ptx_operand *s = &i->operand[1];
  return ((i->space == PTX_LOCAL || i->space == PTX_SHARED
	   || i->space == PTX_GLOBAL || i->space == PTX_CONST
	   || i->space == PTX_PARAM)
	  && (s->kind == PTX_O_SYM ? symbol_p (s->sym)
	      : source_p (p, s, SLOT_8))
	  && result_p (p, &i->operand[0], type_class (i->type[0])));
}

/* ld and st: VALUE is what is loaded or stored.  */

static bool
access_p (const struct ptx_function *p, const struct ptx_insn *i,
	  const struct ptx_operand *at, const struct ptx_operand *value)
{
  enum slot_class c = type_class (i->type[0]);
  bool load = i->op == PTX_OP_LD;
  uint32_t n = 1;
  if (!scalar_p (c) || !address_p (p, at, i->space))
    return false;
  if (i->vec > 1)
    {
      if (value->kind != PTX_O_VEC || value->n_elts != i->vec)
	return false;
      n = i->vec;
      value = value->elts;
    }
  for (; n; n--, value++)
    if (!(load ? result_p (p, value, c) : source_p (p, value, c)))
      return false;
  return true;
}

static bool
atomic_p (const struct ptx_function *p, const struct ptx_insn *i)
{
  bool red = i->op == PTX_OP_RED;
  const struct ptx_operand *o = i->operand + (red ? 0 : 1);
  enum slot_class c = type_class (i->type[0]);
  unsigned sources = i->sub == PTX_SUB_CAS ? 2 : 1;
  if (i->vec > 1 || !scalar_p (c) || i->n_operands != sources + (red ? 1 : 2)
      || (i->space != PTX_GENERIC && i->space != PTX_GLOBAL
	  && i->space != PTX_SHARED)
      || !address_p (p, o, i->space)
      || (o->kind == PTX_O_MEM_SYM
	  && (o->sym->kind == PTX_SYM_PARAM
	      || (o->sym->space != PTX_GLOBAL && o->sym->space != PTX_SHARED))))
    return false;
  for (unsigned k = 1; k <= sources; k++)
    if (!source_p (p, &o[k], c))
      return false;
  return red || result_p (p, &i->operand[0], c);
}

static bool
argument_p (const struct ptx_function *p, const struct ptx_operand *o,
	    bool result)
{
  switch (o->kind)
    {
    case PTX_O_SYM:
      return o->sym->kind == PTX_SYM_PARAM && o->sym->param_index < 0;
    case PTX_O_REG:
      return whole_register_p (p, o);
    case PTX_O_IMM:
      return !result;
    default:
      return false;
    }
}

static bool
call_p (const struct ptx_function *p, const struct ptx_insn *i)
{
  const struct ptx_operand *ret = &i->operand[0], *fn = &i->operand[1];
  const struct ptx_operand *arg = &i->operand[2];
  for (uint32_t k = 0; k < ret->n_elts; k++)
    if (!argument_p (p, &ret->elts[k], true))
      return false;
  for (uint32_t k = 0; k < arg->n_elts; k++)
    if (!argument_p (p, &arg->elts[k], false))
      return false;
  if (fn->kind == PTX_O_REG)
    return source_p (p, fn, SLOT_8);
  if (fn->kind != PTX_O_SYM)
    return false;
  struct ptx_symbol *s = ptx_symbol_target (fn->sym);
  int builtin;
  return (s->kind == PTX_SYM_FUNC
	  && (func_of (s, &builtin) || builtin != VB_NONE)
	  && (!s->proto || (s->proto->n_param == arg->n_elts
			    && s->proto->n_ret >= ret->n_elts)));
}

/* Operands FROM to TO, without TO, are 32 bits that are read.  */

static bool
words_p (const struct ptx_function *p, const struct ptx_insn *i, unsigned from,
	 unsigned to)
{
  for (; from < to; from++)
    if (from >= i->n_operands || !source_p (p, &i->operand[from], SLOT_4))
      return false;
  return true;
}

/* What lanes or warps do together.  */

static bool
together_p (const struct ptx_function *p, const struct ptx_insn *i)
{
  const struct ptx_operand *o = i->operand;
  bool sync = i->flags & PTX_F_SYNC;
  switch (i->op)
    {
    case PTX_OP_BAR: case PTX_OP_BARRIER:
      return (i->sub != PTX_SUB_RED
	      && words_p (p, i, 0, i->sub == PTX_SUB_WARP_SYNC ? 1
			  : i->n_operands));
    case PTX_OP_SHFL:
      return (words_p (p, i, 1, sync ? 5 : 4) && result_p (p, &o[0], SLOT_4));
    case PTX_OP_VOTE:
      return (source_p (p, &o[1], SLOT_P) && words_p (p, i, 2, sync ? 3 : 2)
	      && result_p (p, &o[0], i->sub == PTX_SUB_BALLOT ? SLOT_4
			   : SLOT_P));
    case PTX_OP_ACTIVEMASK:
      return result_p (p, &o[0], SLOT_4);
    default:
      return false;
    }
}

static bool
insn_p (const struct ptx_function *p, const struct ptx_insn *i)
{
  if (i->other_mods)
    return false;
  switch (i->op)
    {
    case PTX_OP_BRA: case PTX_OP_RET: case PTX_OP_EXIT: case PTX_OP_TRAP:
    case PTX_OP_MEMBAR: case PTX_OP_FENCE: case PTX_OP_NANOSLEEP:
      return true;
    case PTX_OP_MOV:
      return mov_p (p, i);
    case PTX_OP_ADD: case PTX_OP_SUB: case PTX_OP_MUL: case PTX_OP_MAD:
    case PTX_OP_FMA: case PTX_OP_DIV: case PTX_OP_REM: case PTX_OP_NEG:
    case PTX_OP_ABS: case PTX_OP_MIN: case PTX_OP_MAX: case PTX_OP_AND:
    case PTX_OP_OR: case PTX_OP_XOR: case PTX_OP_NOT: case PTX_OP_SHL:
    case PTX_OP_SHR: case PTX_OP_POPC: case PTX_OP_CLZ: case PTX_OP_BREV:
    case PTX_OP_SQRT:
      return alu_p (p, i);
    case PTX_OP_SETP: case PTX_OP_SET:
      return compare_p (p, i);
    case PTX_OP_SELP:
      return select_p (p, i);
    case PTX_OP_CVT:
      return convert_p (p, i);
    case PTX_OP_CVTA:
      return cvta_p (p, i);
    case PTX_OP_LD:
      return access_p (p, i, &i->operand[1], &i->operand[0]);
    case PTX_OP_ST:
      return access_p (p, i, &i->operand[0], &i->operand[1]);
    case PTX_OP_ATOM: case PTX_OP_RED:
      return atomic_p (p, i);
    case PTX_OP_CALL:
      return call_p (p, i);
    default:
      return together_p (p, i);
    }
}

/* ---- Functions.  */

/* What the N SYMS belong to: a frame that is laid out without knowing the
   registers.  */

static bool
in_memory_p (struct ptx_symbol *const *syms, uint32_t n)
{
  for (uint32_t k = 0; k < n; k++)
    if (syms[k]->space == PTX_REG || simt_stack_p (syms[k]))
      return false;
  return true;
}

bool
translate_later_p (const struct vm *vm, const struct vfunc *f)
{
  const struct ptx_function *p = f->ptx;
  /* Loading has to know of gaps; --initcheck has plans of its own.  */
  if (vm->shadow || p->n_gaps
      || !in_memory_p (p->proto->param, p->proto->n_param)
      || !in_memory_p (p->proto->ret, p->proto->n_ret)
      || !in_memory_p (p->locals, p->n_locals))
    return false;
  for (uint32_t i = 0; i < p->n_insns; i++)
    if (!insn_p (p, &p->insns[i]))
      return false;
  return true;
}

/* Forget the places of F's parameters and of its local variables, and all else
   that belongs to its code.  */

static void
forget_places (struct vfunc *f)
{
  const struct ptx_function *p = f->ptx;
  for (uint32_t k = 0; k < p->proto->n_param; k++)
    p->proto->param[k]->aux = NULL;
  for (uint32_t k = 0; k < p->proto->n_ret; k++)
    p->proto->ret[k]->aux = NULL;
  for (uint32_t k = 0; k < p->n_locals; k++)
    if (p->locals[k]->space == PTX_PARAM || p->locals[k]->space == PTX_LOCAL)
      p->locals[k]->aux = NULL;
  for (uint32_t k = 0; k < f->n_allocs; k++)
    free (f->allocs[k]);
  free (f->allocs);
  f->allocs = NULL;
  f->n_allocs = 0;
  f->param = f->ret = NULL;
}

bool
translate_frame (struct vm *vm, struct vfunc *f)
{
  struct tr t;
  memset (&t, 0, sizeof t);
  t.vm = vm;
  t.f = f;
  t.p = f->ptx;
  volatile bool ok = false;
  if (setjmp (t.fail) == 0)
    {
      place_locals (&t);
      ok = true;
    }
  forget_places (f);
  return ok;
}

void
func_translate (struct vfunc *f)
{
  struct vm *vm = f->module->vm;
  pthread_mutex_lock (&vm->translate_lock);
  if (!atomic_load_explicit (&f->ready, memory_order_acquire))
    {
      struct ptx_diag diag = { .fn = ptx_diag_print, .closure = stderr };
      if (!translate (vm, f, &diag))
	{
	  fprintf (stderr, "ptxvm: internal error: `%s' should have been "
		   "translated when it was loaded\n", f->name);
	  abort ();
	}
    }
  pthread_mutex_unlock (&vm->translate_lock);
}
