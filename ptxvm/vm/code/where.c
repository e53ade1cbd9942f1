/* The PTX machine: where code is in its source.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What a compiler inlined has no function of its own; its name and where it was
   inlined are in `.loc' (PTX ISA, "Debugging Directives: .loc"), if the compiler
   puts them there: nvcc and Clang do, GCC does not.  */

#include <stdlib.h>
#include <string.h>

#include "code/where.h"
#include "simt/profile/profile.h"
#include "simt/report/suppress.h"

/* ---- Names of inlined functions.  */

/* Find `LABEL:' in the text from P to END; give what is after it, or NULL.  */

static const char *
find_label (const char *p, const char *end, const char *label)
{
  size_t n = strlen (label);
  for (; (size_t) (end - p) > n; p++)
    {
      const char *q = memchr (p, label[0], (size_t) (end - p) - n);
      if (!q)
	return NULL;
      p = q;
      if (!memcmp (p, label, n) && p[n] == ':'
	  && strchr (" \t\r\n{", p[-1]))
	return p + n + 1;
    }
  return NULL;
}

/* Put the string that begins OFFSET bytes after the label NAME of U's
   .debug_str, which is lines of `.b8 N, N', into BUF.  False if there is
   none.  */

static bool
debug_string (const struct ptx_unit *u, const char *name, uint32_t offset,
	      char *buf, size_t size)
{
  const char *end = u->text + u->debug_str_end;
  const char *p = (u->debug_str
		   ? find_label (u->text + u->debug_str, end, name) : NULL);
  size_t n = 0;
  while (p && p < end)
    if (!strncmp (p, ".b8", 3))
      p += 3;
    else if (*p >= '0' && *p <= '9')
      {
	char *stop;
	unsigned long v = strtoul (p, &stop, 0);
	p = stop;
	if (offset)
	  {
	    offset--;
	    continue;
	  }
	if (!v || n + 1 == size)
	  {
	    buf[n] = '\0';
	    return n != 0;
	  }
	buf[n++] = (char) v;
      }
    else if (strchr (" \t\r\n,", *p))
      p++;
    else
      {
	/* A comment, or another label, after which strings may run on.  */
	char last = *p == '/' ? '\n' : ':';
	const char *stop = memchr (p, last, (size_t) (end - p));
	p = stop ? stop + 1 : end;
      }
  return false;
}

/* The name of the function that L's code was inlined from, in memory that is
   never freed, each name once; NULL if it is not known.  */

static const char *
inlined_name (const struct ptx_unit *u, const struct ptx_loc *l)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static char **names;
  static size_t n_names;
  char buf[256];
  const char *name = NULL;
  if (!l->name || !debug_string (u, l->name, l->name_offset, buf, sizeof buf))
    return NULL;
  pthread_mutex_lock (&lock);
  for (size_t k = 0; k < n_names && !name; k++)
    if (!strcmp (names[k], buf))
      name = names[k];
  char **more = name ? NULL : realloc (names, (n_names + 1) * sizeof *names);
  if (more)
    {
      names = more;
      name = names[n_names] = strdup (buf);
      n_names += name != NULL;
    }
  pthread_mutex_unlock (&lock);
  return name;
}

const char *
uop_function (const struct vfunc *f, const struct ptx_loc *l)
{
  const char *name = l->at_line ? inlined_name (f->ptx->unit, l) : NULL;
  return name ? name : f->name;
}

/* The place at which what L says was inlined: one that is earlier in U, and may
   itself be inlined; NULL if there is none.  */

static const struct ptx_loc *
outer_loc (const struct ptx_unit *u, const struct ptx_loc *l)
{
  for (const struct ptx_loc *o = l; o > u->locs + 1;)
    {
      o--;
      if (o->file == l->at_file && o->line == l->at_line
	  && o->column == l->at_column)
	return o;
    }
  return NULL;
}

const char *
unit_path (const struct ptx_unit *u, uint32_t file)
{
  return file < u->n_files ? u->files[file] : NULL;
}

/* ---- Lines.  */

const struct ptx_insn *
uop_insn (const struct vfunc *f, const struct uop *u)
{
  if (!f->ptx || !f->ptx->n_insns || !u)
    return NULL;
  uint32_t k = u->insn < f->ptx->n_insns ? u->insn : f->ptx->n_insns - 1;
  return &f->ptx->insns[k];
}

static const struct ptx_loc *
loc_of (const struct vfunc *f, const struct ptx_insn *insn, const char **file)
{
  const struct ptx_unit *unit = f->ptx->unit;
  const struct ptx_insn *end = f->ptx->insns + f->ptx->n_insns;
  *file = NULL;
  /* What is before a function's first .loc belongs to that line.  */
  for (; insn && !insn->loc; insn++)
    if (insn + 1 == end)
      return NULL;
  if (!insn || insn->loc >= unit->n_locs)
    return NULL;
  const struct ptx_loc *l = &unit->locs[insn->loc];
  if (l->file < unit->n_files && unit->files[l->file])
    {
      const char *name = unit->files[l->file];
      const char *slash = strrchr (name, '/');
      *file = slash ? slash + 1 : name;
    }
  return *file ? l : NULL;
}

const struct ptx_loc *
uop_loc (const struct vfunc *f, const struct uop *u)
{
  const char *file;
  return loc_of (f, uop_insn (f, u), &file);
}

unsigned
uop_line (const struct vfunc *f, const struct uop *u)
{
  const struct ptx_insn *i = uop_insn (f, u);
  return i ? f->ptx->unit->line_base + i->line : 0;
}

/* "foo (pr53465.c:9)", or without a .loc "foo".  */
void
uop_place (char *buf, size_t n, const struct vfunc *f, const struct uop *u)
{
  const char *file;
  const struct ptx_loc *l = loc_of (f, uop_insn (f, u), &file);
  if (l)
    snprintf (buf, n, "%s (%s:%u)", uop_function (f, l), file, l->line);
  else
    snprintf (buf, n, "%s", f->name);
}

/* The same with the PTX line.  */
void
uop_where (char *buf, size_t n, const struct vfunc *f, const struct uop *u)
{
  char place[256];
  uop_place (place, sizeof place, f, u);
  snprintf (buf, n, "%s, PTX line %u", place, uop_line (f, u));
}

void
insn_place (const struct vfunc *f, const struct ptx_insn *i,
	    struct simt_profile_place *p)
{
  const char *file;
  const struct ptx_loc *l = loc_of (f, i, &file);
  p->function = l ? uop_function (f, l) : f->name;
  p->path = l ? unit_path (f->ptx->unit, l->file) : NULL;
  p->line = l ? l->line : 0;
  p->library = simt_library_of (f->name, p->path, f->ptx->unit->name);
}

const char *
uop_library (const struct vfunc *f, const struct uop *u)
{
  struct simt_profile_place p;
  insn_place (f, uop_insn (f, u), &p);
  return p.library;
}

bool
func_register (const struct vfunc *f, const char *name, enum ptx_type *type,
	       uint32_t *offset)
{
  for (uint32_t r = 0; f->slots && r < f->ptx->n_regs; r++)
    if (f->slots[r] != NO_REG && !strcmp (f->ptx->regs[r].name, name))
      {
	*type = (enum ptx_type) f->ptx->regs[r].type;
	*offset = f->slots[r];
	return true;
      }
  return false;
}

/* Put into P, of N places, where PC of F is: it and what it was inlined into.
   Give how many.  */

size_t
uop_places (const struct vfunc *f, const struct uop *pc, struct simt_place *p,
	   size_t n)
{
  const struct ptx_unit *u = f->ptx ? f->ptx->unit : NULL;
  const struct ptx_loc *l = u ? uop_loc (f, pc) : NULL;
  size_t k = 0;
  while (l && l->at_line && k + 1 < n)
    {
      p[k++] = (struct simt_place) { inlined_name (u, l), unit_path (u, l->file),
				     l->line, true };
      const struct ptx_loc *o = outer_loc (u, l);
      if (!o || !o->at_line)
	{
	  p[k++] = (struct simt_place) { f->name, unit_path (u, l->at_file),
					 l->at_line, false };
	  return k;
	}
      l = o;
    }
  if (k < n)
    p[k++] = (struct simt_place) { f->name, l ? unit_path (u, l->file) : NULL,
				   l ? l->line : 0, false };
  return k;
}

/* ---- Operations.  */

const char *
sync_name (unsigned kind)
{
  static const char *const name[] = {
    "bar.warp.sync", "shfl.up", "shfl.down", "shfl.bfly", "shfl.idx",
    "vote.all", "vote.any", "vote.uni", "vote.ballot", "match.any",
    "match.any", "match.all", "match.all", "redux.add", "redux.min",
    "redux.min", "redux.max", "redux.max", "redux.and", "redux.or",
    "redux.xor", "elect"
  };
  return name[kind];
}
