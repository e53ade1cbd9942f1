/* Sections of arrays of arrays that do not begin with the first of these.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* int (*a)[N];
   #pragma omp target map (tofrom: a[x:1][0:N])

   The region's own A is the address of the section on the device less the "bias",
   which is how far into the array the section begins: the clause map (firstprivate:
   a [pointer assign, bias]) after the section's.  From GCC 14 on, where the front
   ends for C and C++ share the code for sections (c_omp_address_inspector), what the
   first index adds is not in the bias, if there is a second one.  The region then
   accesses a[2 * x] where it should a[x], in silence.  The same in OpenACC, and where
   "enter data" attaches such a pointer.

   Here the bias becomes what it means: the address of what is mapped less the value
   of the pointer, computed before the construct.  A region gets it by firstprivate.
   A section that begins where the pointer points to is left alone.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_sections ("sections that begin where they should");

/* A pointer to arrays, as the user declared it.  */

static bool
array_pointer_p (tree decl)
{
  return ((TREE_CODE (decl) == VAR_DECL || TREE_CODE (decl) == PARM_DECL)
	  && TREE_CODE (TREE_TYPE (decl)) == POINTER_TYPE
	  && TREE_CODE (TREE_TYPE (TREE_TYPE (decl))) == ARRAY_TYPE);
}

/* The address of what clause C maps, if that is reached by another pointer than
   DECL; or NULL_TREE.  */

static tree
other_address (tree c, tree decl)
{
  tree what = OMP_CLAUSE_DECL (c);
  tree base = get_base_address (what);
  if (DECL_P (what) || !base
      || (TREE_CODE (base) != MEM_REF && TREE_CODE (base) != INDIRECT_REF)
      || TREE_OPERAND (base, 0) == decl)
    return NULL_TREE;
  return build_fold_addr_expr (unshare_expr (what));
}

/* Whether clause POINTER, which comes after a map, has a bias.  */

static bool
biased_p (tree pointer)
{
  if (!pointer || OMP_CLAUSE_CODE (pointer) != OMP_CLAUSE_MAP
      || !array_pointer_p (OMP_CLAUSE_DECL (pointer)))
    return false;
  return (OMP_CLAUSE_MAP_KIND (pointer) == GOMP_MAP_FIRSTPRIVATE_POINTER
	  || OMP_CLAUSE_MAP_KIND (pointer) == GOMP_MAP_ATTACH);
}

/* Repairs the construct at GSI, if it is not in DONE, a set of them: it is visited
   again where it has been put.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *done)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target || ((hash_set<gimple *> *) done)->add (target))
    return false;
  host_wrapper wrap (target);
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    {
      tree pointer = OMP_CLAUSE_CHAIN (c);
      if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP || !biased_p (pointer))
	continue;
      tree decl = OMP_CLAUSE_DECL (pointer);
      tree address = other_address (c, decl);
      if (!address)
	continue;
      tree at = wrap.variable (TREE_TYPE (address), "at", address);
      tree value = wrap.variable (TREE_TYPE (decl), "value", decl);
      tree bias = wrap.distance (at, value);
      OMP_CLAUSE_SIZE (pointer) = bias;
      if (OMP_CLAUSE_MAP_KIND (pointer) == GOMP_MAP_FIRSTPRIVATE_POINTER)
	{
	  tree own = build_omp_clause (OMP_CLAUSE_LOCATION (pointer),
				       OMP_CLAUSE_FIRSTPRIVATE);
	  OMP_CLAUSE_DECL (own) = bias;
	  wrap.add_clause (own);
	}
      n_sections.value++;
      host_repaired (OMP_CLAUSE_LOCATION (c),
		     "the section of %T begins where it should", decl);
    }
  if (wrap.before)
    wrap.replace (gsi);
  return false;
}

static void
visit_function (function *)
{
  hash_set<gimple *> done;
  host_visit_all (visit_construct, &done);
}

opt_pass *
make_accelfix_map_section (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-map-section", ctxt, visit_function, []
			   {
			     return (BUILDING_GCC_MAJOR >= 13
				     && (flag_openmp || flag_openacc)
				     && accelfix_args.map_section);
			   });
}
