/* The debugger of amdgcn code: scopes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "debug-int.h"
#include "simt/dwarf/dw-names.h"
#include "simt/dwarf/dw-types.h"

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

/* Put into S what is inside of DIE, at PC, in INLINED functions.  Where GCC has made one function of another, its
   blocks may be side by side that were one inside the other.  */

static void
find_blocks (struct scopes *s, struct simt_die *die, uint64_t pc, unsigned inlined)
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
	  unsigned in = inlined + (tag == TAG_INLINED);
	  s->inlined[s->n] = (unsigned char) in;
	  s->die[s->n++] = child;
	  find_blocks (s, &child, pc, in);
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
  s->inlined[0] = 0;
  if (s->n)
    find_blocks (s, &s->die[0], *pc, 0);
  return s->n != 0;
}

/* ---- Functions that were inlined.  */

static const char *
name_of (const struct info *i, struct simt_die *die)
{
  if (!simt_dw_origin_p (i->dw, die))
    return NULL;
  const char *name = simt_dw_text (i->dw, die, AT_LINKAGE_NAME);
  return name ? name : simt_dw_text (i->dw, die, AT_NAME);
}

/* Function N of those that are inlined at S's place, not 0; NULL if it is not there.  */

static struct simt_die *
inlined_at (struct scopes *s, unsigned n)
{
  for (unsigned k = 0; k < s->n; k++)
    if (s->inlined[k] == n && s->info->dw->dwarf_tag (&s->die[k]) == TAG_INLINED)
      return &s->die[k];
  return NULL;
}

/* What is known of a place: it is asked for at each line that a wave comes to.  */
struct known
{
  const struct gcnvm_code *code;
  uint64_t address;
  unsigned n;			/* Functions that are inlined there, ...  */
  const char *name;		/* ... and the innermost one's name and key.  */
  uintptr_t key;
};

static const struct known *
known_at (const struct gcnvm_code *code, uint64_t address)
{
  static struct known all[1 << 12];
  struct known *k = &all[address / 4 % (sizeof all / sizeof all[0])];
  struct scopes s;
  uint64_t pc, start, end;
  const char *function;
  if (k->address == address && k->code == code)
    return k;
  *k = (struct known) { .code = code, .address = address };
  /* Where a function is entered, it is that one.  */
  if (function_bounds (code, address, &function, &start, &end)
      && address != code_body (code, start, end) && scopes_find (code, address, &s, &pc))
    for (unsigned j = 0; j < s.n; j++)
      if (s.inlined[j] > k->n)
	{
	  k->n = s.inlined[j];
	  k->name = name_of (s.info, &s.die[j]);
	  k->key = (uintptr_t) s.die[j].addr;
	}
  return k;
}

unsigned
scopes_inlined (const struct gcnvm_code *code, uint64_t address, const char **name)
{
  const struct known *k = known_at (code, address);
  *name = k->name;
  return k->n;
}

void
scopes_call (const struct gcnvm_code *code, uint64_t address, unsigned n,
	     struct line *l)
{
  struct scopes s;
  struct simt_die *die, cu;
  struct simt_attr attr;
  uint64_t pc, number, line;
  uint8_t size, offset;
  void *files;
  size_t n_files;
  if (!scopes_find (code, address, &s, &pc))
    return;
  const struct simt_dw *dw = s.info->dw;
  if (n && (die = inlined_at (&s, n)))
    l->function = name_of (s.info, die);
  die = inlined_at (&s, n + 1);
  if (!die || !dw->dwarf_attr_integrate (die, AT_CALL_LINE, &attr)
      || dw->dwarf_formudata (&attr, &line) != 0
      || !dw->dwarf_attr_integrate (die, AT_CALL_FILE, &attr)
      || dw->dwarf_formudata (&attr, &number) != 0
      || !dw->dwarf_diecu (die, &cu, &size, &offset)
      || dw->dwarf_getsrcfiles (&cu, &files, &n_files) != 0 || number >= n_files)
    return;
  const char *path = dw->dwarf_filesrc (files, number, NULL, NULL);
  const char *slash = path ? strrchr (path, '/') : NULL;
  l->path = path;
  l->file = slash ? slash + 1 : path;
  l->line = (unsigned) line;
}

uintptr_t
scopes_key (const struct gcnvm_code *code, uint64_t address, unsigned n)
{
  const struct known *k = known_at (code, address);
  struct scopes s;
  uint64_t pc;
  if (k->n == n)
    return k->key;
  const struct simt_die *die = (scopes_find (code, address, &s, &pc)
				? inlined_at (&s, n) : NULL);
  return die ? (uintptr_t) die->addr : 0;
}

/* ---- Where they begin.  */

/* Whether the machine stops for a line at ADDRESS of CODE (vm/code/line-sites.c).  */

static bool
line_begins_p (const struct gcnvm_code *code, uint64_t address)
{
  struct gcn_line_row row, last;
  uint64_t start, end;
  const char *name;
  if (!function_bounds (code, address, &name, &start, &end)
      || !code_row (code, address, &row))
    return false;
  uint64_t body = code_body (code, start, end);
  return address > body && !(code_row (code, address - 4, &last) && last.line == row.line
			     && !strcmp (last.file, row.file));
}

/* Where DIE, an inlined function of I's code, begins, as the debugger sees it: the first line
   in it from its entry on.  0 if there is none.  */

static uint64_t
entry_of (const struct info *i, struct simt_die *die)
{
  const struct gcnvm_code *code = i->code;
  struct gcn_line_row row;
  uint64_t at;
  if (i->dw->dwarf_entrypc (die, &at) != 0)
    return 0;
  while (i->dw->dwarf_haspc (die, at) == 1)
    {
      uint64_t address = at + code->desc.image_base;
      if (line_begins_p (code, address))
	return address;
      if (!code_row (code, address, &row) || row.end <= address)
	return 0;
      at = row.end - code->desc.image_base;
    }
  return 0;
}

/* Where an inlined function begins, which is number N of those there.  */
struct inlined_entry
{
  uint64_t address;
  unsigned n;
};

/* Put the places where functions that are inlined below DIE begin into I; INLINED are
   further out.  */

static void
find_entries (struct info *i, struct simt_die *die, unsigned inlined, size_t *room)
{
  struct simt_die child;
  if (i->dw->dwarf_child (die, &child) != 0)
    return;
  do
    {
      int tag = i->dw->dwarf_tag (&child);
      uint64_t at = tag == TAG_INLINED ? entry_of (i, &child) : 0;
      if (at)
	{
	  i->entries = simt_one_more (i->entries, i->n_entries, room,
				      sizeof *i->entries);
	  i->entries[i->n_entries++] = (struct inlined_entry) { at, inlined + 1 };
	}
      if (tag == TAG_SUBPROGRAM || tag == TAG_BLOCK || tag == TAG_INLINED
	  || tag == TAG_NAMESPACE || tag == TAG_MODULE || tag == TAG_STRUCT
	  || tag == TAG_CLASS)
	find_entries (i, &child, tag == TAG_INLINED ? inlined + 1
		      : tag == TAG_SUBPROGRAM ? 0 : inlined, room);
    }
  while (i->dw->dwarf_siblingof (&child, &child) == 0);
}

static struct info *
with_entries (const struct gcnvm_code *code)
{
  struct info *i = info_of (code);
  size_t room = 0;
  if (i && !i->entries_known)
    for (size_t k = 0; k < i->n_units; k++)
      find_entries (i, &i->units[k], 0, &room);
  if (i)
    i->entries_known = true;
  return i;
}

void
scopes_entries (const struct gcnvm_code *code,
		bool (*fn) (const struct code_line *, void *), void *closure)
{
  const struct info *i = with_entries (code);
  for (size_t k = 0; i && k < i->n_entries; k++)
    {
      const struct inlined_entry *e = &i->entries[k];
      struct line l = { NULL, NULL, 0, NULL };
      struct gcn_line_row row;
      unsigned n = scopes_inlined (code, e->address, &l.function);
      if (e->n < n)
	scopes_call (code, e->address, e->n, &l);
      else if (e->n == n && code_row (code, e->address, &row))
	{
	  l.path = row.file;
	  l.line = row.line;
	}
      struct code_line c = { l.function, l.path, l.line, true };
      if (l.function && l.path && fn (&c, closure))
	return;
    }
}

bool
scopes_entry_p (const struct gcnvm_code *code, uint64_t address, unsigned n)
{
  const struct info *i = with_entries (code);
  for (size_t k = 0; i && k < i->n_entries; k++)
    if (i->entries[k].address == address && i->entries[k].n == n)
      return true;
  return false;
}
