/* Variables of the host program, and their types, by its debug information.
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


/* The compiler for the host sees the same source as that for the device, and lowers
   the same functions: outlined ones have the same names, and the structure that
   their hidden argument points to has the same layout.  Where a variable of such a
   function is a member of it, GCC's location says so (DWARF 5, section 2.5:
   DW_OP_fbreg, DW_OP_deref, DW_OP_plus_uconst ...).  All of it is read once, when it
   is first asked for.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "dw-names.h"
#include "dw.h"
#include "host-vars.h"

static const struct simt_dw *dw;
static struct simt_var *vars;
static size_t n_vars, alloc_vars;
static const char *main_file;
static unsigned main_line;
static int64_t first_index;	/* Of arrays in the unit's language.  */

static const struct simt_type void_type = { .kind = SIMT_T_VOID };

/* ---- Attributes.  */

static const char *
text_of (struct simt_die *die, unsigned name)
{
  return simt_dw_text (dw, die, name);
}

static bool
number_of (struct simt_die *die, unsigned name, uint64_t *value)
{
  struct simt_attr attr;
  return (dw->dwarf_attr_integrate (die, name, &attr)
	  && dw->dwarf_formudata (&attr, value) == 0);
}

static bool
signed_of (struct simt_die *die, unsigned name, int64_t *value)
{
  struct simt_attr attr;
  return (dw->dwarf_attr_integrate (die, name, &attr)
	  && dw->dwarf_formsdata (&attr, value) == 0);
}

static bool
has (struct simt_die *die, unsigned name)
{
  struct simt_attr attr;
  return dw->dwarf_attr_integrate (die, name, &attr) != NULL;
}

/* ---- Types, each once.  */

static struct known { void *die; const char *name; struct simt_type *type; } *known;
static size_t n_known, alloc_known;

static const struct simt_type *type_of (struct simt_die *die);

/* One more of SIZE bytes in *P, which has N of them and room for *ROOM.  */

static void *
one_more (void *p, size_t n, size_t *room, size_t size)
{
  if (n < *room)
    return p;
  *room = *room ? 2 * *room : 16;
  p = realloc (p, *room * size);
  if (!p)
    abort ();
  return p;
}

static void
fill_fields (struct simt_type *t, struct simt_die *die)
{
  struct simt_die child;
  struct simt_field *f = NULL;
  size_t room = 0;
  if (dw->dwarf_child (die, &child) != 0)
    return;
  do
    {
      int tag = dw->dwarf_tag (&child);
      uint64_t bits;
      if ((tag != TAG_MEMBER && tag != TAG_INHERITANCE)
	  || has (&child, AT_DECLARATION))
	continue;
      f = one_more (f, t->n, &room, sizeof *f);
      struct simt_field *now = &f[t->n++];
      memset (now, 0, sizeof *now);
      now->name = text_of (&child, AT_NAME);
      now->type = type_of (&child);
      number_of (&child, AT_MEMBER_LOCATION, &now->offset);
      if (number_of (&child, AT_BIT_SIZE, &bits))
	{
	  uint64_t at = 0;
	  now->bits = (unsigned) bits;
	  if (number_of (&child, AT_DATA_BIT_OFFSET, &at))
	    {
	      now->offset = at / 8;
	      now->first_bit = at % 8;
	    }
	}
    }
  while (dw->dwarf_siblingof (&child, &child) == 0);
  t->fields = f;
}

static void
fill_enum (struct simt_type *t, struct simt_die *die)
{
  struct simt_die child;
  struct simt_enumerator *e = NULL;
  size_t room = 0;
  if (dw->dwarf_child (die, &child) != 0)
    return;
  do
    if (dw->dwarf_tag (&child) == TAG_ENUMERATOR)
      {
	e = one_more (e, t->n, &room, sizeof *e);
	e[t->n].name = text_of (&child, AT_NAME);
	e[t->n].value = 0;
	signed_of (&child, AT_CONST_VALUE, &e[t->n].value);
	t->is_signed |= e[t->n++].value < 0;
      }
  while (dw->dwarf_siblingof (&child, &child) == 0);
  t->enumerators = e;
}

/* An array: each dimension is a type, the one whose index is the slowest the outermost:
   the first one in C, the last one in Fortran.  */

static void
fill_array (struct simt_type *t, struct simt_die *die)
{
  struct simt_die child;
  struct simt_type dims[16];
  unsigned n = 0;
  const struct simt_type *element = type_of (die);
  if (dw->dwarf_child (die, &child) == 0)
    do
      if (dw->dwarf_tag (&child) == TAG_SUBRANGE && n < 16)
	{
	  struct simt_type *d = &dims[n++];
	  int64_t upper;
	  *d = (struct simt_type) { .kind = SIMT_T_ARRAY, .lower = first_index };
	  signed_of (&child, AT_LOWER_BOUND, &d->lower);
	  if (number_of (&child, AT_COUNT, &d->n))
	    d->counted = true;
	  else if (signed_of (&child, AT_UPPER_BOUND, &upper))
	    {
	      d->counted = true;
	      d->n = upper < d->lower ? 0 : (uint64_t) (upper - d->lower) + 1;
	    }
	}
    while (dw->dwarf_siblingof (&child, &child) == 0);
  for (unsigned k = 0; k < n; k++)
    {
      const struct simt_type *d = &dims[first_index ? n - 1 - k : k];
      t->kind = SIMT_T_ARRAY;
      t->counted = d->counted;
      t->n = d->n;
      t->lower = d->lower;
      if (k + 1 < n)
	{
	  struct simt_type *inner = calloc (1, sizeof *inner);
	  if (!inner)
	    abort ();
	  t->of = inner;
	  t = inner;
	}
    }
  t->of = element;
}

/* Now that all inner sizes are there: that of the array T.  */

static void
size_array (struct simt_type *t)
{
  if (t->of->kind == SIMT_T_ARRAY && !t->of->size)
    size_array ((struct simt_type *) t->of);
  if (t->counted)
    t->size = t->n * t->of->size;
}

static enum simt_type_kind
base_kind (struct simt_die *die)
{
  uint64_t encoding = 0;
  number_of (die, AT_ENCODING, &encoding);
  switch (encoding)
    {
    case ATE_BOOLEAN: return SIMT_T_BOOL;
    case ATE_COMPLEX: return SIMT_T_COMPLEX;
    case ATE_FLOAT: return SIMT_T_FLOAT;
    case ATE_SIGNED: return SIMT_T_INT;
    case ATE_SIGNED_CHAR: case ATE_UNSIGNED_CHAR: case ATE_UTF:
      return SIMT_T_CHAR;
    default: return SIMT_T_UNSIGNED;
    }
}

/* The type of what DIE declares.  */

static const struct simt_type *
type_of (struct simt_die *from)
{
  struct simt_die die;
  const char *name = NULL;
  if (!simt_dw_type (dw, from, &die, &name))
    return &void_type;
  bool alias = name != NULL;
  if (!alias)
    name = text_of (&die, AT_NAME);
  for (size_t k = 0; k < n_known; k++)
    if (known[k].die == die.addr && known[k].name == name)
      return known[k].type;
  struct simt_type *t = calloc (1, sizeof *t);
  if (!t)
    abort ();
  known = one_more (known, n_known, &alloc_known, sizeof *known);
  known[n_known++] = (struct known) { die.addr, name, t };
  t->name = name;
  t->alias = alias;
  number_of (&die, AT_BYTE_SIZE, &t->size);
  switch (dw->dwarf_tag (&die))
    {
    case TAG_BASE:
      {
	uint64_t encoding = 0;
	number_of (&die, AT_ENCODING, &encoding);
	t->kind = base_kind (&die);
	t->is_signed = encoding == ATE_SIGNED_CHAR;
	break;
      }
    case TAG_POINTER: case TAG_REFERENCE: case TAG_RVALUE_REFERENCE:
      t->kind = (dw->dwarf_tag (&die) == TAG_POINTER ? SIMT_T_POINTER
		 : SIMT_T_REFERENCE);
      t->size = sizeof (void *);
      t->of = type_of (&die);
      break;
    case TAG_STRUCT: case TAG_CLASS: case TAG_UNION:
      t->kind = (dw->dwarf_tag (&die) == TAG_UNION ? SIMT_T_UNION
		 : SIMT_T_STRUCT);
      fill_fields (t, &die);
      break;
    case TAG_ENUM:
      t->kind = SIMT_T_ENUM;
      fill_enum (t, &die);
      break;
    case TAG_ARRAY:
      t->kind = SIMT_T_ARRAY;
      fill_array (t, &die);
      size_array (t);
      break;
    default:
      t->kind = SIMT_T_FUNCTION;
      break;
    }
  return t;
}

const struct simt_type *
simt_type_pointer (const struct simt_type *of)
{
  static struct simt_type **made;
  static size_t n, room;
  for (size_t k = 0; k < n; k++)
    if (made[k]->of == of)
      return made[k];
  made = one_more (made, n, &room, sizeof *made);
  if (!(made[n] = calloc (1, sizeof **made)))
    abort ();
  *made[n] = (struct simt_type) { .kind = SIMT_T_POINTER,
				  .size = sizeof (void *), .of = of };
  return made[n++];
}

/* ---- Variables.  */

static const char *
base_name (const char *path)
{
  const char *slash = path ? strrchr (path, '/') : NULL;
  return slash ? slash + 1 : path;
}

/* The location of DIE; of several, at different places of the code, the first, which is
   where its function begins, or soon behind that.  False if there is none.  */

static bool
first_location (struct simt_die *die, struct simt_op **op, size_t *n)
{
  struct simt_attr attr;
  uint64_t base, start, end;
  if (!dw->dwarf_attr_integrate (die, AT_LOCATION, &attr))
    return false;
  return (dw->dwarf_getlocation (&attr, op, n) == 0
	  || dw->dwarf_getlocations (&attr, 0, &base, &start, &end, op, n) > 0);
}

/* Where the hidden argument of an outlined function is: a parameter without a name.  */
struct hidden
{
  bool there;
  bool in_frame;		/* AT bytes from the frame base, ...  */
  int64_t at;			/* ... or in register AT.  */
};

static struct hidden
hidden_argument (struct simt_die *die)
{
  struct hidden h = { false, false, 0 };
  struct simt_die child;
  if (dw->dwarf_child (die, &child) != 0)
    return h;
  do
    {
      struct simt_op *op;
      size_t n;
      if (dw->dwarf_tag (&child) != TAG_PARAMETER
	  || !has (&child, AT_ARTIFICIAL)
	  || !first_location (&child, &op, &n) || n != 1)
	continue;
      h.in_frame = op[0].atom == OP_FBREG;
      h.there = (h.in_frame || (op[0].atom >= OP_REG0 && op[0].atom < OP_REG0 + 32));
      h.at = h.in_frame ? (int64_t) op[0].number : op[0].atom - OP_REG0;
      return h;
    }
  while (dw->dwarf_siblingof (&child, &child) == 0);
  return h;
}

/* Put DIE's location into V, if it begins with the hidden argument H.  */

static void
find_steps (struct simt_var *v, struct simt_die *die, const struct hidden *h)
{
  struct simt_op *op;
  size_t n, k;
  uint64_t add = 0;
  if (!first_location (die, &op, &n) || n < 2)
    return;
  if (h->in_frame)
    {
      if (op[0].atom != OP_FBREG || (int64_t) op[0].number != h->at
	  || op[1].atom != OP_DEREF)
	return;
      k = 2;
    }
  else
    {
      if (op[0].atom != OP_BREG0 + h->at)
	return;
      add = op[0].number;
      k = 1;
    }
  while (v->n_steps < SIMT_STEPS)
    {
      struct simt_step *s = &v->step[v->n_steps];
      s->add = add;
      add = 0;
      if (k < n && op[k].atom == OP_PLUS_UCONST)
	s->add += op[k++].number;
      s->deref = k < n && op[k].atom == OP_DEREF;
      k += s->deref;
      v->n_steps++;
      if (!s->deref || k == n)
	break;
    }
  if (k < n)
    v->n_steps = 0;
}

/* Take what is in PARENT, a scope of FUNCTION (NULL: none).  */

static void
take_scope (struct simt_die *parent, const char *function,
	    const struct hidden *hidden)
{
  struct simt_die die;
  if (dw->dwarf_child (parent, &die) != 0)
    return;
  do
    {
      int tag = dw->dwarf_tag (&die);
      const char *name;
      int line = 0;
      switch (tag)
	{
	case TAG_SUBPROGRAM:
	  {
	    struct hidden h = hidden_argument (&die);
	    if (!(name = text_of (&die, AT_LINKAGE_NAME)))
	      name = text_of (&die, AT_NAME);
	    if (name && !has (&die, AT_DECLARATION)
		&& (!strcmp (name, "main") || !strcmp (name, "MAIN__")))
	      {
		main_file = dw->dwarf_decl_file (&die);
		if (dw->dwarf_decl_line (&die, &line) == 0)
		  main_line = (unsigned) line;
	      }
	    if (name)
	      take_scope (&die, name, &h);
	    break;
	  }
	case TAG_VARIABLE: case TAG_PARAMETER:
	  if (!(name = text_of (&die, AT_NAME)) || has (&die, AT_DECLARATION))
	    break;
	  vars = one_more (vars, n_vars, &alloc_vars, sizeof *vars);
	  struct simt_var *v = &vars[n_vars++];
	  memset (v, 0, sizeof *v);
	  v->name = name;
	  v->function = function;
	  v->file = base_name (dw->dwarf_decl_file (&die));
	  if (dw->dwarf_decl_line (&die, &line) == 0)
	    v->line = (unsigned) line;
	  v->type = type_of (&die);
	  if (hidden && hidden->there)
	    find_steps (v, &die, hidden);
	  break;
	case TAG_MEMBER: case TAG_ARRAY: case TAG_BASE: case TAG_ENUM:
	case TAG_POINTER: case TAG_SUBROUTINE_TYPE: case TAG_TYPEDEF:
	  break;
	default:
	  take_scope (&die, function, hidden);
	  break;
	}
    }
  while (dw->dwarf_siblingof (&die, &die) == 0);
}

static void
load (void)
{
  void *module;
  struct simt_die *cu = NULL;
  uint64_t bias, language;
  if (!simt_dw_keep (getauxval (AT_ENTRY), &dw, &module))
    return;
  while ((cu = dw->dwfl_module_nextcu (module, cu, &bias)))
    {
      first_index = (number_of (cu, AT_LANGUAGE, &language)
		     && (language == LANG_FORTRAN77 || language == LANG_FORTRAN90
			 || language == LANG_FORTRAN95
			 || language == LANG_FORTRAN03
			 || language == LANG_FORTRAN08
			 || language == LANG_FORTRAN18));
      take_scope (cu, NULL, NULL);
    }
}

static void
want (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once (&once, load);
}

/* True if A, which has `$' for `.', is B.  A kernel may be a frame around A$impl
   (GCC, nvptx.cc, write_omp_entry).  */

static bool
same_function_p (const char *a, const char *b)
{
  if (!a || !b)
    return a == b;
  for (; *a && *b; a++, b++)
    if (*a != *b && !(*a == '$' && *b == '.'))
      return false;
  return *a == *b || (!*b && !strcmp (a, "$impl"));
}

const struct simt_var *
simt_var_declared (const char *name, const char *file, unsigned line)
{
  want ();
  for (size_t k = 0; k < n_vars; k++)
    if (!strcmp (vars[k].name, name) && (!line || vars[k].line == line)
	&& (!file || (vars[k].file && !strcmp (vars[k].file, file))))
      return &vars[k];
  return NULL;
}

const struct simt_var *
simt_var_of (const char *function, const char *name,
	     const struct simt_var *after)
{
  want ();
  for (size_t k = after ? (size_t) (after - vars) + 1 : 0; k < n_vars; k++)
    if (!strcmp (vars[k].name, name)
	&& same_function_p (function, vars[k].function))
      return &vars[k];
  return NULL;
}

/* Are there numbers, characters or pointers alone in a T?  */

static bool
scalars_p (const struct simt_type *t)
{
  while (t && t->kind == SIMT_T_ARRAY)
    t = t->of;
  return t && t->kind != SIMT_T_STRUCT && t->kind != SIMT_T_UNION;
}

bool
simt_vars_scalars (const char *name)
{
  bool any = false;
  want ();
  for (size_t k = 0; k < n_vars; k++)
    if (!strcmp (vars[k].name, name))
      {
	if (!scalars_p (vars[k].type))
	  return false;
	any = true;
      }
  return any;
}

void
simt_vars_of (const char *function,
	      void (*fn) (const struct simt_var *, void *), void *closure)
{
  want ();
  for (size_t k = 0; k < n_vars; k++)
    if (same_function_p (function, vars[k].function))
      fn (&vars[k], closure);
}

const char *
simt_main_file (unsigned *line)
{
  want ();
  *line = main_line;
  return main_file;
}
