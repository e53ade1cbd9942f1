/* Linear variables of simd loops.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "simd.h"

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
   variable starts with a value that depends on the lane already; a reduction's
   goes to the exchange between the lanes behind the loop; what is private
   starts undefined, or is not read before it is set.  That a condition which
   leaves the loop asks for a variable says nothing: what ends the program
   (abort) leaves it, too.  A linear variable is one that steps by the same in
   each iteration.
   Whatever else is carried from one iteration to the next, as a step that is
   read from memory each time, is not known: such a loop runs without SIMT.  */

/* Whether STMT is a condition on the number of the lane: not all lanes go the
   same way.  *ONE becomes the edge that a single lane takes, if one does.  */

static bool
lane_condition_p (gimple *stmt, edge *one)
{
  gcond *cond = dyn_cast<gcond *> (stmt);
  if (!cond)
    return false;
  tree_code code = gimple_cond_code (cond);
  tree lane = gimple_cond_lhs (cond), rhs = gimple_cond_rhs (cond);
  if (!simd_number_p (lane, IFN_GOMP_SIMT_LANE))
    {
      std::swap (lane, rhs);
      code = swap_tree_comparison (code);
    }
  if (!simd_number_p (lane, IFN_GOMP_SIMT_LANE))
    return false;
  edge yes, no;
  extract_true_false_edges_from_block (gimple_bb (cond), &yes, &no);
  if ((code == EQ_EXPR && TREE_CODE (rhs) == INTEGER_CST)
      || (code == LT_EXPR && integer_onep (rhs))
      || (code == LE_EXPR && integer_zerop (rhs)))
    *one = yes;
  else if ((code == NE_EXPR && TREE_CODE (rhs) == INTEGER_CST)
	   || (code == GE_EXPR && integer_onep (rhs))
	   || (code == GT_EXPR && integer_zerop (rhs)))
    *one = no;
  return true;
}

/* VALUE without the conversions that keep its lowest BITS bits.  */

static tree
lowest_bits (tree value, unsigned bits)
{
  while (TREE_CODE (value) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (!gimple_assign_cast_p (def))
	break;
      tree from = gimple_assign_rhs1 (def);
      if (!INTEGRAL_TYPE_P (TREE_TYPE (from))
	  || TYPE_PRECISION (TREE_TYPE (from)) < bits
	  || TYPE_PRECISION (TREE_TYPE (value)) < bits)
	break;
      value = from;
    }
  return value;
}

/* The step of NEXT = RESULT + step, or null.  *MINUS becomes whether it is
   RESULT - step.  Of numbers only the bits matter that RESULT has: C adds to a
   variable of type char or short in a wider or unsigned type.  */

static tree
step_of (class loop *loop, tree result, tree next, bool *minus)
{
  *minus = false;
  unsigned bits = TYPE_PRECISION (TREE_TYPE (result));
  if (INTEGRAL_TYPE_P (TREE_TYPE (result)))
    next = lowest_bits (next, bits);
  if (TREE_CODE (next) != SSA_NAME)
    return NULL_TREE;
  gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (next));
  if (!def)
    return NULL_TREE;
  tree_code code = gimple_assign_rhs_code (def);
  if (code != PLUS_EXPR && code != POINTER_PLUS_EXPR && code != MINUS_EXPR)
    return NULL_TREE;
  *minus = code == MINUS_EXPR;
  tree step = gimple_assign_rhs2 (def);
  if (lowest_bits (gimple_assign_rhs1 (def), bits) != result)
    {
      if (lowest_bits (step, bits) != result || code != PLUS_EXPR)
	return NULL_TREE;
      step = gimple_assign_rhs1 (def);
    }
  return simd_computable_p ({ loop, NULL }, step) ? step : NULL_TREE;
}

/* What a PHI in the header of a loop is.  */
enum carried { CARRIED_NOTHING, CARRIED_LINEAR, CARRIED_UNKNOWN };

/* Whether the result of PHI, in the header of LOOP, is the value of a last
   iteration and nothing else: only the exchange for lastprivate reads it.  */

static bool
last_value_p (class loop *loop, gphi *phi)
{
  auto_vec<tree> work;
  hash_set<tree> seen;
  work.safe_push (gimple_phi_result (phi));
  while (!work.is_empty ())
    {
      tree name = work.pop ();
      imm_use_iterator it;
      use_operand_p use;
      if (seen.add (name))
	continue;
      FOR_EACH_IMM_USE_FAST (use, it, name)
	{
	  gimple *stmt = USE_STMT (use);
	  bool inside = flow_bb_inside_loop_p (loop, gimple_bb (stmt));
	  if (stmt == phi || is_gimple_debug (stmt)
	      || simd_call_p (stmt, IFN_GOMP_SIMT_XCHG_IDX))
	    continue;
	  if (inside || (gimple_code (stmt) != GIMPLE_PHI
			 && !gimple_assign_ssa_name_copy_p (stmt)
			 && !gimple_assign_cast_p (stmt)))
	    return false;
	  work.safe_push (gimple_code (stmt) == GIMPLE_PHI
			  ? gimple_phi_result (as_a<gphi *> (stmt))
			  : gimple_assign_lhs (stmt));
	}
    }
  return true;
}

/* Whether PHI, in the header of LOOP, the iterations of R, counts the iterations
   of the lane, as GCC does where the step is no number:

     n_1 = PHI <0, n_2>
     if (n_1 < what is computed from the lane's number) ... else leave
     n_2 = n_1 + 1;

   *ASKED becomes whether something else asks for it: GCC may have made one of it
   and of a variable of the user's that steps by the same.  */

static bool
lane_count_p (simt_region *r, class loop *loop, gphi *phi, bool *asked)
{
  tree result = gimple_phi_result (phi);
  gimple_stmt_iterator gsi = gsi_last_bb (loop->header);
  gcond *cond = gsi_end_p (gsi) ? NULL : dyn_cast<gcond *> (gsi_stmt (gsi));
  if (!cond || gimple_cond_lhs (cond) != result
      || !simd_from_lane_p (r, gimple_cond_rhs (cond))
      || gimple_phi_num_args (phi) != 2
      || !integer_zerop (PHI_ARG_DEF_FROM_EDGE (phi, simd_header_edge (loop,
								       false))))
    return false;
  bool minus;
  tree next = PHI_ARG_DEF_FROM_EDGE (phi, simd_header_edge (loop, true));
  tree step = step_of (loop, result, next, &minus);
  if (!step || minus || !integer_onep (step))
    return false;
  *asked = false;
  tree names[] = { result, next };
  for (tree name : names)
    *asked |= simd_any_use (name, [=] (use_operand_p use)
      {
	gimple *stmt = USE_STMT (use);
	return stmt != phi && stmt != cond && stmt != SSA_NAME_DEF_STMT (next);
      });
  return true;
}

/* What PHI, in the header of LOOP, the iterations of R, carries from one to the
   next.  REDUCED has what simd_find_reduced finds.  */

static carried
classify (simt_region *r, class loop *loop, gphi *phi, hash_set<tree> *reduced)
{
  tree result = gimple_phi_result (phi);
  bool asked;
  if (lane_count_p (r, loop, phi, &asked))
    return asked ? CARRIED_UNKNOWN : CARRIED_NOTHING;
  if (virtual_operand_p (result) || last_value_p (loop, phi)
      || reduced->contains (result))
    return CARRIED_NOTHING;
  if (simd_computable_p ({ loop, NULL }, result))
    return CARRIED_NOTHING;
  bool undefined = true, lane = false, same = true;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree arg = gimple_phi_arg_def (phi, i);
      if (!flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src))
	{
	  undefined &= (TREE_CODE (arg) == SSA_NAME
			&& SSA_NAME_IS_DEFAULT_DEF (arg)
			&& (!SSA_NAME_VAR (arg) || VAR_P (SSA_NAME_VAR (arg))));
	  lane |= simd_from_lane_p (r, arg);
	}
      else if (TREE_CODE (arg) == SSA_NAME
	       && reduced->contains (arg))
	return CARRIED_NOTHING;
      else
	/* The number of lanes is kept for what follows the loop.  */
	same &= arg == result || simd_number_p (arg, IFN_GOMP_SIMT_VF);
    }
  if (undefined || lane || same)
    return CARRIED_NOTHING;
  bool minus;
  return (gimple_phi_num_args (phi) == 2
	  && (INTEGRAL_TYPE_P (TREE_TYPE (result))
	      || POINTER_TYPE_P (TREE_TYPE (result)))
	  && step_of (loop, result,
		      PHI_ARG_DEF_FROM_EDGE (phi, simd_header_edge (loop, true)),
		      &minus)
	  ? CARRIED_LINEAR : CARRIED_UNKNOWN);
}

/* Whether the iterations of LOOP are the lane's share of those of R's simd
   loop.  */

static bool
shared_out_p (simt_region *r, class loop *loop)
{
  for (gphi_iterator pi = gsi_start_phis (loop->header); !gsi_end_p (pi);
       gsi_next (&pi))
    for (unsigned i = 0; i < gimple_phi_num_args (pi.phi ()); i++)
      if (!flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (pi.phi (), i)->src)
	  && simd_from_lane_p (r, gimple_phi_arg_def (pi.phi (), i)))
	return true;
  gimple_stmt_iterator gsi = gsi_last_bb (loop->header);
  gcond *cond = gsi_end_p (gsi) ? NULL : dyn_cast<gcond *> (gsi_stmt (gsi));
  return (cond && (simd_from_lane_p (r, gimple_cond_lhs (cond))
		   || simd_from_lane_p (r, gimple_cond_rhs (cond))));
}

/* Whether STMT, in a region, changes memory.  */

static bool
acts_p (gimple *stmt)
{
  return (gimple_vdef (stmt) && !gimple_clobber_p (stmt)
	  && !gimple_call_internal_p (stmt));
}

/* Whether control in R comes only over E to whatever R does: to its loops, and to
   what changes memory.  */

static bool
only_for_p (simt_region *r, edge e)
{
  if (!single_pred_p (e->dest))
    return false;
  for (basic_block bb : r->blocks)
    if (!dominated_by_p (CDI_DOMINATORS, bb, e->dest))
      {
	if (simd_region_loop (r, bb))
	  return false;
	for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	     gsi_next (&gsi))
	  if (r->has (gsi_stmt (gsi)) && acts_p (gsi_stmt (gsi)))
	    return false;
      }
  return true;
}

/* Whether no end of R follows E.  */

static bool
endless_p (simt_region *r, edge e)
{
  auto_bitmap reached;
  auto_vec<basic_block> work;
  work.safe_push (e->dest);
  bitmap_set_bit (reached, e->dest->index);
  r->reach (&work, reached);
  return !bitmap_intersect_compl_p (reached, r->ends);
}

/* Whether R, no loop of which shares out iterations, is right for lanes: it does
   nothing, or all that it does follows a condition on the lane's number, and never
   ends.  So it is where an iteration that has begun does not come to its end: GCC
   leaves out that others follow it.  */

static bool
right_without_loop_p (simt_region *r)
{
  bool acts = false;
  for (basic_block bb : r->blocks)
    acts |= simd_region_loop (r, bb) != NULL;
  for (gimple *stmt : r->stmts)
    acts |= acts_p (stmt);
  if (!acts)
    return true;
  for (gimple *stmt : r->stmts)
    if (gcond *cond = dyn_cast<gcond *> (stmt))
      if (simd_from_lane_p (r, gimple_cond_lhs (cond))
	  || simd_from_lane_p (r, gimple_cond_rhs (cond)))
	{
	  edge e;
	  edge_iterator ei;
	  FOR_EACH_EDGE (e, ei, gimple_bb (cond)->succs)
	    if (only_for_p (r, e) && endless_p (r, e))
	      return true;
	}
  return false;
}

/* See simd.h.  */

const char *
simd_find_linear (simt_region *r, vec<gphi *> *phis)
{
  bool some = false, strange = false;
  edge one = NULL;
  class loop *shared = NULL;
  hash_set<class loop *> seen;
  for (basic_block bb : r->blocks)
    {
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	if (r->has (gsi_stmt (gsi)))
	  some |= lane_condition_p (gsi_stmt (gsi), &one);
      class loop *loop = simd_region_loop (r, bb);
      if (!loop)
	strange |= (bb->flags & BB_IRREDUCIBLE_LOOP) != 0;
      else if (!seen.add (loop) && shared_out_p (r, loop))
	{
	  /* What follows computes with what the iterations have left.  */
	  if (!shared || dominated_by_p (CDI_DOMINATORS, shared->header,
					 loop->header))
	    shared = loop;
	  else
	    strange |= !dominated_by_p (CDI_DOMINATORS, loop->header,
					shared->header);
	}
    }
  if (one && only_for_p (r, one))
    return NULL;
  if (strange || (!shared && !right_without_loop_p (r)))
    return "how the lanes share its iterations is not known";
  if (!shared)
    return NULL;
  r->shared = shared;
  if (simd_merges_by_hand_p (r, shared))
    return "it has a reduction of the user's own";

  hash_set<tree> reduced;
  simd_find_reduced (r, shared, &reduced);
  for (gphi_iterator pi = gsi_start_phis (shared->header); !gsi_end_p (pi);
       gsi_next (&pi))
    switch (classify (r, shared, pi.phi (), &reduced))
      {
      case CARRIED_UNKNOWN:
	if (dump_file)
	  {
	    fprintf (dump_file, "carried, not known how: ");
	    print_gimple_stmt (dump_file, pi.phi (), 0, TDF_NONE);
	  }
	return "what one iteration leaves for the next is not known";
      case CARRIED_LINEAR:
	if (some)
	  return "it has a linear variable, and not all lanes take part";
	phis->safe_push (pi.phi ());
	break;
      case CARRIED_NOTHING:
	break;
      }
  return NULL;
}

/* The step of a linear variable.  */
struct linear_step
{
  class loop *loop;
  tree value;
  bool minus;			/* It is the negative of VALUE.  */
};

/* VALUE plus STEP times the number of the lane, or, if OTHERS is set, of the other
   lanes; minus that if BACK is.  It wraps, as what a lane skips may be beyond the
   last iteration.  */

static tree
advance (gimple_seq *seq, tree value, const linear_step &step, bool others,
	 bool back = false)
{
  tree type = TREE_TYPE (value);
  tree wraps = POINTER_TYPE_P (type) ? sizetype : unsigned_type_for (type);
  gcall *call
    = gimple_build_call_internal (others ? IFN_GOMP_SIMT_VF
				  : IFN_GOMP_SIMT_LANE, 0);
  tree n = make_ssa_name (unsigned_type_node);
  gimple_call_set_lhs (call, n);
  gimple_seq_add_stmt (seq, call);
  if (others)
    n = gimple_build (seq, MINUS_EXPR, unsigned_type_node, n,
		      build_one_cst (unsigned_type_node));
  tree one = simd_compute (seq, { step.loop, NULL }, step.value);
  tree all = gimple_build (seq, MULT_EXPR, wraps,
			   gimple_convert (seq, wraps, n),
			   gimple_convert (seq, wraps, one));
  if (step.minus != back)
    all = gimple_build (seq, NEGATE_EXPR, wraps, all);
  if (POINTER_TYPE_P (type))
    return gimple_build (seq, POINTER_PLUS_EXPR, type, value, all);
  return gimple_convert (seq, type,
			 gimple_build (seq, PLUS_EXPR, wraps,
				       gimple_convert (seq, wraps, value), all));
}

/* Makes what uses RESULT behind the loop use the value that it would have if there
   were one lane.  */

static void
repair_last_value (tree result, const linear_step &step)
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
      if (!is_gimple_debug (stmt) && !flow_bb_inside_loop_p (step.loop, bb))
	uses.safe_push (use);
    }
  for (use_operand_p u : uses)
    {
      stmt = USE_STMT (u);
      gimple_seq seq = NULL;
      tree value = advance (&seq, result, step, true, true);
      if (gphi *phi = dyn_cast<gphi *> (stmt))
	gsi_insert_seq_on_edge
	  (gimple_phi_arg_edge (phi, PHI_ARG_INDEX_FROM_USE (u)), seq);
      else
	{
	  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
	  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
	}
      SET_USE (u, value);
      update_stmt (stmt);
    }
}

/* See simd.h.  */

void
simd_repair_linear (gphi *phi)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  tree result = gimple_phi_result (phi);
  linear_step step = { loop, NULL_TREE, false };
  step.value = step_of (loop, result,
			PHI_ARG_DEF_FROM_EDGE (phi, simd_header_edge (loop, true)),
			&step.minus);
  repair_last_value (result, step);
  for (bool latch : { false, true })
    {
      edge e = simd_header_edge (loop, latch);
      gimple_seq seq = NULL;
      tree value = advance (&seq, PHI_ARG_DEF_FROM_EDGE (phi, e), step, latch);
      gsi_insert_seq_on_edge (e, seq);
      SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (phi, e), value);
    }
}
