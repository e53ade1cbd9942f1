/* OpenACC: device pointers of data constructs.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A parallel or serial construct inside of

     #pragma acc data deviceptr (d)

   has a copy of d, as of other scalars (firstprivate).  GCC maps d to memory on the device
   instead, "copy", as it does for variables that the data construct maps
   (oacc_default_clause in gimplify.cc).  That memory is freed at the end of the data
   construct.  A region with "async", which may be executed later, reads d from memory that
   is gone or belongs to something else.  The program need not wait inside of the data
   construct, which has no data.  GCC 12 and 14; 16 is right.

   This pass makes d firstprivate if the construct does not change it.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_pointers ("device pointers that regions have copies of");

/* Whether C maps pointer P, not what it points to.  */

static bool
maps_pointer_p (tree c, tree p)
{
  return (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	  && OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_TOFROM
	  && OMP_CLAUSE_DECL (c) == p);
}

/* If the construct at GSI may be asynchronous, gives it a copy of DATA, a device pointer
   that it maps.  */

static bool
visit_region (gimple_stmt_iterator *gsi, void *data)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  tree pointer = (tree) data;
  if (!target
      || (gimple_omp_target_kind (target) != GF_OMP_TARGET_KIND_OACC_PARALLEL
	  && gimple_omp_target_kind (target) != GF_OMP_TARGET_KIND_OACC_SERIAL)
      || !omp_find_clause (gimple_omp_target_clauses (target), OMP_CLAUSE_ASYNC))
    return false;
  for (tree *p = gimple_omp_target_clauses_ptr (target); *p; p = &OMP_CLAUSE_CHAIN (*p))
    if (maps_pointer_p (*p, pointer) && !host_changes_p (target, pointer))
      {
	tree c = build_omp_clause (OMP_CLAUSE_LOCATION (*p), OMP_CLAUSE_FIRSTPRIVATE);
	OMP_CLAUSE_DECL (c) = pointer;
	OMP_CLAUSE_CHAIN (c) = OMP_CLAUSE_CHAIN (*p);
	*p = c;
	n_pointers.value++;
	host_repaired (gimple_location (target), "the region has a copy of %T", pointer,
		       "acc-async-value");
      }
  return true;
}

/* Looks for regions in the construct at GSI, if it has device pointers.  */

static bool
visit_data (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target || gimple_omp_target_kind (target) != GF_OMP_TARGET_KIND_OACC_DATA)
    return false;
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	&& OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_FORCE_DEVICEPTR
	&& DECL_P (OMP_CLAUSE_DECL (c))
	&& POINTER_TYPE_P (TREE_TYPE (OMP_CLAUSE_DECL (c))))
      host_visit_seq (gimple_omp_body_ptr (target), visit_region,
		      OMP_CLAUSE_DECL (c));
  return false;
}

static void
visit_function (function *)
{
  host_visit_all (visit_data, NULL);
}

opt_pass *
make_accelfix_acc_deviceptr (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-acc-deviceptr", ctxt, visit_function,
			   [] { return flag_openacc && accelfix_args.acc_async != 0; });
}
