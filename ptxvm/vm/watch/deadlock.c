/* The PTX machine: what a block that cannot continue waits for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "code/where.h"
#include "vm-int.h"
#include "watch/parts.h"

/* What the lanes of F wait for, and where.  */
static void
describe_wait (struct block *b, const struct frag *f, char *buf, size_t n)
{
  char where[300];
  /* A fragment at a barrier is past it already.  */
  uop_where (where, sizeof where, f->act->func,
		f->state == F_BAR ? f->pc - 1 : f->pc);
  if (f->state == F_BAR)
    {
      uint32_t there, need;
      barrier_count (b, f->bar, &there, &need);
      snprintf (buf, n, "wait at barrier %u in %s (%u of %u threads there)",
		f->bar, where, there, need);
    }
  else if (f->state == F_SYNC)
    snprintf (buf, n, "wait at a warp operation for lanes 0x%x in %s (%s)",
	      f->wait_mask, where, sync_name (f->pc->n & 0xff));
  else
    snprintf (buf, n, "wait for other lanes in %s", where);
}

/* Warps FIRST to LAST with the lanes MASK wait as TEXT says.  */
static void
add_waiters (char *text, size_t size, uint32_t first, uint32_t last,
	     uint32_t mask, const char *wait)
{
  size_t n = strlen (text);
  const char *sep = n ? "; " : "";
  if (n + strlen (wait) + 64 > size)
    {
      if (n + 8 < size && strcmp (text + n - 3, "...") != 0)
	strcat (text, "; ...");
    }
  else if (first == last)
    snprintf (text + n, size - n, "%swarp %u lanes 0x%x %s", sep, first, mask,
	      wait);
  else
    snprintf (text + n, size - n, "%swarps %u-%u lanes 0x%x %s", sep, first,
	      last, mask, wait);
}

/* No warp of B can continue: say where each of them waits.  */
void
watch_deadlock (struct block *b)
{
  char text[2800] = "", wait[400] = "", next[400];
  uint32_t from = 0, to = 0, mask = 0;
  struct warp *first = NULL;
  struct frag *first_frag = NULL;
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      struct warp *w = &b->warps[i];
      for (uint32_t k = 0; w->live && k < w->n_order; k++)
	{
	  struct frag *f = &w->frags[w->order[k]];
	  if (!first)
	    first = w, first_frag = f;
	  describe_wait (b, f, next, sizeof next);
	  if (*wait && w->n_order == 1 && to + 1 == i && mask == f->mask
	      && strcmp (wait, next) == 0)
	    {
	      to = i;
	      continue;
	    }
	  if (*wait)
	    add_waiters (text, sizeof text, from, to, mask, wait);
	  from = to = i;
	  mask = f->mask;
	  strcpy (wait, next);
	}
    }
  add_waiters (text, sizeof text, from, to, mask, wait);
  first->cur = first_frag;
  first->act = first_frag->act;
  watch_others (first, 0);
  vm_fault (first,
	    first_frag->state == F_BAR ? first_frag->pc - 1 : first_frag->pc,
	    first_lane (first_frag->mask), VM_DEADLOCK, VM_R_DEADLOCK,
	    0, "deadlock: %s", text);
}

/* Put into BUF, of N bytes, what has called A, from the inside out.  */

static void
callers (const struct act *a, char *buf, size_t n)
{
  *buf = '\0';
  for (int k = 0; k < 12 && a->parent; k++, a = a->parent)
    {
      char place[300];
      size_t used = strlen (buf);
      uop_place (place, sizeof place, a->parent->func,
		    a->ret_pc ? a->ret_pc - 1 : NULL);
      snprintf (buf + used, n - used, ", called from %s", place);
    }
}

void
watch_stands (struct block *b)
{
  struct launch *l = b->launch;
  char group[64], wait[400], from[900];
  snprintf (group, sizeof group, "block (%u,%u,%u)", b->ctaid[0], b->ctaid[1],
	    b->ctaid[2]);
  pthread_mutex_lock (&l->stands_lock);
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      struct warp *w = &b->warps[i];
      for (uint32_t k = 0; w->live && k < w->n_order; k++)
	{
	  const struct frag *f = &w->frags[w->order[k]];
	  if (!f->act)
	    continue;
	  if (f->state == F_RUN)
	    {
	      char where[300];
	      uop_where (where, sizeof where, f->act->func, f->pc);
	      snprintf (wait, sizeof wait, "run in %s", where);
	    }
	  else
	    describe_wait (b, f, wait, sizeof wait);
	  callers (f->act, from, sizeof from);
	  simt_stands_add (&l->stands, group, i, "lanes 0x%x %s%s", f->mask,
			   wait, from);
	}
    }
  pthread_mutex_unlock (&l->stands_lock);
}
