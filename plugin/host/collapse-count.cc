/* Collapsed loops whose bounds depend on each other.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* In

     #pragma omp parallel for collapse (2)
     for (int i = 0; i < n; i++)
       for (int j = 4 * i; j < 4 * i + 4; j++)

   each thread computes where it begins, i and j, from a number of iterations
   (expand_omp_for_init_vars in omp-expand.cc).  Where the inner loop gets longer or
   shorter with i there is a formula; otherwise, or if the formula is not exact, the
   iterations are counted, in a variable .count that begins at zero.  GCC 12 sets that to
   zero behind the question whether there is a formula, where there is one:

     if (factor != 0)
       { .count = 0; ... }
     ... .count + ...

   Without a formula the count begins at what is in a register, and loops run with i and j
   that nobody asked for, on the host and on devices.  GCC 12; 11 is right, 13 to 16 were not
   tried, and the source of trunk has the two in the right order.

   Here the assignment goes before the question.  That is before the SSA form is built, and
   what the regions became are functions by then.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_counts ("counts of collapsed loops that had no value");

/* The variable .count that STMT sets to zero, or null.  */

static tree
zeroed_count (gimple *stmt)
{
  if (!gimple_assign_single_p (stmt) || !VAR_P (gimple_assign_lhs (stmt))
      || !integer_zerop (gimple_assign_rhs1 (stmt)))
    return NULL_TREE;
  tree var = gimple_assign_lhs (stmt);
  return (DECL_ARTIFICIAL (var) && DECL_NAME (var)
	  && !strncmp (IDENTIFIER_POINTER (DECL_NAME (var)), ".count", 6)
	  ? var : NULL_TREE);
}

/* Whether FUN sets VAR twice: to zero, and to another variable, which is how it counts.
   Counts of another kind are computed.  */

static bool
counts_up_p (function *fun, tree var)
{
  unsigned zeros = 0, copies = 0, others = 0;
  for_each_stmt (fun, [&] (gimple_stmt_iterator &gsi)
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_get_lhs (stmt) != var)
	return;
      if (zeroed_count (stmt))
	zeros++;
      else if (gimple_assign_single_p (stmt) && VAR_P (gimple_assign_rhs1 (stmt)))
	copies++;
      else
	others++;
    });
  return zeros == 1 && copies == 1 && others == 0;
}

/* The question "X != 0" for whose answer yes alone block BB is executed, or null.  */

static gimple *
question_before (basic_block bb)
{
  if (!single_pred_p (bb) || !(single_pred_edge (bb)->flags & EDGE_TRUE_VALUE))
    return NULL;
  gimple_stmt_iterator end = gsi_last_nondebug_bb (single_pred (bb));
  gimple *last = gsi_end_p (end) ? NULL : gsi_stmt (end);
  return (last && gimple_code (last) == GIMPLE_COND
	  && gimple_cond_code (last) == NE_EXPR
	  && integer_zerop (gimple_cond_rhs (last)) ? last : NULL);
}

static void
set_earlier (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    {
      gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb (bb);
      gimple *question = gsi_end_p (gsi) ? NULL : question_before (bb);
      tree count = question ? zeroed_count (gsi_stmt (gsi)) : NULL_TREE;
      if (!count || !counts_up_p (fun, count))
	continue;
      gimple *set = gsi_stmt (gsi);
      gsi_remove (&gsi, false);
      gimple_stmt_iterator before = gsi_for_stmt (question);
      gsi_insert_before (&before, set, GSI_SAME_STMT);
      host_repaired (gimple_location (set), "this loop begins where it should");
      n_counts.value++;
    }
}

opt_pass *
make_accelfix_collapse_count (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-collapse-count", ctxt, set_earlier,
			   [] { return flag_openmp && accelfix_args.collapse_count; });
}
