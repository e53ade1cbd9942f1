/* Where --fix puts initialisations.
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


/* A register with a bad read gets `mov R,0' on every path from the entry to
   the read that writes nothing before.  A move may only stand where no path
   has written the register yet (outside the "may" set): anywhere else it could
   destroy a value.  The points where that holds form a region that begins at
   the entry.  It is left
     - at a certain write: nothing to do;
     - at a predicated write or a read: the move must have happened before;
     - over an edge into a block that other paths enter with a value: if the
       register is live there, the move must have happened before.
   The latter two are the sinks of a network whose source is the entry and
   whose capacities are estimated execution counts; a minimum cut is a set of
   places that covers every path and runs least often (among equals, with the
   fewest moves, and late).  This is what lazy code motion does as well, with
   a cut in place of "latest", so that a move leaves a loop when that is
   cheaper and goes into a branch when that is.

   An edge on which no code can stand without a branch more (from a block with
   several successors, jumping to one with several predecessors) is not cut:
   the branch would run as often as the move does at the end of the block
   before, which is in the region as well.  */

#include <stdlib.h>
#include <string.h>

#include "fix.h"
#include "ptx-int.h"

#define INFINITE ((uint64_t) 1 << 60)
#define UNIT 65536.0		/* Capacity of what runs once.  */
#define LOOP_FACTOR 8.0
#define MAX_AUGMENT 20000

/* ---- Estimated execution counts.  */

static void
mark_loops (const struct ptx_cfg *cfg, const bool *reachable, uint8_t *depth)
{
  uint32_t n = cfg->n_blocks;
  uint32_t *in = ptx_xcalloc (n, sizeof *in);
  int32_t *stack = ptx_xcalloc (n, sizeof *stack);
  uint64_t work = 0;

  /* Loops without end in each other could take time without end; then the
     estimate is rough.  */
  for (uint32_t h = 0; h < n && work < 100000000; h++)
    {
      uint32_t top = 0;
      const struct ptx_block *b = &cfg->blocks[h];

      if (!reachable[h])
	continue;
      for (uint32_t i = 0; i < b->n_pred; i++)
	{
	  int32_t t = b->pred[i], d = t;

	  if (!reachable[t])
	    continue;
	  while (d >= 0 && d != (int32_t) h)
	    {
	      d = cfg->blocks[d].idom;
	      work++;
	    }
	  if (d == (int32_t) h && in[t] != h + 1)
	    {
	      in[t] = h + 1;
	      stack[top++] = t;
	    }
	}
      if (!top)
	continue;
      if (in[h] != h + 1 && depth[h] < 6)
	depth[h]++;
      for (uint32_t i = 0; i < top; i++)
	if (stack[i] != (int32_t) h && depth[stack[i]] < 6)
	  depth[stack[i]]++;
	else if (stack[i] == (int32_t) h && depth[h] < 6)
	  depth[h]++;
      in[h] = h + 1;
      while (top)
	{
	  int32_t x = stack[--top];

	  work++;
	  if (x == (int32_t) h)
	    continue;
	  for (uint32_t i = 0; i < cfg->blocks[x].n_pred; i++)
	    {
	      int32_t q = cfg->blocks[x].pred[i];

	      if (reachable[q] && in[q] != h + 1)
		{
		  in[q] = h + 1;
		  if (depth[q] < 6)
		    depth[q]++;
		  stack[top++] = q;
		}
	    }
	}
    }
  free (in);
  free (stack);
}

static double
power (double x, unsigned n)
{
  double r = 1;

  while (n--)
    r *= x;
  return r;
}

/* Share of P's executions that go to its successor number K: ways that only
   lead to exit or trap are rare.  */

static double
edge_share (const struct ptx_cfg *cfg, int32_t p, uint32_t k)
{
  const struct ptx_block *b = &cfg->blocks[p];
  int32_t exit = cfg->n_blocks - 1;
  double sum = 0, own = 0;

  for (uint32_t i = 0; i < b->n_succ; i++)
    {
      bool cold = (b->succ[i] != exit && cfg->blocks[b->succ[i]].ipdom < 0);
      double w = cold ? 1.0 / 16 : 1.0;

      sum += w;
      if (i == k)
	own = w;
    }
  return own / sum;
}

void
estimate (const struct flow *f, struct estimate *e)
{
  const struct ptx_cfg *cfg = f->cfg;
  uint32_t n = cfg->n_blocks;
  double *local = ptx_xcalloc (n, sizeof *local);
  uint32_t *todo = ptx_xcalloc (n, sizeof *todo);
  uint32_t n_todo = 0, count = 0;
  int32_t *order = ptx_xcalloc (n, sizeof *order);
  int32_t *number = ptx_xcalloc (n, sizeof *number);
  uint8_t *state = ptx_xcalloc (n, sizeof *state);
  uint32_t *next = ptx_xcalloc (n, sizeof *next);

  e->depth = ptx_xcalloc (n, sizeof *e->depth);
  e->count = ptx_xcalloc (n, sizeof *e->count);
  mark_loops (cfg, f->reachable, e->depth);

  /* Reverse postorder.  */
  todo[n_todo++] = 0;
  state[0] = 1;
  while (n_todo)
    {
      uint32_t b = todo[n_todo - 1];

      if (next[b] < cfg->blocks[b].n_succ)
	{
	  int32_t s = cfg->blocks[b].succ[next[b]++];

	  if (!state[s])
	    {
	      state[s] = 1;
	      todo[n_todo++] = s;
	    }
	}
      else
	{
	  order[count++] = b;
	  n_todo--;
	}
    }
  for (uint32_t i = 0; i < count; i++)
    number[order[i]] = count - i;
  local[0] = 1;
  for (uint32_t i = count; i-- > 0;)
    {
      int32_t b = order[i];

      for (uint32_t k = 0; k < cfg->blocks[b].n_succ; k++)
	{
	  int32_t s = cfg->blocks[b].succ[k];

	  if (number[s] > number[b])
	    local[s] += local[b] * edge_share (cfg, b, k);
	}
    }
  for (uint32_t b = 0; b < n; b++)
    e->count[b] = local[b] * power (LOOP_FACTOR, e->depth[b]);
  free (local);
  free (todo);
  free (order);
  free (number);
  free (state);
  free (next);
}

void
estimate_free (struct estimate *e)
{
  free (e->depth);
  free (e->count);
}

static double
edge_count (const struct flow *f, const struct estimate *e, int32_t p,
	    uint32_t k)
{
  int32_t s = f->cfg->blocks[p].succ[k];
  double c = e->count[p] * edge_share (f->cfg, p, k);

  if (e->depth[s] < e->depth[p])
    c /= power (LOOP_FACTOR, e->depth[p] - e->depth[s]);
  return c;
}

static uint64_t
capacity (double count)
{
  double c = count * UNIT;

  return (c > 1e15 ? (uint64_t) 1e15 : (uint64_t) c) + 1;
}

/* ---- The network.  Nodes: 0 source, 1 sink, then two for each block.  */

struct arc
{
  int32_t to;
  int32_t next;			/* Of the same node.  */
  uint64_t room;		/* What can still flow.  */
  struct place place;		/* Where cutting it puts the move; kind
				   PLACE_NONE for arcs that cannot be cut and
				   for reverse arcs.  */
};

struct network
{
  struct arc *arc;
  size_t n, alloc;
  int32_t *first;		/* By node.  */
  uint32_t n_nodes;
  bool overflow;		/* Some sink cannot be cut off.  */
};

static void
add_arc (struct network *g, int32_t from, int32_t to, uint64_t room,
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

/* Push flow along shortest paths until there is none.  False when it took too
   long.  */

static bool
max_flow (struct network *g)
{
  int32_t *via = ptx_xcalloc (g->n_nodes, sizeof *via);
  int32_t *queue = ptx_xcalloc (g->n_nodes, sizeof *queue);
  bool done = false;

  for (int round = 0; round < MAX_AUGMENT && !done && !g->overflow; round++)
    {
      uint32_t head = 0, tail = 0;

      for (uint32_t i = 0; i < g->n_nodes; i++)
	via[i] = -1;
      queue[tail++] = 0;
      while (head < tail && via[1] < 0)
	{
	  int32_t x = queue[head++];

	  for (int32_t a = g->first[x]; a >= 0; a = g->arc[a].next)
	    if (g->arc[a].room && g->arc[a].to && via[g->arc[a].to] < 0)
	      {
		via[g->arc[a].to] = a;
		queue[tail++] = g->arc[a].to;
	      }
	}
      if (via[1] < 0)
	{
	  done = true;
	  break;
	}
      uint64_t push = UINT64_MAX;
      for (int32_t x = 1; x; x = g->arc[via[x] ^ 1].to)
	if (g->arc[via[x]].room < push)
	  push = g->arc[via[x]].room;
      if (push >= INFINITE / 2)
	g->overflow = true;
      for (int32_t x = 1; x; x = g->arc[via[x] ^ 1].to)
	{
	  g->arc[via[x]].room -= push;
	  g->arc[via[x] ^ 1].room += push;
	}
    }
  free (via);
  free (queue);
  return done;
}

/* Give the places of the cut nearest to the sink to FN.  */

static void
cut (const struct network *g, place_fn fn, void *closure)
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

/* ---- One variable.  */

/* Where the register is live: some way from there reads it without a certain
   write before.  */

static bool *
live_blocks (const struct flow *f, const struct var_events *ev)
{
  const struct ptx_cfg *cfg = f->cfg;
  uint32_t n = cfg->n_blocks, depth = 0;
  bool *live = ptx_xcalloc (n, sizeof *live);
  int32_t *stack = ptx_xcalloc (n, sizeof *stack);

  for (uint32_t b = 0; b < n; b++)
    if (ev[b].exposed)
      {
	live[b] = true;
	stack[depth++] = b;
      }
  while (depth)
    {
      const struct ptx_block *b = &cfg->blocks[stack[--depth]];

      for (uint32_t i = 0; i < b->n_pred; i++)
	{
	  int32_t p = b->pred[i];

	  if (!live[p] && !ev[p].certain)
	    {
	      live[p] = true;
	      stack[depth++] = p;
	    }
	}
    }
  free (stack);
  return live;
}

bool
place_variable (const struct flow *f, const struct estimate *e, int32_t var,
		const struct var_events *ev, place_fn fn, void *closure)
{
  const struct ptx_cfg *cfg = f->cfg;
  uint32_t n = cfg->n_blocks;
  int32_t reg = f->var_reg[var];
  struct network g = { .n_nodes = 2 + 2 * n };
  bool *live = live_blocks (f, ev);
  bool ok;

  g.first = ptx_xcalloc (g.n_nodes, sizeof *g.first);
  for (uint32_t i = 0; i < g.n_nodes; i++)
    g.first[i] = -1;

  /* The way in.  */
  {
    struct place p = { .kind = PLACE_ENTRY, .insn = 0 };

    if (!place_ok_p (f, reg, &p))
      p.kind = PLACE_NONE;
    if (!BIT_TEST (FLOW_SET (f, may_in, 0), var))
      add_arc (&g, 0, 2, capacity (1), p);
    else if (live[0])
      add_arc (&g, 0, 1, capacity (1), p);
  }
  for (uint32_t b = 0; b + 1 < n; b++)
    {
      const struct ptx_block *blk = &cfg->blocks[b];
      int32_t in = 2 + 2 * b, out = in + 1;

      if (!f->reachable[b] || BIT_TEST (FLOW_SET (f, may_in, b), var)
	  || !live[b])
	continue;
      if (ev[b].first >= 0)
	{
	  /* A read or a predicated write comes first (a certain write would
	     make the block not live).  */
	  struct place p = { .kind = PLACE_BEFORE, .insn = ev[b].first };

	  if (!place_ok_p (f, reg, &p))
	    p.kind = PLACE_NONE;
	  add_arc (&g, in, 1, capacity (e->count[b]), p);
	  continue;
	}
      struct place p = { .insn = blk->last };
      p.kind = block_end_place (f, b);
      if (p.kind != PLACE_NONE && !place_ok_p (f, reg, &p))
	p.kind = PLACE_NONE;
      add_arc (&g, in, out, capacity (e->count[b]), p);
      for (uint32_t k = 0; k < blk->n_succ; k++)
	{
	  int32_t s = blk->succ[k];
	  double c = edge_count (f, e, b, k);

	  if (!live[s])
	    continue;
	  edge_place (f, b, s, &p);
	  if (p.kind != PLACE_NONE && !place_ok_p (f, reg, &p))
	    p.kind = PLACE_NONE;
	  add_arc (&g, out, BIT_TEST (FLOW_SET (f, may_in, s), var)
			    ? 1 : 2 + 2 * s, capacity (c), p);
	}
    }
  ok = max_flow (&g) && !g.overflow;
  if (ok)
    cut (&g, fn, closure);
  free (live);
  free (g.arc);
  free (g.first);
  return ok;
}
