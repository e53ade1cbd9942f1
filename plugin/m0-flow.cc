/* Where M0 is foreign, and what a restore costs (amdgcn).
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

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "m0-function.h"
#include "predict.h"

#if ACCELFIX_GCN

/* Fills m_depth with the number of natural loops around each block.  */

void
m0_function::loop_depths ()
{
  basic_block bb;
  edge e;
  edge_iterator ei;

  m_depth.safe_grow_cleared (m_n_blocks, true);
  mark_dfs_back_edges ();
  FOR_EACH_BB_FN (bb, cfun)
    FOR_EACH_EDGE (e, ei, bb->succs)
      if (e->flags & EDGE_DFS_BACK)
	{
	  auto_sbitmap body (m_n_blocks);
	  auto_vec<basic_block> queue;
	  bitmap_clear (body);
	  bitmap_set_bit (body, e->dest->index);
	  m_depth[e->dest->index]++;
	  queue.safe_push (bb);
	  while (!queue.is_empty ())
	    {
	      basic_block b = queue.pop ();
	      edge p;
	      edge_iterator pi;
	      if (b == ENTRY_BLOCK_PTR_FOR_FN (cfun)
		  || bitmap_bit_p (body, b->index))
		continue;
	      bitmap_set_bit (body, b->index);
	      m_depth[b->index]++;
	      FOR_EACH_EDGE (p, pi, b->preds)
		queue.safe_push (p->src);
	    }
	}
}

/* Solves the three flow problems of struct m0_event.  */

void
m0_function::solve_flow ()
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  bool changed;

  /* Backward.  The first event of a block holds what enters it.  */
  do
    {
      changed = false;
      FOR_EACH_BB_REVERSE_FN (bb, cfun)
	{
	  bool live = false, may_end = EDGE_COUNT (bb->succs) == 0;
	  FOR_EACH_EDGE (e, ei, bb->succs)
	    if (e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
	      may_end = true;
	    else
	      {
		const m0_event &first = m_blocks[e->dest->index][0];
		live |= first.user_live;
		may_end |= first.may_end;
	      }
	  vec<m0_event> &events = m_blocks[bb->index];
	  for (int i = events.length () - 1; i >= 0; i--)
	    {
	      m0_event &ev = events[i];
	      if (ev.flags & M0_READS)
		live = true;
	      else if (ev.flags & (M0_CLOBBERS | M0_SETS | M0_RENEWS))
		live = false;
	      if (ev.flags & (M0_NEEDS | M0_CLOBBERS | M0_SETS))
		may_end = false;
	      changed |= ev.user_live != live || ev.may_end != may_end;
	      ev.user_live = live;
	      ev.may_end = may_end;
	    }
	}
    }
  while (changed);

  /* Forward.  A need is where M0 becomes good again, unless the user's value
     outlives it.  */
  do
    {
      changed = false;
      FOR_EACH_BB_FN (bb, cfun)
	{
	  vec<m0_event> &events = m_blocks[bb->index];
	  bool foreign = false;
	  FOR_EACH_EDGE (e, ei, bb->preds)
	    if (e->src != ENTRY_BLOCK_PTR_FOR_FN (cfun))
	      foreign |= m_blocks[e->src->index].last ().foreign;
	  for (unsigned i = 0; i < events.length (); i++)
	    {
	      m0_event &ev = events[i];
	      changed |= ev.foreign != foreign;
	      ev.foreign = foreign;
	      if (ev.flags & M0_CLOBBERS)
		foreign = true;
	      else if (ev.flags & (M0_SETS | M0_RENEWS))
		foreign = false;
	      else if ((ev.flags & M0_NEEDS) && !live_across_p (bb, i))
		foreign = false;
	    }
	}
    }
  while (changed);
}

/* Whether a user's value may be read after event I of BB, which needs M0
   and does not change it, or by that event itself.  */

bool
m0_function::live_across_p (basic_block bb, unsigned i) const
{
  const vec<m0_event> &events = m_blocks[bb->index];
  if (events[i].flags & M0_READS)
    return true;
  return i + 1 < events.length () && events[i + 1].user_live;
}

/* What a restore in BB costs that runs COUNT times in a function that runs
   BB_FREQ_MAX times at its hottest place: above all its frequency, or its
   size where the function is compiled for that; among equals an insn on a
   path that may end without a need is worse.  */

gcov_type
m0_function::cost (basic_block bb, gcov_type count, bool may_end) const
{
  if (!m_depth.is_empty ())
    {
      count = 1;
      for (int i = 0; i < MIN (m_depth[bb->index], 6); i++)
	count *= 10;
    }
  gcov_type end = may_end ? 1 : 0;
  if (optimize_function_for_size_p (cfun))
    return (count + (1 << 20)) * 16 + end;
  /* Frequencies are rounded: what runs 0.1 % less often but takes one insn
     more is not cheaper.  */
  return (count + BB_FREQ_MAX / 1000) * 16 + end;
}

#endif /* ACCELFIX_GCN */
