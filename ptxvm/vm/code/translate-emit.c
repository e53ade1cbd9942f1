/* Translation: micro-operations are appended, and registers get places.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "code/shadow.h"
#include "code/translate.h"
#include "ptx-int.h"

void
tr_error (struct tr *t, const char *fmt, ...)
{
  char text[512];
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (text, sizeof text, fmt, ap);
  va_end (ap);
  ptx_diagnose (t->diag, PTX_ERROR, t->p->unit->name,
		t->p->unit->line_base + t->p->insns[t->insn].line,
		"%s: %s", t->p->sym->name, text);
  longjmp (t->fail, 1);
}

void
tr_unsupported (struct tr *t)
{
  const struct ptx_insn *i = &t->p->insns[t->insn];
  char types[64] = "";
  for (unsigned k = 0; k < i->n_types; k++)
    {
      strcat (types, ".");
      strcat (types, ptx_type_name (i->type[k]));
    }
  tr_error (t, "`%s' with %s is an instruction that this machine does not "
	    "have", ptx_op_name (i->op), *types ? types : "these modifiers");
}

/* Memory that lives as long as the function's code.  */
void *
tr_alloc (struct tr *t, size_t n)
{
  struct vfunc *f = t->f;
  void *p = ptx_xcalloc (1, n);
  if ((f->n_allocs & (f->n_allocs - 1)) == 0)
    f->allocs = ptx_xrealloc (f->allocs, (f->n_allocs ? 2 * f->n_allocs : 1)
					 * sizeof *f->allocs);
  f->allocs[f->n_allocs++] = p;
  return p;
}

struct uop *
emit (struct tr *t, unsigned op)
{
  if (t->n == t->alloc)
    {
      t->alloc = t->alloc ? 2 * t->alloc : 256;
      t->code = ptx_xrealloc (t->code, t->alloc * sizeof *t->code);
    }
  struct uop *u = &t->code[t->n++];
  memset (u, 0, sizeof *u);
  u->op = (uint16_t) op;
  u->insn = t->insn;
  return u;
}

struct uop *
emit3 (struct tr *t, unsigned op, uint32_t d, uint32_t a, uint32_t b)
{
  struct uop *u = emit (t, op);
  u->d = d;
  u->a = a;
  u->b = b;
  return u;
}

struct uop *
emit_imm (struct tr *t, unsigned op, uint32_t d, uint32_t a, int64_t imm)
{
  struct uop *u = emit (t, op);
  u->d = d;
  u->a = a;
  u->imm = imm;
  return u;
}

void
add_fix (struct tr *t, uint32_t uop, uint32_t block, uint8_t what)
{
  if (t->n_fixes == t->alloc_fixes)
    {
      t->alloc_fixes = t->alloc_fixes ? 2 * t->alloc_fixes : 64;
      t->fixes = ptx_xrealloc (t->fixes, t->alloc_fixes * sizeof *t->fixes);
    }
  t->fixes[t->n_fixes++] = (struct fix) { uop, block, what };
}

/* ---- Registers.  */

enum slot_class
type_class (enum ptx_type type)
{
  if (type == PTX_PRED)
    return SLOT_P;
  unsigned n = ptx_type_size (type);
  return n <= 4 ? SLOT_4 : n <= 8 ? SLOT_8 : SLOT_16;
}

uint32_t
class_bytes (enum slot_class c)
{
  /* A predicate takes a whole cache line, so that all is aligned.  */
  return (c == SLOT_P ? 64 : c == SLOT_4 ? 4 * WARP_SIZE
	  : c == SLOT_8 ? 8 * WARP_SIZE : 16 * WARP_SIZE);
}

uint32_t
new_temp (struct tr *t, enum slot_class c)
{
  uint32_t r = t->temp;
  t->temp += class_bytes (c);
  if (t->temp > t->max)
    t->max = t->temp;
  return r;
}

uint32_t
reg_slot (struct tr *t, int32_t reg)
{
  if (reg < 0 || (uint32_t) reg >= t->p->n_regs || t->slot[reg] == NO_REG)
    tr_error (t, "register number %d has no place", (int) reg);
  return t->slot[reg];
}
