/* Types, from debug information.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "dw-names.h"
#include "dw-types.h"

static const struct simt_dw *dw;
static const struct simt_type void_type = { .kind = SIMT_T_VOID };

/* ---- Attributes.  */

static bool
number_of (struct simt_die *die, unsigned name, uint64_t *value)
{
  struct simt_attr attr;
  return (dw->dwarf_attr_integrate (die, name, &attr)
	  && dw->dwarf_formudata (&attr, value) == 0);
}

/* GCC gives what has a sign DW_FORM_sdata; the forms of a fixed size are for what has none,
   as the 255 that is the last index of 256 elements.  */

static bool
signed_of (struct simt_die *die, unsigned name, int64_t *value)
{
  struct simt_attr attr;
  if (!dw->dwarf_attr_integrate (die, name, &attr))
    return false;
  switch (attr.form)
    {
    case FORM_DATA1: case FORM_DATA2: case FORM_DATA4: case FORM_DATA8:
    case FORM_UDATA:
      return dw->dwarf_formudata (&attr, (uint64_t *) value) == 0;
    default:
      return dw->dwarf_formsdata (&attr, value) == 0;
    }
}

bool
simt_dw_has (const struct simt_dw *d, struct simt_die *die, unsigned name)
{
  struct simt_attr attr;
  return d->dwarf_attr_integrate (die, name, &attr) != NULL;
}

/* ---- Types, each once.  */

static struct known { void *die; const char *name; struct simt_type *type; } *known;
static size_t n_known, alloc_known;

static const struct simt_type *type_of (struct simt_die *die);

/* One more of SIZE bytes in *P, which has N of them and room for *ROOM.  */

void *
simt_one_more (void *p, size_t n, size_t *room, size_t size)
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
	  || simt_dw_has (dw, &child, AT_DECLARATION))
	continue;
      f = simt_one_more (f, t->n, &room, sizeof *f);
      struct simt_field *now = &f[t->n++];
      memset (now, 0, sizeof *now);
      now->name = simt_dw_text (dw, &child, AT_NAME);
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
	e = simt_one_more (e, t->n, &room, sizeof *e);
	e[t->n].name = simt_dw_text (dw, &child, AT_NAME);
	e[t->n].value = 0;
	signed_of (&child, AT_CONST_VALUE, &e[t->n].value);
	t->is_signed |= e[t->n++].value < 0;
      }
  while (dw->dwarf_siblingof (&child, &child) == 0);
  t->enumerators = e;
}

/* The first index of arrays, where DIE's unit does not say another.  */

static int64_t
first_index_of (struct simt_die *die)
{
  struct simt_die cu;
  uint64_t language;
  uint8_t address, offset;
  return (dw->dwarf_diecu (die, &cu, &address, &offset)
	  && number_of (&cu, AT_LANGUAGE, &language)
	  && (language == LANG_FORTRAN77 || language == LANG_FORTRAN90
	      || language == LANG_FORTRAN95 || language == LANG_FORTRAN03
	      || language == LANG_FORTRAN08 || language == LANG_FORTRAN18));
}

/* An array: each dimension is a type, the one whose index is the slowest the outermost:
   the first one in C, the last one in Fortran.  */

static void
fill_array (struct simt_type *t, struct simt_die *die)
{
  struct simt_die child;
  struct simt_type dims[16];
  unsigned n = 0;
  int64_t first_index = first_index_of (die);
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
    name = simt_dw_text (dw, &die, AT_NAME);
  for (size_t k = 0; k < n_known; k++)
    if (known[k].die == die.addr && known[k].name == name)
      return known[k].type;
  struct simt_type *t = calloc (1, sizeof *t);
  if (!t)
    abort ();
  known = simt_one_more (known, n_known, &alloc_known, sizeof *known);
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
simt_dw_type_of (const struct simt_dw *d, struct simt_die *die)
{
  dw = d;
  return type_of (die);
}

const struct simt_type *
simt_type_pointer (const struct simt_type *of)
{
  static struct simt_type **made;
  static size_t n, room;
  for (size_t k = 0; k < n; k++)
    if (made[k]->of == of)
      return made[k];
  made = simt_one_more (made, n, &room, sizeof *made);
  if (!(made[n] = calloc (1, sizeof **made)))
    abort ();
  *made[n] = (struct simt_type) { .kind = SIMT_T_POINTER,
				  .size = sizeof (void *), .of = of };
  return made[n++];
}
