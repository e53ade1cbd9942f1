/* Control flow: blocks as printed, dominators, postdominators.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <string.h>

#include "ptx-int.h"

/* Call FN with each block that the last instruction LAST of a block may jump
   to, fall-through not included.  */

typedef void (*target_fn) (void *closure, int32_t insn);

static void
for_each_target (const struct ptx_function *f, const struct ptx_insn *insn,
		 target_fn fn, void *closure)
{
  if (insn->op == PTX_OP_BRA)
    {
      if (insn->operand[0].label >= 0)
	fn (closure, f->labels[insn->operand[0].label].insn);
    }
  else if (insn->op == PTX_OP_BRX && insn->target_table >= 0)
    {
      const struct ptx_targets *t = &f->targets[insn->target_table];

      for (uint32_t i = 0; t->label && i < t->n; i++)
	if (t->label[i] >= 0)
	  fn (closure, f->labels[t->label[i]].insn);
    }
}

/* True if control may not go on behind INSN: also when its guard makes it a
   two-way branch.  */

static bool
ends_block_p (const struct ptx_function *f, const struct ptx_insn *insn)
{
  switch (insn->op)
    {
    case PTX_OP_BRA: case PTX_OP_BRX: case PTX_OP_RET: case PTX_OP_EXIT:
    case PTX_OP_TRAP:
      return true;
    default:
      return ptx_insn_ends_block_p (f, insn);
    }
}

struct edges
{
  struct ptx_cfg *cfg;
  int32_t from;
  uint32_t alloc;
  uint32_t *mark;		/* By block: from + 1 when it is a successor
				   already.  */
};

static void
add_edge (struct edges *e, int32_t to)
{
  struct ptx_block *b = &e->cfg->blocks[e->from];

  if (e->mark[to] == (uint32_t) e->from + 1)
    return;
  e->mark[to] = e->from + 1;
  PTX_GROW (b->succ, b->n_succ, e->alloc);
  b->succ[b->n_succ++] = to;
}

static void
add_insn_edge (void *closure, int32_t insn)
{
  struct edges *e = closure;
  const struct ptx_cfg *cfg = e->cfg;

  if ((uint32_t) insn >= cfg->func->n_insns)
    {
      cfg->blocks[e->from].falls_off = true;
      add_edge (e, cfg->n_blocks - 1);
    }
  else
    add_edge (e, cfg->insn_block[insn]);
}

static void
mark_leader (void *closure, int32_t insn)
{
  ((bool *) closure)[insn] = true;
}

/* ---- Dominators, by the iterative algorithm of Cooper, Harvey and Kennedy
   over a numbering in postorder.  The graph is given by its edges, so that
   the same code does postdominators.  */

struct graph
{
  uint32_t n;
  const uint32_t *succ_at, *pred_at;	/* Offsets into the arrays below.  */
  const int32_t *succ, *pred;
};

/* Number the blocks that ROOT reaches; NUMBER is -1 for the others, ORDER
   the blocks by number.  Returns how many.  */

static uint32_t
postorder (const struct graph *g, int32_t root, int32_t *number,
	   int32_t *order)
{
  int32_t *stack = ptx_xcalloc (g->n, sizeof *stack);
  uint32_t *next = ptx_xcalloc (g->n, sizeof *next);
  uint32_t depth = 0, count = 0;

  for (uint32_t i = 0; i < g->n; i++)
    number[i] = -1;
  stack[depth++] = root;
  number[root] = -2;
  while (depth)
    {
      int32_t b = stack[depth - 1];
      uint32_t at = g->succ_at[b] + next[b];

      if (at < g->succ_at[b + 1])
	{
	  int32_t s = g->succ[at];

	  next[b]++;
	  if (number[s] == -1)
	    {
	      number[s] = -2;
	      stack[depth++] = s;
	    }
	}
      else
	{
	  order[count] = b;
	  number[b] = count++;
	  depth--;
	}
    }
  free (stack);
  free (next);
  return count;
}

static void
dominators (const struct graph *g, int32_t root, int32_t *idom)
{
  int32_t *number = ptx_xcalloc (g->n, sizeof *number);
  int32_t *order = ptx_xcalloc (g->n, sizeof *order);
  uint32_t count = postorder (g, root, number, order);
  bool changed = true;

  for (uint32_t i = 0; i < g->n; i++)
    idom[i] = -1;
  idom[root] = root;
  while (changed)
    {
      changed = false;
      for (uint32_t k = count - 1; k-- > 0;)
	{
	  int32_t b = order[k], new = -1;

	  for (uint32_t i = g->pred_at[b]; i < g->pred_at[b + 1]; i++)
	    {
	      int32_t p = g->pred[i];

	      if (number[p] < 0 || idom[p] < 0)
		continue;
	      if (new < 0)
		new = p;
	      else
		while (p != new)
		  {
		    while (number[p] < number[new])
		      p = idom[p];
		    while (number[new] < number[p])
		      new = idom[new];
		  }
	    }
	  if (new != idom[b])
	    {
	      idom[b] = new;
	      changed = true;
	    }
	}
    }
  idom[root] = -1;
  free (number);
  free (order);
}

/* Flatten the edges of CFG.  KEEP tells which blocks count, NULL for all.  */

static void
flatten (const struct ptx_cfg *cfg, const bool *keep, uint32_t **succ_at,
	 int32_t **succ, uint32_t **pred_at, int32_t **pred)
{
  uint32_t n = cfg->n_blocks, edges = 0;

  for (uint32_t i = 0; i < n; i++)
    edges += cfg->blocks[i].n_succ;
  *succ_at = ptx_xcalloc (n + 1, sizeof **succ_at);
  *pred_at = ptx_xcalloc (n + 2, sizeof **pred_at);
  *succ = ptx_xcalloc (edges, sizeof **succ);
  *pred = ptx_xcalloc (edges, sizeof **pred);
  edges = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      (*succ_at)[i] = edges;
      if (!keep || keep[i])
	for (uint32_t k = 0; k < cfg->blocks[i].n_succ; k++)
	  {
	    int32_t s = cfg->blocks[i].succ[k];

	    if (keep && !keep[s])
	      continue;
	    (*succ)[edges++] = s;
	    (*pred_at)[s + 2]++;
	  }
    }
  (*succ_at)[n] = edges;
  for (uint32_t i = 0; i <= n; i++)
    (*pred_at)[i + 1] += (*pred_at)[i];
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = (*succ_at)[i]; k < (*succ_at)[i + 1]; k++)
      (*pred)[(*pred_at)[(*succ)[k] + 1]++] = i;
}

static void
set_dominators (struct ptx_cfg *cfg)
{
  uint32_t n = cfg->n_blocks, *succ_at, *pred_at;
  int32_t *succ, *pred, *dom = ptx_xcalloc (n, sizeof *dom);

  flatten (cfg, NULL, &succ_at, &succ, &pred_at, &pred);
  struct graph g = { n, succ_at, pred_at, succ, pred };
  dominators (&g, 0, dom);
  for (uint32_t i = 0; i < n; i++)
    cfg->blocks[i].idom = dom[i];
  free (succ_at);
  free (succ);
  free (pred_at);
  free (pred);
  free (dom);
}

/* Postdominators among the blocks from which the virtual exit can be
   reached.  Blocks that only lead to `exit' or `trap', or run in circles,
   are left out.  */

void
ptx_cfg_postdominators (struct ptx_cfg *cfg)
{
  uint32_t n = cfg->n_blocks, *succ_at, *pred_at;
  int32_t *succ, *pred, *dom = ptx_xcalloc (n, sizeof *dom);
  int32_t *stack = ptx_xcalloc (n, sizeof *stack);
  bool *reaches = ptx_xcalloc (n, sizeof *reaches);
  uint32_t depth = 0;

  stack[depth++] = n - 1;
  reaches[n - 1] = true;
  while (depth)
    {
      const struct ptx_block *b = &cfg->blocks[stack[--depth]];

      for (uint32_t i = 0; i < b->n_pred; i++)
	if (!reaches[b->pred[i]])
	  {
	    reaches[b->pred[i]] = true;
	    stack[depth++] = b->pred[i];
	  }
    }
  flatten (cfg, reaches, &succ_at, &succ, &pred_at, &pred);
  /* The graph upside down.  */
  struct graph g = { n, pred_at, succ_at, pred, succ };
  dominators (&g, n - 1, dom);
  for (uint32_t i = 0; i < n; i++)
    cfg->blocks[i].ipdom = reaches[i] ? dom[i] : -1;
  free (succ_at);
  free (succ);
  free (pred_at);
  free (pred);
  free (dom);
  free (stack);
  free (reaches);
}

struct ptx_cfg *
ptx_cfg_build (const struct ptx_function *f)
{
  struct ptx_cfg *cfg = ptx_xcalloc (1, sizeof *cfg);
  bool *leader = ptx_xcalloc (f->n_insns + 1, sizeof *leader);
  uint32_t n = 0, alloc;

  cfg->func = f;
  cfg->insn_block = ptx_xcalloc (f->n_insns, sizeof *cfg->insn_block);
  leader[0] = true;
  for (uint32_t i = 0; i < f->n_labels; i++)
    leader[f->labels[i].insn] = true;
  for (uint32_t i = 0; i < f->n_insns; i++)
    if (ends_block_p (f, &f->insns[i]))
      {
	leader[i + 1] = true;
	for_each_target (f, &f->insns[i], mark_leader, leader);
      }
  for (uint32_t i = 0; i < f->n_insns; i++)
    {
      n += leader[i];
      cfg->insn_block[i] = n - 1;
    }
  cfg->n_blocks = n + 1;
  cfg->blocks = ptx_xcalloc (cfg->n_blocks, sizeof *cfg->blocks);
  for (uint32_t i = 0; i < cfg->n_blocks; i++)
    cfg->blocks[i].label = cfg->blocks[i].idom = cfg->blocks[i].ipdom = -1;
  for (uint32_t i = 0; i < f->n_insns; i++)
    {
      struct ptx_block *b = &cfg->blocks[cfg->insn_block[i]];

      if (leader[i])
	b->first = i;
      b->last = i;
    }
  cfg->blocks[n].first = f->n_insns;
  cfg->blocks[n].last = (int32_t) f->n_insns - 1;
  for (uint32_t i = f->n_labels; i-- > 0;)
    cfg->blocks[(uint32_t) f->labels[i].insn < f->n_insns
		? cfg->insn_block[f->labels[i].insn] : (int32_t) n].label = i;

  struct edges e = { .cfg = cfg };
  e.mark = ptx_xcalloc (cfg->n_blocks, sizeof *e.mark);
  for (uint32_t i = 0; i < n; i++)
    {
      struct ptx_block *b = &cfg->blocks[i];
      const struct ptx_insn *last = &f->insns[b->last];

      e.from = i;
      e.alloc = 0;
      /* Fall-through first, so that succ[0] is the untaken way.  */
      if (!ptx_insn_ends_block_p (f, last))
	add_insn_edge (&e, b->last + 1);
      if (last->op == PTX_OP_RET)
	add_edge (&e, n);
      for_each_target (f, last, add_insn_edge, &e);
    }
  if (n == 0)
    {
      /* An empty body: the exit block is the entry as well.  */
      cfg->blocks[0].falls_off = true;
    }
  for (uint32_t i = 0; i < cfg->n_blocks; i++)
    for (uint32_t k = 0; k < cfg->blocks[i].n_succ; k++)
      cfg->blocks[cfg->blocks[i].succ[k]].n_pred++;
  for (uint32_t i = 0; i < cfg->n_blocks; i++)
    {
      alloc = cfg->blocks[i].n_pred;
      cfg->blocks[i].pred = ptx_xcalloc (alloc, sizeof (int32_t));
      cfg->blocks[i].n_pred = 0;
    }
  for (uint32_t i = 0; i < cfg->n_blocks; i++)
    for (uint32_t k = 0; k < cfg->blocks[i].n_succ; k++)
      {
	struct ptx_block *s = &cfg->blocks[cfg->blocks[i].succ[k]];

	s->pred[s->n_pred++] = i;
      }
  set_dominators (cfg);
  ptx_cfg_postdominators (cfg);
  free (leader);
  free (e.mark);
  return cfg;
}

/* Number the blocks by the dominator tree: FIRST[B] in preorder, and LAST[B]
   the highest number below B, so that A dominates B if B's number is from
   FIRST[A] to LAST[A].  Blocks that the entry does not reach get -1 and -2.
   The caller frees both.  */

void
ptx_cfg_dominator_tree (const struct ptx_cfg *cfg, int32_t **first,
			int32_t **last)
{
  uint32_t n = cfg->n_blocks, depth = 0;
  int32_t *child = ptx_xcalloc (n, sizeof *child);
  int32_t *sibling = ptx_xcalloc (n, sizeof *sibling);
  int32_t *stack = ptx_xcalloc (n, sizeof *stack);
  int32_t count = 0;

  *first = ptx_xcalloc (n, sizeof **first);
  *last = ptx_xcalloc (n, sizeof **last);
  for (uint32_t b = 0; b < n; b++)
    {
      child[b] = -1;
      (*first)[b] = -1;
      (*last)[b] = -2;
    }
  for (uint32_t b = n; b-- > 1;)
    if (cfg->blocks[b].idom >= 0)
      {
	sibling[b] = child[cfg->blocks[b].idom];
	child[cfg->blocks[b].idom] = b;
      }
  stack[depth++] = 0;
  (*first)[0] = count++;
  while (depth)
    {
      int32_t b = stack[depth - 1], c = child[b];

      if (c < 0)
	{
	  (*last)[b] = count - 1;
	  depth--;
	  continue;
	}
      child[b] = sibling[c];
      (*first)[c] = count++;
      stack[depth++] = c;
    }
  free (child);
  free (sibling);
  free (stack);
}

void
ptx_cfg_free (struct ptx_cfg *cfg)
{
  if (!cfg)
    return;
  for (uint32_t i = 0; i < cfg->n_blocks; i++)
    {
      free (cfg->blocks[i].succ);
      free (cfg->blocks[i].pred);
    }
  free (cfg->blocks);
  free (cfg->insn_block);
  free (cfg);
}
