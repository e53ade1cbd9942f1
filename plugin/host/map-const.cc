/* Constant variables are not copied back from the device.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A variable that no clause names is mapped "tofrom"
   (gimplify_adjust_omp_clauses_1), a constant one, too.  At the end of the
   region libgomp writes to the host's copy, which is in memory that cannot be
   written, and the program ends with SIGSEGV.  It is the same with "from" and
   "tofrom" in a clause of the user's, also in "exit data" and "update".  GCC 11
   to 16.

   This pass turns "from" and "tofrom" into "to", and in "exit data" into
   "release"; from "update" it removes the clause.  No right program can see the
   difference, since the device must not change the variable either; so it does
   the same for OpenACC's "copy", "copyout" and "self".

   gfortran maps an optional dummy argument that a region uses without a clause "tofrom",
   though it is firstprivate if it is a scalar (OpenMP 5.0, 2.19.7), as others are.  If
   the actual argument is a constant, the program ends in the same way.  It becomes "to",
   too.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "places.h"

static accelfix_counter n_maps ("constant variables not copied back");

/* Whether DECL is in memory that the program cannot write.  */

static bool
read_only_p (tree decl)
{
  return (VAR_P (decl) && TREE_READONLY (decl) && !TREE_THIS_VOLATILE (decl)
	  && (TREE_STATIC (decl) || DECL_EXTERNAL (decl))
	  && !TYPE_NEEDS_CONSTRUCTING (TREE_TYPE (decl)));
}

/* What takes the place of KIND in a region, or KIND itself.  */

static gomp_map_kind
kind_in_region (gomp_map_kind kind)
{
  switch (kind)
    {
    case GOMP_MAP_FROM:
    case GOMP_MAP_TOFROM:
      return GOMP_MAP_TO;
    case GOMP_MAP_FORCE_FROM:
    case GOMP_MAP_FORCE_TOFROM:
      return GOMP_MAP_FORCE_TO;
    case GOMP_MAP_ALWAYS_FROM:
    case GOMP_MAP_ALWAYS_TOFROM:
      return GOMP_MAP_ALWAYS_TO;
    default:
      return kind;
    }
}

/* The same in "exit data".  */

static gomp_map_kind
kind_at_exit (gomp_map_kind kind)
{
  switch (kind)
    {
    case GOMP_MAP_FROM:
    case GOMP_MAP_ALWAYS_FROM:
      return GOMP_MAP_RELEASE;
    case GOMP_MAP_FORCE_FROM:
      return GOMP_MAP_DELETE;
    default:
      return kind;
    }
}

/* Whether clause C, one of an update, copies from the device.  */

static bool
copies_back_p (tree c)
{
  if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_FROM)
    return true;
  return (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	  && (OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_FROM
	      || OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_FORCE_FROM));
}

/* Changes the clause at *P of TARGET, whose variable cannot be written.  Returns
   whether it did.  */

static bool
repair_clause (gomp_target *target, tree *p)
{
  tree c = *p;
  switch (gimple_omp_target_kind (target))
    {
    case GF_OMP_TARGET_KIND_UPDATE:
    case GF_OMP_TARGET_KIND_OACC_UPDATE:
      if (!copies_back_p (c))
	return false;
      *p = OMP_CLAUSE_CHAIN (c);
      return true;
    case GF_OMP_TARGET_KIND_OACC_DECLARE:
      return false;
    default:
      break;
    }
  if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP)
    return false;
  bool leaving
    = (gimple_omp_target_kind (target) == GF_OMP_TARGET_KIND_EXIT_DATA
       || (gimple_omp_target_kind (target)
	   == GF_OMP_TARGET_KIND_OACC_EXIT_DATA));
  gomp_map_kind was = OMP_CLAUSE_MAP_KIND (c);
  gomp_map_kind kind = leaving ? kind_at_exit (was) : kind_in_region (was);
  if (kind == was)
    return false;
  OMP_CLAUSE_SET_MAP_KIND (c, kind);
  return true;
}

/* The variable of clause C, or NULL.  */

static tree
base_of (tree c)
{
  switch (OMP_CLAUSE_CODE (c))
    {
    case OMP_CLAUSE_MAP:
    case OMP_CLAUSE_FROM:
      break;
    default:
      return NULL_TREE;
    }
  tree decl = OMP_CLAUSE_DECL (c);
  if (!decl || error_operand_p (decl))
    return NULL_TREE;
  tree base = get_base_address (decl);
  return base && DECL_P (base) ? base : NULL_TREE;
}

/* The optional scalar dummy argument that clause C of TARGET maps though the program does
   not ask for it; NULL if there is none.  */

static tree
optional_scalar (gomp_target *target, tree c)
{
  if (!lang_GNU_Fortran ()
      || gimple_omp_target_kind (target) != GF_OMP_TARGET_KIND_REGION
      || OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP
      || !host_implicit_map_p (c)
      || OMP_CLAUSE_MAP_KIND (c) != GOMP_MAP_TOFROM
      || omp_find_clause (gimple_omp_target_clauses (target),
			  OMP_CLAUSE_DEFAULTMAP))
    return NULL_TREE;
  tree what = OMP_CLAUSE_DECL (c);
  if (DECL_P (what) || !host_indirect_p (what)
      || AGGREGATE_TYPE_P (TREE_TYPE (what)) || POINTER_TYPE_P (TREE_TYPE (what)))
    return NULL_TREE;
  tree parm = host_definition (TREE_OPERAND (what, 0));
  return (TREE_CODE (parm) == PARM_DECL
	  && lang_hooks.decls.omp_check_optional_argument (parm, false)
	  && !host_directive_names_p (gimple_location (target),
				      IDENTIFIER_POINTER (DECL_NAME (parm)))
	  ? parm : NULL_TREE);
}

/* Changes the maps of the construct at GSI, if it is one.  */

static bool
visit_maps (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target)
    return false;
  for (tree *p = gimple_omp_target_clauses_ptr (target); *p; )
    {
      tree c = *p, base = base_of (c);
      if (base && read_only_p (base) && repair_clause (target, p))
	{
	  n_maps.value++;
	  host_repaired (gimple_location (target),
			 "%T is constant: it is not copied back", base);
	}
      else if (tree parm = optional_scalar (target, c))
	{
	  OMP_CLAUSE_SET_MAP_KIND (c, GOMP_MAP_TO);
	  n_maps.value++;
	  host_repaired (gimple_location (target), "%T is an optional scalar: it is "
			 "not copied back", parm, "map-optional");
	}
      if (*p == c)
	p = &OMP_CLAUSE_CHAIN (c);
    }
  return false;
}

static void
visit_function (function *)
{
  host_visit_all (visit_maps, NULL);
  host_forget_places ();
}

opt_pass *
make_accelfix_map_const (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-map-const", ctxt, visit_function,
			   [] { return accelfix_args.map_const != 0; });
}
