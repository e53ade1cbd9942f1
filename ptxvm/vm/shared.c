/* The PTX machine: how much static shared memory a kernel uses.
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


#include <stdlib.h>

#include "ptx-int.h"
#include "vm-int.h"

/* ptxas gives a kernel the variables in .shared that it and what it calls name,
   and refuses one whose variables take more than 48 KiB, whatever the chip
   (CUDA C++ Programming Guide, "Technical Specifications per Compute
   Capability": more is for dynamic shared memory, by an attribute).  */
#define MOST_SHARED 49152

struct walk
{
  struct simt_sites seen;
  const struct ptx_function **todo;
  size_t n, alloc;
  uint64_t bytes;
};

static void visit_operand (struct walk *, const struct ptx_operand *);

/* What S, which code or an initial value names, takes and leads to.  */

static void
visit (struct walk *w, const struct ptx_symbol *s)
{
  if (!s)
    return;
  if (s->kind == PTX_SYM_FUNC && s->alias)
    s = s->alias;
  if (s->def)
    s = s->def;
  if ((s->kind != PTX_SYM_FUNC && s->kind != PTX_SYM_VAR)
      || !simt_sites_first (&w->seen, s, 0))
    return;
  if (s->kind == PTX_SYM_FUNC && s->func)
    {
      if (w->n == w->alloc)
	{
	  w->alloc = w->alloc ? 2 * w->alloc : 64;
	  w->todo = ptx_xrealloc (w->todo, w->alloc * sizeof *w->todo);
	}
      w->todo[w->n++] = s->func;
    }
  if (s->kind == PTX_SYM_VAR && s->space == PTX_SHARED && !s->extern_array)
    {
      uint64_t align = s->align ? s->align : 1;
      w->bytes = (w->bytes + align - 1) / align * align + s->size;
    }
  for (uint32_t k = 0; k < s->n_relocs; k++)
    visit (w, s->relocs[k].sym);
}

static void
visit_operand (struct walk *w, const struct ptx_operand *o)
{
  visit (w, o->sym);
  for (uint32_t k = 0; k < o->n_elts; k++)
    visit_operand (w, &o->elts[k]);
}

uint64_t
shared_use (const struct ptx_function *kernel)
{
  struct walk w = { .n = 0 };
  simt_sites_init (&w.seen);
  visit (&w, kernel->sym);
  while (w.n)
    {
      const struct ptx_function *f = w.todo[--w.n];
      for (uint32_t i = 0; i < f->n_insns; i++)
	for (unsigned k = 0; k < f->insns[i].n_operands; k++)
	  visit_operand (&w, &f->insns[i].operand[k]);
    }
  simt_sites_destroy (&w.seen);
  free (w.todo);
  return w.bytes;
}

bool
shared_ok (const struct vm_module *m, struct ptx_diag *diag)
{
  bool ok = true;
  if (m->shared_bytes <= MOST_SHARED)
    return true;
  for (uint32_t k = 0; k < m->n_funcs; k++)
    {
      const struct ptx_function *f = m->funcs[k]->ptx;
      uint64_t n = f->entry ? shared_use (f) : 0;
      if (n <= MOST_SHARED)
	continue;
      ptx_diagnose (diag, PTX_ERROR, f->unit->name, f->sym->line,
		    "kernel `%s' uses %llu bytes of .shared variables; a block "
		    "can have %u", f->sym->name, (unsigned long long) n,
		    MOST_SHARED);
      ok = false;
    }
  return ok;
}
