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
   shorter with i, by FACTOR, there is a formula; otherwise, or if the formula is not exact,
   the iterations are counted, in a variable .count that begins at zero:

     .count = 0;
     if (FACTOR != 0)
       { the formula; ... }
     ... .count + ...

   Two things are wrong there, on the host and on devices.  Loops run with i and j that
   nobody asked for.

   GCC 12 sets .count behind the question, where the answer is yes.  Without a formula the
   count then begins at what is in a register.  GCC 11 is right, 13 to 16 were not tried, and
   the source of trunk has the two in the right order.

   If i and j are unsigned int, and the inner loop gets shorter, as from i to 20, FACTOR,
   which has 64 bits, is not -1 but 4294967295 (omp_extract_for_data in omp-general.cc), and
   the formula takes it for that.  GCC 11 and 12, and the lines are the same in trunk.  Only
   loops whose bounds are constants have a factor that is known, and with others it was
   right.

   Here the assignment goes before the question, and a factor that is negative has no
   formula.  That is before the SSA form is built, and what the regions became are functions
   by then.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_counts ("counts of collapsed loops that had no value");
static accelfix_counter n_signs ("collapsed loops that get shorter and are unsigned");

/* Says, for STMT, which may have no place of its own, that FAULT was repaired.  */

static void
tell (gimple *stmt, const char *fault)
{
  location_t where = gimple_location (stmt);
  if (where == UNKNOWN_LOCATION)
    where = DECL_SOURCE_LOCATION (current_function_decl);
  host_repaired (where, "this loop begins where it should", NULL_TREE, fault);
}

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

/* Puts the assignment behind QUESTION, at the end of BB, that sets the variable .count before
   it, if it is not there already.  Whether it is there now.  */

static bool
set_before (function *fun, basic_block bb, gimple *question)
{
  gimple_stmt_iterator before = gsi_for_stmt (question);
  gsi_prev_nondebug (&before);
  tree count = gsi_end_p (before) ? NULL_TREE : zeroed_count (gsi_stmt (before));
  if (count)
    return counts_up_p (fun, count);
  edge yes = EDGE_SUCC (bb, 0)->flags & EDGE_TRUE_VALUE ? EDGE_SUCC (bb, 0) : EDGE_SUCC (bb, 1);
  gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb (yes->dest);
  if (!single_pred_p (yes->dest) || gsi_end_p (gsi)
      || !(count = zeroed_count (gsi_stmt (gsi))) || !counts_up_p (fun, count))
    return false;
  gimple *set = gsi_stmt (gsi);
  gsi_remove (&gsi, false);
  before = gsi_for_stmt (question);
  gsi_insert_before (&before, set, GSI_SAME_STMT);
  tell (set, "collapse-count");
  n_counts.value++;
  return true;
}

/* Whether FACTOR, a constant, may be what came of a negative number of an unsigned type that is
   narrower than it.  The iterations are counted then, which is right for each factor.  */

static bool
lost_sign_p (tree factor)
{
  if (TREE_CODE (factor) != INTEGER_CST || !tree_fits_uhwi_p (factor))
    return false;
  for (unsigned bits : { 8, 16, 32 })
    if (tree_to_uhwi (factor) >> (bits - 1) == 1)
      return true;
  return false;
}

static void
mend (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    {
      gimple_stmt_iterator end = gsi_last_nondebug_bb (bb);
      gcond *question = gsi_end_p (end) ? NULL : dyn_cast <gcond *> (gsi_stmt (end));
      if (question && gimple_cond_code (question) == NE_EXPR
	  && integer_zerop (gimple_cond_rhs (question))
	  && EDGE_COUNT (bb->succs) == 2
	  && set_before (fun, bb, question)
	  && lost_sign_p (gimple_cond_lhs (question)))
	{
	  gimple_cond_make_false (question);
	  tell (question, "collapse-unsigned");
	  n_signs.value++;
	}
    }
}

opt_pass *
make_accelfix_collapse_count (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-collapse-count", ctxt, mend,
			   [] { return flag_openmp && accelfix_args.collapse_count; });
}
