/* The debugger of amdgcn code: where variables are.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug-int.h"
#include "simt/dwarf/dw-names.h"
#include "simt/dwarf/dw-types.h"

static bool
variable_p (const struct simt_dw *dw, struct simt_die *die)
{
  int tag = dw->dwarf_tag (die);
  return (tag == TAG_VARIABLE || tag == TAG_PARAMETER) && simt_dw_origin_p (dw, die);
}

/* Put the variable NAME among the children of DIE into *TO; of the blocks in it, too, if
   DEEP.  */

static bool
find_child (const struct simt_dw *dw, struct simt_die *die, const char *name,
	    bool deep, struct simt_die *to)
{
  struct simt_die child;
  if (dw->dwarf_child (die, &child) != 0)
    return false;
  do
    {
      const char *has = (variable_p (dw, &child)
			 ? simt_dw_text (dw, &child, AT_NAME) : NULL);
      if (has && !strcmp (has, name) && !simt_dw_has (dw, &child, AT_DECLARATION))
	{
	  *to = child;
	  return true;
	}
      if (deep && dw->dwarf_tag (&child) == TAG_BLOCK
	  && find_child (dw, &child, name, true, to))
	return true;
    }
  while (dw->dwarf_siblingof (&child, &child) == 0);
  return false;
}

/* ---- Values.  */

static const char gone[] = "optimised out";

/* Put what is in the registers of L, of F, into V's bytes; NULL, or why not.  */

static const char *
from_registers (const struct frame *f, const struct location *l, struct value *v)
{
  uint64_t size = v->type->size;
  unsigned n = l->n;
  if (size > 16)
    return "in all lanes of vector registers; print those, as in `lanes %v5'";
  for (unsigned k = 0; k < n || (n == 1 && 4 * k < size); k++)
    {
      uint32_t word;
      if (k == 4 || !frame_register (f, n == 1 ? l->regs[0] + k : l->regs[k], 0, &word))
	return gone;
      memcpy (v->bytes + 4 * k, &word, 4);
    }
  return NULL;
}

/* Put what DIE, a variable of I, is at PC, in frame F, into *V; NULL, or why not.  */

static const char *
value_at (const struct info *i, struct simt_die *die, uint64_t pc,
	  const struct frame *f, struct value *v)
{
  const struct simt_dw *dw = i->dw;
  struct simt_attr attr;
  struct simt_op *ops;
  struct location l;
  size_t n;
  memset (v, 0, sizeof *v);
  v->type = simt_dw_type_of (dw, die);
  if (dw->dwarf_attr_integrate (die, AT_CONST_VALUE, &attr))
    {
      int64_t number;
      if (dw->dwarf_formsdata (&attr, &number) != 0)
	return gone;
      memcpy (v->bytes, &number, 8);
      return NULL;
    }
  if (!dw->dwarf_attr_integrate (die, AT_LOCATION, &attr)
      || dw->dwarf_getlocation_addr (&attr, pc, &ops, &n, 1) != 1 || !n)
    return gone;
  if (!location_find (f, i->code->desc.image_base, ops, n, false, &l))
    return f->cfa_known ? gone : "not known: its function has no call frame information";
  switch (l.kind)
    {
    case IN_MEMORY:
      v->in_memory = true;
      v->addr = l.value;
      return NULL;
    case IN_REGISTERS:
      return from_registers (f, &l, v);
    default:
      memcpy (v->bytes, &l.value, 8);
      return NULL;
    }
}

enum found
variable_local (const struct place *p, const char *name, struct value *v, char *why,
		size_t size)
{
  struct scopes s;
  struct simt_die die, origin;
  struct simt_attr attr;
  uint64_t pc;
  const char *wrong = NULL;
  if (!scopes_find (code_of (wave_of (p)->vm, pc_of (p)), pc_of (p), &s, &pc))
    return FOUND_NOT;
  const struct simt_dw *dw = s.info->dw;
  unsigned k = s.n, first = 0;
  while (k && !(s.inlined[k - 1] == inlined_in (p)
		&& find_child (dw, &s.die[k - 1], name, false, &die)))
    k--;
  while (first + 1 < s.n && s.inlined[first] != inlined_in (p))
    first++;
  if (k)
    {
      struct frame f;
      frame_find (p, &f);
      wrong = value_at (s.info, &die, pc, &f, v);
    }
  /* What has no place anywhere may be where the source is described alone.  */
  else if (dw->dwarf_attr_integrate (&s.die[first], AT_ABSTRACT_ORIGIN, &attr)
	   && dw->dwarf_formref_die (&attr, &origin)
	   && find_child (dw, &origin, name, true, &die))
    wrong = gone;
  else
    return FOUND_NOT;
  if (!wrong)
    return FOUND;
  snprintf (why, size, "`%s' is %s", name, wrong);
  return FOUND_UNKNOWN;
}

void
variable_locals (const struct place *p,
		 void (*fn) (const char *, const struct value *, const char *, void *),
		 void *closure)
{
  struct scopes s;
  struct frame f;
  uint64_t pc;
  if (!scopes_find (code_of (wave_of (p)->vm, pc_of (p)), pc_of (p), &s, &pc))
    return;
  const struct simt_dw *dw = s.info->dw;
  frame_find (p, &f);
  for (unsigned k = s.n; k--;)
    {
      struct simt_die child;
      if (s.inlined[k] != inlined_in (p) || dw->dwarf_child (&s.die[k], &child) != 0)
	continue;
      do
	{
	  const char *name = (variable_p (dw, &child)
			      ? simt_dw_text (dw, &child, AT_NAME) : NULL);
	  struct value v;
	  if (!name || *name == '.' || simt_dw_has (dw, &child, AT_DECLARATION))
	    continue;
	  const char *wrong = value_at (s.info, &child, pc, &f, &v);
	  fn (name, wrong ? NULL : &v, wrong, closure);
	}
      while (dw->dwarf_siblingof (&child, &child) == 0);
    }
}

/* Put the variable NAME, with a fixed address, that is below DIE into *TO.  */

static bool
find_global (const struct simt_dw *dw, struct simt_die *die, const char *name,
	     struct simt_die *to)
{
  struct simt_die child;
  if (dw->dwarf_child (die, &child) != 0)
    return false;
  do
    switch (dw->dwarf_tag (&child))
      {
      case TAG_VARIABLE:
	{
	  const char *has = (variable_p (dw, &child)
			     ? simt_dw_text (dw, &child, AT_NAME) : NULL);
	  if (has && !strcmp (has, name) && simt_dw_has (dw, &child, AT_LOCATION))
	    {
	      *to = child;
	      return true;
	    }
	  break;
	}
      case TAG_NAMESPACE: case TAG_MODULE:
	if (find_global (dw, &child, name, to))
	  return true;
	break;
      default:
	break;
      }
  while (dw->dwarf_siblingof (&child, &child) == 0);
  return false;
}

bool
variable_global (const void *module, const char *name, struct value *v)
{
  const struct info *i = info_of (module);
  struct frame none = { .cfa_known = false };
  struct simt_die die;
  for (size_t k = 0; i && k < i->n_units; k++)
    if (find_global (i->dw, &i->units[k], name, &die)
	&& !value_at (i, &die, 0, &none, v) && v->in_memory)
      return true;
  return false;
}
