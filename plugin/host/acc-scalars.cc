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
   construct changes them.  */

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

/* Changes the maps of the construct at GSI, if it is a kernels construct.  */

static bool
visit_kernels (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target || gimple_omp_target_kind (target) != GF_OMP_TARGET_KIND_OACC_KERNELS)
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
