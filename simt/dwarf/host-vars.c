/* Variables of the host program, and their types, by its debug information.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


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
#include "dw-types.h"
#include "host-vars.h"

static const struct simt_dw *dw;
static struct simt_var *vars;
static size_t n_vars, alloc_vars;
static const char *main_file;
static unsigned main_line;

/* ---- Variables.  */

static const char *
base_name (const char *path)
{
  const char *slash = path ? strrchr (path, '/') : NULL;
  return slash ? slash + 1 : path;
}

/* The location of DIE; of several, at different places of the code, the first, which
   is where its function begins, or soon after that.  False if there is none.  */

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
	  || !simt_dw_has (dw, &child, AT_ARTIFICIAL)
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
	    if (!(name = simt_dw_text (dw, &die, AT_LINKAGE_NAME)))
	      name = simt_dw_text (dw, &die, AT_NAME);
	    if (name && !simt_dw_has (dw, &die, AT_DECLARATION)
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
	  if (!(name = simt_dw_text (dw, &die, AT_NAME)) || simt_dw_has (dw, &die, AT_DECLARATION))
	    break;
	  vars = simt_one_more (vars, n_vars, &alloc_vars, sizeof *vars);
	  struct simt_var *v = &vars[n_vars++];
	  memset (v, 0, sizeof *v);
	  v->name = name;
	  v->function = function;
	  v->file = base_name (dw->dwarf_decl_file (&die));
	  if (dw->dwarf_decl_line (&die, &line) == 0)
	    v->line = (unsigned) line;
	  v->type = simt_dw_type_of (dw, &die);
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

static void *from_file;		/* The module of simt_host_vars_file.  */

bool
simt_host_vars_file (const char *path)
{
  uint64_t bias;
  return (simt_dw_file (path, &dw, &from_file)
	  && dw->dwfl_module_nextcu (from_file, NULL, &bias));
}

static void
load (void)
{
  void *module = from_file;
  struct simt_die *cu = NULL;
  uint64_t bias;
  if (!module && !simt_dw_keep (getauxval (AT_ENTRY), &dw, &module))
    return;
  while ((cu = dw->dwfl_module_nextcu (module, cu, &bias)))
    take_scope (cu, NULL, NULL);
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
