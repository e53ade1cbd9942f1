/* Fortran: pointers that a region maps and does not use.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* For a pointer array gfortran maps the array, the descriptor, and after it has libgomp set
   the address in the device's descriptor, GOMP_MAP_ALWAYS_POINTER.  Where the region does
   not use the pointer, the gimplifier drops the descriptor's clause as superfluous
   (gimplify_adjust_omp_clauses), but not the one that sets the address.  libgomp finds no
   descriptor, and ends the program: "always pointer not mapped".

   This pass drops that clause, too.  The array stays mapped.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_dropped ("pointers that a region maps and does not use");

/* Whether a clause of CLAUSES but for C names the variable BASE or a part of it.  */

static bool
named_p (tree clauses, tree c, tree base)
{
  for (tree other = clauses; other; other = OMP_CLAUSE_CHAIN (other))
    if (other != c && OMP_CLAUSE_CODE (other) == OMP_CLAUSE_MAP
	&& get_base_address (OMP_CLAUSE_DECL (other)) == base)
      return true;
  return false;
}

/* Repairs the construct at GSI.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target || gimple_omp_target_kind (target) != GF_OMP_TARGET_KIND_REGION)
    return false;
  for (tree *p = gimple_omp_target_clauses_ptr (target); *p; )
    {
      tree c = *p, base = NULL_TREE;
      if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	  && OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_ALWAYS_POINTER)
	base = get_base_address (OMP_CLAUSE_DECL (c));
      if (base && DECL_P (base) && !named_p (gimple_omp_target_clauses (target), c, base))
	{
	  *p = OMP_CLAUSE_CHAIN (c);
	  n_dropped.value++;
	  host_repaired (OMP_CLAUSE_LOCATION (c), "the region does not use %T, whose address "
			 "is not set", base, "map-unused");
	}
      else
	p = &OMP_CLAUSE_CHAIN (c);
    }
  return false;
}

static void
visit_function (function *)
{
  host_visit_all (visit_construct, NULL);
}

opt_pass *
make_accelfix_map_unused (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-map-unused", ctxt, visit_function,
			   []
			   {
			     return (flag_openmp && accelfix_args.map_struct
				     && lang_GNU_Fortran ());
			   });
}
