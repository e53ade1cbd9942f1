/* OpenACC: variables that a declare directive names.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* After "acc declare create (v)" at file scope, v is on the device for good, and
   gets "omp declare target".  GCC goes wrong twice with such a variable, GCC 11
   to 16:

   - Clauses that map it are dropped, since no map is needed
     (scan_sharing_clauses in omp-low.cc) - also those of "acc update", which
     then copies nothing.  Only clauses whose operand is a variable itself are
     dropped.  This pass writes the variable as an object in memory, *&v, as a
     section "v[0:n]" would be.

   - A scalar that no clause of a parallel or serial construct names is
     firstprivate (oacc_default_clause in gimplify.cc).  That rule is not for
     variables of a visible declare directive: there the construct must use the
     one on the device.  This pass removes the clause, and the construct
     refers to the variable itself, as it does for an array.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_updates ("updates of declared variables");
static accelfix_counter n_privates ("declared variables used where they are");

/* Whether DECL is on the device for good.  */

static bool
declared_p (tree decl)
{
  return (VAR_P (decl) && is_global_var (decl)
	  && host_offloadable_p (decl)
	  && !lookup_attribute ("omp declare target link",
				DECL_ATTRIBUTES (decl)));
}

/* Changes clause C of the update TARGET, if lowering drops it.  */

static void
repair_update (gomp_target *target, tree c)
{
  if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP)
    return;
  tree decl = OMP_CLAUSE_DECL (c);
  switch (OMP_CLAUSE_MAP_KIND (c))
    {
    case GOMP_MAP_TO:
    case GOMP_MAP_FROM:
    case GOMP_MAP_FORCE_TO:
    case GOMP_MAP_FORCE_FROM:
      break;
    default:
      return;
    }
  if (!DECL_P (decl) || !declared_p (decl))
    return;
  if (!OMP_CLAUSE_SIZE (c))
    OMP_CLAUSE_SIZE (c) = DECL_SIZE_UNIT (decl);
  TREE_ADDRESSABLE (decl) = 1;
  OMP_CLAUSE_DECL (c) = build_simple_mem_ref (build_fold_addr_expr (decl));
  n_updates.value++;
  host_repaired (gimple_location (target),
		 "%T is updated although it is declared", decl);
}

/* Removes clauses of the compute construct TARGET that make declared variables
   private though nobody asked for it.  */

static void
repair_private (gomp_target *target)
{
  tree *p = gimple_omp_target_clauses_ptr (target);
  while (tree c = *p)
    if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_FIRSTPRIVATE
	&& OMP_CLAUSE_FIRSTPRIVATE_IMPLICIT (c)
	&& declared_p (OMP_CLAUSE_DECL (c)))
      {
	n_privates.value++;
	host_repaired (gimple_location (target),
		       "%T is used where it is declared", OMP_CLAUSE_DECL (c));
	*p = OMP_CLAUSE_CHAIN (c);
      }
    else
      p = &OMP_CLAUSE_CHAIN (c);
}

/* Repairs the construct at GSI.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target)
    return false;
  switch (gimple_omp_target_kind (target))
    {
    case GF_OMP_TARGET_KIND_OACC_UPDATE:
      for (tree c = gimple_omp_target_clauses (target); c;
	   c = OMP_CLAUSE_CHAIN (c))
	repair_update (target, c);
      break;
    case GF_OMP_TARGET_KIND_OACC_PARALLEL:
    case GF_OMP_TARGET_KIND_OACC_SERIAL:
      repair_private (target);
      break;
    default:
      break;
    }
  return false;
}

static void
visit_function (function *)
{
  host_visit_all (visit_construct, NULL);
}

opt_pass *
make_accelfix_acc_declare (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-acc-declare", ctxt, visit_function,
			   [] { return flag_openacc && accelfix_args.acc_declare; });
}
