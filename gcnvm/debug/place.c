/* The debugger of amdgcn code: a lane's place, and where lines begin.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <string.h>

#include "debug-int.h"

static _Thread_local const struct wave *running;
static _Thread_local uint64_t running_pc;

void
place_runs (const struct wave *w, uint64_t pc)
{
  running = w;
  running_pc = pc;
}

/* Put where W is, CALLS calls further out, into *PC; false if that is not known.  Calls that
   have not returned are known by what the machine notes where they are executed
   (watch/stack.c), of a deep recursion the innermost ones.  */

static bool
call_at (const struct wave *w, unsigned calls, uint64_t *pc)
{
  if (calls > w->depth || calls >= WAVE_CALLS)
    return false;
  *pc = running == w ? running_pc : w->next->pc;
  if (calls)
    {
      uint64_t depth = w->depth - calls + 1;
      const struct wave_call *c = &w->calls[depth % WAVE_CALLS];
      if (c->depth != depth)
	return false;
      /* The call itself.  */
      *pc = c->address - 4;
    }
  return true;
}

bool
place_at (void *wave, unsigned lane, unsigned level, struct place *p)
{
  struct wave *w = wave;
  unsigned inlined, rest = level, calls = 0;
  uint64_t pc;
  const char *name;
  if (lane >= LANES || !(w->live >> lane & 1) || w->ended)
    return false;
  for (;; calls++)
    {
      if (!call_at (w, calls, &pc))
	return false;
      inlined = scopes_inlined (code_of (w->vm, pc), pc, &name);
      if (rest <= inlined)
	break;
      rest -= inlined + 1;
    }
  inlined -= rest;
  uint32_t outer = (uint32_t) w->depth - calls;
  uintptr_t key = inlined ? scopes_key (code_of (w->vm, pc), pc, inlined) * 31 : 0;
  *p = (struct place) { .wave = w, .lane = lane, .level = level, .mask = w->live,
			.depth = outer * FRAMES_A_CALL + inlined, .calls = outer,
			.frame = (void *) (key + outer + 1),
			.pc = (void *) (uintptr_t) pc };
  return true;
}

struct line
place_line (const struct place *p)
{
  struct line l = { NULL, NULL, 0, "?" };
  const struct gcnvm_code *code = code_of (wave_of (p)->vm, pc_of (p));
  struct gcn_line_row row;
  uint64_t start, end;
  const char *name, *innermost;
  unsigned inlined = scopes_inlined (code, pc_of (p), &innermost);
  if (function_bounds (code, pc_of (p), &name, &start, &end))
    l.function = name;
  if (inlined_in (p) < inlined)
    {
      scopes_call (code, pc_of (p), inlined_in (p), &l);
      return l;
    }
  if (inlined && innermost)
    l.function = innermost;
  if (code_row (code, pc_of (p), &row))
    {
      const char *slash = strrchr (row.file, '/');
      l.path = row.file;
      l.file = slash ? slash + 1 : row.file;
      l.line = row.line;
    }
  return l;
}

/* A function is entered behind what makes its frame; a line begins where its first place
   in the function does, which is the column of a loop's beginning and not of its
   increment.  */

bool
place_begins (const struct place *p, bool function)
{
  const struct gcnvm_code *code = code_of (wave_of (p)->vm, pc_of (p));
  struct gcn_line_row now, row;
  uint64_t start, end;
  const char *name;
  if (!function_bounds (code, pc_of (p), &name, &start, &end)
      || !code_row (code, pc_of (p), &now))
    return true;
  uint64_t at = code_body (code, start, end);
  if (function)
    return (at == pc_of (p)
	    || (inlined_in (p) && scopes_entry_p (code, pc_of (p), inlined_in (p))));
  for (; at < pc_of (p); at = row.end)
    if (!code_row (code, at, &row))
      row.end = at + 4;
    else if (row.line == now.line && !strcmp (row.file, now.file))
      return row.column == now.column;
  return true;
}

/* The run of code around ADDRESS, within its function, of the same line of the source.  */

static bool
line_around (const struct gcnvm_code *code, uint64_t address,
	     struct gcn_line_row *all)
{
  struct gcn_line_row row;
  uint64_t start, end;
  const char *name;
  if (!function_bounds (code, address, &name, &start, &end)
      || !code_row (code, address, all))
    return false;
  while (all->start > start && code_row (code, all->start - 4, &row)
	 && row.line == all->line && !strcmp (row.file, all->file))
    all->start = row.start;
  while (all->end < end && code_row (code, all->end, &row) && row.line == all->line
	 && !strcmp (row.file, all->file))
    all->end = row.end;
  if (all->end > end)
    all->end = end;
  return true;
}

bool
place_insn (const struct place *p, unsigned k, struct insn_text *t)
{
  const struct gcnvm *vm = wave_of (p)->vm;
  const struct gcnvm_code *code = code_of (wave_of (p)->vm, pc_of (p));
  struct gcn_line_row all;
  struct gcn_insn in;
  uint64_t start, end;
  const char *name;
  if (!line_around (code, pc_of (p), &all)
      || !function_bounds (code, pc_of (p), &name, &start, &end))
    return false;
  for (uint64_t at = all.start; at < all.end; at += in.length)
    {
      gcn_decode ((const uint32_t *) (uintptr_t) at, (all.end - at) / 4, vm->opt.cpu,
		  &in);
      if (k--)
	continue;
      snprintf (t->where, sizeof t->where, "+0x%llx",
		(unsigned long long) (at - start));
      gcn_print (&in, vm->opt.cpu, t->text, sizeof t->text);
      t->here = at == pc_of (p);
      return true;
    }
  return false;
}

void
code_lines (const void *module, bool (*fn) (const struct code_line *, void *),
	    void *closure)
{
  const struct gcnvm_code *code = module;
  uint64_t limit = code->desc.base + code->desc.size, start = 0, end = 0, body = 0;
  const char *name = NULL;
  struct gcn_line_row row;
  for (uint64_t at = code->desc.base; at < limit; at = row.end)
    {
      if (!code_row (code, at, &row))
	{
	  row.end = at + 4;
	  continue;
	}
      if (!(at - start < end - start))
	{
	  if (!function_bounds (code, at, &name, &start, &end))
	    continue;
	  body = code_body (code, start, end);
	}
      struct code_line c = { name, row.file, row.line, at == body };
      if (at >= body && fn (&c, closure))
	return;
    }
  scopes_entries (code, fn, closure);
}
