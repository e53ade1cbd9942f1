/* OpenACC, C++: reductions of what a reference stands for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* For reduction (+: s), where s is a reference, double &s, the construct needs what s
   stands for, and a reference of its own to that.  GCC maps the reference itself if no
   other clause names s.  With copy (s) it has both at first, but makes a copy of the
   reference, too, when it makes "present or copy" of the clauses of what is reduced
   (gimplify_adjust_omp_clauses).  So the device follows an address of the host's, or none.
   GCC 11 to 16.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_references ("references that reductions get");

/* Whether a clause of TARGET reduces VAR.  */

static bool
reduced_p (gomp_target *target, tree var)
{
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_REDUCTION && OMP_CLAUSE_DECL (c) == var)
      return true;
  return false;
}

/* Whether C copies a reference, not what it stands for.  */

static bool
copies_reference_p (tree c)
{
  return (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	  && OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_TOFROM
	  && DECL_P (OMP_CLAUSE_DECL (c))
	  && TREE_CODE (TREE_TYPE (OMP_CLAUSE_DECL (c))) == REFERENCE_TYPE);
}

/* Gives TARGET references of its own to what it reduces.  */

static void
repair_references (gomp_target *target)
{
  tree c;
  for (tree *p = gimple_omp_target_clauses_ptr (target); (c = *p);
       p = &OMP_CLAUSE_CHAIN (c))
    {
      if (!copies_reference_p (c) || !reduced_p (target, OMP_CLAUSE_DECL (c)))
	continue;
      tree var = OMP_CLAUSE_DECL (c);
      if (!integer_zerop (OMP_CLAUSE_SIZE (c)))
	{
	  tree type = TREE_TYPE (TREE_TYPE (var));
	  if (!TYPE_SIZE_UNIT (type) || TREE_CODE (TYPE_SIZE_UNIT (type)) != INTEGER_CST)
	    continue;
	  tree map = host_new_map (OMP_CLAUSE_LOCATION (c), GOMP_MAP_TOFROM,
				   build_simple_mem_ref (var), TYPE_SIZE_UNIT (type));
	  OMP_CLAUSE_CHAIN (map) = c;
	  *p = map;
	  OMP_CLAUSE_SIZE (c) = size_zero_node;
	}
      OMP_CLAUSE_SET_MAP_KIND (c, GOMP_MAP_POINTER);
      n_references.value++;
      host_repaired (gimple_location (target), "the device has a reference %T of its own",
		     var, "acc-reduction-reference");
    }
}

/* Repairs the construct at GSI.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (target && is_gimple_omp_oacc (target) && is_gimple_omp_offloaded (target))
    repair_references (target);
  return false;
}

static void
visit_function (function *)
{
  host_visit_all (visit_construct, NULL);
}

opt_pass *
make_accelfix_acc_references (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-acc-references", ctxt, visit_function,
			   []
			   {
			     return flag_openacc && accelfix_args.acc_reduction != 0;
			   });
}
