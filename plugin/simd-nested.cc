/* Simd loops that the lanes of a warp meet each by itself.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "simd.h"

/* A simd loop in a function that is called in a SIMT region is met by each
   lane on its own, and perhaps by some lanes only.  Its copy for SIMT would
   have each lane do its share of the iterations, as if the others did theirs,
   and GCC's code for it waits for all lanes of the warp.  The copy for targets
   without SIMT is right there.

   libgomp keeps a word for each warp that says whether it is in a region,
   __nvptx_uni[%tid.y] (nvptx.cc, nvptx_output_unisimt_switch): all ones
   there, zero elsewhere.  A loop in a function that may be called from both
   looks at it.

   Which functions may be is seen from the call graph (reach.cc); bodies
   that were not read yet are read for it.  A function whose address is taken
   may be called from anywhere, except what OpenMP itself outlines: its
   constructs may not be met in a simd loop (OpenMP 5.0, 2.20).  */

/* Whether BB, in COPY of a loop of LOOPS, is in the copy for SIMT of another
   that is in it.  Blocks that are new since LOOPS was made are in none.  */

static bool
in_inner_simt_p (simd_loops *loops, simd_copy *copy, basic_block bb)
{
  if ((unsigned) bb->index >= loops->copies.length ())
    return false;
  for (simd_copy *c = loops->copy_of (bb); c && c != copy; c = c->outer)
    if (c->simt)
      return true;
  return false;
}

/* See simd.h.  In 12 the code of `ordered simd' has calls for the lanes
   in this copy as well; here one lane does the work of all.  A simd loop of a
   function that was inlined there has lanes of its own.  */

void
simd_take_plain_copy (simd_loops *loops, simd_loop *loop)
{
  for (simd_copy *copy : loop->plain)
    for (basic_block bb : copy->blocks)
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	{
	  if (in_inner_simt_p (loops, copy, bb))
	    break;
	  gimple *stmt = gsi_stmt (gsi);
	  tree lhs = is_gimple_call (stmt) ? gimple_call_lhs (stmt) : NULL_TREE;
	  if (!lhs)
	    continue;
	  tree value = NULL_TREE;
	  if (simd_call_p (stmt, IFN_GOMP_SIMT_LANE)
	      || simd_call_p (stmt, IFN_GOMP_SIMT_ORDERED_PRED))
	    value = build_zero_cst (TREE_TYPE (lhs));
	  else if (simd_call_p (stmt, IFN_GOMP_SIMT_VOTE_ANY))
	    value = gimple_call_arg (stmt, 0);
	  else
	    continue;
	  gassign *g = gimple_build_assign (lhs, value);
	  gimple_set_location (g, gimple_location (stmt));
	  unlink_stmt_vdef (stmt);
	  gsi_replace (&gsi, g, false);
	}

  tree lhs = gimple_call_lhs (loop->use_simt);
  gimple_stmt_iterator gsi = gsi_for_stmt (loop->use_simt);
  if (!lhs)
    return;
  replace_uses_by (lhs, build_zero_cst (TREE_TYPE (lhs)));
  gsi_remove (&gsi, true);
  release_ssa_name (lhs);
}

/* The variable __nvptx_uni.  */

static tree
uni_decl (void)
{
  /* The symbol table keeps it from the garbage collector.  */
  static tree decl;
  if (!decl)
    {
      tree type = build_array_type_nelts (unsigned_type_node, 32);
      decl = build_decl (BUILTINS_LOCATION, VAR_DECL,
			 get_identifier ("__nvptx_uni"), type);
      TREE_PUBLIC (decl) = 1;
      DECL_EXTERNAL (decl) = 1;
      TREE_USED (decl) = 1;
      DECL_ARTIFICIAL (decl) = 1;
      DECL_ATTRIBUTES (decl)
	= tree_cons (get_identifier ("shared"), NULL_TREE, NULL_TREE);
      SET_DECL_ASSEMBLER_NAME (decl, DECL_NAME (decl));
      varpool_node::get_create (decl);
    }
  return decl;
}

/* See simd.h.  GOMP_USE_SIMT becomes

     asm ("mov.u32 %0, %tid.y;" : "=r" (warp));
     state = __nvptx_uni[warp];
     outside = state == 0;
     use = (int) outside;  */

void
simd_ask_warp (simd_loop *loop)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (loop->use_simt);
  tree lhs = gimple_call_lhs (loop->use_simt);

  tree warp = make_ssa_name (unsigned_type_node);
  vec<tree, va_gc> *outputs = NULL;
  tree constraint = build_tree_list (NULL_TREE, build_string (3, "=r"));
  vec_safe_push (outputs, build_tree_list (constraint, warp));
  gasm *a = gimple_build_asm_vec ("mov.u32\t%0, %%tid.y;", NULL, outputs,
				  NULL, NULL);
  SSA_NAME_DEF_STMT (warp) = a;
  gsi_insert_before (&gsi, a, GSI_SAME_STMT);

  tree ref = build4 (ARRAY_REF, unsigned_type_node, uni_decl (), warp,
		     NULL_TREE, NULL_TREE);
  TREE_THIS_VOLATILE (ref) = 1;
  TREE_SIDE_EFFECTS (ref) = 1;
  tree state = make_ssa_name (unsigned_type_node);
  gsi_insert_before (&gsi, gimple_build_assign (state, ref), GSI_SAME_STMT);
  tree outside = make_ssa_name (boolean_type_node);
  gsi_insert_before (&gsi,
		     gimple_build_assign (outside, EQ_EXPR, state,
					  build_zero_cst (unsigned_type_node)),
		     GSI_SAME_STMT);
  gsi_replace (&gsi, gimple_build_assign (lhs, NOP_EXPR, outside), false);
}
