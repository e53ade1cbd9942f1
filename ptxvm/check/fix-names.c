/* Where in the text a register can be named.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <string.h>

#include "fix.h"
#include "ptx-int.h"

/* Offset behind the declaration of REG.  */

size_t
declaration_end (const struct flow *f, int32_t reg)
{
  const struct ptx_unit *u = f->func->unit;
  size_t at = f->func->regs[reg].start;

  if (at < f->func->body_start)
    return f->func->body_start;	/* A parameter.  */
  while (at < u->text_len && u->text[at] != ';')
    at++;
  return at + 1;
}

static int
compare_names (const void *a, const void *b)
{
  const struct name *x = a, *y = b;
  int c = strcmp (x->name, y->name);

  return c ? c : (x->reg > y->reg) - (x->reg < y->reg);
}

void
names_init (struct names *n, const struct flow *f)
{
  const struct ptx_function *func = f->func;

  n->f = f;
  n->reg = -1;
  n->sorted = ptx_xcalloc (func->n_regs, sizeof *n->sorted);
  n->group = ptx_xcalloc (func->n_regs, sizeof *n->group);
  for (uint32_t i = 0; i < func->n_regs; i++)
    n->sorted[i] = (struct name) { func->regs[i].name, i };
  if (func->n_regs)
    qsort (n->sorted, func->n_regs, sizeof *n->sorted, compare_names);
  for (uint32_t i = 0; i < func->n_regs; i++)
    n->group[n->sorted[i].reg]
      = (i && strcmp (n->sorted[i].name, n->sorted[i - 1].name) == 0
	 ? n->group[n->sorted[i - 1].reg] : i);
  /* Before the labels of the first instruction.  */
  n->entry = func->insns[0].start;
  n->entry_scope = func->insns[0].scope;
  for (uint32_t i = func->n_labels; i-- > 0;)
    if (func->labels[i].insn == 0)
      {
	n->entry_scope = func->labels[i].scope;
	if (func->labels[i].start < n->entry)
	  n->entry = func->labels[i].start;
      }
}

void
names_free (struct names *n)
{
  free (n->sorted);
  free (n->group);
}

/* Offset where the text of *P is inserted.  */

size_t
place_offset (const struct names *n, const struct place *p)
{
  const struct ptx_insn *insn = &n->f->func->insns[p->insn];

  switch (p->kind)
    {
    case PLACE_AFTER:
      return insn->end;
    case PLACE_ENTRY:
      return n->entry;
    default:
      return insn->start;
    }
}

/* True if the name of REG means REG at *P.  */

bool
place_ok_p (struct names *n, int32_t reg, const struct place *p)
{
  const struct ptx_function *func = n->f->func;
  const struct ptx_reg *r = &func->regs[reg];
  uint32_t scope = (p->kind == PLACE_ENTRY ? n->entry_scope
		    : func->insns[p->insn].scope);

  if (n->reg != reg)
    {
      n->reg = reg;
      n->declared = declaration_end (n->f, reg);
    }
  if (place_offset (n, p) < n->declared)
    return false;
  while (scope != r->scope)
    {
      if (scope == 0)
	return false;
      /* Another register of the name, declared further in?  */
      for (uint32_t i = n->group[reg];
	   i < func->n_regs && n->group[n->sorted[i].reg] == n->group[reg];
	   i++)
	if (func->regs[n->sorted[i].reg].scope == scope)
	  return false;
      scope = func->scope_parent[scope];
    }
  return true;
}
