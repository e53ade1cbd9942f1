/* Instructions: opcode, modifiers, operands ("Instruction Statements").
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


#include <string.h>

#include "ptx-int.h"

#define MAX_OPCODE 256

static bool simple_operand (struct ptx_parser *, struct ptx_operand *);

/* A float literal in ptx_operand.float_lit until the type is known.  */
enum { LIT_NONE, LIT_DOUBLE, LIT_SINGLE };

static void
init_operand (struct ptx_operand *o)
{
  memset (o, 0, sizeof *o);
  o->reg = o->reg2 = o->label = -1;
}

/* A register that must be one, in the current token; its index or -1.  */

static int32_t
register_name (struct ptx_parser *p, const char *what)
{
  uint32_t offset;

  if (p->tok.kind != PTX_T_IDENT)
    {
      ptx_p_unexpected (p, what);
      return -1;
    }
  struct ptx_binding *b = ptx_lookup (p, p->tok.name, &offset);
  if (!b)
    {
      ptx_p_error (p, "`%s' is not declared", p->tok.name->str);
      return -1;
    }
  if (b->kind != PTX_BIND_REG && b->kind != PTX_BIND_REG_RANGE)
    {
      ptx_p_error (p, "`%s' is not a register", p->tok.name->str);
      return -1;
    }
  ptx_next (p);
  return b->index + (int32_t) offset;
}

/* `.x', `.b0' and so on behind a register.  */

static void
selector (struct ptx_parser *p, struct ptx_operand *o)
{
  static const struct { const char *word; uint8_t sel; } selectors[] =
    {
      { "b0", 1 }, { "b1", 2 }, { "b2", 3 }, { "b3", 4 }, { "h0", 5 },
      { "h1", 6 }, { "x", 7 }, { "y", 8 }, { "z", 9 }, { "w", 10 },
      { "r", 7 }, { "g", 8 }, { "b", 9 }, { "a", 10 },
      /* Pairs and fours of vadd2, vadd4 and their kin.  */
      { "h10", 11 }, { "b3210", 11 }
    };

  if (p->tok.kind != PTX_T_DOT)
    return;
  for (size_t i = 0; i < sizeof selectors / sizeof *selectors; i++)
    if (ptx_p_accept_dot (p, selectors[i].word))
      {
	const struct ptx_reg *r = &p->fn->regs[o->reg];

	o->sel = selectors[i].sel;
	if (o->sel >= 7 && o->sel <= 10 && o->sel - 7 >= r->vec)
	  ptx_p_error (p, "`%s' has no part `.%s'", r->name,
		       selectors[i].word);
	return;
      }
  /* Selectors of two and four parts in any order, as `.h01', `.b7632'.  */
  if ((p->tok.len == 3 && p->tok.start[0] == 'h')
      || (p->tok.len == 5 && p->tok.start[0] == 'b'))
    {
      for (uint32_t i = 1; i < p->tok.len; i++)
	if (p->tok.start[i] < '0' || p->tok.start[i] > '7')
	  {
	    ptx_p_unexpected (p, "a selector");
	    return;
	  }
      o->sel = 12;
      ptx_next (p);
      return;
    }
  ptx_p_unexpected (p, "`,' or `;'");
}

/* An immediate: a constant expression.  */

static void
immediate (struct ptx_parser *p, struct ptx_operand *o)
{
  struct ptx_value v;

  if (!ptx_p_expr (p, &v))
    return;
  if (v.kind == PTX_V_ADDR)
    {
      if (v.masked || v.generic)
	{
	  ptx_p_error (p, "`generic' and masks belong in initialisers");
	  return;
	}
      o->kind = PTX_O_SYM;
      o->sym = v.sym;
      o->imm = v.imm;
      return;
    }
  o->kind = PTX_O_IMM;
  o->imm = v.imm;
  if (v.kind == PTX_V_FLOAT)
    o->float_lit = v.single ? LIT_SINGLE : LIT_DOUBLE;
}

/* A name as an operand.  */

static void
name_operand (struct ptx_parser *p, struct ptx_operand *o)
{
  struct ptx_name *name = p->tok.name;
  uint32_t offset;

  if (name->len == 1 && name->str[0] == '_')
    {
      o->kind = PTX_O_SINK;
      ptx_next (p);
      return;
    }
  struct ptx_binding *b = ptx_lookup (p, name, &offset);
  if (b)
    switch (b->kind)
      {
      case PTX_BIND_REG:
      case PTX_BIND_REG_RANGE:
	o->kind = PTX_O_REG;
	o->reg = b->index + (int32_t) offset;
	ptx_next (p);
	selector (p, o);
	return;
      case PTX_BIND_SYM:
      case PTX_BIND_SYM_RANGE:
	o->kind = PTX_O_SYM;
	o->sym = b->kind == PTX_BIND_SYM ? b->sym : b->syms[offset];
	ptx_next (p);
	if (ptx_p_accept (p, '['))
	  {
	    /* `a[N]': the address of an element.  */
	    int64_t n = ptx_p_const_int (p);

	    ptx_p_expect (p, ']');
	    o->imm = (uint64_t) n * ptx_type_size (o->sym->type)
		     * (o->sym->vec ? o->sym->vec : 1);
	    o->sel = 1;		/* Told to the caller; cleared below.  */
	  }
	ptx_p_offsets (p, &o->imm);
	return;
      default:
	break;
      }
  else if (name->str[0] == '%' || strcmp (name->str, "WARP_SZ") == 0)
    {
      char full[48];

      if (name->str[0] != '%')
	{
	  immediate (p, o);
	  return;
	}
      uint32_t line = p->tok.line;
      ptx_next (p);
      if (p->tok.kind == PTX_T_DOT && name->len + p->tok.len + 2 < sizeof full)
	{
	  int n = snprintf (full, sizeof full, "%s.%.*s", name->str,
			    (int) p->tok.len, p->tok.start);
	  int sreg = ptx_find_sreg (full, n);

	  if (sreg >= 0)
	    {
	      o->kind = PTX_O_SREG;
	      o->sreg = sreg;
	      ptx_next (p);
	      return;
	    }
	}
      else
	{
	  int sreg = ptx_find_sreg (name->str, name->len);

	  if (sreg >= 0)
	    {
	      o->kind = PTX_O_SREG;
	      o->sreg = sreg;
	      return;
	    }
	}
      ptx_p_error_at (p, line, "`%s' is not declared", name->str);
      return;
    }
  ptx_p_error (p, b ? "`%s' is no operand" : "`%s' is not declared",
	       name->str);
}

/* `{a, b, ...}'.  */

static void
vector (struct ptx_parser *p, struct ptx_operand *o)
{
  struct ptx_operand elts[PTX_MAX_VECTOR];
  uint32_t n = 0;

  ptx_next (p);
  do
    {
      if (n == PTX_MAX_VECTOR)
	{
	  ptx_p_error (p, "vector of more than %d elements", PTX_MAX_VECTOR);
	  return;
	}
      init_operand (&elts[n]);
      if (!simple_operand (p, &elts[n]))
	return;
      n++;
    }
  while (ptx_p_accept (p, ','));
  if (!ptx_p_expect (p, '}'))
    return;
  o->kind = PTX_O_VEC;
  o->n_elts = n;
  o->elts = ptx_arena_alloc (p->arena, n * sizeof *elts);
  memcpy (o->elts, elts, n * sizeof *elts);
}

/* A register, special register, symbol or immediate.  */

static bool
simple_operand (struct ptx_parser *p, struct ptx_operand *o)
{
  if (p->tok.kind == PTX_T_IDENT)
    name_operand (p, o);
  else
    immediate (p, o);
  if (o->kind == PTX_O_SYM)
    o->sel = 0;
  return !p->failed;
}

/* `[...]'.  */

static void
address (struct ptx_parser *p, struct ptx_operand *o)
{
  struct ptx_operand more[8];
  uint32_t n = 0;

  ptx_next (p);
  if (p->tok.kind == PTX_T_IDENT)
    {
      struct ptx_operand base;

      init_operand (&base);
      name_operand (p, &base);
      if (p->failed)
	return;
      *o = base;
      o->sel = 0;
      switch (base.kind)
	{
	case PTX_O_REG:
	  o->kind = PTX_O_MEM_REG;
	  if (base.sel)
	    o->sel = base.sel;
	  ptx_p_offsets (p, &o->imm);
	  break;
	case PTX_O_SYM:
	  o->kind = PTX_O_MEM_SYM;
	  break;
	case PTX_O_IMM:
	  o->kind = PTX_O_MEM_IMM;
	  break;
	default:
	  ptx_p_error (p, "bad address");
	  return;
	}
    }
  else
    {
      struct ptx_value v;

      if (!ptx_p_expr (p, &v))
	return;
      if (v.kind == PTX_V_FLOAT || (v.kind == PTX_V_ADDR && v.masked))
	{
	  ptx_p_error (p, "bad address");
	  return;
	}
      o->kind = v.kind == PTX_V_ADDR ? PTX_O_MEM_SYM : PTX_O_MEM_IMM;
      o->sym = v.sym;
      o->imm = v.imm;
    }
  while (ptx_p_accept (p, ','))
    {
      if (n == sizeof more / sizeof *more)
	{
	  ptx_p_error (p, "too many parts in an address");
	  return;
	}
      init_operand (&more[n]);
      if (ptx_p_is (p, '{'))
	vector (p, &more[n]);
      else
	simple_operand (p, &more[n]);
      if (p->failed)
	return;
      n++;
    }
  if (!ptx_p_expect (p, ']'))
    return;
  if (n)
    {
      o->n_elts = n;
      o->elts = ptx_arena_alloc (p->arena, n * sizeof *more);
      memcpy (o->elts, more, n * sizeof *more);
    }
}

/* Any operand; FIRST if nothing stands before it.  */

static void
operand (struct ptx_parser *p, struct ptx_operand *o, bool first, bool video)
{
  init_operand (o);
  if (ptx_p_is (p, '['))
    {
      address (p, o);
      return;
    }
  if (ptx_p_is (p, '{'))
    {
      vector (p, o);
      if (first && ptx_p_accept (p, '|'))
	o->reg2 = register_name (p, "a predicate");
      return;
    }
  if (ptx_p_is (p, '!') || (video && ptx_p_is (p, '-')))
    {
      /* `!p'; `!0' is a constant.  */
      const char *s = p->p;

      while (s < p->end && (*s == ' ' || *s == '\t'))
	s++;
      if (s < p->end && !(*s >= '0' && *s <= '9') && *s != '(' && *s != '!'
	  && *s != '-' && *s != '~')
	{
	  bool minus = ptx_p_is (p, '-');

	  ptx_next (p);
	  o->reg = register_name (p, minus ? "a register" : "a predicate");
	  o->kind = PTX_O_REG;
	  o->negated = 1;
	  if (!p->failed && !minus && p->fn->regs[o->reg].type != PTX_PRED)
	    ptx_p_error (p, "`!' before `%s', which is no predicate",
			 p->fn->regs[o->reg].name);
	  if (!p->failed && minus)
	    selector (p, o);
	  return;
	}
    }
  if (p->tok.kind == PTX_T_IDENT)
    {
      bool element;

      name_operand (p, o);
      element = o->kind == PTX_O_SYM && o->sel;
      if (o->kind == PTX_O_SYM)
	o->sel = 0;
      if (element)
	o->sel = 1;
      if (first && (o->kind == PTX_O_REG || o->kind == PTX_O_SINK)
	  && ptx_p_accept (p, '|'))
	{
	  if (p->tok.kind == PTX_T_IDENT && p->tok.name->len == 1
	      && p->tok.name->str[0] == '_')
	    ptx_next (p);
	  else
	    o->reg2 = register_name (p, "a predicate");
	}
    }
  else
    immediate (p, o);
}

/* ---- Calls.  */

static void
call_list (struct ptx_parser *p, struct ptx_operand *o)
{
  struct ptx_operand *elts = NULL;
  uint32_t n = 0, alloc = 0;

  ptx_next (p);
  if (!ptx_p_is (p, ')'))
    do
      {
	if (n == PTX_MAX_ARGS)
	  {
	    ptx_p_error (p, "more than %d arguments", PTX_MAX_ARGS);
	    return;
	  }
	if (n == alloc)
	  {
	    uint32_t a = alloc ? alloc * 2 : 8;
	    struct ptx_operand *t
	      = ptx_arena_alloc (p->arena, a * sizeof *t);

	    if (n)
	      memcpy (t, elts, n * sizeof *t);
	    elts = t;
	    alloc = a;
	  }
	init_operand (&elts[n]);
	if (!simple_operand (p, &elts[n]))
	  return;
	n++;
      }
    while (ptx_p_accept (p, ','));
  ptx_p_expect (p, ')');
  o->elts = elts;
  o->n_elts = n;
}

static void
call (struct ptx_parser *p, struct ptx_insn *insn)
{
  struct ptx_operand *o = insn->operand;
  uint32_t offset;

  for (int i = 0; i < 3; i++)
    init_operand (&o[i]);
  insn->n_operands = 3;
  o[0].kind = o[2].kind = PTX_O_LIST;
  if (ptx_p_is (p, '('))
    {
      call_list (p, &o[0]);
      ptx_p_expect (p, ',');
    }
  if (p->tok.kind != PTX_T_IDENT)
    {
      ptx_p_unexpected (p, "a function");
      return;
    }
  struct ptx_binding *b = ptx_lookup (p, p->tok.name, &offset);
  if (b && b->kind == PTX_BIND_SYM && b->sym->kind == PTX_SYM_FUNC)
    {
      o[1].kind = PTX_O_SYM;
      o[1].sym = b->sym;
      ptx_next (p);
    }
  else if (b && (b->kind == PTX_BIND_REG || b->kind == PTX_BIND_REG_RANGE))
    {
      o[1].kind = PTX_O_REG;
      o[1].reg = register_name (p, "a function");
    }
  else
    {
      ptx_p_error (p, b ? "`%s' is not a function"
		   : "function `%s' is not declared", p->tok.name->str);
      return;
    }
  if (!ptx_p_accept (p, ','))
    return;
  if (ptx_p_is (p, '('))
    {
      call_list (p, &o[2]);
      if (!ptx_p_accept (p, ','))
	return;
    }
  /* The prototype or the list of targets of an indirect call.  */
  if (p->tok.kind != PTX_T_IDENT)
    {
      ptx_p_unexpected (p, "a prototype");
      return;
    }
  b = ptx_lookup (p, p->tok.name, &offset);
  if (!b || b->kind != PTX_BIND_TARGETS)
    {
      ptx_p_error (p, "`%s' is no .callprototype or .calltargets",
		   p->tok.name->str);
      return;
    }
  insn->target_table = b->index;
  ptx_next (p);
}

/* ---- Whole instructions.  */

/* Float literals become the bits that the instruction takes.  */

static void
fix_literal (struct ptx_parser *p, struct ptx_operand *o, enum ptx_type type)
{
  struct ptx_value v = { .kind = PTX_V_FLOAT, .imm = o->imm,
			 .single = o->float_lit == LIT_SINGLE };
  uint64_t bits;

  if (o->kind == PTX_O_VEC || o->kind == PTX_O_LIST)
    {
      for (uint32_t i = 0; i < o->n_elts; i++)
	fix_literal (p, &o->elts[i], type);
      return;
    }
  if (o->kind != PTX_O_IMM || !o->float_lit)
    return;
  if (ptx_value_bits (&v, type, &bits))
    o->imm = bits;
  o->float_lit = (o->float_lit == LIT_DOUBLE && type != PTX_F32
		  && type != PTX_F16 && type != PTX_BF16) ? 2 : 1;
}

static void
check_operands (struct ptx_parser *p, struct ptx_insn *insn)
{
  const struct ptx_insn_row *row = &ptx_insn_rows ()[insn->op];

  /* `ld.u32 r, a[1]' writes an address without outer brackets.  */
  for (unsigned i = 0; i < insn->n_operands; i++)
    {
      struct ptx_operand *o = &insn->operand[i];

      if (o->kind == PTX_O_SYM && o->sel)
	{
	  o->sel = 0;
	  if (row->class == C_MEM)
	    o->kind = PTX_O_MEM_SYM;
	}
    }
  const struct ptx_pattern *pat = ptx_insn_pattern (insn);
  if (!pat)
    {
      unsigned min = PTX_MAX_OPERANDS, max = 0;

      for (unsigned i = 0; i < row->n_patterns; i++)
	{
	  if (row->pattern[i].min < min)
	    min = row->pattern[i].min;
	  if (row->pattern[i].n > max)
	    max = row->pattern[i].n;
	}
      if (insn->n_operands >= min && insn->n_operands <= max)
	ptx_p_error_at (p, insn->line, "`%s' does not take such operands",
			row->name);
      else if (min == max)
	ptx_p_error_at (p, insn->line, "`%s' takes %u operand%s, not %u",
			row->name, min, min == 1 ? "" : "s",
			insn->n_operands);
      else
	ptx_p_error_at (p, insn->line, "`%s' takes %u to %u operands, not %u",
			row->name, min, max, insn->n_operands);
      return;
    }
  for (unsigned i = 0; i < insn->n_operands; i++)
    {
      struct ptx_operand *o = &insn->operand[i];

      fix_literal (p, o, ptx_operand_type (insn, pat->op[i].type));
      if (o->reg2 >= 0 && pat->op[i].role != 'D')
	ptx_p_error_at (p, insn->line, "`%s' has no second destination",
			row->name);
    }
}

/* One instruction.  OPCODE is its first word, read already; or NULL when a
   guard `@' is the current token.  START is where the statement begins, in
   line LINE.  */

void
ptx_p_instruction (struct ptx_parser *p, struct ptx_name *opcode,
		   const char *start, uint32_t line)
{
  struct ptx_function *f = p->fn;
  struct ptx_insn insn;
  char text[MAX_OPCODE];
  size_t len, used = 0;
  struct { const char *start; uint32_t len; } words[24];
  unsigned n_words = 0;

  memset (&insn, 0, sizeof insn);
  insn.guard = insn.target_table = -1;
  insn.line = line;
  insn.loc = p->cur_loc;
  insn.scope = p->scopes[p->depth].id;
  insn.start = start - p->text;
  if (!opcode)
    {
      ptx_next (p);
      insn.guard_neg = ptx_p_accept (p, '!');
      insn.guard = register_name (p, "a predicate");
      if (p->failed)
	return;
      if (f->regs[insn.guard].type != PTX_PRED)
	{
	  ptx_p_error (p, "guard `%s' is no predicate",
		       f->regs[insn.guard].name);
	  return;
	}
      if (p->tok.kind != PTX_T_IDENT)
	{
	  ptx_p_unexpected (p, "an instruction");
	  return;
	}
      opcode = p->tok.name;
      insn.line = p->tok.line;
      ptx_next (p);
    }

  len = opcode->len < MAX_OPCODE ? opcode->len : 0;
  memcpy (text, opcode->str, len);
  while (p->tok.kind == PTX_T_DOT)
    {
      if (n_words == sizeof words / sizeof *words
	  || len + 1 + p->tok.len > MAX_OPCODE)
	{
	  ptx_p_error (p, "too many modifiers on `%.60s'", opcode->str);
	  return;
	}
      text[len++] = '.';
      memcpy (text + len, p->tok.start, p->tok.len);
      len += p->tok.len;
      words[n_words].start = p->tok.start;
      words[n_words++].len = p->tok.len;
      ptx_next (p);
    }
  if (p->failed)
    return;
  int op = len ? ptx_find_op (text, len, &used) : -1;
  if (op < 0)
    {
      ptx_p_error_at (p, insn.line, "unknown instruction `%.*s'",
		      (int) (len > 80 ? 80 : len), text);
      return;
    }
  const struct ptx_insn_row *row = &ptx_insn_rows ()[op];
  insn.op = op;

  /* Words that belong to the name itself come first.  */
  unsigned skip = 0;
  for (const char *s = row->name; *s; s++)
    skip += *s == '.';
  for (unsigned i = skip; i < n_words; i++)
    if (!ptx_apply_modifier (row, &insn, words[i].start, words[i].len))
      {
	ptx_p_error_at (p, insn.line, "`%s' has no modifier `.%.*s'",
			row->name, (int) (words[i].len > 60 ? 60
					  : words[i].len), words[i].start);
	return;
      }
  if (op == PTX_OP_BAR && insn.sub != PTX_SUB_WARP_SYNC)
    insn.flags |= PTX_F_ALIGNED;

  if (op == PTX_OP_CALL)
    call (p, &insn);
  else if (!ptx_p_is (p, ';'))
    do
      {
	unsigned n = insn.n_operands;

	if (n == PTX_MAX_OPERANDS)
	  {
	    ptx_p_error (p, "more than %d operands", PTX_MAX_OPERANDS);
	    break;
	  }
	struct ptx_operand *o = &insn.operand[n];
	if ((op == PTX_OP_BRA && n == 0) || (op == PTX_OP_BRX && n == 1))
	  {
	    init_operand (o);
	    o->kind = PTX_O_LABEL;
	    if (p->tok.kind != PTX_T_IDENT)
	      {
		ptx_p_unexpected (p, op == PTX_OP_BRA ? "a label"
				  : "a label table");
		break;
	      }
	    ptx_label_reference (p, &(struct ptx_label_ref)
				 { .name = p->tok.name, .line = p->tok.line,
				   .insn = f->n_insns, .operand = n,
				   .table = -1, .is_table = n == 1 });
	    ptx_next (p);
	  }
	else
	  operand (p, o, n == 0, row->mods & PTX_ROW_VIDEO);
	if (!p->failed)
	  insn.n_operands++;
      }
    while (ptx_p_accept (p, ','));
  if (!p->failed && !ptx_p_is (p, ';'))
    ptx_p_unexpected (p, "`,' or `;'");
  if (!p->failed && op != PTX_OP_CALL)
    check_operands (p, &insn);
  if (p->failed)
    return;
  insn.end = p->tok.start + 1 - p->text;
  ptx_next (p);
  PTX_GROW (f->insns, f->n_insns, p->insns_alloc);
  f->insns[f->n_insns++] = insn;
}
