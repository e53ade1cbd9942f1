/* Type checking of instructions and operands.
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


#include <stdarg.h>
#include <string.h>

#include "ptx-int.h"

struct checker
{
  const struct ptx_unit *unit;
  const struct ptx_function *f;
  const struct ptx_insn *insn;
  const struct ptx_insn_row *row;
  struct ptx_diag *diag;
  unsigned errors;
  bool insn_bad;		/* One message an instruction is enough.  */
};

static void
error (struct checker *c, const char *format, ...)
{
  char text[400];
  va_list ap;

  if (c->insn_bad)
    return;
  c->insn_bad = true;
  if (++c->errors > PTX_MAX_ERRORS)
    return;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  ptx_diagnose (c->diag, PTX_ERROR, c->unit->name,
		c->insn->line + c->unit->line_base, "%s", text);
}

static bool
bits_p (enum ptx_type t)
{
  return t >= PTX_B8 && t <= PTX_B128;
}

static bool
int_p (enum ptx_type t)
{
  return t >= PTX_U8 && t <= PTX_S64;
}

static bool
float_p (enum ptx_type t)
{
  return ptx_type_float_p (t);
}

/* Can a register of type REG be an operand of type T?  RELAXED: the register
   may be wider ("Operand Size Exceeding Instruction-Type Size").  */

static bool
compatible_p (enum ptx_type reg, enum ptx_type t, bool relaxed)
{
  unsigned rs = ptx_type_size (reg), ts = ptx_type_size (t);

  if (t == PTX_NONE || reg == t)
    return true;
  if (reg == PTX_PRED || t == PTX_PRED)
    return false;
  if (rs < ts || (rs > ts && !relaxed))
    return false;
  /* Packed and short floats, and formats that have no registers of their
     own, live in registers of bits.  */
  switch (t)
    {
    case PTX_U16X2: case PTX_S16X2:
      return bits_p (reg) || int_p (reg);
    case PTX_F16: case PTX_BF16: case PTX_F16X2: case PTX_BF16X2:
    case PTX_TF32:
      return bits_p (reg) || (t == PTX_TF32 && (reg == PTX_F32));
    default:
      break;
    }
  if (t > PTX_PRED)
    return bits_p (reg) || int_p (reg);
  if (bits_p (t))
    return true;
  if (bits_p (reg))
    return true;
  if (float_p (t) || float_p (reg))
    return false;
  return true;
}

static void check_operand (struct checker *, const struct ptx_operand *,
			   char role, enum ptx_type, bool relaxed);

/* A `{ ... }' or vector register against an instruction with elements of
   type T.  */

static void
check_vector (struct checker *c, const struct ptx_operand *o, char role,
	      enum ptx_type t, bool relaxed)
{
  const struct ptx_insn *insn = c->insn;

  if (c->row->class == C_TEX || c->row->class == C_MATRIX)
    return;
  if (insn->vec)
    {
      if (o->n_elts != insn->vec)
	{
	  error (c, "`%s.v%u' with a vector of %u", c->row->name, insn->vec,
		 o->n_elts);
	  return;
	}
      for (uint32_t i = 0; i < o->n_elts; i++)
	if (o->elts[i].kind != PTX_O_SINK)
	  check_operand (c, &o->elts[i], role, t, relaxed);
      return;
    }
  if (insn->op == PTX_OP_MOV || insn->op == PTX_OP_ATOM
      || insn->op == PTX_OP_RED)
    {
      /* Packing and unpacking: the parts are as large as the whole.  */
      unsigned bytes = 0;

      if (!bits_p (t) && !float_p (t))
	{
	  error (c, "a vector does not make up a .%s", ptx_type_name (t));
	  return;
	}
      for (uint32_t i = 0; i < o->n_elts; i++)
	{
	  const struct ptx_operand *e = &o->elts[i];

	  if (e->kind == PTX_O_REG)
	    {
	      if (c->f->regs[e->reg].type == PTX_PRED)
		error (c, "predicate `%s' in a vector",
		       c->f->regs[e->reg].name);
	      bytes += ptx_type_size (c->f->regs[e->reg].type);
	    }
	  else
	    bytes += ptx_type_size (t) / (o->n_elts ? o->n_elts : 1);
	}
      if (bytes != ptx_type_size (t))
	error (c, "a vector of %u bytes does not make up a .%s", bytes,
	       ptx_type_name (t));
      return;
    }
  if (c->row->mods & M_ROW_ANY)
    return;
  error (c, "`%s' does not take a vector", c->row->name);
}

static void
check_register (struct checker *c, const struct ptx_operand *o, char role,
		enum ptx_type t, bool relaxed)
{
  const struct ptx_reg *r = &c->f->regs[o->reg];

  (void) role;
  if (r->vec > 1 && !(o->sel >= 7 && o->sel <= 10))
    {
      if (c->insn->vec != r->vec && c->row->class != C_TEX
	  && !(c->insn->op == PTX_OP_MOV
	       && ptx_type_size (r->type) * r->vec == ptx_type_size (t)))
	{
	  error (c, "vector register `%s' as operand of `%s'", r->name,
		 c->row->name);
	  return;
	}
      if (c->insn->op == PTX_OP_MOV && !c->insn->vec)
	return;
    }
  else if (c->insn->vec && c->row->class != C_TEX
	   && c->insn->op == PTX_OP_MOV)
    {
      /* Elements come here from check_vector with a register each.  */
    }
  if (o->sel && o->sel <= 6)
    return;			/* Selected parts of video operands.  */
  if (!compatible_p (r->type, t, relaxed))
    error (c, "`%s' is .%s, but `%s' takes .%s there", r->name,
	   ptx_type_name (r->type), c->row->name, ptx_type_name (t));
  else if (o->negated && r->type == PTX_PRED && role != 's')
    error (c, "`!%s' cannot be written", r->name);
}

static void
check_operand (struct checker *c, const struct ptx_operand *o, char role,
	       enum ptx_type t, bool relaxed)
{
  switch (o->kind)
    {
    case PTX_O_REG:
      check_register (c, o, role, t, relaxed);
      break;
    case PTX_O_VEC:
      check_vector (c, o, role, t, relaxed);
      break;
    case PTX_O_IMM:
      if (o->float_lit && t != PTX_NONE && !float_p (t) && !bits_p (t))
	error (c, "floating-point constant where `%s' takes .%s",
	       c->row->name, ptx_type_name (t));
      else if (!o->float_lit && (t == PTX_F32 || t == PTX_F64))
	error (c, "integer constant where `%s' takes .%s", c->row->name,
	       ptx_type_name (t));
      else if (o->float_lit == 2 && bits_p (t) && ptx_type_size (t) < 8)
	error (c, "a decimal floating-point constant has 64 bits, but `%s' "
	       "takes .%s", c->row->name, ptx_type_name (t));
      break;
    case PTX_O_SYM:
      if (o->sym->kind == PTX_SYM_FUNC && c->insn->op != PTX_OP_MOV
	  && c->insn->op != PTX_OP_CVTA)
	error (c, "function `%s' as operand of `%s'", o->sym->name,
	       c->row->name);
      else if (c->row->class != C_TEX && c->insn->op != PTX_OP_MOV
	       && c->insn->op != PTX_OP_CVTA && c->insn->op != PTX_OP_ISSPACEP
	       && c->insn->op != PTX_OP_MAPA && !(c->row->mods & M_ROW_ANY))
	error (c, "address of `%s' as operand of `%s': `mov' it into a "
	       "register", o->sym->name, c->row->name);
      else if (t != PTX_NONE && (ptx_type_size (t) < 4 || float_p (t)
				 || t == PTX_PRED))
	error (c, "address of `%s' where `%s' takes .%s", o->sym->name,
	       c->row->name, ptx_type_name (t));
      break;
    case PTX_O_SREG:
      if (c->insn->op != PTX_OP_MOV && c->insn->op != PTX_OP_CVT
	  && c->row->class != C_MATRIX)
	error (c, "`%s' as operand of `%s': `mov' it into a register",
	       ptx_sreg_name (o->sreg), c->row->name);
      else if (!c->insn->vec && ptx_sreg_vector_p (o->sreg))
	error (c, "`%s' is a vector: name one of its parts",
	       ptx_sreg_name (o->sreg));
      else if (!c->insn->vec && t != PTX_NONE
	       && (ptx_sreg_type (o->sreg) == PTX_PRED
		   ? t != PTX_PRED
		   : (!bits_p (t) && !int_p (t))
		     || ptx_type_size (t) < 2
		     || (ptx_type_size (t)
			 > ptx_type_size (ptx_sreg_type (o->sreg)))))
	error (c, "`%s' where `%s' takes .%s", ptx_sreg_name (o->sreg),
	       c->row->name, ptx_type_name (t));
      break;
    case PTX_O_SINK:
      if ((c->row->class == C_ALU && o->reg2 < 0)
	  || c->insn->op == PTX_OP_LD || c->insn->op == PTX_OP_LDU)
	error (c, "the result of `%s' cannot be thrown away", c->row->name);
      break;
    default:
      break;
    }
}

static void
check_address (struct checker *c, const struct ptx_operand *o)
{
  const struct ptx_insn *insn = c->insn;

  if (c->row->class != C_MEM)
    return;
  if (insn->space == PTX_CONST && c->row->types[0] && insn->op != PTX_OP_LD)
    {
      error (c, "`%s' cannot write .const memory", c->row->name);
      return;
    }
  if (o->kind == PTX_O_MEM_REG)
    {
      const struct ptx_reg *r = &c->f->regs[o->reg];

      if (insn->space == PTX_PARAM
	  && (insn->op == PTX_OP_ST
	      || (insn->op == PTX_OP_LD && !c->f->entry)))
	return;
      if (!bits_p (r->type) && !int_p (r->type))
	error (c, "`%s' is .%s and cannot be an address", r->name,
	       ptx_type_name (r->type));
      else if (ptx_type_size (r->type) < 4 || ptx_type_size (r->type) > 8)
	error (c, "`%s' is .%s and too %s for an address", r->name,
	       ptx_type_name (r->type),
	       ptx_type_size (r->type) < 4 ? "small" : "large");
    }
  else if (o->kind == PTX_O_MEM_SYM)
    {
      const struct ptx_symbol *s = o->sym;

      if (s->kind == PTX_SYM_FUNC)
	error (c, "`%s' is a function, not memory", s->name);
      else if (s->space == PTX_REG)
	error (c, "`%s' is a register, not memory", s->name);
      else if (insn->op == PTX_OP_ST && s->kind == PTX_SYM_PARAM
	       && s->param_index >= 0 && !s->is_return)
	error (c, "parameter `%s' cannot be written", s->name);
      else if (insn->space != PTX_GENERIC && s->space != insn->space
	       && insn->op != PTX_OP_LDU && insn->n_operands
	       && (insn->op == PTX_OP_LD || insn->op == PTX_OP_ST
		   || insn->op == PTX_OP_ATOM || insn->op == PTX_OP_RED))
	error (c, "`%s.%s' of `%s', which is in .%s", c->row->name,
	       ptx_space_name (insn->space), s->name,
	       ptx_space_name (s->space));
    }
}

/* ---- Modifiers that must be there, and combinations that do not exist.  */

static void
check_types_present (struct checker *c)
{
  const struct ptx_insn *insn = c->insn;
  const struct ptx_insn_row *row = c->row;
  unsigned need = 0, max = 0;
  bool video = row->mods & PTX_ROW_VIDEO;

  if (row->class == C_MATRIX || row->class == C_TEX)
    return;
  for (int i = 0; i < 2; i++)
    if (row->types[i])
      {
	max++;
	need += !(row->types[i] & T_OPT);
      }
  if (video)
    need = max = 3;
  if (insn->op == PTX_OP_CVT_PACK || insn->op == PTX_OP_MAD
      || insn->op == PTX_OP_FMA || insn->op == PTX_OP_ADD
      || insn->op == PTX_OP_SUB)
    max++;
  if (insn->op == PTX_OP_VSET || insn->op == PTX_OP_VSET2
      || insn->op == PTX_OP_VSET4)
    need = 2;
  if (insn->n_types < need)
    {
      error (c, "`%s' needs %s", row->name,
	     need == 1 ? "a type" : need == 2 ? "two types" : "three types");
      return;
    }
  if (insn->n_types > max && !(row->mods & M_ROW_ANY))
    {
      error (c, "too many types on `%s'", row->name);
      return;
    }
  for (unsigned i = 0; i < insn->n_types; i++)
    {
      uint64_t mask = row->types[i < 2 && !video && row->types[1] ? i : 0];

      if (!(mask >> insn->type[i] & 1) && max > i)
	{
	  error (c, "`%s' has no type .%s%s", row->name,
		 ptx_type_name (insn->type[i]), i ? " there" : "");
	  return;
	}
    }
}

static void
check_comparison (struct checker *c, enum ptx_type t)
{
  const struct ptx_insn *insn = c->insn;

  if (insn->cmp == PTX_CMP_NONE)
    error (c, "`%s' needs a comparison", c->row->name);
  else if (insn->cmp >= PTX_CMP_EQU && !float_p (t))
    error (c, "comparison of `%s' applies to floating-point types only",
	   c->row->name);
  else if (insn->cmp >= PTX_CMP_LO && insn->cmp <= PTX_CMP_HS
	   && (float_p (t) || ptx_type_signed_p (t)))
    error (c, "comparison of `%s' applies to unsigned types only",
	   c->row->name);
  else if (insn->cmp > PTX_CMP_NE && bits_p (t))
    error (c, "`%s' compares .%s for equality only", c->row->name,
	   ptx_type_name (t));
  else if (c->insn->sub2 && insn->n_operands < 4)
    error (c, "`%s' with a Boolean operator needs a predicate to apply it to",
	   c->row->name);
  else if (!c->insn->sub2 && insn->n_operands > 3)
    error (c, "`%s' needs a Boolean operator for its predicate",
	   c->row->name);
}

static void
check_cvt (struct checker *c)
{
  const struct ptx_insn *insn = c->insn;
  enum ptx_type d = insn->type[0], s = insn->type[1];
  bool df = float_p (d), sf = float_p (s);

  if (insn->n_types < 2 || d > PTX_PRED || s > PTX_PRED || insn->other_mods
      || insn->n_operands > 2)
    return;
  bool integer = insn->rnd >= PTX_RND_RNI;
  if (df && !sf && (insn->rnd == PTX_RND_NONE || integer))
    error (c, "`cvt' from .%s to .%s needs a rounding mode such as .rn",
	   ptx_type_name (s), ptx_type_name (d));
  else if (!df && sf && !integer)
    error (c, "`cvt' from .%s to .%s needs an integer rounding mode such as "
	   ".rzi", ptx_type_name (s), ptx_type_name (d));
  else if (df && sf && !integer && insn->rnd
	   && ptx_type_size (d) >= ptx_type_size (s) && d != PTX_TF32)
    error (c, "`cvt' from .%s to .%s is exact and has no rounding mode",
	   ptx_type_name (s), ptx_type_name (d));
  else if (df && sf && ptx_type_size (d) < ptx_type_size (s)
	   && (insn->rnd == PTX_RND_NONE || integer))
    error (c, "`cvt' from .%s to .%s needs a rounding mode such as .rn",
	   ptx_type_name (s), ptx_type_name (d));
  else if (!df && !sf && insn->rnd != PTX_RND_NONE)
    error (c, "`cvt' between integers has no rounding mode");
}

/* True if atomic operation SUB has type T ("atom", "red").  */

static bool
atomic_type_p (uint8_t sub, enum ptx_type t)
{
  switch (sub)
    {
    case PTX_SUB_AND: case PTX_SUB_OR: case PTX_SUB_XOR:
      return t == PTX_B32 || t == PTX_B64;
    case PTX_SUB_CAS: case PTX_SUB_EXCH:
      return bits_p (t) && t != PTX_B8;
    case PTX_SUB_ADD:
      return t == PTX_U32 || t == PTX_S32 || t == PTX_U64 || float_p (t);
    case PTX_SUB_INC: case PTX_SUB_DEC:
      return t == PTX_U32;
    default:			/* Minimum and maximum.  */
      return ((int_p (t) && ptx_type_size (t) >= 4)
	      || (float_p (t) && ptx_type_size (t) < 8));
    }
}

static void
check_modifiers (struct checker *c)
{
  const struct ptx_insn *insn = c->insn;
  enum ptx_type t = insn->n_types ? insn->type[0] : PTX_NONE;
  const char *name = c->row->name;

  if (int_p (t) && insn->rnd
      && (insn->op == PTX_OP_ADD || insn->op == PTX_OP_SUB
	  || insn->op == PTX_OP_MUL || insn->op == PTX_OP_MAD
	  || insn->op == PTX_OP_DIV))
    {
      error (c, "`%s' of integers has no rounding mode", name);
      return;
    }
  if ((insn->flags & PTX_F_FTZ) && c->row->class == C_ALU
      && !float_p (t) && !(insn->n_types > 1 && float_p (insn->type[1])))
    {
      error (c, "`%s' of integers has no .ftz", name);
      return;
    }
  switch (insn->op)
    {
    case PTX_OP_ADD: case PTX_OP_SUB:
      if ((insn->flags & PTX_F_SAT) && int_p (t) && t != PTX_S32)
	error (c, "`%s.sat' has no type .%s", name, ptx_type_name (t));
      break;
    case PTX_OP_MUL24: case PTX_OP_MAD24:
      if (!insn->sub || insn->sub == PTX_SUB_WIDE)
	error (c, "`%s' needs .lo or .hi", name);
      break;
    case PTX_OP_MUL: case PTX_OP_MAD: case PTX_OP_MADC:
      if (int_p (t) && !insn->sub)
	error (c, "`%s' of integers needs .lo, .hi%s", name,
	       insn->op == PTX_OP_MADC ? "" : " or .wide");
      else if (insn->sub == PTX_SUB_WIDE && ptx_type_size (t) == 8)
	error (c, "`%s.wide' has no type .%s", name, ptx_type_name (t));
      else if (insn->sub && float_p (t))
	error (c, "`%s' of floating-point numbers has no halves", name);
      else if (insn->op == PTX_OP_MAD && float_p (t) && !insn->rnd
	       && c->unit->sm >= 20)
	error (c, "`mad' needs a rounding mode");
      break;
    case PTX_OP_FMA:
      if ((t == PTX_F32 || t == PTX_F64) && !insn->rnd)
	error (c, "`fma' needs a rounding mode");
      break;
    case PTX_OP_DIV:
      if ((t == PTX_F32 && !insn->rnd
	   && !(insn->flags & (PTX_F_APPROX | PTX_F_FULL)))
	  || (t == PTX_F64 && !insn->rnd))
	error (c, "`div.%s' needs a rounding mode%s", ptx_type_name (t),
	       t == PTX_F32 ? ", .approx or .full" : "");
      break;
    case PTX_OP_RCP: case PTX_OP_SQRT:
      if (!insn->rnd && !(insn->flags & PTX_F_APPROX))
	error (c, "`%s' needs a rounding mode or .approx", name);
      break;
    case PTX_OP_RSQRT: case PTX_OP_SIN: case PTX_OP_COS: case PTX_OP_LG2:
    case PTX_OP_EX2: case PTX_OP_TANH:
      if (!(insn->flags & PTX_F_APPROX))
	error (c, "`%s' needs .approx", name);
      break;
    case PTX_OP_SETP:
      check_comparison (c, t);
      break;
    case PTX_OP_SET:
      if (insn->n_types > 1)
	check_comparison (c, insn->type[1]);
      break;
    case PTX_OP_VSET: case PTX_OP_VSET2: case PTX_OP_VSET4:
      if (!insn->cmp)
	error (c, "`%s' needs a comparison", name);
      break;
    case PTX_OP_TESTP:
      if (!insn->sub)
	error (c, "`testp' needs a property such as .infinite");
      break;
    case PTX_OP_SHFL:
      if (!insn->sub)
	error (c, "`shfl' needs .up, .down, .bfly or .idx");
      else if ((insn->flags & PTX_F_SYNC) && insn->n_operands != 5)
	error (c, "`shfl.sync' takes 5 operands, not %u", insn->n_operands);
      else if (!(insn->flags & PTX_F_SYNC) && insn->n_operands != 4)
	error (c, "`shfl' takes 4 operands, not %u", insn->n_operands);
      break;
    case PTX_OP_VOTE: case PTX_OP_MATCH:
      if (!insn->sub)
	error (c, "`%s' needs a mode such as .all", name);
      else if (insn->op == PTX_OP_VOTE
	       && (insn->n_operands == 3) != !!(insn->flags & PTX_F_SYNC))
	error (c, "`vote%s' takes %d operands, not %u",
	       insn->flags & PTX_F_SYNC ? ".sync" : "",
	       insn->flags & PTX_F_SYNC ? 3 : 2, insn->n_operands);
      else if (insn->op == PTX_OP_VOTE
	       && (insn->sub == PTX_SUB_BALLOT) != (t == PTX_B32))
	error (c, "`vote' has no type .%s in that mode", ptx_type_name (t));
      break;
    case PTX_OP_ATOM: case PTX_OP_RED: case PTX_OP_REDUX:
      if (!insn->sub)
	error (c, "`%s' needs an operation such as .add", name);
      else if (insn->op == PTX_OP_ATOM
	       && (insn->sub == PTX_SUB_CAS
		   ? insn->n_operands < 4
		   : insn->n_operands > 3
		     && insn->operand[3].kind != PTX_O_REG))
	error (c, "`atom' has too %s operands for its operation",
	       insn->n_operands < 4 ? "few" : "many");
      else if (insn->op != PTX_OP_ATOM
	       && (insn->sub == PTX_SUB_CAS || insn->sub == PTX_SUB_EXCH))
	error (c, "`%s' has no such operation", name);
      else if (insn->op != PTX_OP_REDUX && !atomic_type_p (insn->sub, t))
	error (c, "`%s' has no type .%s for its operation", name,
	       ptx_type_name (t));
      break;
    case PTX_OP_BAR: case PTX_OP_BARRIER:
      if (!insn->sub)
	error (c, "`%s' needs .sync, .arrive or .red", name);
      else if ((insn->sub == PTX_SUB_RED) != (insn->n_operands > 2))
	error (c, "`%s' has too %s operands for its mode", name,
	       insn->sub == PTX_SUB_RED ? "few" : "many");
      else if ((insn->sub == PTX_SUB_ARRIVE && insn->n_operands != 2)
	       || (insn->sub == PTX_SUB_WARP_SYNC && insn->n_operands != 1)
	       || (insn->sub == PTX_SUB_SYNC && insn->n_operands < 1))
	error (c, "`%s' has too %s operands for its mode", name,
	       insn->sub == PTX_SUB_WARP_SYNC && insn->n_operands > 1
	       ? "many" : "few");
      break;
    case PTX_OP_MEMBAR:
      if (!insn->sub)
	error (c, "`membar' needs a level such as .gl");
      break;
    case PTX_OP_SHF:
      if (!insn->sub)
	error (c, "`shf' needs .l or .r");
      else if (!(insn->flags & (PTX_F_WRAP | PTX_F_CLAMP)))
	error (c, "`shf' needs .clamp or .wrap");
      break;
    case PTX_OP_CVTA:
      if (insn->space == PTX_GENERIC)
	error (c, "`cvta' needs a state space");
      break;
    case PTX_OP_ISSPACEP:
      if (insn->space == PTX_GENERIC)
	error (c, "`isspacep' needs a state space");
      break;
    case PTX_OP_CVT:
      check_cvt (c);
      break;
    case PTX_OP_MOV:
      if (insn->vec && insn->vec > 4)
	error (c, "`mov' has no .v%u", insn->vec);
      break;
    default:
      break;
    }
}

static void
check_call (struct checker *c)
{
  const struct ptx_insn *insn = c->insn;
  const struct ptx_operand *o = insn->operand;
  const struct ptx_proto *proto = NULL;

  if (o[1].kind == PTX_O_SYM)
    proto = o[1].sym->proto;
  else if (insn->target_table >= 0)
    {
      const struct ptx_targets *t = &c->f->targets[insn->target_table];

      proto = t->proto ? t->proto : t->n && t->func ? t->func[0]->proto : NULL;
    }
  if (o[1].kind == PTX_O_REG)
    {
      const struct ptx_reg *r = &c->f->regs[o[1].reg];

      if (insn->target_table < 0)
	{
	  error (c, "indirect call without a .callprototype or .calltargets");
	  return;
	}
      if ((!bits_p (r->type) && !int_p (r->type))
	  || ptx_type_size (r->type) < 4)
	{
	  error (c, "`%s' is .%s and cannot be called", r->name,
		 ptx_type_name (r->type));
	  return;
	}
    }
  for (int k = 0; k < 3; k += 2)
    for (uint32_t i = 0; i < o[k].n_elts; i++)
      {
	const struct ptx_operand *e = &o[k].elts[i];

	if (e->kind == PTX_O_SYM && e->sym->kind != PTX_SYM_PARAM)
	  error (c, "`%s' is no .param variable", e->sym->name);
	else if (k == 0 && e->kind != PTX_O_SYM && e->kind != PTX_O_REG
		 && e->kind != PTX_O_SINK)
	  error (c, "the result of a call cannot go there");
      }
  if (!proto)
    return;
  /* NVIDIA's linker: "Prototype doesn't match", see the manual.  */
  const char *also = ("; the driver refuses that as well: declare the callee as "
		      "it is defined, or let GCC inline the call (-O1 or more)");
  const char *callee = o[1].kind == PTX_O_SYM ? o[1].sym->name : NULL;
  const char *of = callee ? " of `" : "", *end = callee ? "'" : "";
  if (!callee)
    callee = "";
  if (o[0].n_elts != proto->n_ret)
    error (c, "call%s%s%s takes %u result%s, not %u%s", of, callee, end,
	   proto->n_ret, proto->n_ret == 1 ? "" : "s", o[0].n_elts, also);
  else if (o[2].n_elts != proto->n_param)
    error (c, "call%s%s%s takes %u argument%s, not %u%s", of, callee, end,
	   proto->n_param, proto->n_param == 1 ? "" : "s", o[2].n_elts, also);
  else
    for (int k = 0; k < 3; k += 2)
      for (uint32_t i = 0; i < o[k].n_elts; i++)
	{
	  const struct ptx_operand *e = &o[k].elts[i];
	  const struct ptx_symbol *s
	    = k ? proto->param[i] : proto->ret[i];

	  if (e->kind == PTX_O_SYM && s->size != e->sym->size
	      && !s->extern_array)
	    error (c, "`%s' has %llu bytes, the parameter has %llu",
		   e->sym->name, (unsigned long long) e->sym->size,
		   (unsigned long long) s->size);
	  else if (e->kind == PTX_O_REG
		   && !compatible_p (c->f->regs[e->reg].type, s->type, false))
	    error (c, "`%s' is .%s, the parameter is .%s",
		   c->f->regs[e->reg].name,
		   ptx_type_name (c->f->regs[e->reg].type),
		   ptx_type_name (s->type));
	}
}

static void
check_insn (struct checker *c)
{
  const struct ptx_insn *insn = c->insn;

  c->row = &ptx_insn_rows ()[insn->op];
  c->insn_bad = false;
  if (insn->op == PTX_OP_CALL)
    {
      check_call (c);
      return;
    }
  check_types_present (c);
  if (!c->insn_bad)
    check_modifiers (c);
  if (c->insn_bad || c->row->class == C_MATRIX)
    return;

  const struct ptx_pattern *pat = ptx_insn_pattern (insn);
  for (unsigned i = 0; pat && i < insn->n_operands; i++)
    {
      const struct ptx_pattern_operand *po = &pat->op[i];
      bool relaxed = po->type == 'z' || po->type == 'y' || po->type == 'v';

      if (po->role == 'm')
	check_address (c, &insn->operand[i]);
      else if (po->role != 'L' && po->role != 'T')
	{
	  check_operand (c, &insn->operand[i], po->role,
			 ptx_operand_type (insn, po->type), relaxed);
	  if (insn->operand[i].reg2 >= 0
	      && c->f->regs[insn->operand[i].reg2].type != PTX_PRED)
	    error (c, "`%s' behind `|' is no predicate",
		   c->f->regs[insn->operand[i].reg2].name);
	}
    }
}

unsigned
ptx_check_types (const struct ptx_unit *u, struct ptx_diag *diag)
{
  struct checker c = { .unit = u, .diag = diag };

  for (uint32_t i = 0; i < u->n_functions; i++)
    {
      c.f = u->functions[i];
      for (uint32_t j = 0; j < c.f->n_insns; j++)
	{
	  c.insn = &c.f->insns[j];
	  check_insn (&c);
	}
    }
  return c.errors;
}
