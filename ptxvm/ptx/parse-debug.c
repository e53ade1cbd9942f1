/* The parser: lines, files, sections and pragmas.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>
#include "ptx-int.h"

/* ---- Debugging directives ("Debugging Directives").  */

/* `.file N "NAME" [, TIME, SIZE]'; P stands behind `.file'.  */

void
ptx_p_file_directive (struct ptx_parser *p)
{
  struct ptx_unit *u = p->unit;
  uint64_t n = ptx_p_uint (p, 1u << 20, "a file number");

  if (p->tok.kind != PTX_T_STRING)
    {
      ptx_p_unexpected (p, "a file name");
      return;
    }
  const char *name = ptx_arena_strndup (p->arena, p->tok.start, p->tok.len);
  ptx_next (p);
  while (ptx_p_accept (p, ','))
    ptx_p_uint (p, UINT64_MAX, "a number");
  if (p->failed)
    return;
  if (n >= p->files_alloc)
    {
      uint32_t a = p->files_alloc ? p->files_alloc : 8;

      while (a <= n)
	a *= 2;
      u->files = ptx_xrealloc (u->files, a * sizeof *u->files);
      memset (u->files + p->files_alloc, 0,
	      (a - p->files_alloc) * sizeof *u->files);
      p->files_alloc = a;
    }
  u->files[n] = name;
  if (n >= u->n_files)
    u->n_files = n + 1;
}

/* `.loc FILE LINE COLUMN [, function_name L [+ N], inlined_at F L C]'.  */

void
ptx_p_loc_directive (struct ptx_parser *p)
{
  struct ptx_unit *u = p->unit;
  uint32_t file = ptx_p_uint (p, 1u << 20, "a file number");
  uint32_t line = ptx_p_uint (p, UINT32_MAX, "a line number");
  uint32_t column = 0;
  struct ptx_loc loc = { 0 };

  if (p->tok.kind == PTX_T_INT)
    column = ptx_p_uint (p, UINT32_MAX, "a column");
  while (ptx_p_accept (p, ','))
    {
      bool at = (p->tok.kind == PTX_T_IDENT
		 && strcmp (p->tok.name->str, "inlined_at") == 0);

      if (p->tok.kind != PTX_T_IDENT)
	{
	  ptx_p_unexpected (p, "`function_name' or `inlined_at'");
	  return;
	}
      ptx_next (p);
      if (at)
	{
	  loc.at_file = ptx_p_uint (p, 1u << 20, "a file number");
	  loc.at_line = ptx_p_uint (p, UINT32_MAX, "a line number");
	  loc.at_column = ptx_p_uint (p, UINT32_MAX, "a column");
	  continue;
	}
      if (p->tok.kind != PTX_T_IDENT)
	{
	  ptx_p_unexpected (p, "a label");
	  return;
	}
      loc.name = p->tok.name->str;
      ptx_next (p);
      if (ptx_p_accept (p, '+'))
	loc.name_offset = ptx_p_uint (p, UINT32_MAX, "an offset");
    }
  if (p->failed)
    return;
  if (u->n_locs == 0)
    u->n_locs = 1;
  while (u->n_locs >= p->locs_alloc)
    {
      uint32_t a = p->locs_alloc ? p->locs_alloc * 2 : 64;

      u->locs = ptx_xrealloc (u->locs, a * sizeof *u->locs);
      if (!p->locs_alloc)
	u->locs[0] = (struct ptx_loc) { 0 };
      p->locs_alloc = a;
    }
  loc.file = file;
  loc.line = line;
  loc.column = column;
  u->locs[u->n_locs] = loc;
  p->cur_loc = u->n_locs++;
}

/* `.section NAME { ... }': DWARF, of which only the names of inlined functions
   are read, when they are asked for.  */

void
ptx_p_section (struct ptx_parser *p)
{
  if (p->tok.kind != PTX_T_DOT && p->tok.kind != PTX_T_IDENT)
    {
      ptx_p_unexpected (p, "a section name");
      return;
    }
  bool strings = (p->tok.kind == PTX_T_DOT && p->tok.len == 9
		  && !memcmp (p->tok.start, "debug_str", 9));
  ptx_next (p);
  uint32_t start = (uint32_t) (p->tok.start - p->text);
  ptx_p_skip_braces (p);
  if (strings && !p->failed)
    {
      p->unit->debug_str = start;
      p->unit->debug_str_end = (uint32_t) (p->prev_end - p->text);
    }
}

/* `.pragma "...", ...;'.  */

void
ptx_p_pragma (struct ptx_parser *p)
{
  do
    {
      if (p->tok.kind != PTX_T_STRING)
	{
	  ptx_p_unexpected (p, "a string");
	  return;
	}
      ptx_next (p);
    }
  while (ptx_p_accept (p, ','));
  ptx_p_expect (p, ';');
}
