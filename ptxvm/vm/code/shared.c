/* The PTX machine: how much static shared memory a kernel uses.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/translate.h"
#include "ptx-int.h"
#include "vm-int.h"

/* ptxas gives a kernel the variables in .shared that it and what it calls name,
   and refuses one whose variables take more than 48 KiB, whatever the chip
   (CUDA C++ Programming Guide, "Technical Specifications per Compute
   Capability": more is for dynamic shared memory, by an attribute).  */
#define MOST_SHARED 49152

/* ---- Places.  */

/* Variables of GCC and its libraries, which this machine's checks are not about,
   come first, side by side as on a device.  After them are the program's, with a
   red zone of up to MOST_ZONE bytes before each and after the last one.  */
#define MOST_ZONE 256u

/* True if S is the compiler's or a library's.  GCC has one variable for all
   gang-private ones.  */
static bool
system_p (const struct vm_module *m, const struct ptx_symbol *s)
{
  if (!strcmp (s->name, "__gangprivate_shared"))
    return !m->vm->opt.redzone;
  return (!m->vm->opt.redzone || !strncmp (s->name, "__", 2)
	  || !strncmp (s->name, "gomp_", 5) || !strncmp (s->name, "nvptx_", 6));
}

void
shared_place (struct vm_module *m, struct ptx_symbol *s, bool plain)
{
  struct place *pl = s->aux;
  uint64_t align = s->align ? s->align : 1;
  if (system_p (m, s) != plain)
    return;
  if (!plain)
    {
      unsigned zone = m->vm->opt.redzone;
      m->shared_bytes += zone < MOST_ZONE ? zone : MOST_ZONE;
      align = align < 8 ? 8 : align;
    }
  m->shared_bytes = (m->shared_bytes + align - 1) / align * align;
  pl->where = m->shared_bytes;
  m->shared_bytes += s->size;
}

/* True if S is a variable that has its place in each block's shared memory.  */
static bool
placed_p (const struct ptx_symbol *s)
{
  const struct place *pl = s->aux;
  return (s->kind == PTX_SYM_VAR && s->space == PTX_SHARED && pl
	  && pl->kind == P_SHARED && !s->extern_array && s->size);
}

/* The bytes of S, if it was placed among red zones, are valid.  */
static void
mark_valid (struct vm_module *m, const struct ptx_symbol *s)
{
  const struct place *pl = s->aux;
  if (!placed_p (s) || system_p (m, s) || pl->where == UINT64_MAX)
    return;
  memset (m->shared_valid + pl->where / 8, 8, s->size / 8);
  if (s->size % 8)
    m->shared_valid[(pl->where + s->size) / 8] = s->size % 8;
}

bool
shared_zones (struct vm_module *m)
{
  uint64_t plain = m->shared_plain;
  if (m->shared_bytes == plain)
    {
      m->shared_bytes = m->shared_plain = (plain + 15) / 16 * 16;
      return true;
    }
  m->shared_bytes += m->vm->opt.redzone < MOST_ZONE ? m->vm->opt.redzone
		     : MOST_ZONE;
  m->shared_bytes = (m->shared_bytes + 15) / 16 * 16;
  /* Where the first zone begins the granule is not all a variable's.  */
  m->shared_valid = calloc (m->shared_bytes / 8 + 1, 1);
  if (!m->shared_valid)
    return false;
  memset (m->shared_valid, 8, plain / 8);
  m->shared_valid[plain / 8] = plain % 8;
  for (size_t k = 0; k < m->ptx->n_defs; k++)
    mark_valid (m, m->ptx->defs[k]);
  for (uint32_t k = 0; k < m->n_funcs; k++)
    for (uint32_t j = 0; j < m->funcs[k]->ptx->n_locals; j++)
      mark_valid (m, m->funcs[k]->ptx->locals[j]);
  return true;
}

/* What is nearest to OFF so far.  */
struct nearest
{
  const struct ptx_symbol *s;
  uint64_t distance;
};

static void
look_near (struct nearest *n, const struct ptx_symbol *s, uint64_t off)
{
  const struct place *pl = s->aux;
  if (!placed_p (s))
    return;
  uint64_t d = (off < pl->where ? pl->where - off
		: off - pl->where < s->size ? 0
		: off - pl->where - s->size + 1);
  if (!n->s || d < n->distance)
    *n = (struct nearest) { s, d };
}

/* The variable of W's module in shared memory that is nearest to OFF; NULL if there
   is none.  */
static const struct ptx_symbol *
nearest_variable (const struct warp *w, uint64_t off)
{
  const struct vm_module *m = w->block->launch->kernel->module;
  struct nearest near = { NULL, 0 };
  for (size_t k = 0; k < m->ptx->n_defs; k++)
    look_near (&near, m->ptx->defs[k], off);
  for (uint32_t k = 0; k < m->n_funcs; k++)
    for (uint32_t j = 0; j < m->funcs[k]->ptx->n_locals; j++)
      look_near (&near, m->funcs[k]->ptx->locals[j], off);
  return near.s;
}

const char *
shared_variable (const struct warp *w, uint64_t off, uint64_t *in)
{
  const struct ptx_symbol *s = nearest_variable (w, off);
  if (!s)
    return NULL;
  *in = off - ((const struct place *) s->aux)->where;
  return *in < s->size ? s->name : NULL;
}

bool
shared_zone (const struct warp *w, uint64_t off, unsigned size, char *text,
	     size_t n)
{
  const struct block *b = w->block;
  if (off >= b->shared_static || off + size <= b->shared_plain
      || shared_range_ok (b, off, size, 1))
    return false;
  const struct ptx_symbol *s = nearest_variable (w, off);
  if (!s)
    return false;
  uint64_t where = ((const struct place *) s->aux)->where;
  int64_t in = (int64_t) (off - where);
  if (in < 0)
    snprintf (text, n, "%lld bytes ahead of the shared variable `%s' (%llu "
	      "bytes)", (long long) -in, s->name,
	      (unsigned long long) s->size);
  else if ((uint64_t) in < s->size)
    snprintf (text, n, "offset %lld in the shared variable `%s' (%llu bytes), "
	      "across its end", (long long) in, s->name,
	      (unsigned long long) s->size);
  else
    snprintf (text, n, "%lld bytes past the end of the shared variable `%s' "
	      "(%llu bytes)", (long long) in - (long long) s->size,
	      s->name, (unsigned long long) s->size);
  return true;
}

/* ---- How much there is.  */

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
	  {
	    const struct ptx_operand *o = &f->insns[i].operand[k];
	    if (o->sym || o->n_elts)
	      visit_operand (&w, o);
	  }
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
