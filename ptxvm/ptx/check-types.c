/* Type checking of instructions and operands.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <string.h>

#include "check-types.h"

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
	  wrong (c, "`%s.v%u' with a vector of %u", c->row->name, insn->vec,
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
	  wrong (c, "a vector does not make up a .%s", ptx_type_name (t));
	  return;
	}
      for (uint32_t i = 0; i < o->n_elts; i++)
	{
	  const struct ptx_operand *e = &o->elts[i];

	  if (e->kind == PTX_O_REG)
	    {
	      if (c->f->regs[e->reg].type == PTX_PRED)
		wrong (c, "predicate `%s' in a vector",
		       c->f->regs[e->reg].name);
	      bytes += ptx_type_size (c->f->regs[e->reg].type);
	    }
	  else
	    bytes += ptx_type_size (t) / (o->n_elts ? o->n_elts : 1);
	}
      if (bytes != ptx_type_size (t))
	wrong (c, "a vector of %u bytes does not make up a .%s", bytes,
	       ptx_type_name (t));
      return;
    }
  if (c->row->mods & M_ROW_ANY)
    return;
  wrong (c, "`%s' does not take a vector", c->row->name);
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
	  wrong (c, "vector register `%s' as operand of `%s'", r->name,
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
  if (o->imm && (role != 's' || r->type == PTX_PRED || float_p (r->type)
		 || float_p (t)))
    wrong (c, "`%s+%lld': only an integer that is read can have an offset",
	   r->name, (long long) o->imm);
  if (o->sel && (o->sel <= 6 || o->sel > 10))
    {
      /* Selected parts of video operands.  */
      if (ptx_type_size (r->type) != 4 || r->type == PTX_PRED)
	wrong (c, "`%s' is .%s and has no such parts", r->name,
	       ptx_type_name (r->type));
      return;
    }
  if (!compatible_p (r->type, t, relaxed))
    wrong (c, "`%s' is .%s, but `%s' takes .%s there", r->name,
	   ptx_type_name (r->type), c->row->name, ptx_type_name (t));
  else if (o->negated && r->type == PTX_PRED && role != 's')
    wrong (c, "`!%s' cannot be written", r->name);
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
	wrong (c, "floating-point constant where `%s' takes .%s",
	       c->row->name, ptx_type_name (t));
      else if (!o->float_lit && (t == PTX_F32 || t == PTX_F64))
	wrong (c, "integer constant where `%s' takes .%s", c->row->name,
	       ptx_type_name (t));
      else if (o->float_lit == 2 && bits_p (t) && ptx_type_size (t) < 8)
	wrong (c, "a decimal floating-point constant has 64 bits, but `%s' "
	       "takes .%s", c->row->name, ptx_type_name (t));
      break;
    case PTX_O_SYM:
      if (o->sym->kind == PTX_SYM_FUNC && c->insn->op != PTX_OP_MOV
	  && c->insn->op != PTX_OP_CVTA)
	wrong (c, "function `%s' as operand of `%s'", o->sym->name,
	       c->row->name);
      else if (c->row->class != C_TEX && c->insn->op != PTX_OP_MOV
	       && c->insn->op != PTX_OP_CVTA && c->insn->op != PTX_OP_ISSPACEP
	       && c->insn->op != PTX_OP_MAPA && !(c->row->mods & M_ROW_ANY))
	wrong (c, "address of `%s' as operand of `%s': `mov' it into a "
	       "register", o->sym->name, c->row->name);
      else if (t != PTX_NONE && (ptx_type_size (t) < 4 || float_p (t)
				 || t == PTX_PRED))
	wrong (c, "address of `%s' where `%s' takes .%s", o->sym->name,
	       c->row->name, ptx_type_name (t));
      break;
    case PTX_O_SREG:
      if (c->insn->op != PTX_OP_MOV && c->insn->op != PTX_OP_CVT
	  && c->row->class != C_MATRIX)
	wrong (c, "`%s' as operand of `%s': `mov' it into a register",
	       ptx_sreg_name (o->sreg), c->row->name);
      else if (!c->insn->vec && ptx_sreg_vector_p (o->sreg))
	wrong (c, "`%s' is a vector: name one of its parts",
	       ptx_sreg_name (o->sreg));
      else if (!c->insn->vec && t != PTX_NONE
	       && (ptx_sreg_type (o->sreg) == PTX_PRED
		   ? t != PTX_PRED
		   : (!bits_p (t) && !int_p (t))
		     || ptx_type_size (t) < 2
		     || (ptx_type_size (t)
			 > ptx_type_size (ptx_sreg_type (o->sreg)))))
	wrong (c, "`%s' where `%s' takes .%s", ptx_sreg_name (o->sreg),
	       c->row->name, ptx_type_name (t));
      break;
    case PTX_O_SINK:
      if ((c->row->class == C_ALU && o->reg2 < 0)
	  || c->insn->op == PTX_OP_LD || c->insn->op == PTX_OP_LDU)
	wrong (c, "the result of `%s' cannot be thrown away", c->row->name);
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
      wrong (c, "`%s' cannot write .const memory", c->row->name);
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
	wrong (c, "`%s' is .%s and cannot be an address", r->name,
	       ptx_type_name (r->type));
      else if (ptx_type_size (r->type) < 4 || ptx_type_size (r->type) > 8)
	wrong (c, "`%s' is .%s and too %s for an address", r->name,
	       ptx_type_name (r->type),
	       ptx_type_size (r->type) < 4 ? "small" : "large");
    }
  else if (o->kind == PTX_O_MEM_SYM)
    {
      const struct ptx_symbol *s = o->sym;

      if (s->kind == PTX_SYM_FUNC)
	wrong (c, "`%s' is a function, not memory", s->name);
      else if (s->space == PTX_REG)
	wrong (c, "`%s' is a register, not memory", s->name);
      else if (insn->op == PTX_OP_ST && s->kind == PTX_SYM_PARAM
	       && s->param_index >= 0 && !s->is_return)
	wrong (c, "parameter `%s' cannot be written", s->name);
      else if (insn->space != PTX_GENERIC && s->space != insn->space
	       && insn->op != PTX_OP_LDU && insn->n_operands
	       && (insn->op == PTX_OP_LD || insn->op == PTX_OP_ST
		   || insn->op == PTX_OP_ATOM || insn->op == PTX_OP_RED))
	wrong (c, "`%s.%s' of `%s', which is in .%s", c->row->name,
	       ptx_space_name (insn->space), s->name,
	       ptx_space_name (s->space));
    }
}

/* The register R with parts, as an argument or a result, against the parameter
   S: parts of the same kind, or memory of the same size.  */

static void
check_vector_argument (struct checker *c, const struct ptx_reg *r,
		       const struct ptx_symbol *s)
{
  if (s->space == PTX_REG
      ? r->vec != s->vec || !compatible_p (r->type, s->type, false)
      : (uint64_t) ptx_type_size (r->type) * r->vec != s->size)
    wrong (c, "`%s' is .v%u .%s, the parameter is .v%u .%s", r->name, r->vec,
	   ptx_type_name (r->type), s->vec, ptx_type_name (s->type));
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
	  wrong (c, "indirect call without a .callprototype or .calltargets");
	  return;
	}
      if ((!bits_p (r->type) && !int_p (r->type))
	  || ptx_type_size (r->type) < 4)
	{
	  wrong (c, "`%s' is .%s and cannot be called", r->name,
		 ptx_type_name (r->type));
	  return;
	}
    }
  for (int k = 0; k < 3; k += 2)
    for (uint32_t i = 0; i < o[k].n_elts; i++)
      {
	const struct ptx_operand *e = &o[k].elts[i];

	if (e->kind == PTX_O_SYM && e->sym->kind != PTX_SYM_PARAM)
	  wrong (c, "`%s' is no .param variable", e->sym->name);
	else if (k == 0 && e->kind != PTX_O_SYM && e->kind != PTX_O_REG
		 && e->kind != PTX_O_SINK)
	  wrong (c, "the result of a call cannot go there");
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
    wrong (c, "call%s%s%s takes %u result%s, not %u%s", of, callee, end,
	   proto->n_ret, proto->n_ret == 1 ? "" : "s", o[0].n_elts, also);
  else if (o[2].n_elts != proto->n_param)
    wrong (c, "call%s%s%s takes %u argument%s, not %u%s", of, callee, end,
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
	    wrong (c, "`%s' has %llu bytes, the parameter has %llu",
		   e->sym->name, (unsigned long long) e->sym->size,
		   (unsigned long long) s->size);
	  else if (e->kind == PTX_O_REG
		   && (c->f->regs[e->reg].vec > 1
		       || (s->space == PTX_REG && s->vec > 1)))
	    check_vector_argument (c, &c->f->regs[e->reg], s);
	  else if (e->kind == PTX_O_REG
		   && !compatible_p (c->f->regs[e->reg].type, s->type, false))
	    wrong (c, "`%s' is .%s, the parameter is .%s",
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
	    wrong (c, "`%s' behind `|' is no predicate",
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
