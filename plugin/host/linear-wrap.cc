/* Linear variables of types narrower than int.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A variable of type char or short passes the end of its type without harm: C and
   C++ add in int and convert the sum, which wraps.  In

     signed char x = 100;
     #pragma omp simd linear (x: 3)
     for (...) { ... x += 3; }

   GCC adds once more for the loop itself, x = x + 3 in the type of x
   (lower_rec_input_clauses in omp-low.cc; in combined loops also x + 3 * start,
   expand_omp_for_static_nochunk and others in omp-expand.cc).  That is undefined
   where it overflows, and the optimisers believe that the loop ends before: the
   program runs past the ends of its arrays, on the host too.  GCC 11, 12 and 14;
   13, 15 and 16 were not tried.

   The first of these passes looks for such clauses.  If the unit has any, the
   second one, which sees the functions that became of the regions as well, makes
   all arithmetic in signed types narrower than int unsigned:

     x_2 = x_1 + 3;   ->   _3 = (unsigned char) x_1;
			   _4 = _3 + 3;
			   x_2 = (signed char) _4;

   It stands right behind "ssa": no optimiser has looked at the sums yet.  C and
   C++ have no other arithmetic in these types, and Fortran's stays what it is
   where it does not overflow.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_linear ("linear variables narrower than int that may "
				  "wrap");

/* Whether TYPE is one that the program's arithmetic does not have, with overflow
   that is undefined.  */

static bool
narrow_p (tree type)
{
  return (INTEGRAL_TYPE_P (type) && TYPE_OVERFLOW_UNDEFINED (type)
	  && TYPE_PRECISION (type) < TYPE_PRECISION (integer_type_node));
}

/* Looks for linear clauses at GSI.  */

static bool
visit_loop (gimple_stmt_iterator *gsi, void *)
{
  gomp_for *loop = dyn_cast<gomp_for *> (gsi_stmt (*gsi));
  if (!loop)
    return false;
  for (tree c = gimple_omp_for_clauses (loop); c; c = OMP_CLAUSE_CHAIN (c))
    if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_LINEAR)
      {
	tree decl = OMP_CLAUSE_DECL (c), type = TREE_TYPE (decl);
	if (lang_hooks.decls.omp_privatize_by_reference (decl))
	  type = TREE_TYPE (type);
	if (narrow_p (type))
	  {
	    n_linear.value++;
	    host_repaired (OMP_CLAUSE_LOCATION (c), "%T may wrap", decl);
	  }
      }
  return false;
}

static void
find_clauses (function *)
{
  host_visit_all (visit_loop, NULL);
}

/* Makes the arithmetic of the statement at GSI unsigned, if it is such.  */

static void
make_unsigned (gimple_stmt_iterator *gsi)
{
  gassign *stmt = dyn_cast<gassign *> (gsi_stmt (*gsi));
  if (!stmt || !narrow_p (TREE_TYPE (gimple_assign_lhs (stmt))))
    return;
  tree_code code = gimple_assign_rhs_code (stmt);
  if (code != PLUS_EXPR && code != MINUS_EXPR && code != MULT_EXPR
      && code != NEGATE_EXPR)
    return;
  tree type = unsigned_type_for (TREE_TYPE (gimple_assign_lhs (stmt)));
  gimple_seq seq = NULL;
  tree a = gimple_convert (&seq, type, gimple_assign_rhs1 (stmt));
  tree value
    = (code == NEGATE_EXPR ? gimple_build (&seq, code, type, a)
       : gimple_build (&seq, code, type, a,
		       gimple_convert (&seq, type, gimple_assign_rhs2 (stmt))));
  gimple_seq_set_location (seq, gimple_location (stmt));
  gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
  gimple_assign_set_rhs_with_ops (gsi, NOP_EXPR, value);
  update_stmt (gsi_stmt (*gsi));
}

static void
let_wrap (function *fun)
{
  if (n_linear.value)
    for_each_stmt (fun, [] (gimple_stmt_iterator &gsi)
      {
	make_unsigned (&gsi);
      });
}

static bool
wanted_p (void)
{
  return (flag_openmp || flag_openmp_simd) && accelfix_args.linear_wrap;
}

opt_pass *
make_accelfix_linear_wrap (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-linear-wrap", ctxt, find_clauses, wanted_p);
}

opt_pass *
make_accelfix_linear_unsigned (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-linear-unsigned", ctxt, let_wrap, wanted_p);
}
