/* Where --fix puts initialisations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


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
   before, which is in the region as well.

   The region of one register may be the whole function, and a function can
   have as many such registers as blocks.  So only what the cut can depend on
   is looked at.  The last blocks of the region, those with a sink, are found
   for all registers at once, by bit sets.  Each way to them leads through their
   nearest common dominator, and a move at one that is executed no more often
   than those above it is as good as any further up: the network begins there.
   Where the sinks are so many that one move there is worth more than a move at
   each, or when all networks together get too large, that one place is
   taken.  */

#include <stdlib.h>
#include <string.h>

#include "fix.h"
#include "ptx-int.h"

/* ---- Places in the text.  */

static bool
branch_p (const struct ptx_insn *i)
{
  return (i->op == PTX_OP_BRA || i->op == PTX_OP_BRX || i->op == PTX_OP_RET
	  || i->op == PTX_OP_EXIT || i->op == PTX_OP_TRAP);
}

/* Where the end of BLOCK is, for code that runs on every way out.  */

static enum place_kind
block_end_place (const struct flow *f, int32_t block)
{
  const struct ptx_insn *last
    = &f->func->insns[f->cfg->blocks[block].last];

  return branch_p (last) ? PLACE_BEFORE : PLACE_AFTER;
}

/* Put into *P where code goes that runs on the edge FROM -> TO only.  */

static void
edge_place (const struct flow *f, int32_t from, int32_t to, struct place *p)
{
  const struct ptx_cfg *cfg = f->cfg;
  const struct ptx_block *a = &cfg->blocks[from], *b = &cfg->blocks[to];
  const struct ptx_insn *last = &f->func->insns[a->last];
  bool falls = ((uint32_t) a->last + 1 < f->func->n_insns
		&& cfg->insn_block[a->last + 1] == to
		&& !ptx_insn_ends_block_p (f->func, last));
  uint32_t preds = 0;

  p->insn = a->last;
  if ((uint32_t) to == cfg->n_blocks - 1)
    {
      p->kind = PLACE_NONE;
      return;
    }
  for (uint32_t i = 0; i < b->n_pred; i++)
    preds += f->reachable[b->pred[i]];
  if (a->n_succ == 1)
    p->kind = block_end_place (f, from);
  else if (preds == 1 && to != 0)
    {
      p->kind = PLACE_BEFORE;
      p->insn = b->first;
    }
  else if (falls && !(last->op == PTX_OP_BRA
		      && f->func->labels[last->operand[0].label].insn
			 == a->last + 1))
    p->kind = PLACE_AFTER;
  else
    p->kind = PLACE_NONE;
}

#define UNIT 65536.0		/* Capacity of what runs once.  */

/* What a move costs besides its executions, for the room that it takes: as
   much as 1/32 execution of the function.  */
#define MOVE_COST (UNIT / 32)

/* As many moves as this cost more than one at the entry.  */
#define MAX_SINKS 64

/* Blocks that the networks of one function may have: enough for a hundred
   times the blocks of the function.  */
#define MAX_WORK(BLOCKS) (100 * (uint64_t) (BLOCKS) + 1000000)

static uint64_t
capacity (double count)
{
  double c = count * UNIT + MOVE_COST;

  return c > 1e15 ? (uint64_t) 1e15 : (uint64_t) c;
}

/* ---- All variables at once.  */

/* Where the register is live: some way from there reads it without a certain
   write before.  */

static void
find_live (struct placer *p)
{
  const struct flow *f = p->f;
  const struct ptx_cfg *cfg = f->cfg;
  uint32_t w = f->words;
  bool *todo = ptx_xcalloc (cfg->n_blocks, sizeof *todo), again = true;

  p->live = ptx_xcalloc ((size_t) cfg->n_blocks * w, sizeof *p->live);
  for (uint32_t k = 0; k < f->n_order; k++)
    todo[f->order[k]] = true;
  while (again)
    {
      again = false;
      for (uint32_t k = f->n_order; k-- > 0;)
	{
	  int32_t b = f->order[k];
	  const struct ptx_block *blk = &cfg->blocks[b];
	  const word *certain = FLOW_SET (f, certain, b);
	  const word *exposed = p->exposed + (size_t) b * w;
	  word *live = p->live + (size_t) b * w;
	  bool changed = false;

	  if (!todo[b])
	    continue;
	  todo[b] = false;
	  for (uint32_t i = 0; i < w; i++)
	    {
	      word l = 0;

	      for (uint32_t s = 0; s < blk->n_succ; s++)
		l |= p->live[(size_t) blk->succ[s] * w + i];
	      l = (l & ~certain[i]) | exposed[i];
	      changed |= l != live[i];
	      live[i] = l;
	    }
	  for (uint32_t k = 0; changed && k < blk->n_pred; k++)
	    if (f->reachable[blk->pred[k]])
	      again = todo[blk->pred[k]] = true;
	}
    }
  free (todo);
}

/* Block B has a sink of variable VAR.  */

static void
add_sink (struct placer *p, int32_t var, int32_t b)
{
  struct sinks *s = &p->sinks[var];

  if (s->n++ == 0)
    s->common = b;
  while (!dominates_p (&p->cost, s->common, b))
    s->common = p->f->cfg->blocks[s->common].idom;
  if (s->n > MAX_SINKS)
    return;
  PTX_GROW (p->sink, p->n_sinks, p->sink_alloc);
  p->sink[p->n_sinks] = (struct sink) { b, s->last };
  s->last = p->n_sinks++;
}

static void
find_sinks (struct placer *p)
{
  const struct flow *f = p->f;
  const struct ptx_cfg *cfg = f->cfg;
  uint32_t w = f->words;

  p->sinks = ptx_xcalloc (f->n_vars, sizeof *p->sinks);
  for (uint32_t v = 0; v < f->n_vars; v++)
    p->sinks[v].last = -1;
  for (uint32_t b = 0; b + 1 < cfg->n_blocks; b++)
    {
      const struct ptx_block *blk = &cfg->blocks[b];

      for (uint32_t i = 0; i < w && f->reachable[b]; i++)
	{
	  word bits = (p->live[(size_t) b * w + i]
		       & ~FLOW_SET (f, may_in, b)[i]);
	  word sink = (p->exposed[(size_t) b * w + i]
		       | FLOW_SET (f, may_out, b)[i]);

	  for (uint32_t k = 0; bits && k < blk->n_succ; k++)
	    sink |= (FLOW_SET (f, may_in, blk->succ[k])[i]
		     & p->live[(size_t) blk->succ[k] * w + i]);
	  for (bits &= sink; bits; bits &= bits - 1)
	    add_sink (p, i * 64 + __builtin_ctzll (bits), b);
	}
    }
}

/* Make P ready for the variables that EXPOSED has: by block, a set of those
   that it reads before a certain write.  P takes EXPOSED over.  */

void
placer_init (struct placer *p, const struct flow *f, word *exposed)
{
  uint32_t n = f->cfg->n_blocks;

  memset (p, 0, sizeof *p);
  p->f = f;
  p->exposed = exposed;
  p->work = MAX_WORK (n);
  estimate (f, &p->cost);
  names_init (&p->names, f);
  find_live (p);
  find_sinks (p);
  p->node = ptx_xcalloc (n, sizeof *p->node);
  p->stamp = ptx_xcalloc (n, sizeof *p->stamp);
  p->region = ptx_xcalloc (n, sizeof *p->region);
}

void
placer_free (struct placer *p)
{
  estimate_free (&p->cost);
  names_free (&p->names);
  network_free (&p->net);
  free (p->exposed);
  free (p->live);
  free (p->sinks);
  free (p->sink);
  free (p->node);
  free (p->stamp);
  free (p->region);
}

/* ---- One variable.  */

/* PLACE if the register can be named there, else no place.  */

static struct place
checked (struct placer *p, int32_t reg, enum place_kind kind, int32_t insn)
{
  struct place place = { kind, insn };

  if (kind != PLACE_NONE && !place_ok_p (&p->names, reg, &place))
    place.kind = PLACE_NONE;
  return place;
}

/* Make block B one of the region, once.  */

static void
add_to_region (struct placer *p, int32_t b, uint32_t *n)
{
  if (p->stamp[b] == p->now)
    return;
  p->stamp[b] = p->now;
  p->region[(*n)++] = b;
  p->node[b] = network_node (&p->net);
  network_node (&p->net);
}

/* The arcs from block B of the region.  */

static void
add_arcs (struct placer *p, int32_t b, int32_t var,
	  const struct var_events *ev)
{
  const struct flow *f = p->f;
  const struct ptx_block *blk = &f->cfg->blocks[b];
  int32_t reg = f->var_reg[var], in = p->node[b], out = in + 1;

  if (ev[b].first >= 0)
    {
      /* A read or a predicated write comes first (a certain write would make
	 the block not live).  */
      network_arc (&p->net, in, 1, capacity (p->cost.count[b]),
		   checked (p, reg, PLACE_BEFORE, ev[b].first));
      return;
    }
  network_arc (&p->net, in, out, capacity (p->cost.count[b]),
	       checked (p, reg, block_end_place (f, b), blk->last));
  for (uint32_t k = 0; k < blk->n_succ; k++)
    {
      int32_t s = blk->succ[k];
      bool may = BIT_TEST (FLOW_SET (f, may_in, s), var);
      struct place place;

      if (!BIT_TEST (p->live + (size_t) s * f->words, var)
	  || (!may && p->stamp[s] != p->now))
	continue;
      edge_place (f, b, s, &place);
      network_arc (&p->net, out, may ? 1 : p->node[s],
		   capacity (edge_count (f, &p->cost, b, s)),
		   checked (p, reg, place.kind, place.insn));
    }
}

/* The region of VAR: its sinks and what is before them, up to block TOP.  If
   TOP is -1, all of it.  Returns how many blocks that are.  */

static uint32_t
find_region (struct placer *p, int32_t var, int32_t top)
{
  const struct flow *f = p->f;
  const struct ptx_cfg *cfg = f->cfg;
  uint32_t n = 0;

  p->now++;
  network_reset (&p->net);
  if (top < 0)
    {
      for (uint32_t b = 0; b + 1 < cfg->n_blocks; b++)
	if (f->reachable[b] && !BIT_TEST (FLOW_SET (f, may_in, b), var)
	    && BIT_TEST (p->live + (size_t) b * f->words, var))
	  add_to_region (p, b, &n);
      return n;
    }
  for (int32_t i = p->sinks[var].last; i >= 0; i = p->sink[i].next)
    add_to_region (p, p->sink[i].block, &n);
  for (uint32_t i = 0; i < n; i++)
    {
      int32_t b = p->region[i];

      for (uint32_t k = 0; k < cfg->blocks[b].n_pred && b != top; k++)
	if (f->reachable[cfg->blocks[b].pred[k]])
	  add_to_region (p, cfg->blocks[b].pred[k], &n);
    }
  return n;
}

/* Cut the sinks of VAR off from block TOP, or from the entry if that is block
   0 or -1.  False if the declarations do not allow it.  */

static bool
cut_below (struct placer *p, int32_t var, const struct var_events *ev,
	   int32_t top, place_fn fn, void *closure)
{
  uint32_t n = find_region (p, var, top);

  p->work -= n < p->work ? n : p->work;
  if (top > 0)
    network_arc (&p->net, 0, p->node[top], 0,
		 (struct place) { .kind = PLACE_NONE });
  else
    network_arc (&p->net, 0, p->node[0], capacity (1),
		 checked (p, p->f->var_reg[var], PLACE_ENTRY, 0));
  for (uint32_t i = 0; i < n; i++)
    add_arcs (p, p->region[i], var, ev);
  if (!network_max_flow (&p->net))
    return false;
  network_cut (&p->net, fn, closure);
  return true;
}

/* One move in block B, which dominates all sinks of VAR, or in a block that
   dominates B.  False if the declarations do not allow it.  */

static bool
place_once (struct placer *p, int32_t var, const struct var_events *ev,
	    int32_t b, place_fn fn, void *closure)
{
  const struct flow *f = p->f;
  int32_t reg = f->var_reg[var];
  struct place place = { .kind = PLACE_NONE };

  for (; b >= 0 && place.kind == PLACE_NONE; b = f->cfg->blocks[b].idom)
    place = (ev[b].first >= 0
	     ? checked (p, reg, PLACE_BEFORE, ev[b].first)
	     : checked (p, reg, block_end_place (f, b),
			f->cfg->blocks[b].last));
  if (place.kind == PLACE_NONE)
    place = checked (p, reg, PLACE_ENTRY, 0);
  if (place.kind == PLACE_NONE)
    return false;
  fn (closure, &place);
  return true;
}

/* Call FN for each place that gets a move for variable VAR, whose events by
   block are EV.  False when there is no set of places that the declarations
   allow.  */

bool
place_variable (struct placer *p, int32_t var, const struct var_events *ev,
		place_fn fn, void *closure)
{
  const struct flow *f = p->f;
  const struct sinks *s = &p->sinks[var];

  if (BIT_TEST (FLOW_SET (f, may_in, 0), var))
    {
      /* A loop leads back to the first instruction with a value.  */
      struct place place = checked (p, f->var_reg[var], PLACE_ENTRY, 0);

      if (place.kind == PLACE_NONE)
	return false;
      fn (closure, &place);
      return true;
    }
  if (s->n == 0)
    return true;
  int32_t top = p->cost.cheapest[s->common];
  if (s->n > MAX_SINKS || p->work == 0)
    return (place_once (p, var, ev, top, fn, closure)
	    || cut_below (p, var, ev, -1, fn, closure));
  return cut_below (p, var, ev, top, fn, closure);
}
