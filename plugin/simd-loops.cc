/* Simd loops of a function, and the SIMT regions in them.
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
#include "accelfix.h"
#include "simd-loops.h"

/* GCC's omp-low.cc (scan_omp_simd) makes of each simd loop that a device may
   execute

     use = GOMP_USE_SIMT ();
     if (use != 0)
       {
	 uid = GOMP_SIMT_ENTER (simduid, &private...);
	 record = GOMP_SIMT_ENTER_ALLOC (uid);
	 for (i = first + step * GOMP_SIMT_LANE (); ...; i += step * 32)
	   body;
	 GOMP_SIMT_EXIT (record);
       }
     else
       for (i = first; ...; i += step)
	 body;

   The second copy is the one for targets without SIMT.  "ompdevlow" replaces
   the calls, on nvptx the first by 1, and the second copy is dead from then
   on.  A loop whose regions cannot be repaired takes it instead.

   Two copies of one region may come out of code that was duplicated: each
   ALLOC is then a region of its own.  */

/* See simd-loops.h.  */

bool
simd_on_p (void)
{
  return accelfix_args.simd_private && TARGET_SOFT_STACK;
}

/* See simd-loops.h.  */

bool
simd_gate (function *fun)
{
  return simd_on_p () && !(fun->curr_properties & PROP_gimple_lomp_dev);
}

/* See simd-loops.h.  The calls themselves have no location; what follows
   has.  */

dump_user_location_t
simd_location (gimple *stmt)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  basic_block bb = gsi_bb (gsi);
  for (int blocks = 0; blocks < 8; blocks++)
    {
      for (; !gsi_end_p (gsi); gsi_next (&gsi))
	if (LOCATION_LOCUS (gimple_location (gsi_stmt (gsi)))
	    > BUILTINS_LOCATION)
	  return dump_user_location_t (gsi_stmt (gsi));
      if (EDGE_COUNT (bb->succs) == 0)
	break;
      bb = EDGE_SUCC (bb, 0)->dest;
      gsi = gsi_start_bb (bb);
    }
  return dump_user_location_t (stmt);
}

bool
simt_region::exit_p (gimple *stmt)
{
  for (gcall *e : exits)
    if (e == stmt)
      return true;
  return false;
}

/* The walk over the statements of region R, from GSI to the end of its
   block.  Blocks that are reached go to WORK.  */

static void
walk_block (simt_region *r, basic_block bb, gimple_stmt_iterator gsi,
	    vec<basic_block> *work)
{
  for (; !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (r->exit_p (stmt))
	return;
      if (stmt == r->enter || stmt == r->alloc)
	{
	  r->fault = "its region is entered twice";
	  return;
	}
      r->stmts.add (stmt);
    }
  bitmap_set_bit (r->ends, bb->index);
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
      r->fault = "the function returns in its region";
    else if (bitmap_set_bit (r->starts, e->dest->index))
      work->safe_push (e->dest);
}

/* See simd-loops.h.  The result is right only if R->fault stays null.  A
   region is left over GOMP_SIMT_EXIT of its record only.  */

void
simd_find_extent (simt_region *r)
{
  r->record = gimple_call_lhs (r->alloc);
  if (!r->record || TREE_CODE (r->record) != SSA_NAME)
    {
      r->fault = "its region has no record";
      return;
    }
  imm_use_iterator it;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, it, r->record)
    if (simd_call_p (USE_STMT (use), IFN_GOMP_SIMT_EXIT))
      r->exits.safe_push (as_a<gcall *> (USE_STMT (use)));

  basic_block first = gimple_bb (r->alloc);
  r->blocks.safe_push (first);
  auto_vec<basic_block> work;
  gimple_stmt_iterator gsi = gsi_for_stmt (r->alloc);
  gsi_next (&gsi);
  walk_block (r, first, gsi, &work);
  while (!work.is_empty () && !r->fault)
    {
      basic_block bb = work.pop ();
      if (bb != first)
	{
	  r->blocks.safe_push (bb);
	  if (!dominated_by_p (CDI_DOMINATORS, bb, first))
	    r->fault = "its region has a second entry";
	}
      walk_block (r, bb, gsi_start_bb (bb), &work);
    }
}

/* See simd-loops.h.  E may lead to the header of a loop, which is reached from
   within the loop as well.  */

bool
simd_only_over_p (basic_block bb, edge e)
{
  if (!dominated_by_p (CDI_DOMINATORS, bb, e->dest))
    return false;
  edge other;
  edge_iterator ei;
  FOR_EACH_EDGE (other, ei, e->dest->preds)
    if (other != e && !dominated_by_p (CDI_DOMINATORS, other->src, e->dest))
      return false;
  return true;
}

/* See simd-loops.h.  */

class loop *
simd_region_loop (simt_region *r, basic_block bb)
{
  class loop *found = NULL;
  for (class loop *l = bb->loop_father; l && loop_outer (l);
       l = loop_outer (l))
    if (flow_bb_inside_loop_p (l, gimple_bb (r->alloc)))
      break;
    else
      found = l;
  return found;
}

/* The loop that USE_SIMT chooses a copy of, or null if what follows is not a
   choice.  */

static simd_loop *
make_loop (gcall *use_simt)
{
  tree lhs = gimple_call_lhs (use_simt);
  if (!lhs || TREE_CODE (lhs) != SSA_NAME)
    return NULL;
  imm_use_iterator it;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, it, lhs)
    {
      gcond *cond = dyn_cast<gcond *> (USE_STMT (use));
      if (!cond || gimple_cond_lhs (cond) != lhs
	  || !integer_zerop (gimple_cond_rhs (cond))
	  || (gimple_cond_code (cond) != NE_EXPR
	      && gimple_cond_code (cond) != EQ_EXPR))
	continue;
      edge yes, no;
      extract_true_false_edges_from_block (gimple_bb (cond), &yes, &no);
      if (gimple_cond_code (cond) == EQ_EXPR)
	std::swap (yes, no);
      simd_loop *loop = new simd_loop;
      loop->use_simt = use_simt;
      loop->simt = yes;
      loop->plain = no;
      loop->no_simt = NULL;
      return loop;
    }
  return NULL;
}

/* See simd-loops.h.  */

simd_loop *
simd_loops::loop_of (simt_region *r)
{
  for (simd_loop *loop : loops)
    if (loop->regions.contains (r))
      return loop;
  return NULL;
}

simd_loops::simd_loops ()
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (simd_call_p (gsi_stmt (gsi), IFN_GOMP_USE_SIMT))
	{
	  if (simd_loop *loop = make_loop (as_a<gcall *> (gsi_stmt (gsi))))
	    loops.safe_push (loop);
	}
      else if (simd_call_p (gsi_stmt (gsi), IFN_GOMP_SIMT_ENTER_ALLOC))
	{
	  simt_region *r = new simt_region;
	  r->alloc = as_a<gcall *> (gsi_stmt (gsi));
	  r->enter = NULL;
	  r->fault = NULL;
	  tree uid = gimple_call_arg (r->alloc, 0);
	  gimple *def = (TREE_CODE (uid) == SSA_NAME
			 ? SSA_NAME_DEF_STMT (uid) : NULL);
	  if (def && simd_call_p (def, IFN_GOMP_SIMT_ENTER))
	    r->enter = as_a<gcall *> (def);
	  simd_find_extent (r);
	  regions.safe_push (r);
	}

  /* A region belongs to the innermost loop whose copy for SIMT holds it.  */
  for (simt_region *r : regions)
    {
      basic_block at = gimple_bb (r->alloc);
      simd_loop *best = NULL;
      for (simd_loop *loop : loops)
	if (simd_only_over_p (at, loop->simt)
	    && (!best
		|| dominated_by_p (CDI_DOMINATORS, loop->simt->dest,
				   best->simt->dest)))
	  best = loop;
      if (best)
	best->regions.safe_push (r);
    }
}

simd_loops::~simd_loops ()
{
  for (simd_loop *loop : loops)
    delete loop;
  for (simt_region *r : regions)
    delete r;
}
