/* Minimum cuts: the places that together run least often.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <string.h>

#include "fix.h"
#include "ptx-int.h"

#define INFINITE ((uint64_t) 1 << 60)

/* Forget all nodes and arcs of G, and begin with nodes 0, the source, and 1,
   the sink.  */

void
network_reset (struct network *g)
{
  g->n = 0;
  g->n_nodes = 0;
  network_node (g);
  network_node (g);
}

int32_t
network_node (struct network *g)
{
  PTX_GROW (g->first, g->n_nodes, g->first_alloc);
  g->first[g->n_nodes] = -1;
  return g->n_nodes++;
}

void
network_free (struct network *g)
{
  free (g->arc);
  free (g->first);
}

/* An arc of G from node FROM to node TO.  Cutting it costs ROOM and puts the
   move at PLACE; it cannot be cut if that is PLACE_NONE.  */

void
network_arc (struct network *g, int32_t from, int32_t to, uint64_t room,
	     struct place place)
{
  if (place.kind == PLACE_NONE)
    room = INFINITE;
  PTX_GROW (g->arc, g->n, g->alloc);
  g->arc[g->n] = (struct arc) { to, g->first[from], room, place };
  g->first[from] = g->n++;
  PTX_GROW (g->arc, g->n, g->alloc);
  g->arc[g->n] = (struct arc) { from, g->first[to], 0,
				{ .kind = PLACE_NONE } };
  g->first[to] = g->n++;
}

/* The algorithm of Dinic: number the nodes by their distance from the source
   over arcs with room, then push along arcs that lead one further until the
   sink is cut off in that graph; repeat.  Each round needs few passes over the
   arcs in the networks of a function, however many arcs lead to the sink.  */

static bool
set_levels (const struct network *g, int32_t *level, int32_t *queue)
{
  uint32_t head = 0, tail = 0;

  for (uint32_t i = 0; i < g->n_nodes; i++)
    level[i] = -1;
  level[0] = 0;
  queue[tail++] = 0;
  while (head < tail)
    {
      int32_t x = queue[head++];

      for (int32_t a = g->first[x]; a >= 0; a = g->arc[a].next)
	if (g->arc[a].room && level[g->arc[a].to] < 0)
	  {
	    level[g->arc[a].to] = level[x] + 1;
	    queue[tail++] = g->arc[a].to;
	  }
    }
  return level[1] >= 0;
}

/* Push along the DEPTH arcs of PATH as much as there is room for.  Returns the
   number of arcs up to the first that has none left; -1 if the sink cannot be
   cut off at all.  */

static int32_t
push (struct network *g, const int32_t *path, uint32_t depth)
{
  uint64_t room = UINT64_MAX;
  int32_t full = 0;

  for (uint32_t i = 0; i < depth; i++)
    if (g->arc[path[i]].room < room)
      {
	room = g->arc[path[i]].room;
	full = i;
      }
  if (room >= INFINITE / 2)
    return -1;
  for (uint32_t i = 0; i < depth; i++)
    {
      g->arc[path[i]].room -= room;
      g->arc[path[i] ^ 1].room += room;
    }
  return full;
}

/* Make the flow in G the largest.  False if the sink cannot be cut off.  */

bool
network_max_flow (struct network *g)
{
  int32_t *level = ptx_xcalloc (g->n_nodes, sizeof *level);
  int32_t *work = ptx_xcalloc (g->n_nodes, sizeof *work);
  int32_t *path = ptx_xcalloc (g->n_nodes, sizeof *path);
  bool ok = true;

  while (ok && set_levels (g, level, work))
    {
      uint32_t depth = 0;
      int32_t x = 0;

      /* WORK: the arc of each node to try next.  */
      memcpy (work, g->first, g->n_nodes * sizeof *work);
      while (true)
	{
	  if (x == 1)
	    {
	      int32_t full = push (g, path, depth);

	      if (full < 0)
		{
		  ok = false;
		  break;
		}
	      depth = full;
	      x = g->arc[path[depth] ^ 1].to;
	      continue;
	    }

	  int32_t a = work[x];

	  while (a >= 0 && !(g->arc[a].room
			     && level[g->arc[a].to] == level[x] + 1))
	    a = g->arc[a].next;
	  work[x] = a;
	  if (a >= 0)
	    {
	      path[depth++] = a;
	      x = g->arc[a].to;
	    }
	  else if (depth == 0)
	    break;
	  else
	    {
	      /* A dead end: not by this arc again.  */
	      x = g->arc[path[--depth] ^ 1].to;
	      work[x] = g->arc[path[depth]].next;
	    }
	}
    }
  free (level);
  free (work);
  free (path);
  return ok;
}

/* Give the places of the cut nearest to the sink to FN.  */

void
network_cut (const struct network *g, place_fn fn, void *closure)
{
  bool *after = ptx_xcalloc (g->n_nodes, sizeof *after);
  int32_t *stack = ptx_xcalloc (g->n_nodes, sizeof *stack);
  uint32_t depth = 0;

  /* What can still reach the sink: backwards over arcs with room.  */
  stack[depth++] = 1;
  after[1] = true;
  while (depth)
    {
      int32_t x = stack[--depth];

      for (int32_t a = g->first[x]; a >= 0; a = g->arc[a].next)
	if (g->arc[a ^ 1].room && !after[g->arc[a].to])
	  {
	    after[g->arc[a].to] = true;
	    stack[depth++] = g->arc[a].to;
	  }
    }
  for (size_t a = 0; a < g->n; a += 2)
    if (!after[g->arc[a + 1].to] && after[g->arc[a].to]
	&& g->arc[a].place.kind != PLACE_NONE)
      fn (closure, &g->arc[a].place);
  free (after);
  free (stack);
}
