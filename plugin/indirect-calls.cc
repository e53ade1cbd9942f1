/* Calls of indirect functions, in all teams.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A pointer to a function of "declare target indirect" is the host's, and a call by it,
   on a device, asks libgomp for the device's function (GOMP_target_map_indirect_ptr), which
   has a table for that.

   With GCC 14 the first team of a kernel makes the table when the kernel begins
   (build_indirect_map), and the other teams do not wait for it.  A team that is earlier
   stops, as there is no table yet, or takes the host's pointer for the device's, as the
   table has not got the function yet.  With GCC 16 the host makes the table, and takes
   all functions for the same that have the same place in it, as its htab_eq compares the
   first one with itself: the last one stays.

   What the table is made of, pairs of addresses with a null at the end, is on the device
   before the kernel begins if the device has no table that the host can make
   (GOMP_INDIRECT_ADDR_MAP in libgomp's source): with GCC 14 always, with GCC 16 if
   accelfix-config --treat-libs has hidden the table's name.  This pass has each call search
   these pairs, from the first to the last: programs have few such functions.  Where there
   are none, libgomp is asked.  It stands behind the pass that has put the calls of
   libgomp there.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "loop-block.h"
#include "cgraph.h"
#include "cfgloop.h"
#include "gimple-fold.h"
#include "tree-cfg.h"
#include "tree-into-ssa.h"

static accelfix_counter n_calls ("calls of indirect functions that wait for no team");

/* libgomp's variable with the address of the pairs.  */

static tree
pairs_variable (void)
{
  static tree var;
  tree name = get_identifier ("__gomp_indirect_addr_map");
  if (!var)
    {
      if (symtab_node *node = symtab_node::get_for_asmname (name))
	return node->decl;
      var = build_decl (UNKNOWN_LOCATION, VAR_DECL, name, ptr_type_node);
      TREE_PUBLIC (var) = 1;
      TREE_STATIC (var) = 1;
      DECL_EXTERNAL (var) = 1;
      DECL_ARTIFICIAL (var) = 1;
      TREE_ADDRESSABLE (var) = 1;
      accelfix_keep (var);
      varpool_node::get_create (var);
    }
  return var;
}

/* What is at AT, by a statement at the end of SEQ.  */

static tree
load (gimple_seq *seq, tree at)
{
  tree to = make_ssa_name (ptr_type_node);
  gimple_seq_add_stmt (seq, gimple_build_assign
    (to, build2 (MEM_REF, ptr_type_node, at, build_int_cst (ptr_type_node, 0))));
  return to;
}

/* Fills BB, a loop with the edge BACK, with a search of the pairs from FIRST on for the
   function WANTED.  Puts statements that give the device's function, which is WANTED if
   none is found, in front of GSI, and returns it.  */

static tree
search (basic_block bb, edge back, tree first, tree wanted, gimple_stmt_iterator gsi,
	location_t loc)
{
  edge entry = EDGE_PRED (bb, EDGE_PRED (bb, 0) == back);
  tree at = make_ssa_name (ptr_type_node), null = null_pointer_node;
  gphi *phi = create_phi_node (at, bb);
  gimple_seq seq = NULL;
  tree host = load (&seq, at);
  tree other = gimple_build (&seq, loc, NE_EXPR, boolean_type_node, host, wanted);
  tree goes_on = gimple_build (&seq, loc, BIT_AND_EXPR, boolean_type_node, other,
			       gimple_build (&seq, loc, NE_EXPR, boolean_type_node,
					     host, null));
  tree size = TYPE_SIZE_UNIT (ptr_type_node);
  tree value = gimple_build (&seq, loc, POINTER_PLUS_EXPR, ptr_type_node, at, size);
  tree next = gimple_build (&seq, loc, POINTER_PLUS_EXPR, ptr_type_node, value, size);
  gimple_seq_add_stmt (&seq, gimple_build_cond (NE_EXPR, goes_on, boolean_false_node,
						NULL_TREE, NULL_TREE));
  gimple_stmt_iterator end = gsi_last_bb (bb);
  gsi_insert_seq_after (&end, seq, GSI_NEW_STMT);
  add_phi_arg (phi, first, entry, loc);
  add_phi_arg (phi, next, back, loc);

  /* There is nothing behind the null, so that is what is loaded there.  */
  seq = NULL;
  tree found = gimple_build (&seq, loc, BIT_XOR_EXPR, boolean_type_node, other,
			     boolean_true_node);
  tree result = load (&seq, gimple_build (&seq, loc, COND_EXPR, ptr_type_node, found,
					  value, at));
  result = gimple_build (&seq, loc, COND_EXPR, ptr_type_node, found, result, wanted);
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
  return result;
}

/* Has CALL, of libgomp, only where there are no pairs, and a search elsewhere.  */

static void
replace (gcall *call)
{
  location_t loc = gimple_location (call);
  tree lhs = gimple_call_lhs (call);
  gimple_seq seq = NULL;
  tree wanted = gimple_convert (&seq, loc, ptr_type_node, gimple_call_arg (call, 0));
  tree first = make_ssa_name (ptr_type_node);
  gimple_seq_add_stmt (&seq, gimple_build_assign (first, pairs_variable ()));
  /* The blocks: what is before; the search; the call; what is behind.  */
  gcond *any = gimple_build_cond (NE_EXPR, first, null_pointer_node, NULL_TREE,
				  NULL_TREE);
  gimple_seq_add_stmt (&seq, any);
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
  edge skip = split_block (gimple_bb (any), any);
  basic_block before = skip->src, calls = skip->dest;
  edge leave = split_block (calls, call);
  basic_block behind = leave->dest;
  basic_block done = create_empty_bb (before);
  add_bb_to_loop (done, before->loop_father);
  edge enter = make_edge (before, done, EDGE_TRUE_VALUE);
  skip->flags = (skip->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  enter->probability = profile_probability::very_likely ();
  skip->probability = enter->probability.invert ();
  done->count = enter->count ();
  calls->count = skip->count ();
  edge join = make_single_succ_edge (done, behind, EDGE_FALLTHRU);

  /* A statement after which the loop can stand, and one before which its result is.  */
  gimple *begin = gimple_build_nop (), *end = gimple_build_nop ();
  gsi = gsi_start_bb (done);
  gsi_insert_after (&gsi, begin, GSI_NEW_STMT);
  gsi_insert_after (&gsi, end, GSI_NEW_STMT);
  edge back;
  basic_block bb = make_loop_block (begin, 2, &back);
  tree result = search (bb, back, first, wanted, gsi_for_stmt (end), loc);
  seq = NULL;
  result = gimple_convert (&seq, loc, TREE_TYPE (lhs), result);
  gsi = gsi_for_stmt (end);
  gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
  join = single_succ_edge (gimple_bb (end));
  for (gimple *nop : { begin, end })
    {
      gsi = gsi_for_stmt (nop);
      gsi_remove (&gsi, true);
    }
  tree called = make_ssa_name (TREE_TYPE (lhs));
  gimple_call_set_lhs (call, called);
  update_stmt (call);
  gphi *phi = create_phi_node (lhs, behind);
  add_phi_arg (phi, called, leave, loc);
  add_phi_arg (phi, result, join, loc);
  n_calls.value++;
}

static unsigned
search_pairs (function *fun)
{
  auto_vec <gcall *> calls;
  for_each_stmt (fun, [&] (gimple_stmt_iterator &gsi)
    {
      gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi));
      tree fn = call ? gimple_call_fndecl (call) : NULL_TREE;
      if (fn && gimple_call_lhs (call) && gimple_call_num_args (call) == 1
	  && !strcmp (accelfix_name_of (fn), "GOMP_target_map_indirect_ptr"))
	calls.safe_push (call);
    });
  for (gcall *call : calls)
    replace (call);
  return calls.is_empty () ? 0 : TODO_update_ssa_only_virtuals;
}

opt_pass *
make_accelfix_indirect_calls (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-indirect-calls", ctxt, search_pairs, []
			   {
			     return (ACCELFIX_HAS_INDIRECT_TABLE && flag_openmp
				     && accelfix_args.indirect_calls);
			   });
}
