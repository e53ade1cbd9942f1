/* The PTX debugger: a lane's place, and where lines begin.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <string.h>

#include "debug-int.h"

static const struct warp *running;

void
place_runs (const struct warp *w)
{
  running = w;
}

/* The fragment of W that LANE is in, or NULL.  */

static const struct frag *
frag_of (const struct warp *w, unsigned lane)
{
  for (uint32_t k = 0; k < w->n_order; k++)
    {
      const struct frag *f = &w->frags[w->order[k]];
      if (f->mask >> lane & 1)
	return f;
    }
  return NULL;
}

bool
place_at (void *wave, unsigned lane, unsigned level, struct place *p)
{
  struct warp *w = wave;
  const struct frag *f = lane < WARP_SIZE ? frag_of (w, lane) : NULL;
  if (!f)
    return false;
  bool runs = running == w && w->cur == f;
  const struct act *a = runs ? w->act : f->act;
  const struct uop *pc = runs ? w->pc : f->pc;
  for (unsigned k = 0; k < level; k++)
    {
      if (!a->parent)
	return false;
      /* The call itself.  */
      pc = a->ret_pc ? a->ret_pc - 1 : NULL;
      a = a->parent;
    }
  *p = (struct place) { .wave = w, .lane = lane, .level = level, .mask = f->mask,
			.depth = depth_of (a), .calls = depth_of (a), .frame = a, .pc = pc };
  return true;
}

struct line
place_line (const struct place *p)
{
  const struct vfunc *f = act_of (p)->func;
  struct line l = { NULL, NULL, 0, f->name };
  const struct ptx_loc *loc = f->ptx && p->pc ? uop_loc (f, p->pc) : NULL;
  if (loc)
    {
      const char *slash;
      l.path = unit_path (f->ptx->unit, loc->file);
      slash = l.path ? strrchr (l.path, '/') : NULL;
      l.file = slash ? slash + 1 : l.path;
      l.line = loc->line;
      l.function = uop_function (f, loc);
    }
  return l;
}

/* A function is entered at its first line; a line begins where its first place in the
   function does, which is the column of a loop's beginning and not of its increment.  */

bool
place_begins (const struct place *p, bool function)
{
  const struct ptx_function *x = act_of (p)->func->ptx;
  const struct uop *u = p->pc;
  const struct ptx_loc *locs = x->unit->locs, *now = &locs[x->insns[u->insn].loc];
  for (uint32_t i = 0; i < u->insn; i++)
    {
      uint32_t loc = x->insns[i].loc;
      if (!loc)
	continue;
      if (function)
	return false;
      if (locs[loc].line == now->line && locs[loc].file == now->file)
	return locs[loc].column == now->column;
    }
  return true;
}

/* Whether instruction I of F is of the line of the source that LOC says.  */

static bool
of_line_p (const struct ptx_function *f, uint32_t i, const struct ptx_loc *loc)
{
  uint32_t n = f->insns[i].loc;
  const struct ptx_loc *l = n && n < f->unit->n_locs ? &f->unit->locs[n] : NULL;
  return l && l->line == loc->line && l->file == loc->file;
}

bool
place_insn (const struct place *p, unsigned k, struct insn_text *t)
{
  const struct vfunc *f = act_of (p)->func;
  const struct uop *u = p->pc;
  const struct ptx_loc *loc = f->ptx && u ? uop_loc (f, u) : NULL;
  uint32_t i = loc ? u->insn : 0;
  if (!loc)
    return false;
  while (i && of_line_p (f->ptx, i - 1, loc))
    i--;
  if (k >= f->ptx->n_insns - i)
    return false;
  i += k;
  if (!of_line_p (f->ptx, i, loc))
    return false;
  const struct ptx_insn *x = &f->ptx->insns[i];
  snprintf (t->where, sizeof t->where, "PTX line %u", x->line);
  snprintf (t->text, sizeof t->text, "%.*s", (int) (x->end - x->start),
	    f->ptx->unit->text + x->start);
  t->here = i == u->insn;
  return true;
}

void
module_lines (const void *module, bool (*fn) (const struct code_line *, void *),
	      void *closure)
{
  const struct vm_module *m = module;
  for (uint32_t k = 0; k < m->n_funcs; k++)
    {
      const struct ptx_function *f = m->funcs[k]->ptx;
      uint32_t last = 0;
      for (uint32_t i = 0; f && i < f->n_insns; i++)
	{
	  uint32_t loc = f->insns[i].loc;
	  if (!loc || loc >= f->unit->n_locs || loc == last)
	    continue;
	  const struct ptx_loc *l = &f->unit->locs[loc];
	  struct code_line c = { m->funcs[k]->name, unit_path (f->unit, l->file),
				 l->line, !last };
	  last = loc;
	  if (fn (&c, closure))
	    return;
	}
    }
}
