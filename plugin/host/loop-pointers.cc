/* Loops of OpenMP over pointers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Two faults of "omplower" with loops whose counter is a pointer, on the host as
   well as on devices.  GCC 11 and 12.

   - The bound of

       #pragma omp parallel for simd
       for (p = d; p < &d[50]; p++)

     is a constant for GCC, so that it stays in the loop's header where any other
     is computed before the loop.  Where D is shared or mapped, "omplower" has to
     replace it there, and does so wrongly.  For lastprivate and linear variables,
     the counter of a simd loop among them, lower_omp_for_lastprivate asks behind
     the loop whether the end was reached.  It gimplifies the expression in the
     header for that, and leaves "&(*tmp)[50]" there, with a TMP that is set
     behind the loop.  And the loops of a combined construct (distribute, for,
     simd) have the expression in common: what is made of it for one is no good
     for the others.  The loop runs too often or not at all, or "omplower" stops
     with a segmentation fault.

     Here such an address is computed before the loop, into a variable of each
     loop's own:

       tmp = &d[50];
       #pragma omp for ...
       for (p = d; p < tmp; p++)

   - In a simd loop that is part of a combined construct, a linear variable
     starts each part of the loop with a value that is computed from the difference
     of two counters (lower_rec_input_clauses).  GCC writes that of two pointers
     as MINUS_EXPR, which is for numbers, and the optimisers make 0 of it.  Here
     it becomes a POINTER_DIFF_EXPR.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_bounds ("addresses computed before their loops");
static accelfix_counter n_differences ("differences of loops' pointers");

/* What the walk knows where it is.  */
struct place
{
  gbind *bind;			/* The innermost.  */
  bool mapped;			/* In an offloaded region.  */
  hash_set<tree> own;		/* Variables declared in the innermost region that
				   becomes a function.  */

  place (bool m) : bind (NULL), mapped (m) {}
};

/* Whether BOUND, of a loop, is the address of a variable that may be another
   one, or in another place, in the region that the loop is in.  */

static bool
address_p (place *at, tree bound)
{
  if (TREE_CODE (bound) != ADDR_EXPR)
    return false;
  tree base = get_base_address (TREE_OPERAND (bound, 0));
  return (base && DECL_P (base) && !at->own.contains (base)
	  && (at->mapped || !is_global_var (base)));
}

/* Computes *BOUND, of the loop at GSI, before it, if that is such an address.  */

static bool
precompute (place *at, gimple_stmt_iterator *gsi, tree *bound)
{
  if (!address_p (at, *bound))
    return false;
  tree var = host_new_variable (at->bind, TREE_TYPE (*bound), NULL);
  gimple *g = gimple_build_assign (var, unshare_expr (*bound));
  gimple_set_location (g, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, g, GSI_SAME_STMT);
  *bound = var;
  n_bounds.value++;
  return true;
}

/* Whether "omplower" may change the bounds in LOOP's header.  */

static bool
changed_p (gomp_for *loop)
{
  tree clauses = gimple_omp_for_clauses (loop);
  return (gimple_omp_for_combined_p (loop)
	  || gimple_omp_for_combined_into_p (loop)
	  || gimple_omp_for_kind (loop) == GF_OMP_FOR_KIND_SIMD
	  || omp_find_clause (clauses, OMP_CLAUSE_LASTPRIVATE)
	  || omp_find_clause (clauses, OMP_CLAUSE_LINEAR));
}

/* Repairs the loop at GSI, if it is one.  */

static bool
visit_stmt (gimple_stmt_iterator *gsi, void *at_)
{
  place *at = (place *) at_;
  gimple *stmt = gsi_stmt (*gsi);
  switch (gimple_code (stmt))
    {
    case GIMPLE_BIND:
      {
	gbind *outer = at->bind;
	at->bind = as_a<gbind *> (stmt);
	for (tree var = gimple_bind_vars (at->bind); var; var = DECL_CHAIN (var))
	  at->own.add (var);
	host_visit_seq (gimple_bind_body_ptr (at->bind), visit_stmt, at);
	at->bind = outer;
	return true;
      }

    case GIMPLE_OMP_PARALLEL:
    case GIMPLE_OMP_TASK:
    case GIMPLE_OMP_TEAMS:
    case GIMPLE_OMP_TARGET:
      {
	place in (at->mapped || is_gimple_omp_offloaded (stmt));
	host_visit_seq (gimple_omp_body_ptr (stmt), visit_stmt, &in);
	return true;
      }

    case GIMPLE_OMP_FOR:
      {
	gomp_for *loop = as_a<gomp_for *> (stmt);
	bool any = false;
	if (at->bind && changed_p (loop))
	  for (unsigned i = 0; i < gimple_omp_for_collapse (loop); i++)
	    {
	      any |= precompute (at, gsi, gimple_omp_for_initial_ptr (loop, i));
	      any |= precompute (at, gsi, gimple_omp_for_final_ptr (loop, i));
	    }
	if (any)
	  host_repaired (gimple_location (loop),
			 "the loop's bound is computed before it", NULL_TREE,
			 "loop-bound");
	return false;
      }

    default:
      return false;
    }
}

static void
visit_function (function *)
{
  place at (false);
  host_visit_all (visit_stmt, &at);
}

/* Repairs the statement at GSI if it is such a difference.  */

static bool
visit_difference (gimple_stmt_iterator *gsi, void *)
{
  gassign *stmt = dyn_cast<gassign *> (gsi_stmt (*gsi));
  if (!stmt || gimple_assign_rhs_code (stmt) != MINUS_EXPR
      || !POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (stmt)))
      || !POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs2 (stmt))))
    return false;
  gimple_assign_set_rhs_code (stmt, POINTER_DIFF_EXPR);
  n_differences.value++;
  host_repaired (gimple_location (stmt),
		 "a linear variable starts with the right value", NULL_TREE,
		 "loop-linear");
  return false;
}

static void
visit_lowered (function *)
{
  host_visit_all (visit_difference, NULL);
}

static bool
wanted_p (void)
{
  return (flag_openmp || flag_openmp_simd) && accelfix_args.loop_pointers;
}

opt_pass *
make_accelfix_loop_bound (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-loop-bound", ctxt, visit_function,
			   wanted_p);
}

opt_pass *
make_accelfix_loop_linear (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-loop-linear", ctxt, visit_lowered,
			   wanted_p);
}
