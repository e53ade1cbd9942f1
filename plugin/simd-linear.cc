/* Linear variables of simd loops.
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
#include "simd-linear.h"

/* In iteration I of a loop a variable of clause linear (k: 3) has the value
   k + 3 * I.  GCC counts it along with the iterations (omp-low.cc,
   lower_rec_input_clauses), in the copy of the loop for SIMT as well:

     k_1 = PHI <k_0, k_2>
     ...
     k_2 = k_1 + 3;

   There each lane executes one iteration of 32, so that the lanes start with
   k + 3 * lane, and step by 3 * 32:

     k_1 = PHI <k_0 + 3 * lane, k_2 + 3 * 31>

   k_2 stays what it is: it is the value for the next iteration, and the
   variable's last value.  Behind the loop, where k_1 stands for that, it is
   ahead by what the other lanes do, and becomes k_1 - 3 * 31.

   A region may have more loops than that over the iterations, which is the
   one that starts or ends where the lane's number says.

   How such a PHI is told from others in the loop's header: the loop's own
   variable starts with a value that depends on the lane already, or decides
   when the loop ends; a reduction's goes to the exchange between the lanes;
   what is private starts undefined.  Nothing else may be carried from one
   iteration of a simd loop to the next.  */

/* Whether VALUE is computed from the number of the lane.  */

static bool
from_lane_p (tree value, int depth)
{
  if (TREE_CODE (value) != SSA_NAME || depth > 8)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (simd_call_p (def, IFN_GOMP_SIMT_LANE))
    return true;
  if (!is_gimple_assign (def) || gimple_vuse (def))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (def); i++)
    if (gimple_op (def, i) && from_lane_p (gimple_op (def, i), depth + 1))
      return true;
  return false;
}

/* Whether STMT is a condition on the number of the lane: not all lanes execute
   the loop.  *ONE becomes true if a single one does.  */

static bool
lane_condition_p (gimple *stmt, bool *one)
{
  gcond *cond = dyn_cast<gcond *> (stmt);
  if (!cond || TREE_CODE (gimple_cond_lhs (cond)) != SSA_NAME
      || !simd_call_p (SSA_NAME_DEF_STMT (gimple_cond_lhs (cond)),
		       IFN_GOMP_SIMT_LANE))
    return false;
  tree rhs = gimple_cond_rhs (cond);
  *one = integer_zerop (rhs)
	 || (integer_onep (rhs) && gimple_cond_code (cond) == LT_EXPR);
  return true;
}

/* Adds to NAMES what the values that the lanes exchange in R for a reduction
   come from, over PHIs.  */

static void
find_reduced (simt_region *r, hash_set<tree> *names)
{
  auto_vec<tree> work;
  for (basic_block bb : r->blocks)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (r->has (gsi_stmt (gsi))
	  && simd_call_p (gsi_stmt (gsi), IFN_GOMP_SIMT_XCHG_BFLY))
	work.safe_push (gimple_call_arg (gsi_stmt (gsi), 0));
  while (!work.is_empty ())
    {
      tree name = work.pop ();
      if (TREE_CODE (name) != SSA_NAME || names->add (name))
	continue;
      gimple *def = SSA_NAME_DEF_STMT (name);
      if (gphi *phi = dyn_cast<gphi *> (def))
	for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	  work.safe_push (gimple_phi_arg_def (phi, i));
      else if (gimple_assign_ssa_name_copy_p (def)
	       || gimple_assign_cast_p (def))
	work.safe_push (gimple_assign_rhs1 (def));
    }
}

/* Whether NAME decides when LOOP ends.  */

static bool
decides_p (class loop *loop, tree name)
{
  imm_use_iterator it;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, it, name)
    if (gimple_code (USE_STMT (use)) == GIMPLE_COND
	&& flow_bb_inside_loop_p (loop, gimple_bb (USE_STMT (use))))
      return true;
  return false;
}

/* The step of NEXT = RESULT + step, or null.  */

static tree
step_of (class loop *loop, tree result, tree next)
{
  if (TREE_CODE (next) != SSA_NAME)
    return NULL_TREE;
  gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (next));
  if (!def || (gimple_assign_rhs_code (def) != PLUS_EXPR
	       && gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR))
    return NULL_TREE;
  tree step = gimple_assign_rhs2 (def);
  if (gimple_assign_rhs1 (def) != result)
    {
      if (step != result || gimple_assign_rhs_code (def) != PLUS_EXPR)
	return NULL_TREE;
      step = gimple_assign_rhs1 (def);
    }
  if (TREE_CODE (step) == SSA_NAME
      && gimple_bb (SSA_NAME_DEF_STMT (step))
      && flow_bb_inside_loop_p (loop, gimple_bb (SSA_NAME_DEF_STMT (step))))
    return NULL_TREE;
  return step;
}

/* The edge into the header of LOOP from outside, or the one from its latch.
   The header has two predecessors.  */

static edge
header_edge (class loop *loop, bool from_latch)
{
  edge e = EDGE_PRED (loop->header, 0);
  if (flow_bb_inside_loop_p (loop, e->src) != from_latch)
    e = EDGE_PRED (loop->header, 1);
  return e;
}

/* Whether PHI, in the header of LOOP, is of a linear variable.  */

static bool
linear_p (class loop *loop, gphi *phi, hash_set<tree> *reduced)
{
  tree result = gimple_phi_result (phi);
  if (virtual_operand_p (result) || gimple_phi_num_args (phi) != 2
      || !(INTEGRAL_TYPE_P (TREE_TYPE (result))
	   || POINTER_TYPE_P (TREE_TYPE (result))))
    return false;
  tree init = PHI_ARG_DEF_FROM_EDGE (phi, header_edge (loop, false));
  tree next = PHI_ARG_DEF_FROM_EDGE (phi, header_edge (loop, true));
  if (TREE_CODE (init) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (init)
      && (!SSA_NAME_VAR (init) || VAR_P (SSA_NAME_VAR (init))))
    return false;
  return (step_of (loop, result, next)
	  && !from_lane_p (init, 0)
	  && !reduced->contains (result) && !reduced->contains (next)
	  && !decides_p (loop, result) && !decides_p (loop, next));
}

/* Whether the iterations of LOOP are the lane's share of those of a simd
   loop.  */

static bool
shared_out_p (class loop *loop)
{
  for (gphi_iterator pi = gsi_start_phis (loop->header); !gsi_end_p (pi);
       gsi_next (&pi))
    if (from_lane_p (PHI_ARG_DEF_FROM_EDGE (pi.phi (),
					    header_edge (loop, false)), 0))
      return true;
  gimple_stmt_iterator gsi = gsi_last_bb (loop->header);
  gcond *cond = gsi_end_p (gsi) ? NULL : dyn_cast<gcond *> (gsi_stmt (gsi));
  return (cond && (from_lane_p (gimple_cond_lhs (cond), 0)
		   || from_lane_p (gimple_cond_rhs (cond), 0)));
}

/* See simd-linear.h.  */

const char *
simd_find_linear (simt_region *r, vec<gphi *> *phis)
{
  bool some = false, one = false;
  for (basic_block bb : r->blocks)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (r->has (gsi_stmt (gsi)))
	some |= lane_condition_p (gsi_stmt (gsi), &one);
  if (one)
    return NULL;

  hash_set<tree> reduced;
  find_reduced (r, &reduced);
  hash_set<class loop *> seen;
  for (basic_block bb : r->blocks)
    {
      class loop *loop = simd_region_loop (r, bb);
      if (!loop || seen.add (loop) || !loop->latch
	  || EDGE_COUNT (loop->header->preds) != 2 || !shared_out_p (loop))
	continue;
      for (gphi_iterator pi = gsi_start_phis (loop->header); !gsi_end_p (pi);
	   gsi_next (&pi))
	if (linear_p (loop, pi.phi (), &reduced))
	  {
	    if (some)
	      return "it has a linear variable, and not all lanes take part";
	    phis->safe_push (pi.phi ());
	  }
    }
  return NULL;
}

/* Where statements go: before one, or on an edge.  */
struct place
{
  gimple *before;
  edge on;
};

static void
put (const place &where, gimple *g)
{
  if (where.on)
    gsi_insert_on_edge (where.on, g);
  else
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (where.before);
      gsi_insert_before (&gsi, g, GSI_SAME_STMT);
    }
}

/* STEP times the number of the lane, or of the other lanes, in the type of
   STEP, or of sizetype for a pointer's.  */

static tree
lane_multiple (const place &where, tree step, bool others)
{
  gcall *call
    = gimple_build_call_internal (others ? IFN_GOMP_SIMT_VF
				  : IFN_GOMP_SIMT_LANE, 0);
  tree n = make_ssa_name (unsigned_type_node);
  gimple_call_set_lhs (call, n);
  put (where, call);
  if (others)
    {
      tree lanes = n;
      n = make_ssa_name (unsigned_type_node);
      put (where, gimple_build_assign (n, MINUS_EXPR, lanes,
				       build_one_cst (unsigned_type_node)));
    }
  tree type = TREE_TYPE (step);
  tree factor = make_ssa_name (type);
  put (where, gimple_build_assign (factor, NOP_EXPR, n));
  tree product = make_ssa_name (type);
  put (where, gimple_build_assign (product, MULT_EXPR, factor, step));
  return product;
}

/* VALUE + OFFSET.  */

static tree
sum (const place &where, tree value, tree offset)
{
  tree type = TREE_TYPE (value);
  tree name = make_ssa_name (type);
  put (where, gimple_build_assign (name, POINTER_TYPE_P (type)
				   ? POINTER_PLUS_EXPR : PLUS_EXPR,
				   value, offset));
  return name;
}

/* Makes what uses RESULT behind LOOP use the value that it would have if there
   were one lane.  */

static void
repair_last_value (class loop *loop, tree result, tree step)
{
  imm_use_iterator it;
  gimple *stmt;
  auto_vec<use_operand_p> uses;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, it, result)
    {
      stmt = USE_STMT (use);
      basic_block bb = gimple_bb (stmt);
      if (gimple_code (stmt) == GIMPLE_PHI)
	bb = gimple_phi_arg_edge (as_a<gphi *> (stmt),
				  PHI_ARG_INDEX_FROM_USE (use))->dest;
      if (!is_gimple_debug (stmt) && !flow_bb_inside_loop_p (loop, bb))
	uses.safe_push (use);
    }
  for (use_operand_p u : uses)
    {
      stmt = USE_STMT (u);
      place where = { stmt, NULL };
      if (gimple_code (stmt) == GIMPLE_PHI)
	where.on = gimple_phi_arg_edge (as_a<gphi *> (stmt),
					PHI_ARG_INDEX_FROM_USE (u));
      tree ahead = lane_multiple (where, step, true);
      tree back = make_ssa_name (TREE_TYPE (ahead));
      put (where, gimple_build_assign (back, NEGATE_EXPR, ahead));
      SET_USE (u, sum (where, result, back));
      update_stmt (stmt);
    }
}

/* See simd-linear.h.  */

void
simd_repair_linear (gphi *phi)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  edge entry = header_edge (loop, false), latch = header_edge (loop, true);
  tree result = gimple_phi_result (phi);
  tree step = step_of (loop, result, PHI_ARG_DEF_FROM_EDGE (phi, latch));

  repair_last_value (loop, result, step);
  place where = { NULL, entry };
  SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (phi, entry),
	   sum (where, PHI_ARG_DEF_FROM_EDGE (phi, entry),
		lane_multiple (where, step, false)));
  where.on = latch;
  SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (phi, latch),
	   sum (where, PHI_ARG_DEF_FROM_EDGE (phi, latch),
		lane_multiple (where, step, true)));
}
