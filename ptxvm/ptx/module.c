/* Linking units into a module ("Linking Directives").
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <string.h>

#include "ptx-int.h"

/* Names with external linkage, by hash.  */

struct global
{
  const char *name;
  uint32_t hash;
  struct ptx_symbol *def;	/* NULL while nobody defines it.  */
  struct ptx_symbol *first;	/* The first declaration.  */
  bool reported;
};

struct globals
{
  struct global *slot;
  size_t size, n;
};

static uint32_t
hash_name (const char *s)
{
  uint32_t h = 2166136261u;

  for (; *s; s++)
    h = (h ^ (unsigned char) *s) * 16777619u;
  return h ^ h >> 15;
}

static struct global *
find_global (const struct globals *g, const char *name, uint32_t hash)
{
  size_t i;

  for (i = hash & (g->size - 1); g->slot[i].name; i = (i + 1) & (g->size - 1))
    if (g->slot[i].hash == hash && strcmp (g->slot[i].name, name) == 0)
      break;
  return &g->slot[i];
}

static struct global *
add_global (struct globals *g, const char *name)
{
  uint32_t hash = hash_name (name);

  if (g->n * 2 >= g->size)
    {
      struct globals bigger = { .size = g->size ? g->size * 2 : 256 };

      bigger.slot = ptx_xcalloc (bigger.size, sizeof *bigger.slot);
      for (size_t i = 0; i < g->size; i++)
	if (g->slot[i].name)
	  *find_global (&bigger, g->slot[i].name, g->slot[i].hash)
	    = g->slot[i];
      free (g->slot);
      g->slot = bigger.slot;
      g->size = bigger.size;
    }
  struct global *s = find_global (g, name, hash);
  if (!s->name)
    {
      s->name = name;
      s->hash = hash;
      g->n++;
    }
  return s;
}

/* True if S is a definition.  */

static bool
defines_p (const struct ptx_symbol *s)
{
  if (s->kind == PTX_SYM_FUNC)
    return s->func || s->alias;
  return s->linkage != PTX_LINK_EXTERN;
}

/* How strong a definition is.  */

static int
strength (const struct ptx_symbol *s)
{
  switch (s->linkage)
    {
    case PTX_LINK_WEAK: return 1;
    case PTX_LINK_COMMON: return 2;
    default: return 3;
    }
}

/* What the driver itself provides.  */

bool
ptx_driver_name_p (const char *name)
{
  static const char *const names[] =
    { "vprintf", "malloc", "free", "__assertfail" };

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp (name, names[i]) == 0)
      return true;
  return false;
}

static const char *
kind_name (const struct ptx_symbol *s)
{
  return s->kind == PTX_SYM_FUNC ? "function" : "variable";
}

/* Enter S, which has external linkage.  */

static void
enter (struct globals *g, struct ptx_symbol *s, struct ptx_diag *diag,
       unsigned *errors)
{
  struct global *e = add_global (g, s->name);
  unsigned line = s->line + s->unit->line_base;

  if (!e->first)
    e->first = s;
  else if (e->first->kind != s->kind)
    {
      ptx_diagnose (diag, PTX_ERROR, s->unit->name, line,
		    "%s `%s' is a %s in %s:%u", kind_name (s), s->name,
		    kind_name (e->first), e->first->unit->name,
		    e->first->line + e->first->unit->line_base);
      ++*errors;
      return;
    }
  if (!defines_p (s))
    return;
  if (!e->def)
    {
      e->def = s;
      return;
    }
  int a = strength (e->def), b = strength (s);
  if (a == 3 && b == 3)
    {
      ptx_diagnose (diag, PTX_ERROR, s->unit->name, line,
		    "`%s' is defined twice, first in %s:%u", s->name,
		    e->def->unit->name,
		    e->def->line + e->def->unit->line_base);
      ++*errors;
    }
  else if (b > a || (a == 2 && b == 2 && s->size > e->def->size))
    e->def = s;
}

static void
add_def (struct ptx_module *m, struct ptx_symbol *s, size_t *alloc)
{
  PTX_GROW (m->defs, m->n_defs, *alloc);
  m->defs[m->n_defs++] = s;
}

/* Give S its definition.  */

static void
resolve (const struct globals *g, struct ptx_symbol *s)
{
  if (s->linkage == PTX_LINK_INTERNAL && defines_p (s))
    s->def = s;
  else
    {
      const struct global *e
	= g->size ? find_global (g, s->name, hash_name (s->name)) : NULL;

      s->def = e ? e->def : NULL;
      /* A function that is declared without linkage and defined nowhere in
	 its unit may be another unit's.  */
    }
  for (int i = 0; s->def && s->def->alias && i < 16; i++)
    s->def = s->def->alias->func ? s->def->alias
	     : s->def->alias->def ? s->def->alias->def : s->def->alias;
}

static void
complain_undefined (struct globals *g, struct ptx_symbol *s,
		    const struct ptx_unit *u, unsigned line,
		    struct ptx_diag *diag, unsigned *errors)
{
  if (s->kind == PTX_SYM_PARAM || s->def)
    return;
  if (s->kind == PTX_SYM_FUNC && ptx_driver_name_p (s->name))
    return;
  if (s->kind == PTX_SYM_VAR && s->space == PTX_SHARED && s->extern_array)
    return;			/* Dynamic shared memory.  */
  struct global *e = add_global (g, s->name);
  if (e->reported || ++*errors > PTX_MAX_ERRORS)
    return;
  e->reported = true;
  ptx_diagnose (diag, PTX_ERROR, u->name, line ? line + u->line_base : 0,
		"undefined %s `%s'", kind_name (s), s->name);
}

static void
check_operand (struct globals *g, const struct ptx_operand *o,
	       const struct ptx_unit *u, unsigned line, struct ptx_diag *diag,
	       unsigned *errors)
{
  if (o->sym && (o->kind == PTX_O_SYM || o->kind == PTX_O_MEM_SYM))
    complain_undefined (g, o->sym, u, line, diag, errors);
  for (uint32_t i = 0; i < o->n_elts; i++)
    check_operand (g, &o->elts[i], u, line, diag, errors);
}

static void
check_undefined (struct globals *g, const struct ptx_unit *u,
		 struct ptx_diag *diag, unsigned *errors)
{
  for (uint32_t i = 0; i < u->n_functions; i++)
    {
      const struct ptx_function *f = u->functions[i];

      for (uint32_t j = 0; j < f->n_insns; j++)
	for (unsigned k = 0; k < f->insns[j].n_operands; k++)
	  {
	    const struct ptx_operand *o = &f->insns[j].operand[k];

	    if (o->sym || o->n_elts)
	      check_operand (g, o, u, f->insns[j].line, diag, errors);
	  }
    }
  for (uint32_t i = 0; i < u->n_symbols; i++)
    for (uint32_t j = 0; j < u->symbols[i]->n_relocs; j++)
      complain_undefined (g, u->symbols[i]->relocs[j].sym, u,
			  u->symbols[i]->line, diag, errors);
}

struct ptx_module *
ptx_link_only (struct ptx_unit **units, size_t n, bool allow_undefined,
	       struct ptx_diag *diag)
{
  struct ptx_module *m = ptx_xcalloc (1, sizeof *m);
  struct globals g = { 0 };
  unsigned errors = 0;
  size_t alloc = 0;

  m->units = ptx_xcalloc (n, sizeof *m->units);
  if (n)
    memcpy (m->units, units, n * sizeof *units);
  m->n_units = n;
  for (size_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < units[i]->n_symbols; j++)
      {
	struct ptx_symbol *s = units[i]->symbols[j];

	if (s->linkage != PTX_LINK_INTERNAL)
	  enter (&g, s, diag, &errors);
      }
  for (size_t i = 0; i < n; i++)
    {
      struct ptx_unit *u = units[i];

      for (uint32_t j = 0; j < u->n_symbols; j++)
	{
	  resolve (&g, u->symbols[j]);
	  if (u->symbols[j]->def == u->symbols[j])
	    add_def (m, u->symbols[j], &alloc);
	}
      for (uint32_t j = 0; j < u->n_functions; j++)
	for (uint32_t k = 0; k < u->functions[j]->n_locals; k++)
	  {
	    struct ptx_symbol *s = u->functions[j]->locals[k];

	    if (s->linkage == PTX_LINK_EXTERN)
	      resolve (&g, s);
	    else
	      s->def = s;
	  }
    }
  if (!allow_undefined)
    for (size_t i = 0; i < n; i++)
      check_undefined (&g, units[i], diag, &errors);
  free (g.slot);
  m->n_errors = errors;
  return m;
}

struct ptx_module *
ptx_link (struct ptx_unit **units, size_t n, bool allow_undefined,
	  struct ptx_diag *diag)
{
  unsigned errors = 0;

  for (size_t i = 0; i < n && errors < PTX_MAX_ERRORS; i++)
    errors += ptx_check_types (units[i], diag);
  if (errors)
    {
      for (size_t i = 0; i < n; i++)
	ptx_unit_free (units[i]);
      return NULL;
    }
  struct ptx_module *m = ptx_link_only (units, n, allow_undefined, diag);
  if (m->n_errors)
    {
      ptx_module_free (m);
      return NULL;
    }
  return m;
}

void
ptx_module_free (struct ptx_module *m)
{
  if (!m)
    return;
  for (size_t i = 0; i < m->n_units; i++)
    ptx_unit_free (m->units[i]);
  free (m->units);
  free (m->defs);
  free (m);
}

struct ptx_symbol *
ptx_module_lookup (const struct ptx_module *m, const char *name)
{
  struct ptx_symbol *internal = NULL;

  for (size_t i = 0; i < m->n_defs; i++)
    if (strcmp (m->defs[i]->name, name) == 0)
      {
	if (m->defs[i]->linkage != PTX_LINK_INTERNAL)
	  return m->defs[i];
	if (!internal)
	  internal = m->defs[i];
      }
  return internal;
}
