/* Instructions: opcode, modifiers, calls ("Instruction Statements").
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <string.h>

#include "ptx-int.h"

#define MAX_OPCODE 256

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
	ptx_p_init_operand (&elts[n]);
	if (!ptx_p_simple_operand (p, &elts[n]))
	  return;
	if (elts[n].kind == PTX_O_REG && elts[n].sel)
	  {
	    /* ptxas takes it for a syntax error.  */
	    ptx_p_error (p, "a part of `%s' cannot be an argument or a "
			 "result: `mov' it", p->fn->regs[elts[n].reg].name);
	    return;
	  }
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
    ptx_p_init_operand (&o[i]);
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
      o[1].reg = ptx_p_register (p, "a function");
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
			 .single = o->float_lit == PTX_LIT_SINGLE };
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
  o->float_lit = (o->float_lit == PTX_LIT_DOUBLE && type != PTX_F32
		  && type != PTX_F16 && type != PTX_BF16) ? 2 : 1;
}

static void
check_operands (struct ptx_parser *p, struct ptx_insn *insn)
{
  const struct ptx_insn_row *row = &p->rows[insn->op];

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
  insn->pattern = ptx_find_pattern (insn) + 1;
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

/* The modifiers of an instruction.  */

struct words
{
  struct { const char *start; uint32_t len; } word[24];
  unsigned n;
};

/* Read modifiers of OPCODE into W; false, with an error, if there are too
   many.  */

static bool
read_words (struct ptx_parser *p, const struct ptx_name *opcode,
	    struct words *w)
{
  size_t len = opcode->len < MAX_OPCODE ? opcode->len : 0;

  w->n = 0;
  while (p->tok.kind == PTX_T_DOT)
    {
      len += 1 + p->tok.len;
      if (w->n == sizeof w->word / sizeof *w->word || len > MAX_OPCODE)
	{
	  ptx_p_error (p, "too many modifiers on `%.60s'", opcode->str);
	  return false;
	}
      w->word[w->n].start = p->tok.start;
      w->word[w->n++].len = p->tok.len;
      ptx_next (p);
    }
  return !p->failed;
}

/* Which instruction OPCODE with the words W is; -1, with an error in line LINE,
   if none.  */

static int
find_op (struct ptx_parser *p, struct ptx_name *opcode, const struct words *w,
	 uint32_t line)
{
  char text[MAX_OPCODE];
  size_t len, used;

  if (!opcode->op_known)
    {
      opcode->op = ptx_first_op (opcode->str, opcode->len);
      opcode->op_known = true;
    }
  /* Most names have no dot.  */
  if (opcode->op >= 0 && !p->rows[opcode->op].n_dots)
    return opcode->op;

  len = opcode->len < MAX_OPCODE ? opcode->len : 0;
  memcpy (text, opcode->str, len);
  for (unsigned i = 0; i < w->n; i++)
    {
      text[len++] = '.';
      memcpy (text + len, w->word[i].start, w->word[i].len);
      len += w->word[i].len;
    }
  int op = len ? ptx_find_op (text, len, &used) : -1;
  if (op < 0)
    ptx_p_error_at (p, line, "unknown instruction `%.*s'",
		    (int) (len > 80 ? 80 : len), text);
  return op;
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
  struct ptx_operand operands[PTX_MAX_OPERANDS];
  struct words words;

  memset (&insn, 0, sizeof insn);
  insn.operand = operands;
  insn.guard = insn.target_table = -1;
  insn.line = line;
  insn.loc = p->cur_loc;
  insn.scope = p->scopes[p->depth].id;
  insn.start = start - p->text;
  if (!opcode)
    {
      ptx_next (p);
      insn.guard_neg = ptx_p_accept (p, '!');
      insn.guard = ptx_p_register (p, "a predicate");
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

  if (!read_words (p, opcode, &words))
    return;
  int op = find_op (p, opcode, &words, insn.line);
  if (op < 0)
    return;
  const struct ptx_insn_row *row = &p->rows[op];
  insn.op = op;

  /* Words that belong to the name itself come first.  */
  for (unsigned i = row->n_dots; i < words.n; i++)
    if (!ptx_apply_modifier (row, &insn, words.word[i].start,
			     words.word[i].len))
      {
	ptx_p_error_at (p, insn.line, "`%s' has no modifier `.%.*s'",
			row->name, (int) (words.word[i].len > 60 ? 60
					  : words.word[i].len),
			words.word[i].start);
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
	    ptx_p_init_operand (o);
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
	  ptx_p_operand (p, o, n == 0, row->mods & PTX_ROW_VIDEO);
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
  unsigned room = (insn.n_operands > row->max_operands ? insn.n_operands
		   : row->max_operands);
  insn.operand = ptx_arena_alloc (p->arena, room * sizeof *insn.operand);
  memcpy (insn.operand, operands, insn.n_operands * sizeof *operands);
  PTX_GROW (f->insns, f->n_insns, p->insns_alloc);
  if (p->atomic_line && insn.line > p->atomic_line)
    {
      insn.atomic = true;
      p->atomic_line = 0;
    }
  f->insns[f->n_insns++] = insn;
}
