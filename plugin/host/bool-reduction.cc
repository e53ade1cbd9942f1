/* OpenMP and OpenACC: sums of truth values.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* In a loop with reduction (+: t), where t is a bool, the program's own t += x is
   computed in int and compared with 0, as C and C++ want it.  What combines the
   partial results is an addition in the type of t (lower_reduction_clauses in
   omp-low.cc), which is not: it counts how many of them are true.  A bool then has
   that number, and what optimisers make of it is anything.  GCC 11 to 16; on the host, too.

   The sum of truth values is true if one of them is.  So this pass has the clause
   combine by "or", which begins with false, as a sum does.  A difference is combined
   like a sum.  Products need nothing, since 0 and 1 have no others.  Reductions that
   the program declares are its own.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_sums ("sums of truth values");

/* The clauses of STMT if it is a construct that may reduce; otherwise NULL.  */

static tree
clauses_of (gimple *stmt)
{
  if (tree *clauses = host_clauses (stmt))
    return *clauses;
  if (gimple_code (stmt) == GIMPLE_OMP_TASKGROUP)
    return gimple_omp_taskgroup_clauses (stmt);
  return accelfix_scope_clauses (stmt);
}

/* Whether C sums up truth values: a variable, what a reference stands for, or the
   elements of an array.  */

static bool
sum_p (tree c)
{
  switch (OMP_CLAUSE_CODE (c))
    {
    case OMP_CLAUSE_REDUCTION:
    case OMP_CLAUSE_IN_REDUCTION:
    case OMP_CLAUSE_TASK_REDUCTION:
      break;
    default:
      return false;
    }
  tree_code code = OMP_CLAUSE_REDUCTION_CODE (c);
  if (OMP_CLAUSE_REDUCTION_PLACEHOLDER (c)
      || (code != PLUS_EXPR && code != MINUS_EXPR))
    return false;
  tree type = TREE_TYPE (OMP_CLAUSE_DECL (c));
  if (TREE_CODE (type) == REFERENCE_TYPE)
    type = TREE_TYPE (type);
  return TREE_CODE (strip_array_types (type)) == BOOLEAN_TYPE;
}

/* The variable that C is about, for messages.  */

static tree
variable_of (tree c)
{
  tree t = OMP_CLAUSE_DECL (c);
  while (!DECL_P (t) && EXPR_P (t) && TREE_OPERAND_LENGTH (t) > 0)
    t = TREE_OPERAND (t, 0);
  return t;
}

/* Repairs the clauses of the statement at GSI.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *)
{
  for (tree c = clauses_of (gsi_stmt (*gsi)); c; c = OMP_CLAUSE_CHAIN (c))
    if (sum_p (c))
      {
	OMP_CLAUSE_REDUCTION_CODE (c) = BIT_IOR_EXPR;
	n_sums.value++;
	host_repaired (OMP_CLAUSE_LOCATION (c), "the sum %T stays a truth value",
		       variable_of (c));
      }
  return false;
}

static void
visit_function (function *)
{
  host_visit_all (visit_construct, NULL);
}

opt_pass *
make_accelfix_bool_reduction (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-bool-reduction", ctxt, visit_function,
			   []
			   {
			     return ((flag_openmp || flag_openmp_simd || flag_openacc)
				     && accelfix_args.bool_reduction != 0);
			   });
}
