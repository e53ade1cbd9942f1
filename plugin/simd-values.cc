/* Values in SIMT regions: where they come from, and what computes them elsewhere.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "simd.h"

/* See simd.h.  What another region has left, or R itself when it was entered
   before, is no such value: all lanes go on with the same.  */

bool
simd_from_lane_p (simt_region *r, tree value, internal_fn number)
{
  hash_set<tree> seen;
  auto_vec<tree> work;
  work.safe_push (value);
  while (!work.is_empty ())
    {
      tree name = work.pop ();
      if (TREE_CODE (name) != SSA_NAME || seen.add (name))
	continue;
      gimple *def = SSA_NAME_DEF_STMT (name);
      if (simd_call_p (def, number))
	return true;
      if (gimple_code (def) != GIMPLE_PHI
	  || bitmap_bit_p (r->starts, gimple_bb (def)->index))
	simd_add_operands (def, &work);
    }
  return false;
}

/* See simd.h.  */

bool
simd_number_p (tree value, internal_fn number)
{
  while (TREE_CODE (value) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (simd_call_p (def, number))
	return true;
      if (!gimple_assign_cast_p (def))
	return false;
      value = gimple_assign_rhs1 (def);
    }
  return false;
}

/* See simd.h.  */

bool
simd_point::has (gimple *def) const
{
  basic_block bb = gimple_bb (def);
  if (!bb)
    return true;
  if (loop)
    return !flow_bb_inside_loop_p (loop, bb);
  if (bb != gimple_bb (stmt))
    return dominated_by_p (CDI_DOMINATORS, gimple_bb (stmt), bb);
  if (gimple_code (def) == GIMPLE_PHI)
    return true;
  gimple_stmt_iterator gsi = gsi_for_stmt (def);
  while (!gsi_end_p (gsi) && gsi_stmt (gsi) != stmt)
    gsi_next (&gsi);
  return !gsi_end_p (gsi);
}

/* Whether LOAD, which reads memory, reads the same AT that place, and is executed
   if that is.  It may stand at the beginning of a region that AT's statement
   chooses.  */

static bool
load_computable_p (const simd_point &at, gimple *load, int depth)
{
  if (!at.stmt || !gimple_assign_load_p (load) || gimple_has_volatile_ops (load))
    return false;
  for (basic_block bb = gimple_bb (load); bb != gimple_bb (at.stmt);
       bb = single_pred (bb))
    if (!single_pred_p (bb)
	|| (single_pred (bb) != gimple_bb (at.stmt)
	    && !single_succ_p (single_pred (bb))))
      return false;
  gimple *change = SSA_NAME_DEF_STMT (gimple_vuse (load));
  while (simd_call_p (change, IFN_GOMP_SIMT_ENTER)
	 || simd_call_p (change, IFN_GOMP_SIMT_ENTER_ALLOC))
    change = SSA_NAME_DEF_STMT (gimple_vuse (change));
  if (!at.has (change))
    return false;
  tree ref = gimple_assign_rhs1 (load);
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) != COMPONENT_REF || TREE_OPERAND (ref, 2))
      return false;
  return (DECL_P (ref)
	  || (TREE_CODE (ref) == MEM_REF
	      && simd_computable_p (at, TREE_OPERAND (ref, 0), depth + 1)));
}

/* See simd.h.  */

bool
simd_computable_p (const simd_point &at, tree value, int depth)
{
  if (EXPR_P (value) && TREE_CODE (value) != ADDR_EXPR)
    return (BINARY_CLASS_P (value)
	    && simd_computable_p (at, TREE_OPERAND (value, 0), depth + 1)
	    && simd_computable_p (at, TREE_OPERAND (value, 1), depth + 1));
  if (TREE_CODE (value) != SSA_NAME)
    return is_gimple_min_invariant (value);
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (at.has (def))
    return true;
  if (depth == 8)
    return false;
  if (gphi *phi = dyn_cast<gphi *> (def))
    {
      tree only = degenerate_phi_result (phi);
      return only && simd_computable_p (at, only, depth + 1);
    }
  if (gimple_vuse (def))
    return load_computable_p (at, def, depth);
  if (!is_gimple_assign (def))
    return false;
  switch (gimple_assign_rhs_code (def))
    {
    case PLUS_EXPR:
    case MINUS_EXPR:
    case MULT_EXPR:
    case MIN_EXPR:
    case MAX_EXPR:
      if (!simd_computable_p (at, gimple_assign_rhs2 (def), depth + 1))
	return false;
      /* FALLTHRU */
    case SSA_NAME:
    case NEGATE_EXPR:
    CASE_CONVERT:
      return (INTEGRAL_TYPE_P (TREE_TYPE (value))
	      && simd_computable_p (at, gimple_assign_rhs1 (def), depth + 1));
    default:
      return false;
    }
}

/* See simd.h.  */

tree
simd_compute (gimple_seq *seq, const simd_point &at, tree value)
{
  if (EXPR_P (value) && TREE_CODE (value) != ADDR_EXPR)
    return gimple_build (seq, TREE_CODE (value), TREE_TYPE (value),
			 simd_compute (seq, at, TREE_OPERAND (value, 0)),
			 simd_compute (seq, at, TREE_OPERAND (value, 1)));
  if (TREE_CODE (value) != SSA_NAME || at.has (SSA_NAME_DEF_STMT (value)))
    return value;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast<gphi *> (def))
    return simd_compute (seq, at, degenerate_phi_result (phi));
  tree a = gimple_assign_rhs1 (def), b = NULL_TREE;
  if (gimple_vuse (def))
    {
      a = unshare_expr (a);
      tree base = get_base_address (a);
      if (TREE_CODE (base) == MEM_REF)
	TREE_OPERAND (base, 0) = simd_compute (seq, at, TREE_OPERAND (base, 0));
    }
  else
    a = simd_compute (seq, at, a);
  if (gimple_num_ops (def) > 2)
    b = simd_compute (seq, at, gimple_assign_rhs2 (def));
  tree copy = make_ssa_name (TREE_TYPE (value));
  gimple_seq_add_stmt (seq, gimple_build_assign
			      (copy, gimple_assign_rhs_code (def), a, b));
  return copy;
}
