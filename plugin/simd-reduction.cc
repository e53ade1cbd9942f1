/* What the lanes of a SIMT region exchange for reductions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "simd.h"

/* A reduction's variable is one in each lane, and behind the loop the lanes
   exchange what they have (GOMP_SIMT_XCHG_BFLY) and merge it.  For one that
   the user has declared GCC 11 has no exchange: it goes through the variables
   of a vector's lanes, which is one here.  */

/* See simd.h.  */

void
simd_add_operands (gimple *def, vec<tree> *work)
{
  if (gphi *phi = dyn_cast<gphi *> (def))
    for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
      work->safe_push (gimple_phi_arg_def (phi, i));
  else if (is_gimple_assign (def) && !gimple_vuse (def))
    for (unsigned i = 1; i < gimple_num_ops (def); i++)
      if (gimple_op (def, i))
	work->safe_push (gimple_op (def, i));
}

/* See simd.h.  */

void
simd_find_reduced (simt_region *r, class loop *loop, hash_set<tree> *names)
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
      if (!gimple_bb (def) || flow_bb_inside_loop_p (loop, gimple_bb (def)))
	continue;
      if (gimple_code (def) == GIMPLE_PHI
	  || gimple_assign_ssa_name_copy_p (def)
	  || gimple_assign_cast_p (def))
	simd_add_operands (def, &work);
    }
}

/* Puts into BEHIND the blocks of R that can follow LOOP, its iterations.  LOOP
   need not dominate them: with safelen a lane may have no iteration.  */

static void
find_behind (simt_region *r, class loop *loop, bitmap behind)
{
  auto_vec<basic_block> work;
  for (basic_block bb : r->blocks)
    if (flow_bb_inside_loop_p (loop, bb))
      work.safe_push (bb);
  r->reach (&work, behind, loop);
}

/* Whether something of R in the blocks BEHIND asks for the number of a vector's
   lanes, which is one here: so GCC goes through what private variables and
   reductions have in each.  */

static bool
uses_vector_p (simt_region *r, bitmap behind)
{
  for (gimple *stmt : r->stmts)
    if (simd_call_p (stmt, IFN_GOMP_SIMD_VF) && gimple_call_lhs (stmt)
	&& simd_any_use (gimple_call_lhs (stmt), [behind] (use_operand_p use)
	     { return bitmap_bit_p (behind, gimple_bb (USE_STMT (use))->index); }))
      return true;
  return false;
}

/* Callback of walk_gimple_op: finds a variable in memory that is not among
   DATA's.  */

static tree
other_var_p (tree *tp, int *walk_subtrees, void *data)
{
  hash_set<tree> *exchanged
    = (hash_set<tree> *) ((walk_stmt_info *) data)->info;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return (DECL_P (*tp) && simd_frame_var_p (*tp) && !exchanged->contains (*tp)
	  ? *tp : NULL_TREE);
}

/* See simd.h.  */

bool
simd_merges_by_hand_p (simt_region *r, class loop *loop)
{
  auto_bitmap behind;
  find_behind (r, loop, behind);
  if (!uses_vector_p (r, behind))
    return false;
  hash_set<tree> exchanged;
  for (gimple *stmt : r->stmts)
    if (simd_call_p (stmt, IFN_GOMP_SIMT_XCHG_BFLY)
	|| simd_call_p (stmt, IFN_GOMP_SIMT_XCHG_IDX))
      {
	tree arg = gimple_call_arg (stmt, 0);
	gimple *def = (TREE_CODE (arg) == SSA_NAME ? SSA_NAME_DEF_STMT (arg)
		       : NULL);
	if (def && gimple_assign_load_p (def))
	  exchanged.add (get_base_address (gimple_assign_rhs1 (def)));
      }
  for (gimple *stmt : r->stmts)
    if (!gimple_clobber_p (stmt) && !is_gimple_debug (stmt)
	&& bitmap_bit_p (behind, gimple_bb (stmt)->index)
	&& simd_walk_op (stmt, other_var_p, &exchanged))
      return true;
  return false;
}

static accelfix_counter n_exchanges ("exchanges of char or short values made "
				     "in int");

/* See simd.h.  A value of type char or short is kept in a register of 32 bits, and
   whoever reads it relies on its being sign-extended there.  The insns of an
   exchange (nvptx.md, omp_simt_xchg_idx) extend by zeros, so that a negative
   value of a lastprivate variable becomes a large one.  Here the exchange is one
   of type int:

     _3 = (int) _1;
     _4 = GOMP_SIMT_XCHG_IDX (_3, lane);
     _2 = (short) _4;  */

void
simd_widen_exchange (gimple_stmt_iterator gsi)
{
  gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi));
  if (!call || !gimple_call_lhs (call)
      || (!simd_call_p (call, IFN_GOMP_SIMT_XCHG_IDX)
	  && !simd_call_p (call, IFN_GOMP_SIMT_XCHG_BFLY)))
    return;
  tree lhs = gimple_call_lhs (call), type = TREE_TYPE (lhs);
  if (!INTEGRAL_TYPE_P (type) || TYPE_UNSIGNED (type)
      || TYPE_PRECISION (type) >= TYPE_PRECISION (integer_type_node))
    return;
  n_exchanges.value++;
  gimple_seq seq = NULL;
  gimple_call_set_arg (call, 0, gimple_convert (&seq, integer_type_node,
						gimple_call_arg (call, 0)));
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
  gimple_call_set_lhs (call, make_ssa_name (integer_type_node, call));
  update_stmt (call);
  gsi_insert_after (&gsi, gimple_build_assign (lhs, NOP_EXPR,
					       gimple_call_lhs (call)),
		    GSI_SAME_STMT);
}
