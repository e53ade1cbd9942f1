/* Simd loops of a function, and the SIMT regions in them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "simd.h"

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

/* See simd.h.  */

bool
simd_on_p (void)
{
  return accelfix_args.simd_private && TARGET_SOFT_STACK;
}

/* See simd.h.  */

bool
simd_gate (void)
{
  return simd_on_p () && !(cfun->curr_properties & PROP_gimple_lomp_dev);
}

/* See simd.h.  The calls themselves have no location; what follows
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

bool
simt_region::leaves_p (tree name)
{
  return simd_any_use (name, [this] (use_operand_p use)
    {
      gimple *stmt = USE_STMT (use);
      if (gphi *phi = dyn_cast<gphi *> (stmt))
	return !has (gimple_phi_arg_edge (phi, PHI_ARG_INDEX_FROM_USE (use)));
      return !has (stmt) && !exit_p (stmt);
    });
}

void
simt_region::reach (vec<basic_block> *work, bitmap reached, class loop *loop)
{
  while (!work->is_empty ())
    {
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, work->pop ()->succs)
	if (has (e) && !(loop && flow_bb_inside_loop_p (loop, e->dest))
	    && bitmap_set_bit (reached, e->dest->index))
	  work->safe_push (e->dest);
    }
}

/* The walk over the statements of the region, from GSI to the end of its
   block BB.  Blocks that are reached go to WORK.  */

void
simt_region::walk_block (basic_block bb, gimple_stmt_iterator gsi,
			 vec<basic_block> *work)
{
  for (; !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (exit_p (stmt))
	return;
      if (stmt == enter || stmt == alloc)
	{
	  fault = "its region is entered twice";
	  return;
	}
      stmts.add (stmt);
    }
  bitmap_set_bit (ends, bb->index);
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
      fault = "the function returns in its region";
    else if (bitmap_set_bit (starts, e->dest->index))
      work->safe_push (e->dest);
}

/* The region that starts at CALL.  What is found is right only if FAULT stays
   null.  A region is left over GOMP_SIMT_EXIT of its record only.  */

simt_region::simt_region (gcall *call)
  : enter (NULL), alloc (call), record (gimple_call_lhs (call)), loop (NULL),
    fault (NULL), shared (NULL)
{
  tree uid = gimple_call_arg (alloc, 0);
  gimple *def = TREE_CODE (uid) == SSA_NAME ? SSA_NAME_DEF_STMT (uid) : NULL;
  if (def && simd_call_p (def, IFN_GOMP_SIMT_ENTER))
    enter = as_a<gcall *> (def);
  if (!record || TREE_CODE (record) != SSA_NAME)
    {
      fault = "its region has no record";
      return;
    }
  imm_use_iterator it;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, it, record)
    if (simd_call_p (USE_STMT (use), IFN_GOMP_SIMT_EXIT))
      exits.safe_push (as_a<gcall *> (USE_STMT (use)));

  basic_block first = gimple_bb (alloc);
  blocks.safe_push (first);
  auto_vec<basic_block> work;
  gimple_stmt_iterator gsi = gsi_for_stmt (alloc);
  gsi_next (&gsi);
  walk_block (first, gsi, &work);
  while (!work.is_empty () && !fault)
    {
      basic_block bb = work.pop ();
      if (bb != first)
	{
	  blocks.safe_push (bb);
	  if (!dominated_by_p (CDI_DOMINATORS, bb, first))
	    fault = "its region has a second entry";
	}
      walk_block (bb, gsi_start_bb (bb), &work);
    }
}

/* Whether control reaches BB only over E, which may lead to the header of a
   loop: that is reached from within the loop as well.  */

static bool
only_over_p (basic_block bb, edge e)
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

bool
simd_copy::has (basic_block bb) const
{
  return only_over_p (bb, entry);
}

bool
simd_loop::in_plain_p (basic_block bb) const
{
  for (simd_copy *copy : plain)
    if (copy->has (bb))
      return true;
  return false;
}

/* See simd.h.  */

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

/* See simd.h.  */

tree
simd_walk_op (gimple *stmt, walk_tree_fn fn, void *data)
{
  walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  wi.info = data;
  return walk_gimple_op (stmt, fn, &wi);
}

/* See simd.h.  */

edge
simd_header_edge (class loop *loop, bool from_latch)
{
  edge e = EDGE_PRED (loop->header, 0);
  if (flow_bb_inside_loop_p (loop, e->src) != from_latch)
    e = EDGE_PRED (loop->header, 1);
  return e;
}

/* The loop that CALL, a GOMP_USE_SIMT, chooses a copy of.  If anything but one
   condition asks for CALL's result, there is no telling what is chosen; with a
   result of zero it is never the copy for SIMT.  */

simd_loop::simd_loop (gcall *call)
  : use_simt (call), no_simt (NULL)
{
  tree lhs = gimple_call_lhs (use_simt);
  if (!lhs || TREE_CODE (lhs) != SSA_NAME)
    return;
  imm_use_iterator it;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, it, lhs)
    {
      if (is_gimple_debug (USE_STMT (use)))
	continue;
      gcond *cond = dyn_cast<gcond *> (USE_STMT (use));
      if (!cond || gimple_cond_lhs (cond) != lhs
	  || !integer_zerop (gimple_cond_rhs (cond))
	  || (gimple_cond_code (cond) != NE_EXPR
	      && gimple_cond_code (cond) != EQ_EXPR))
	{
	  no_simt = "what chooses between its copies is not known";
	  continue;
	}
      edge yes, no;
      extract_true_false_edges_from_block (gimple_bb (cond), &yes, &no);
      if (gimple_cond_code (cond) == EQ_EXPR)
	std::swap (yes, no);
      simt.safe_push (new simd_copy (this, true, yes));
      plain.safe_push (new simd_copy (this, false, no));
    }
  if (simt.length () > 1)
    no_simt = "what chooses between its copies is not known";
}

/* Puts those of COPIES that control reaches over their edges alone into HEADS,
   by their first block.  Returns whether they all are.  */

static bool
find_heads (const vec<simd_copy *> &copies,
	    hash_map<basic_block, simd_copy *> *heads)
{
  bool all = true;
  for (simd_copy *c : copies)
    if (only_over_p (c->entry->dest, c->entry))
      heads->put (c->entry->dest, c);
    else
      all = false;
  return all;
}

/* Fills COPIES, and the copies' blocks, from the dominators downwards.  */

void
simd_loops::find_copies ()
{
  hash_map<basic_block, simd_copy *> heads;
  for (simd_loop *loop : loops)
    {
      bool known = find_heads (loop->plain, &heads);
      known &= find_heads (loop->simt, &heads);
      if (!known && !loop->no_simt)
	loop->no_simt = "the extent of its copies is not known";
    }

  copies.safe_grow_cleared (last_basic_block_for_fn (cfun));
  auto_vec<basic_block> work;
  work.safe_push (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  while (!work.is_empty ())
    {
      basic_block bb = work.pop ();
      basic_block dom = get_immediate_dominator (CDI_DOMINATORS, bb);
      simd_copy *copy = dom ? copies[dom->index] : NULL;
      if (simd_copy **head = heads.get (bb))
	{
	  (*head)->outer = copy;
	  copy = *head;
	}
      copies[bb->index] = copy;
      for (simd_copy *c = copy; c; c = c->outer)
	c->blocks.safe_push (bb);
      for (bb = first_dom_son (CDI_DOMINATORS, bb); bb;
	   bb = next_dom_son (CDI_DOMINATORS, bb))
	work.safe_push (bb);
    }
}

simd_loops::simd_loops ()
{
  for_each_stmt (cfun, [this] (gimple_stmt_iterator &gsi)
    {
      if (simd_call_p (gsi_stmt (gsi), IFN_GOMP_USE_SIMT))
	loops.safe_push (new simd_loop (as_a<gcall *> (gsi_stmt (gsi))));
      else if (simd_call_p (gsi_stmt (gsi), IFN_GOMP_SIMT_ENTER_ALLOC))
	regions.safe_push (new simt_region (as_a<gcall *> (gsi_stmt (gsi))));
    });
  if (loops.is_empty () && regions.is_empty ())
    return;
  find_copies ();

  /* A region belongs to the innermost loop whose copy for SIMT holds it.  One
     that belongs to none may be any loop's.  */
  bool stray = false;
  for (simt_region *r : regions)
    {
      simd_copy *c = copy_of (gimple_bb (r->alloc));
      while (c && !c->simt)
	c = c->outer;
      if (c)
	{
	  r->loop = c->loop;
	  r->loop->regions.safe_push (r);
	}
      else
	stray = true;
    }
  for (simd_loop *loop : loops)
    for (simt_region *r : loop->regions)
      for (simt_region *s : loop->regions)
	if (r->has (s->alloc) && !loop->no_simt)
	  loop->no_simt = "one of its regions starts in another";
  if (stray)
    for (simd_loop *loop : loops)
      if (!loop->no_simt)
	loop->no_simt = "a region is in no loop's copy for SIMT";
}

/* The region that STMT is in, or null.  A statement that is in several is in
   one of another.  */

simt_region *
simd_loops::region_of (gimple *stmt)
{
  for (simd_copy *c = copy_of (gimple_bb (stmt)); c; c = c->outer)
    if (c->simt)
      for (simt_region *r : c->loop->regions)
	if (r->has (stmt))
	  return r;
  return NULL;
}

/* See simd.h.  A function whose regions' extent is not known counts as one
   region.  */

void
simd_find_calls (function *fun, hash_set<gimple *> *calls)
{
  push_cfun (fun);
  bool had = dom_info_available_p (CDI_DOMINATORS);
  calculate_dominance_info (CDI_DOMINATORS);
  {
    simd_loops loops;
    for (simt_region *r : loops.regions)
      if (!r->fault)
	{
	  for (gimple *stmt : r->stmts)
	    if (is_gimple_call (stmt))
	      calls->add (stmt);
	}
      else
	for_each_stmt (cfun, [calls] (gimple_stmt_iterator &gsi)
	  {
	    if (is_gimple_call (gsi_stmt (gsi)))
	      calls->add (gsi_stmt (gsi));
	  });
  }
  if (!had)
    free_dominance_info (CDI_DOMINATORS);
  pop_cfun ();
}
