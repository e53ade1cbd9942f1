/* The CFG as ptxas sees it: where `trap' and `exit' lead.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <string.h>

#include "ptx-int.h"

/* Add an edge from block B to block X.  */
static void
add_new_edge (struct ptx_cfg *cfg, uint32_t b, uint32_t x)
{
  struct ptx_block *from = &cfg->blocks[b], *to = &cfg->blocks[x];
  int32_t *succ = ptx_xcalloc (from->n_succ + 1, sizeof *succ);
  int32_t *pred = ptx_xcalloc (to->n_pred + 1, sizeof *pred);

  for (uint32_t i = 0; i < from->n_succ; i++)
    succ[i] = from->succ[i];
  for (uint32_t i = 0; i < to->n_pred; i++)
    pred[i] = to->pred[i];
  succ[from->n_succ++] = (int32_t) x;
  pred[to->n_pred++] = (int32_t) b;
  free (from->succ);
  free (to->pred);
  from->succ = succ;
  to->pred = pred;
}

/* Add an edge to the exit block from each block that FROM has.  */
static void
add_exit_edges (struct ptx_cfg *cfg, const bool *from)
{
  uint32_t n = cfg->n_blocks, more = 0;
  struct ptx_block *exit = &cfg->blocks[n - 1];

  for (uint32_t b = 0; b + 1 < n; b++)
    more += from[b];
  exit->pred = ptx_xrealloc (exit->pred,
			     (exit->n_pred + more + 1) * sizeof *exit->pred);
  for (uint32_t b = 0; b + 1 < n; b++)
    if (from[b])
      {
	struct ptx_block *k = &cfg->blocks[b];

	k->succ = ptx_xrealloc (k->succ, (k->n_succ + 1) * sizeof *k->succ);
	k->succ[k->n_succ++] = (int32_t) n - 1;
	exit->pred[exit->n_pred++] = (int32_t) b;
      }
}

/* Put into PART, by block, a bit for each of the TARGETS (N of them, at most
   64) that the block leads to, which includes the target itself; only over
   blocks that are not in OTHER when it is not NULL.  Many targets at once:
   a search for each would take their number times the blocks.  */
static void
lead_to (const struct ptx_cfg *cfg, const int32_t *targets, unsigned n,
	 const bool *other, uint64_t *part)
{
  int32_t *queue = ptx_xcalloc (cfg->n_blocks, sizeof *queue);
  bool *queued = ptx_xcalloc (cfg->n_blocks, sizeof *queued);
  uint32_t head = 0, count = 0;

  memset (part, 0, cfg->n_blocks * sizeof *part);
  for (unsigned i = 0; i < n; i++)
    {
      part[targets[i]] |= (uint64_t) 1 << i;
      queued[targets[i]] = true;
      queue[count++] = targets[i];
    }
  while (count)
    {
      int32_t b = queue[head];
      const struct ptx_block *k = &cfg->blocks[b];

      head = head + 1 == cfg->n_blocks ? 0 : head + 1;
      count--;
      queued[b] = false;
      for (uint32_t i = 0; i < k->n_pred; i++)
	{
	  int32_t p = k->pred[i];

	  if ((other && other[p]) || !(part[b] & ~part[p]))
	    continue;
	  part[p] |= part[b];
	  if (!queued[p])
	    {
	      queued[p] = true;
	      queue[(head + count++) % cfg->n_blocks] = p;
	    }
	}
    }
  free (queue);
  free (queued);
}

/* In PTX before 8.3 let `trap' lead on into what is printed behind it.  ptxas
   took it for an ordinary instruction before CUDA 12.3, so that `trap' alone,
   without `exit', ends no block.  */
void
ptx_cfg_trap_falls (struct ptx_cfg *cfg)
{
  const struct ptx_function *f = cfg->func;
  bool any = false;

  if (f->unit->version >= 83)
    return;
  for (uint32_t b = 0; b + 1 < cfg->n_blocks; b++)
    if (cfg->blocks[b].n_succ == 0 && f->n_insns
	&& f->insns[cfg->blocks[b].last].op == PTX_OP_TRAP)
      {
	uint32_t next = cfg->blocks[b].last + 1;

	add_new_edge (cfg, b, next < f->n_insns ? (uint32_t)
		      cfg->insn_block[next] : cfg->n_blocks - 1);
	any = true;
      }
  if (any)
    ptx_cfg_postdominators (cfg);
}

/* A function that never returns, as a kernel whose every path ends in `exit':
   leaving all paths out leaves no postdominance at all.  So let one `exit'
   stand for return, the one that the most instructions lead to (the last of
   several); the others are early ones, and stay left out.  */
void
ptx_cfg_exit_is_return (struct ptx_cfg *cfg)
{
  uint32_t n = cfg->n_blocks, n_targets = 0;
  uint64_t *part = ptx_xcalloc (n, sizeof *part), most = 0;
  int32_t exit = (int32_t) n - 1, target[64], best = -1;
  bool *chosen = ptx_xcalloc (n, sizeof *chosen);

  lead_to (cfg, &exit, 1, NULL, part);
  bool returns = part[0];
  for (uint32_t b = 0; b < n && !returns; b++)
    {
      if (b + 1 < n && cfg->blocks[b].n_succ == 0
	  && cfg->func->insns[cfg->blocks[b].last].op == PTX_OP_EXIT)
	target[n_targets++] = b;
      if (!n_targets || (n_targets < 64 && b + 1 < n))
	continue;

      uint64_t count[64] = { 0 };
      lead_to (cfg, target, n_targets, NULL, part);
      for (uint32_t k = 0; k < n; k++)
	for (uint64_t bits = part[k]; bits; bits &= bits - 1)
	  count[__builtin_ctzll (bits)]
	    += cfg->blocks[k].last - cfg->blocks[k].first + 1;
      for (unsigned i = 0; i < n_targets; i++)
	if (count[i] >= most)
	  {
	    most = count[i];
	    best = target[i];
	  }
      n_targets = 0;
    }
  if (best >= 0)
    {
      chosen[best] = true;
      add_exit_edges (cfg, chosen);
      ptx_cfg_postdominators (cfg);
    }
  free (chosen);
  free (part);
}

/* Of the N dead ends at TARGETS (at most 64), set in SHARED those that
   branches with different immediate postdominators lead to.  LIVE: the blocks
   that return.  PART is room for a word for each block.  */
static void
find_shared (const struct ptx_cfg *cfg, const int32_t *targets, unsigned n,
	     const bool *live, uint64_t *part, bool *shared)
{
  int32_t first[64];

  for (unsigned i = 0; i < 64; i++)
    first[i] = -2;
  lead_to (cfg, targets, n, live, part);
  for (uint32_t b = 0; b + 1 < cfg->n_blocks; b++)
    {
      const struct ptx_block *k = &cfg->blocks[b];
      uint64_t entered = 0;

      if (!live[b] || k->n_succ < 2
	  || (cfg->func->insns[k->last].flags & PTX_F_UNI))
	continue;
      for (uint32_t i = 0; i < k->n_succ; i++)
	entered |= part[k->succ[i]];
      for (; entered; entered &= entered - 1)
	{
	  unsigned d = __builtin_ctzll (entered);

	  if (first[d] == -2)
	    first[d] = k->ipdom;
	  else if (first[d] != k->ipdom)
	    shared[targets[d]] = true;
	}
    }
}

/* Compute ipdom anew with the dead ends kept that several divergent regions
   share: those that conditional branches (not .uni) with two or more
   different immediate postdominators lead to.  That is what ptxas of CUDA 8
   was seen to do: a trap block that two regions shared made barriers behind
   it divergent, and one for each region did not.  */
void
ptx_cfg_share_dead_ends (struct ptx_cfg *cfg)
{
  uint32_t n = cfg->n_blocks, n_targets = 0;
  int32_t exit = (int32_t) n - 1, target[64];
  uint64_t *part = ptx_xcalloc (n, sizeof *part);
  bool *live = ptx_xcalloc (n, sizeof *live);
  bool *shared = ptx_xcalloc (n, sizeof *shared);

  lead_to (cfg, &exit, 1, NULL, part);
  for (uint32_t b = 0; b < n; b++)
    live[b] = part[b];
  for (uint32_t d = 0; d < n; d++)
    {
      if (d + 1 < n && !live[d] && cfg->blocks[d].n_succ == 0)
	target[n_targets++] = d;
      if (n_targets == 64 || (n_targets && d + 1 == n))
	{
	  find_shared (cfg, target, n_targets, live, part, shared);
	  n_targets = 0;
	}
    }
  add_exit_edges (cfg, shared);
  ptx_cfg_postdominators (cfg);
  free (live);
  free (shared);
  free (part);
}
