/* Operands of instructions ("Instruction Operands").
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "ptx-int.h"

/* O names no register and no label.  */

void
ptx_p_init_operand (struct ptx_operand *o)
{
  memset (o, 0, sizeof *o);
  o->reg = o->reg2 = o->label = -1;
}

/* A register that must be one, in the current token; its index or -1.  */

int32_t
ptx_p_register (struct ptx_parser *p, const char *what)
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
      { NULL, 0 }
    };

  if (p->tok.kind != PTX_T_DOT)
    return;
  for (size_t i = 0; selectors[i].word; i++)
    if (ptx_p_accept_dot (p, selectors[i].word))
      {
	const struct ptx_reg *r = &p->fn->regs[o->reg];

	o->sel = selectors[i].sel;
	if (o->sel >= 7 && o->sel <= 10 && o->sel - 7 >= r->vec)
	  ptx_p_error (p, "`%s' has no part `.%s'", r->name,
		       selectors[i].word);
	return;
      }
  /* Selectors of vadd2, vadd4 and their kin: two or four parts in any order,
     as `.h01', `.b7632'; of a destination any number.  */
  if ((p->tok.len == 3 && p->tok.start[0] == 'h')
      || (p->tok.len >= 3 && p->tok.len <= 5 && p->tok.start[0] == 'b'))
    {
      for (uint32_t i = 1; i < p->tok.len; i++)
	if (p->tok.start[i] < '0' || p->tok.start[i] > '7')
	  {
	    ptx_p_unexpected (p, "a selector");
	    return;
	  }
      /* Written from the highest lane down.  */
      for (uint32_t i = 1; i < p->tok.len; i++)
	o->sreg = o->sreg << 4 | (uint32_t) (p->tok.start[i] - '0');
      o->sreg |= (p->tok.len - 1) << 16;
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
    o->float_lit = v.single ? PTX_LIT_SINGLE : PTX_LIT_DOUBLE;
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
      ptx_p_init_operand (&elts[n]);
      if (!ptx_p_simple_operand (p, &elts[n]))
	return;
      n++;
    }
  while (ptx_p_accept (p, ','));
  if (!ptx_p_expect (p, '}'))
    return;
  o->kind = PTX_O_VEC;
  o->n_elts = n;
  o->elts = ptx_arena_copy (p->arena, elts, n * sizeof *elts);
}

/* A register, special register, symbol or immediate.  */

bool
ptx_p_simple_operand (struct ptx_parser *p, struct ptx_operand *o)
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

      ptx_p_init_operand (&base);
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
      ptx_p_init_operand (&more[n]);
      if (ptx_p_is (p, '{'))
	vector (p, &more[n]);
      else
	ptx_p_simple_operand (p, &more[n]);
      if (p->failed)
	return;
      n++;
    }
  if (!ptx_p_expect (p, ']'))
    return;
  if (n)
    {
      o->n_elts = n;
      o->elts = ptx_arena_copy (p->arena, more, n * sizeof *more);
    }
}

/* Any operand; FIRST if nothing stands before it, VIDEO if its instruction
   takes negated registers and parts of them.  */

void
ptx_p_operand (struct ptx_parser *p, struct ptx_operand *o, bool first,
	       bool video)
{
  ptx_p_init_operand (o);
  if (ptx_p_is (p, '['))
    {
      address (p, o);
      return;
    }
  if (ptx_p_is (p, '{'))
    {
      vector (p, o);
      if (first && ptx_p_accept (p, '|'))
	o->reg2 = ptx_p_register (p, "a predicate");
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
	  o->reg = ptx_p_register (p, minus ? "a register" : "a predicate");
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
      /* `%r1+4', which ptxas takes for an integer; `%r1-4' it does not.  */
      if (o->kind == PTX_O_REG && !o->sel && ptx_p_is (p, '+'))
	ptx_p_offsets (p, &o->imm);
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
	    o->reg2 = ptx_p_register (p, "a predicate");
	}
    }
  else
    immediate (p, o);
}
