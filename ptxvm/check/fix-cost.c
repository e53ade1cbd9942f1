/* How often each block is executed: an estimate without a profile.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <string.h>

#include "fix.h"
#include "ptx-int.h"

#define LOOP_FACTOR 8.0

/* Executions of a block are the sum over the edges that lead to it, those
   that close a loop left out, times LOOP_FACTOR for each loop that it is
   in.  */

/* True if block A dominates block B.  */

bool
dominates_p (const struct estimate *e, int32_t a, int32_t b)
{
  return (e->dom_first[b] >= e->dom_first[a]
	  && e->dom_first[b] <= e->dom_last[a]);
}

static void
mark_loops (const struct ptx_cfg *cfg, const bool *reachable,
	    const struct estimate *e, uint8_t *depth)
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
	  int32_t t = b->pred[i];

	  if (reachable[t] && dominates_p (e, h, t) && in[t] != h + 1)
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
edge_weight (const struct ptx_cfg *cfg, int32_t s)
{
  bool cold = (uint32_t) s != cfg->n_blocks - 1 && cfg->blocks[s].ipdom < 0;

  return cold ? 1.0 / 16 : 1.0;
}

static double
power (double x, unsigned n)
{
  double r = 1;

  while (n--)
    r *= x;
  return r;
}

/* Share of P's executions that go to its successor S, for one that is an edge
   of its own: ways that only lead to exit or trap are rare.  */

static double
edge_share (const struct ptx_cfg *cfg, const struct estimate *e, int32_t p,
	    int32_t s)
{
  return edge_weight (cfg, s) / e->weight[p];
}

/* Put into E->cheapest, by block, the nearest of the block and its dominators
   that is not executed more often than any of them.  */

static void
find_cheapest (const struct flow *f, struct estimate *e)
{
  e->cheapest = ptx_xcalloc (f->cfg->n_blocks, sizeof *e->cheapest);
  for (uint32_t i = 0; i < f->n_order; i++)
    {
      int32_t b = f->order[i], up = f->cfg->blocks[b].idom;

      /* Counts that should be equal differ in their last digits.  */
      e->cheapest[b] = (up >= 0 && e->count[e->cheapest[up]]
				   < e->count[b] * (1 - 1e-6)
			? e->cheapest[up] : b);
    }
}

void
estimate (const struct flow *f, struct estimate *e)
{
  const struct ptx_cfg *cfg = f->cfg;
  uint32_t n = cfg->n_blocks;
  double *local = ptx_xcalloc (n, sizeof *local);
  int32_t *number = ptx_xcalloc (n, sizeof *number);

  e->depth = ptx_xcalloc (n, sizeof *e->depth);
  e->count = ptx_xcalloc (n, sizeof *e->count);
  e->weight = ptx_xcalloc (n, sizeof *e->weight);
  ptx_cfg_dominator_tree (cfg, &e->dom_first, &e->dom_last);
  for (uint32_t b = 0; b < n; b++)
    for (uint32_t k = 0; k < cfg->blocks[b].n_succ; k++)
      e->weight[b] += edge_weight (cfg, cfg->blocks[b].succ[k]);
  mark_loops (cfg, f->reachable, e, e->depth);
  for (uint32_t i = 0; i < f->n_order; i++)
    number[f->order[i]] = i;
  local[0] = 1;
  for (uint32_t i = 0; i < f->n_order; i++)
    {
      int32_t b = f->order[i];

      for (uint32_t k = 0; k < cfg->blocks[b].n_succ; k++)
	{
	  int32_t s = cfg->blocks[b].succ[k];

	  if (number[s] > number[b])
	    local[s] += local[b] * edge_share (cfg, e, b, s);
	}
    }
  for (uint32_t b = 0; b < n; b++)
    e->count[b] = local[b] * power (LOOP_FACTOR, e->depth[b]);
  find_cheapest (f, e);
  free (local);
  free (number);
}

void
estimate_free (struct estimate *e)
{
  free (e->depth);
  free (e->count);
  free (e->weight);
  free (e->cheapest);
  free (e->dom_first);
  free (e->dom_last);
}

/* Estimated executions of the edge from P to S.  */

double
edge_count (const struct flow *f, const struct estimate *e, int32_t p,
	    int32_t s)
{
  double c = e->count[p] * edge_share (f->cfg, e, p, s);

  if (e->depth[s] < e->depth[p])
    c /= power (LOOP_FACTOR, e->depth[p] - e->depth[s]);
  return c;
}
