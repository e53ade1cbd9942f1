/* The PTX debugger: a lane's place, its memory and registers.
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

#include <stdlib.h>
#include <string.h>

#include "debug-int.h"
#include "simt/demangle.h"

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
place_at (struct warp *w, unsigned lane, unsigned level, struct place *p)
{
  const struct frag *f = lane < WARP_SIZE ? frag_of (w, lane) : NULL;
  if (!f)
    return false;
  bool runs = debug.at.w == w && w->cur == f;
  *p = (struct place) { .w = w, .lane = lane, .level = level, .mask = f->mask,
			.act = runs ? w->act : f->act,
			.pc = runs ? w->pc : f->pc };
  for (unsigned k = 0; k < level; k++)
    {
      if (!p->act->parent)
	return false;
      /* The call itself.  */
      p->pc = p->act->ret_pc ? p->act->ret_pc - 1 : NULL;
      p->act = p->act->parent;
    }
  return true;
}

struct line
line_of (const struct act *a, const struct uop *pc)
{
  const struct vfunc *f = a->func;
  struct line l = { NULL, NULL, 0, f->name };
  const struct ptx_loc *loc = f->ptx ? uop_loc (f, pc) : NULL;
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

bool
same_line_p (const struct line *a, const struct line *b)
{
  return (a->line == b->line
	  && (a->file == b->file
	      || (a->file && b->file && !strcmp (a->file, b->file))));
}

/* ---- Texts.  */

void
put_line_place (const struct line *l)
{
  char *plain = simt_demangled (l->function);
  fputs (plain ? plain : l->function, terminal);
  free (plain);
  if (l->file)
    fprintf (terminal, " (%s:%u)", l->file, l->line);
}

void
put_lanes (uint32_t mask)
{
  const char *comma = "";
  for (unsigned k = 0; k < WARP_SIZE; k++)
    if (mask >> k & 1)
      {
	unsigned end = k;
	while (end + 1 < WARP_SIZE && mask >> (end + 1) & 1)
	  end++;
	fprintf (terminal, end > k ? "%s%u-%u" : "%s%u", comma, k, end);
	comma = ", ";
	k = end;
      }
}

void
put_thread (const struct place *p)
{
  const struct block *b = p->w->block;
  fprintf (terminal, "block (%u,%u,%u), warp %u, lane %u: thread (%u,%u,%u)",
	  b->ctaid[0], b->ctaid[1], b->ctaid[2], p->w->index, p->lane,
	  p->w->tid[0][p->lane], p->w->tid[1][p->lane], p->w->tid[2][p->lane]);
}

bool
put_source (const char *path, unsigned line, bool current)
{
  FILE *f = path ? fopen (path, "re") : NULL;
  char *s = NULL;
  size_t size = 0;
  ssize_t n = -1;
  for (unsigned k = 0; f && k < line; k++)
    if ((n = getline (&s, &size, f)) < 0)
      break;
  if (f)
    fclose (f);
  if (n >= 0)
    fprintf (terminal, "%s%u\t%s%s", current ? "=> " : "", line, s,
	    n && s[n - 1] == '\n' ? "" : "\n");
  free (s);
  return n >= 0;
}

void
put_stop (void)
{
  struct line l = line_of (debug.at.act, debug.at.pc);
  put_line_place (&l);
  fputs (", ", terminal);
  put_thread (&debug.at);
  if (debug.at.mask & (debug.at.mask - 1))
    {
      fputs (" (with lanes ", terminal);
      put_lanes (debug.at.mask);
      putc (')', terminal);
    }
  putc ('\n', terminal);
  if (l.line && !put_source (l.path, l.line, false))
    fprintf (terminal, "%u\tin %s, which cannot be read\n", l.line, l.path);
}

/* ---- Memory and registers.  */

/* The host address of N bytes at ADDR, as P's lane sees them, or NULL.  The machine's
   own functions for copies are not used: they wait for launches, and say that the host
   has seen what is undefined.  */

static void *
memory_at (const struct place *p, uint64_t addr, size_t n)
{
  const struct block *b = p->w ? p->w->block : NULL;
  uint64_t local = b ? addr - (uint64_t) (uintptr_t) b->local_map : 0;
  uint64_t shared = b ? addr - (uint64_t) (uintptr_t) b->shared : 0;
  if ((b && local < b->local_map_size && n <= b->local_map_size - local)
      || (b && shared < b->shared_size && n <= b->shared_size - shared)
      || vm_range_p (debug.vm, addr, n))
    return (void *) (uintptr_t) addr;
  return NULL;
}

bool
memory_read (const struct place *p, uint64_t addr, void *to, size_t n)
{
  const void *from = memory_at (p, addr, n);
  if (from)
    memcpy (to, from, n);
  return from != NULL;
}

bool
memory_write (const struct place *p, uint64_t addr, const void *from, size_t n)
{
  void *to = memory_at (p, addr, n);
  if (!to)
    return false;
  memcpy (to, from, n);
  /* It is defined now.  */
  if (vm_device_p (debug.vm, addr))
    vm_host_wrote (debug.vm, addr, n);
  return true;
}

bool
register_read (const struct place *p, const char *name, enum ptx_type *type,
	       uint8_t *bytes)
{
  const struct vfunc *f = p->act->func;
  uint32_t offset;
  memset (bytes, 0, 16);
  if (!f->ptx || !func_register (f, name, type, &offset))
    return false;
  const uint8_t *r = p->act->regs + offset;
  unsigned size = ptx_type_size (*type);
  if (*type == PTX_PRED)
    bytes[0] = *(const uint32_t *) r >> p->lane & 1;
  else if (size <= 4)
    memcpy (bytes, r + 4 * p->lane, 4);
  else if (size <= 8)
    memcpy (bytes, r + 8 * p->lane, 8);
  else
    for (unsigned k = 0; k < 2; k++)
      memcpy (bytes + 8 * k, r + 8 * (k * WARP_SIZE + p->lane), 8);
  return true;
}
