/* Values in registers that leave SIMT regions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "simd.h"

/* Behind a SIMT region all lanes go on as one, so that a value must be the same
   in all.  One that an iteration has computed is in the registers of its lane
   alone.  GCC hands on what reduction and lastprivate clauses name by
   exchanges between the lanes (GOMP_SIMT_XCHG_BFLY, GOMP_SIMT_XCHG_IDX);
   for a variable that the lanes share it has the memory, until it makes a
   register of it:

     last = -1;
     #pragma omp simd
     for (i = 0; i < n; i++)
       if (a[i] == 77)
	 last = i;

   Known to be the same in all lanes are constants, what was set before the
   region, what an exchange gives, what is computed from these, and of what
   control selects that where a condition on such values selects.  The lanes add
   up what they have in a loop of exchanges, behind which all have the same:

     sum_1 = PHI <sum of the lane, sum_3>
     sum_2 = GOMP_SIMT_XCHG_BFLY (sum_1, distance);
     sum_3 = sum_1 + sum_2;

   For && and || the sum is a PHI, which conditions on the same values select.

   A loop that leaves any other value runs without SIMT.  */

/* Whether CALL gives all lanes of its region the same.  */

static bool
even_call_p (gimple *call)
{
  if (gimple_call_internal_p (call))
    switch (gimple_call_internal_fn (call))
      {
      case IFN_GOMP_SIMT_XCHG_BFLY:
      case IFN_GOMP_SIMT_XCHG_IDX:
      case IFN_GOMP_SIMT_VOTE_ANY:
      case IFN_GOMP_SIMT_LAST_LANE:
      case IFN_GOMP_SIMT_VF:
      case IFN_GOMP_SIMD_LANE:
      case IFN_GOMP_SIMD_VF:
      case IFN_GOMP_USE_SIMT:
	return true;
      default:
	break;
      }
  return false;
}

/* Adds to WORK what selects among the arguments of PHI.  */

static void
add_selectors (gphi *phi, vec<tree> *work)
{
  basic_block bb = gimple_bb (phi);
  basic_block from = get_immediate_dominator (CDI_DOMINATORS, bb);
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->preds)
    for (basic_block b = e->src; b; b = get_immediate_dominator (CDI_DOMINATORS,
								 b))
      {
	gimple_stmt_iterator gsi = gsi_last_bb (b);
	if (!gsi_end_p (gsi) && gimple_code (gsi_stmt (gsi)) == GIMPLE_COND)
	  {
	    work->safe_push (gimple_cond_lhs (gsi_stmt (gsi)));
	    work->safe_push (gimple_cond_rhs (gsi_stmt (gsi)));
	  }
	if (b == from)
	  break;
      }
}

/* Whether PHI, of a region, stands at the start of a loop in which the lanes
   exchange what it has.  */

static bool
merging_p (gphi *phi)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  if (loop->header != gimple_bb (phi))
    return false;
  auto_vec<tree> work;
  hash_set<tree> seen;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src))
      work.safe_push (gimple_phi_arg_def (phi, i));
  while (!work.is_empty ())
    {
      tree name = work.pop ();
      if (TREE_CODE (name) != SSA_NAME || seen.add (name))
	continue;
      gimple *def = SSA_NAME_DEF_STMT (name);
      if (!gimple_bb (def) || gimple_bb (def)->loop_father != loop)
	continue;
      if (simd_call_p (def, IFN_GOMP_SIMT_XCHG_BFLY))
	return true;
      if (is_gimple_assign (def))
	for (unsigned i = 1; i < gimple_num_ops (def); i++)
	  if (gimple_op (def, i))
	    work.safe_push (gimple_op (def, i));
      if (gphi *select = dyn_cast<gphi *> (def))
	if (gimple_bb (select) != loop->header)
	  {
	    simd_add_operands (select, &work);
	    add_selectors (select, &work);
	  }
    }
  return false;
}

/* Whether PHI has the number of lanes, or, in a lane without an iteration, what
   was set before R: the step of a loop, as GCC keeps it behind the loop.  It is
   never a variable of the program's, and nothing but GCC's test for the last
   iteration reads it.  */

static bool
step_p (simt_region *r, gphi *phi)
{
  bool count = false;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree arg = gimple_phi_arg_def (phi, i);
      if (TREE_CODE (arg) != SSA_NAME)
	return false;
      if (simd_number_p (arg, IFN_GOMP_SIMT_VF))
	count = true;
      else if (r->has (SSA_NAME_DEF_STMT (arg)))
	return false;
    }
  return count;
}

static bool even_p (simt_region *, tree, hash_set<tree> *);

/* Whether BB ends with a condition that is the same in all lanes of R.  */

static bool
even_end_p (simt_region *r, basic_block bb, hash_set<tree> *seen)
{
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  gcond *cond = gsi_end_p (gsi) ? NULL : dyn_cast<gcond *> (gsi_stmt (gsi));
  return (cond && even_p (r, gimple_cond_lhs (cond), seen)
	  && even_p (r, gimple_cond_rhs (cond), seen));
}

/* Whether LOOP, which is in R, is left at its header only.  */

static bool
ends_at_header_p (simt_region *r, class loop *loop)
{
  for (basic_block bb : r->blocks)
    if (bb != loop->header && flow_bb_inside_loop_p (loop, bb))
      {
	edge e;
	edge_iterator ei;
	FOR_EACH_EDGE (e, ei, bb->succs)
	  if (!flow_bb_inside_loop_p (loop, e->dest))
	    return false;
      }
  return true;
}

/* Whether all lanes come to BB over the same edge, and in a loop equally
   often.  Known are a loop that ends at its header, and a block that conditions
   lead to with no loop among them.  */

static bool
even_way_p (simt_region *r, basic_block bb, hash_set<tree> *seen)
{
  if (EDGE_COUNT (bb->preds) == 1)
    return true;
  class loop *loop = bb->loop_father;
  if (loop->header == bb)
    return ends_at_header_p (r, loop) && even_end_p (r, bb, seen);
  basic_block from = get_immediate_dominator (CDI_DOMINATORS, bb);
  auto_bitmap between;
  auto_vec<basic_block> work;
  work.safe_push (bb);
  while (!work.is_empty ())
    {
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, work.pop ()->preds)
	{
	  basic_block b = e->src;
	  if (!bitmap_set_bit (between, b->index))
	    continue;
	  if (b->loop_father != loop
	      || (!single_succ_p (b) && !even_end_p (r, b, seen)))
	    return false;
	  if (b != from)
	    work.safe_push (b);
	}
    }
  return true;
}

/* Whether VALUE is the same in all lanes behind R.  SEEN has what is being
   looked at.  */

static bool
even_p (simt_region *r, tree value, hash_set<tree> *seen)
{
  if (TREE_CODE (value) != SSA_NAME || seen->add (value))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gimple_nop_p (def))
    return true;
  if (gphi *phi = dyn_cast<gphi *> (def))
    {
      if (!bitmap_bit_p (r->starts, gimple_bb (phi)->index)
	  || merging_p (phi) || step_p (r, phi))
	return true;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (!even_p (r, gimple_phi_arg_def (phi, i), seen))
	  return false;
      return even_way_p (r, gimple_bb (phi), seen);
    }
  if (!r->has (def))
    return true;
  if (is_gimple_call (def))
    return even_call_p (def);
  if (!is_gimple_assign (def) || gimple_vuse (def))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (def); i++)
    if (gimple_op (def, i) && !even_p (r, gimple_op (def, i), seen))
      return false;
  return true;
}

/* See simd.h.  */

const char *
simd_find_leaving (simt_region *r)
{
  for (basic_block bb : r->blocks)
    {
      auto_vec<tree> names;
      if (bitmap_bit_p (r->starts, bb->index))
	for (gphi_iterator pi = gsi_start_phis (bb); !gsi_end_p (pi);
	     gsi_next (&pi))
	  names.safe_push (gimple_phi_result (pi.phi ()));
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	if (r->has (gsi_stmt (gsi)))
	  {
	    def_operand_p def;
	    ssa_op_iter it;
	    FOR_EACH_SSA_DEF_OPERAND (def, gsi_stmt (gsi), it, SSA_OP_DEF)
	      names.safe_push (DEF_FROM_PTR (def));
	  }
      for (tree name : names)
	{
	  hash_set<tree> seen;
	  if (virtual_operand_p (name) || !r->leaves_p (name)
	      || even_p (r, name, &seen))
	    continue;
	  if (dump_file)
	    {
	      fprintf (dump_file, "leaves the region, not the same in all "
				  "lanes: ");
	      print_generic_expr (dump_file, name);
	      fputc ('\n', dump_file);
	    }
	  return "a value that a single lane has leaves its region";
	}
    }
  return NULL;
}
