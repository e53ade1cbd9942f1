/* OpenACC: scalars of a kernels construct that no clause names.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Such a scalar is treated as if it were in a "copy" clause (OpenACC 3.1, 2.6.2), which
   does nothing if the device has it already (2.7.4).  GCC maps it with the "copy" of
   OpenACC 1.0, GOMP_MAP_FORCE_TOFROM (oacc_default_clause in gimplify.cc), and libgomp
   ends the program if the device has it: after "enter data", in a data construct of a
   caller, and also if two dummy arguments of Fortran are the same variable or constant:

     call fill (a, 10, 10)
     libgomp: Trying to map into device [..] object when [..] is already mapped

   What the construct only reads is copied back as well.  If it is a constant, which
   Fortran hands over by reference, the host cannot write to it, and the program ends, too.
   GCC 11 to 16.

   This pass has them copied if the device does not have them, and copied back if the
   construct changes them.

   With "async" the copy is made when the queue comes to the construct, and most such
   scalars are parameters of a function that has returned by then.  What the construct only
   reads, and nobody can have put on the device, as it has no address and is in no clause of
   the function, becomes firstprivate: accelfix-acc-async hands the value over.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_scalars ("scalars of kernels constructs copied once");

/* Whether C maps a scalar for a kernels construct that no clause names.  Clauses of the
   user's have other kinds; accelfix-map-const has made one of the two of the other.  */

static bool
scalar_map_p (tree c)
{
  if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP
      || (OMP_CLAUSE_MAP_KIND (c) != GOMP_MAP_FORCE_TOFROM
	  && OMP_CLAUSE_MAP_KIND (c) != GOMP_MAP_FORCE_TO))
    return false;
  tree what = OMP_CLAUSE_DECL (c);
  return ((DECL_P (what)
	   || ((TREE_CODE (what) == MEM_REF || TREE_CODE (what) == INDIRECT_REF)
	       && DECL_P (TREE_OPERAND (what, 0))))
	  && !AGGREGATE_TYPE_P (TREE_TYPE (what)));
}

/* Looks for a clause that maps the variable *FOUND_, other than those that scalar_map_p
   knows, in the statement at GSI; has *FOUND_ be NULL if there is one.  */

static bool
visit_clauses (gimple_stmt_iterator *gsi, void *found_)
{
  tree *found = (tree *) found_;
  if (gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi)))
    for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
      if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP && OMP_CLAUSE_DECL (c) == *found
	  && !scalar_map_p (c))
	*found = NULL_TREE;
  return false;
}

/* Whether WHAT, a scalar that an asynchronous construct only reads, may be handed over by
   value.  */

static bool
value_p (tree what)
{
  if (!accelfix_args.acc_async || !DECL_P (what) || is_global_var (what)
      || TREE_ADDRESSABLE (what) || DECL_HAS_VALUE_EXPR_P (what)
      || lang_hooks.decls.omp_privatize_by_reference (what))
    return false;
  host_visit_all (visit_clauses, &what);
  return what;
}

/* The statement at GSI, if that is a kernels construct; NULL if not.  */

static gomp_target *
kernels_at (gimple_stmt_iterator *gsi)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  return (target && gimple_omp_target_kind (target) == GF_OMP_TARGET_KIND_OACC_KERNELS
	  ? target : NULL);
}

/* Makes scalars firstprivate in the construct at GSI, if it is an asynchronous kernels
   construct.  */

static bool
visit_async (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = kernels_at (gsi);
  if (!target || !omp_find_clause (gimple_omp_target_clauses (target), OMP_CLAUSE_ASYNC))
    return false;
  for (tree *p = gimple_omp_target_clauses_ptr (target); *p; p = &OMP_CLAUSE_CHAIN (*p))
    if (scalar_map_p (*p) && value_p (OMP_CLAUSE_DECL (*p))
	&& !host_changes_p (target, OMP_CLAUSE_DECL (*p)))
      host_make_firstprivate (p);
  return false;
}

/* Changes the maps of the construct at GSI, if it is a kernels construct.  */

static bool
visit_kernels (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = kernels_at (gsi);
  if (!target)
    return false;
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    if (scalar_map_p (c))
      {
	tree what = OMP_CLAUSE_DECL (c);
	bool changed = host_changes_p (target, what);
	OMP_CLAUSE_SET_MAP_KIND (c, changed ? GOMP_MAP_TOFROM : GOMP_MAP_TO);
	/* Nothing is said of it: most such scalars were never on the device before, and
	   the program is right without the change.  */
	n_scalars.value++;
      }
  return false;
}

static void
visit_function (function *)
{
  /* The maps that visit_kernels changes look like the program's.  */
  host_visit_all (visit_async, NULL);
  host_visit_all (visit_kernels, NULL);
}

opt_pass *
make_accelfix_acc_scalars (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-acc-scalars", ctxt, visit_function,
			   []
			   {
			     return flag_openacc && accelfix_args.acc_kernels != 0;
			   });
}
