/* Small structures that offloaded functions return.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The host returns a structure of up to 16 bytes in registers.  Gimplification,
   for the host, then makes the function return a temporary, "return D.1", where
   it would set <retval> if the result were in memory (gimplify_return_expr).  On
   nvptx and amdgcn it is in memory.  There, from -O1 on, the pass "nrv" insists
   that a function whose result is in memory returns <retval>, and stops with an
   internal error (tree-nrv.cc).  What is inlined does not get there.  GCC 11 to
   16.

   This pass has such functions set <retval> and return that, as GCC does for a
   result in memory:

     return D.1   ->   <retval> = D.1; return <retval>

   It stands before "nrv", and in the device's compiler: on the host, passes
   before that may take the address of <retval>, which cannot be in registers
   then.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "cgraph.h"
#include "tree-into-ssa.h"

static accelfix_counter n_returns ("returns of small structures in memory");

/* Whether the current function returns a structure in memory, and is to be
   repaired.  */

static bool
in_memory_p (void)
{
  tree result = DECL_RESULT (current_function_decl);
  return (accelfix_args.struct_return && result && !VOID_TYPE_P (TREE_TYPE (result))
	  && !is_gimple_reg_type (TREE_TYPE (result))
	  && !DECL_BY_REFERENCE (result)
	  && aggregate_value_p (result, current_function_decl));
}

/* Has FUN's returns return <retval>.  */

static unsigned
return_result (function *fun)
{
  tree result = DECL_RESULT (fun->decl);
  unsigned todo = 0;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (fun)->preds)
    {
      gimple_stmt_iterator gsi = gsi_last_bb (e->src);
      greturn *stmt = (gsi_end_p (gsi) ? NULL
		       : dyn_cast <greturn *> (gsi_stmt (gsi)));
      tree value = stmt ? gimple_return_retval (stmt) : NULL_TREE;
      if (!value || value == result)
	continue;
      gimple *set = gimple_build_assign (result, value);
      gimple_set_location (set, gimple_location (stmt));
      gsi_insert_before (&gsi, set, GSI_SAME_STMT);
      gimple_return_set_retval (stmt, result);
      update_stmt (stmt);
      n_returns.value++;
      todo = TODO_update_ssa_only_virtuals;
    }
  if (todo)
    mark_virtual_operands_for_renaming (fun);
  return todo;
}

opt_pass *
make_accelfix_struct_return (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-struct-return", ctxt, return_result,
			   in_memory_p);
}
