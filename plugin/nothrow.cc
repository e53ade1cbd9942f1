/* Nothing throws on the device.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Neither nvptx nor amdgcn has an unwinder: no exception is ever caught there.  But a
   function of C++ that calls another one which may throw, while an object with a
   destructor is alive, has a landing pad where that is destroyed.  GCC 11 to 14 stops at
   the first such function: on nvptx, where it expands the receiver of a nonlocal goto for
   the landing pad, with

     sorry, unimplemented: target cannot support nonlocal goto

   and on amdgcn with an internal error.  The body of a target region, which must not
   throw, is a region of exceptions as well.  On amdgcn the pass "eh_ranges" puts labels
   around the calls in it, for a table of call sites, and numbers them on from the
   tables before (except.c, call_site_base).  No such tables are printed, so that the
   numbers begin anew in each function:

     .LEHB0:
	     s_swappc_b64	s[18:19], s[24:25]
     .LEHE0:

   and the assembler refuses a unit with two of them.

   Here no statement throws any more, before the first pass over functions that lowers
   exceptions: what an exception alone comes to is dead code, and the regions go.  From
   GCC 15 on the compilers do as much by themselves, but for the labels, which GCC 16 has
   tables for.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "except.h"
#include "tree-eh.h"
#include "tree-cfg.h"
#include "tree-cfgcleanup.h"

static accelfix_counter n_statements ("statements that throw nothing");

/* Has STMT throw nothing.  */

static void
make_nothrow (gimple *stmt)
{
  if (lookup_stmt_eh_lp (stmt) == 0 && !stmt_could_throw_p (cfun, stmt))
    return;
  remove_stmt_from_eh_lp (stmt);
  if (gcall *call = dyn_cast <gcall *> (stmt))
    gimple_call_set_nothrow (call, true);
  n_statements.value++;
}

/* Whether a statement of FUN names a region of exceptions.  */

static bool
names_region_p (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      switch (gimple_code (gsi_stmt (gsi)))
	{
	case GIMPLE_RESX:
	case GIMPLE_EH_DISPATCH:
	  return true;
	case GIMPLE_CALL:
	  if (gimple_call_builtin_p (gsi_stmt (gsi), BUILT_IN_EH_POINTER)
	      || gimple_call_builtin_p (gsi_stmt (gsi), BUILT_IN_EH_FILTER)
	      || gimple_call_builtin_p (gsi_stmt (gsi), BUILT_IN_EH_COPY_VALUES))
	    return true;
	  break;
	default:
	  break;
	}
  return false;
}

static unsigned
remove_exceptions (function *fun)
{
  basic_block bb;
  bool changed = false;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      make_nothrow (gsi_stmt (gsi));
  FOR_EACH_BB_FN (bb, fun)
    changed |= gimple_purge_dead_eh_edges (bb);
  if (changed)
    {
      free_dominance_info (CDI_DOMINATORS);
      cleanup_tree_cfg ();
    }
  if (names_region_p (fun))
    return changed ? TODO_update_ssa : 0;

  eh_landing_pad lp;
  for (unsigned i = 1; vec_safe_iterate (fun->eh->lp_array, i, &lp); i++)
    if (lp)
      remove_eh_landing_pad (lp);
  auto_sbitmap none (vec_safe_length (fun->eh->region_array));
  bitmap_clear (none);
  remove_unreachable_eh_regions (none);
  return changed ? TODO_update_ssa : 0;
}

opt_pass *
make_accelfix_nothrow (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-nothrow", ctxt, remove_exceptions, []
    {
      return (ACCELFIX_THROWS && accelfix_args.nothrow
	      && cfun->eh && cfun->eh->region_tree);
    });
}
