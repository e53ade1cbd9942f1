/* A loop of one block, put into a function.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "cfgloop.h"
#include "tree-cfg.h"
#include "loop-block.h"

/* See loop-block.h.  */

basic_block
make_loop_block (gimple *before, unsigned turns, edge *back)
{
  edge entry = split_block (gimple_bb (before), before);
  basic_block pre = entry->src, bb = split_edge (entry);
  edge out = single_succ_edge (bb);
  out->flags = (out->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  *back = make_edge (bb, bb, EDGE_TRUE_VALUE);
  (*back)->probability
    = profile_probability::guessed_always ().apply_scale (turns - 1, turns);
  out->probability = (*back)->probability.invert ();
  bb->count = pre->count.apply_scale (turns, 1);
  if (current_loops)
    loops_state_set (LOOPS_NEED_FIXUP);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  return bb;
}
