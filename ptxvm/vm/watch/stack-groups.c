/* The PTX machine: where the threads of a block are, for reports.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A barrier that one thread leaves out is found where the others wait, or where
   that thread does: in libgomp.  What the user can act on is where in the program
   each thread is, so threads that are at the same place, called from the same
   places, are a group, and each group's stack begins with the program's own
   line.  */

#include <string.h>

#include "code/where.h"
#include "watch/parts.h"
#include "watch/stack.h"

/* What a group has in common.  */
struct standing
{
  const struct act *act;	/* NULL: they have ended.  */
  const struct uop *pc;
  enum frag_state state;
  uint32_t bar;
};

static bool
same_calls (const struct act *a, const struct act *b)
{
  for (; a && b && a != b; a = a->parent, b = b->parent)
    if (a->func != b->func || a->ret_pc != b->ret_pc)
      return false;
  return a == b;
}

static bool
same (const struct standing *a, const struct standing *b)
{
  return (a->pc == b->pc && a->state == b->state && a->bar == b->bar
	  && same_calls (a->act, b->act));
}

/* A group while it is collected: its lanes by warp.  */
struct group
{
  struct standing at;
  uint32_t lanes[SIMT_MAX_WAVES];
  uint32_t all[SIMT_MAX_WAVES];	/* Those that there are.  */
};

static unsigned
find_group (struct group *g, unsigned *n, const struct standing *at)
{
  for (unsigned k = 0; k < *n; k++)
    if (same (&g[k].at, at))
      return k;
  if (*n == STACK_GROUPS)
    return STACK_GROUPS;
  memset (&g[*n], 0, sizeof *g);
  g[*n].at = *at;
  return (*n)++;
}

static void
add (struct group *g, unsigned *n, const struct standing *at,
     const struct warp *w, uint32_t lanes)
{
  unsigned k = lanes ? find_group (g, n, at) : STACK_GROUPS;
  if (k < STACK_GROUPS && w->index < SIMT_MAX_WAVES)
    {
      g[k].lanes[w->index] |= lanes;
      g[k].all[w->index] = w->all;
    }
}

/* Add to BUF which threads G has: "warps 0-2, 5", with lanes if they are not
   all of a warp.  */

static void
put_threads (char *buf, size_t size, const struct group *g)
{
  size_t n = 0;
  const char *sep = "";
  for (unsigned i = 0; i < SIMT_MAX_WAVES; i++)
    {
      unsigned j = i;
      if (!g->lanes[i])
	continue;
      while (j + 1 < SIMT_MAX_WAVES && g->lanes[j + 1] == g->lanes[i]
	     && g->all[j + 1] == g->all[i])
	j++;
      n += (size_t) snprintf (buf + n, size - n, "%s%s %u", sep,
			      j > i ? "warps" : "warp", i);
      if (n < size && j > i)
	n += (size_t) snprintf (buf + n, size - n, "-%u", j);
      if (n < size && g->lanes[i] != g->all[i])
	n += (size_t) snprintf (buf + n, size - n, " lanes 0x%x", g->lanes[i]);
      if (n + 60 > size)
	return;
      sep = ", ";
      i = j;
    }
}

static void
put_state (char *buf, size_t size, struct block *b, const struct standing *at)
{
  uint32_t there, need;
  switch (at->state)
    {
    case F_BAR:
      barrier_count (b, at->bar, &there, &need);
      snprintf (buf, size, "at barrier %u (%u of %u threads there)", at->bar,
		there, need);
      break;
    case F_SYNC:
      snprintf (buf, size, "at a warp operation (%s)",
		sync_name (at->pc->n & 0xff));
      break;
    case F_JOIN:
      snprintf (buf, size, "waiting for other lanes");
      break;
    case F_RUN:
      snprintf (buf, size, "running");
      break;
    default:
      snprintf (buf, size, "ended");
    }
}

/* True if A is in FUNCTION or was called from it.  */

static bool
within_p (const struct act *a, const char *function)
{
  while (a && strcmp (a->func->name, function) != 0)
    a = a->parent;
  return a != NULL;
}

/* Make the report's group O of G.  */

static void
finish (struct stack_groups *all, struct block *b, const struct group *g)
{
  struct stack_group *o = &all->group[all->n];
  struct simt_related *r = &all->related[all->n++];
  char threads[240], state[100];
  const struct uop *pc = g->at.pc;
  const struct act *a = g->at.act, *user = a ? stack_user (a, &pc) : NULL;
  put_threads (threads, sizeof threads, g);
  put_state (state, sizeof state, b, &g->at);
  snprintf (o->text, sizeof o->text, "%s: %s%s%s%s", threads, state,
	    a && user != a ? " in " : "", a && user != a ? a->func->name : "",
	    within_p (a, "gomp_team_barrier_wait_final")
	    ? ", at the end of the parallel region" : "");
  *r = (struct simt_related) { .role = "threads", .text = o->text,
			       .when = SIMT_BESIDE, .stack = o->places };
  if (user)
    r->n_stack = stack_places (user, pc, o->places, STACK_FRAMES);
  else if (a)
    r->n_stack = stack_places (a, g->at.pc, o->places, STACK_FRAMES);
}

void
stack_groups (struct stack_groups *all, struct block *b,
	      const struct warp *me, uint32_t lanes)
{
  struct group g[STACK_GROUPS];
  unsigned n = 0;
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      struct warp *w = &b->warps[i];
      uint32_t left = w == me ? lanes : 0;
      for (uint32_t k = 0; w->live && k < w->n_order; k++)
	{
	  const struct frag *f = &w->frags[w->order[k]];
	  /* A fragment at a barrier is past it already.  */
	  struct standing at = { f->act, f->state == F_BAR ? f->pc - 1 : f->pc,
				 f->state, f->state == F_BAR ? f->bar : 0 };
	  if (f->act)
	    add (g, &n, &at, w, f->mask & ~left);
	}
      struct standing ended = { NULL, NULL, F_DEAD, 0 };
      add (g, &n, &ended, w, w->all & ~w->live);
    }
  all->n = 0;
  for (unsigned k = 0; k < n; k++)
    finish (all, b, &g[k]);
}
