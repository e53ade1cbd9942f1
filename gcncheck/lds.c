/* The check of LDS use across units.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The plugin places the LDS variables of each unit by itself and leaves a record
   of it in section .accelfix.lds of the object; the linker puts the records one
   behind the other.  Here they are put together again: which functions each
   kernel of the image may come to, through calls within a unit, calls by name
   between units, and calls through pointers, which may come to each function
   whose address is taken anywhere.  A call of a function that no record knows
   may come back through such a pointer, too.  Then no two variables of
   different units that one kernel reaches may share an address, and none may
   lie beyond what the kernel asks for.

   plugin/lds-record.cc, which writes the records, has their text.  */

#include <stdlib.h>
#include <string.h>

#include "gcncheck.h"

struct function
{
  const char *name;
  unsigned unit;
  bool kernel, visible, address_taken, indirect, defined;
};

struct variable
{
  const char *name;
  unsigned unit;
  unsigned long offset, size;
};

/* A pair of numbers: caller and callee, or function and variable.  */
struct pair { size_t a, b; };

/* A call by name.  */
struct named { size_t caller; const char *callee; };

struct image
{
  struct function *functions;
  struct variable *variables;
  struct pair *calls, *uses;
  struct named *named;
  const char **taken;
  const char **units;
  size_t n_functions, n_variables, n_calls, n_uses, n_named, n_taken, n_units;
  char *text;
};

/* Appends one zeroed element to the array P of N elements.  */
#define ADD(P, N) \
  ((P) = xgrow ((P), (N) + 1, sizeof *(P)), \
   memset (&(P)[N], 0, sizeof *(P)), &(P)[(N)++])

/* Makes array elements up to index BASE + I there.  */

static struct function *
function_at (struct image *m, size_t base, size_t i)
{
  while (m->n_functions <= base + i)
    ADD (m->functions, m->n_functions);
  return &m->functions[base + i];
}

static struct variable *
variable_at (struct image *m, size_t base, size_t i)
{
  while (m->n_variables <= base + i)
    ADD (m->variables, m->n_variables);
  return &m->variables[base + i];
}

/* A record may number at most this many: a larger number is damage.  */
#define MOST 10000000UL

/* Parses one LINE of the unit whose functions and variables start at *F and
   *V.  Returns false where it is none that is known.  */

static bool
parse_line (struct image *m, char *line, size_t *f, size_t *v)
{
  unsigned long n, k, size;
  int at = -1;
  char flags[8];

  if (sscanf (line, "accelfix-lds 1 %*s %n", &at) == 0 && at > 0)
    {
      *f = m->n_functions;
      *v = m->n_variables;
      *ADD (m->units, m->n_units) = line + at;
      return true;
    }
  if (m->n_units == 0)
    return false;
  unsigned unit = m->n_units - 1;
  if (sscanf (line, "f %lu %7s %n", &n, flags, &at) == 2 && at > 0 && n < MOST)
    {
      struct function *fn = function_at (m, *f, n);
      fn->name = line + at;
      fn->unit = unit;
      fn->defined = true;
      fn->kernel = strchr (flags, 'k');
      fn->visible = strchr (flags, 'v');
      fn->address_taken = strchr (flags, 'a');
      fn->indirect = strchr (flags, 'i');
      return true;
    }
  if (sscanf (line, "d %lu %lu %lu %n", &n, &k, &size, &at) == 3 && at > 0
      && n < MOST)
    {
      struct variable *var = variable_at (m, *v, n);
      var->name = line + at;
      var->unit = unit;
      var->offset = k;
      var->size = size;
      return true;
    }
  if (sscanf (line, "c %lu %lu", &n, &k) == 2 && n < MOST && k < MOST)
    {
      struct pair *p = ADD (m->calls, m->n_calls);
      p->a = *f + n;
      p->b = *f + k;
      function_at (m, *f, n < k ? k : n);
      return true;
    }
  if (sscanf (line, "r %lu %lu", &n, &k) == 2 && n < MOST && k < MOST)
    {
      struct pair *p = ADD (m->uses, m->n_uses);
      p->a = *f + n;
      p->b = *v + k;
      function_at (m, *f, n);
      variable_at (m, *v, k);
      return true;
    }
  if (sscanf (line, "x %lu %n", &n, &at) == 1 && at > 0 && n < MOST)
    {
      struct named *x = ADD (m->named, m->n_named);
      x->caller = *f + n;
      x->callee = line + at;
      function_at (m, *f, n);
      return true;
    }
  if (strncmp (line, "a ", 2) == 0)
    {
      *ADD (m->taken, m->n_taken) = line + 2;
      return true;
    }
  return strcmp (line, "end") == 0;
}

/* Reads the records in section S into M.  Returns false and puts the reason
   into ERROR where they are damaged.  */

static bool
parse (struct image *m, const struct section *s, char *error, size_t size)
{
  size_t f = 0, v = 0;
  m->text = xcopy ((const char *) s->bytes, s->size);
  for (char *line = m->text, *next; *line; line = next)
    {
      next = line + strcspn (line, "\n");
      if (*next)
	*next++ = 0;
      if (!parse_line (m, line, &f, &v))
	{
	  snprintf (error, size, "damaged LDS record: '%.60s'", line);
	  return false;
	}
    }
  return true;
}

/* The function called NAME that other units see, or -1.  */

static long
visible_function (const struct image *m, const char *name)
{
  for (size_t i = 0; i < m->n_functions; i++)
    if (m->functions[i].visible && strcmp (m->functions[i].name, name) == 0)
      return i;
  return -1;
}

/* Marks in REACHED what kernel K may come to.  */

static void
reach (const struct image *m, size_t k, bool *reached)
{
  size_t *queue = xalloc (m->n_functions, sizeof *queue), n = 0;
  bool anywhere = false;
  memset (reached, 0, m->n_functions);
#define REACH(I) \
  do { size_t i_ = (I); \
       if (!reached[i_]) { reached[i_] = true; queue[n++] = i_; } } while (0)
  REACH (k);
  while (n)
    {
      size_t f = queue[--n];
      bool unknown = m->functions[f].indirect;
      for (size_t i = 0; i < m->n_calls; i++)
	if (m->calls[i].a == f)
	  REACH (m->calls[i].b);
      for (size_t i = 0; i < m->n_named; i++)
	if (m->named[i].caller == f)
	  {
	    long to = visible_function (m, m->named[i].callee);
	    if (to >= 0)
	      REACH (to);
	    else
	      unknown = true;
	  }
      if (!unknown || anywhere)
	continue;
      anywhere = true;
      for (size_t i = 0; i < m->n_functions; i++)
	if (m->functions[i].address_taken && !m->functions[i].kernel)
	  REACH (i);
    }
#undef REACH
  free (queue);
}

/* Adds a finding of KIND about kernel K to R, with TEXT, which is copied.  */

static void
lds_finding (struct report *r, enum finding_kind kind, const struct object *o,
	     const struct function *k, const char *text)
{
  struct finding *f = ADD (r->findings, r->n_findings);
  f->kind = kind;
  f->object = o;
  f->function = xcopy (k->name, strlen (k->name));
  f->text = xcopy (text, strlen (text));
}

/* The LDS that the descriptor of kernel NAME in O asks for, or -1.  */

static long
lds_of_kernel (const struct object *o, const char *name)
{
  for (size_t i = 0; i < o->n_symbols; i++)
    if (o->symbols[i].kernel && strcmp (o->symbols[i].name, name) == 0)
      return o->symbols[i].lds_size;
  return -1;
}

/* Reports what is wrong among the variables that kernel K reaches, which
   USED marks.  */

static void
check_kernel (const struct image *m, const struct object *o, struct report *r,
	      const struct function *k, const bool *used)
{
  char text[600];
  long size = lds_of_kernel (o, k->name);
  for (size_t a = 0; a < m->n_variables; a++)
    {
      const struct variable *x = &m->variables[a];
      if (!used[a] || !x->name)
	continue;
      if (size >= 0 && x->offset + x->size > (unsigned long) size)
	{
	  snprintf (text, sizeof text, "%.120s (%.120s) ends at %lu, and the "
		    "kernel asks for %ld bytes", x->name, m->units[x->unit],
		    x->offset + x->size, size);
	  lds_finding (r, LDS_BEYOND, o, k, text);
	}
      for (size_t b = a + 1; b < m->n_variables; b++)
	{
	  const struct variable *y = &m->variables[b];
	  if (!used[b] || !y->name || x->offset >= y->offset + y->size
	      || y->offset >= x->offset + x->size)
	    continue;
	  snprintf (text, sizeof text, "%.120s (%.120s) at %lu to %lu, %.120s "
		    "(%.120s) at %lu to %lu", x->name, m->units[x->unit],
		    x->offset, x->offset + x->size, y->name, m->units[y->unit],
		    y->offset, y->offset + y->size);
	  lds_finding (r, LDS_OVERLAP, o, k, text);
	}
    }
}

/* Checks the LDS records of O and adds what is found to R.  Returns false and
   puts the reason into ERROR where a record is damaged.  */

bool
check_lds (const struct object *o, struct report *r, char *error, size_t size)
{
  struct image m;
  memset (&m, 0, sizeof m);
  for (unsigned i = 0; i < o->n_sections; i++)
    if (strcmp (o->sections[i].name, ".accelfix.lds") == 0
	&& o->sections[i].bytes)
      {
	char why[128];
	if (!parse (&m, &o->sections[i], why, sizeof why))
	  {
	    snprintf (error, size, "%s: %s", o->file, why);
	    return false;
	  }
      }
  r->n_units += m.n_units;
  r->n_variables += m.n_variables;

  for (size_t i = 0; i < m.n_taken; i++)
    {
      long f = visible_function (&m, m.taken[i]);
      if (f >= 0)
	m.functions[f].address_taken = true;
    }
  bool *reached = xalloc (m.n_functions, 1), *used = xalloc (m.n_variables, 1);
  for (size_t k = 0; m.n_variables && k < m.n_functions; k++)
    if (m.functions[k].kernel)
      {
	reach (&m, k, reached);
	memset (used, 0, m.n_variables);
	for (size_t i = 0; i < m.n_uses; i++)
	  if (reached[m.uses[i].a])
	    used[m.uses[i].b] = true;
	check_kernel (&m, o, r, &m.functions[k], used);
      }
  free (reached);
  free (used);
  free (m.functions);
  free (m.variables);
  free (m.calls);
  free (m.uses);
  free (m.named);
  free (m.taken);
  free (m.units);
  free (m.text);
  return true;
}
