/* The debugger of amdgcn code: scopes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "debug-int.h"
#include "simt/dwarf/dw-names.h"

/* Put the function with PC below DIE into *TO.  Outlined functions are inside of the one
   that they were made from, which may have no code itself.  */

static bool
find_function (const struct simt_dw *dw, struct simt_die *die, uint64_t pc,
	       struct simt_die *to)
{
  struct simt_die child;
  bool found = false;
  if (dw->dwarf_child (die, &child) != 0)
    return false;
  do
    switch (dw->dwarf_tag (&child))
      {
      case TAG_SUBPROGRAM:
	if (dw->dwarf_haspc (&child, pc) == 1)
	  {
	    *to = child;
	    found = true;
	  }
	/* Fall through.  */
      case TAG_BLOCK: case TAG_NAMESPACE: case TAG_MODULE: case TAG_STRUCT:
      case TAG_CLASS: case TAG_UNION:
	found |= find_function (dw, &child, pc, to);
	break;
      default:
	break;
      }
  while (!found && dw->dwarf_siblingof (&child, &child) == 0);
  return found;
}

/* Put into S what is inside of DIE, at PC.  Where GCC has made one function of another, its
   blocks may be side by side that were one inside the other.  */

static void
find_blocks (struct scopes *s, struct simt_die *die, uint64_t pc)
{
  const struct simt_dw *dw = s->info->dw;
  struct simt_die child;
  if (dw->dwarf_child (die, &child) != 0)
    return;
  do
    {
      int tag = dw->dwarf_tag (&child);
      if ((tag == TAG_BLOCK || tag == TAG_INLINED)
	  && dw->dwarf_haspc (&child, pc) == 1 && s->n < MOST_SCOPES)
	{
	  s->die[s->n++] = child;
	  find_blocks (s, &child, pc);
	}
    }
  while (dw->dwarf_siblingof (&child, &child) == 0);
}

bool
scopes_find (const struct gcnvm_code *code, uint64_t address, struct scopes *s,
	     uint64_t *pc)
{
  const struct info *i = info_of (code);
  s->n = 0;
  if (!i)
    return false;
  s->info = i;
  *pc = address - code->desc.image_base;
  for (size_t k = 0; k < i->n_units && !s->n; k++)
    if (i->dw->dwarf_haspc (&i->units[k], *pc) == 1
	&& find_function (i->dw, &i->units[k], *pc, &s->die[0]))
      s->n = 1;
  if (s->n)
    find_blocks (s, &s->die[0], *pc);
  return s->n != 0;
}

/* The name of the function that was inlined where ADDRESS of CODE is, or NULL.  */

static const char *
find_inlined (const struct gcnvm_code *code, uint64_t address)
{
  struct scopes s;
  uint64_t pc;
  if (!scopes_find (code, address, &s, &pc))
    return NULL;
  for (unsigned k = s.n; k--;)
    if (s.info->dw->dwarf_tag (&s.die[k]) == TAG_INLINED)
      {
	const char *name = simt_dw_text (s.info->dw, &s.die[k], AT_LINKAGE_NAME);
	return name ? name : simt_dw_text (s.info->dw, &s.die[k], AT_NAME);
      }
  return NULL;
}

const char *
scopes_inlined (const struct gcnvm_code *code, uint64_t address)
{
  /* It is asked for each line that a wave comes to.  */
  static struct { const struct gcnvm_code *code; uint64_t address; const char *name; }
    known[1 << 12];
  size_t k = address / 4 % (sizeof known / sizeof known[0]);
  if (known[k].address != address || known[k].code != code)
    {
      known[k].name = find_inlined (code, address);
      known[k].address = address;
      known[k].code = code;
    }
  return known[k].name;
}
