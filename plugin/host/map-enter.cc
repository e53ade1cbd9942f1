/* Fortran: pointers in structures that "enter data" and "exit data" map.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* When gfortran maps a component that is an allocatable or pointer array,
   map (to: s%a), it maps the descriptor, the array, and after it has libgomp set
   the address in the device's descriptor, GOMP_MAP_ALWAYS_POINTER.  libgomp does
   that with the entry before, in one call of gomp_map_vars.  For "enter data" it
   maps entries one by one (GOMP_target_enter_exit_data), so the address in the
   device's descriptor stays what it was, or becomes null.  GCC 11 to 13; from 14
   on gfortran has libgomp attach the pointer.

   This pass adds an empty "target data" with the same entries after such a
   directive.  All of them are on the device by then, so it does nothing but set
   the addresses.  Since it must be done after the other, "nowait" goes.

   For "exit data" the kind of the descriptor's entry is "alloc" or "to", which
   libgomp stops at; it becomes "release".

   With an array that is a dummy argument "enter data" maps the procedure's own
   pointer to it, too, and that stays on the device when the procedure has
   returned (in GCC 14 and later unless "exit data" is in the same procedure).  The
   next procedure that has a pointer at that place on the stack gets the device's
   address of an array that may be gone.  Nobody needs that entry, as each region
   maps the pointer itself.  GCC 11 to 16.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_set ("pointers that enter data sets");
static accelfix_counter n_released ("descriptors that exit data releases");
static accelfix_counter n_left ("pointers of procedures that enter data leaves out");

/* A copy of clause C of "enter data" for the "target data" after it, or NULL if
   it has none.  */

static tree
clause_again (tree c)
{
  switch (OMP_CLAUSE_CODE (c))
    {
    case OMP_CLAUSE_IF:
    case OMP_CLAUSE_DEVICE:
      return unshare_expr (c);
    case OMP_CLAUSE_MAP:
      break;
    default:
      return NULL_TREE;
    }
  tree again = unshare_expr (c);
  switch (OMP_CLAUSE_MAP_KIND (c))
    {
    case GOMP_MAP_TO:
    case GOMP_MAP_ALWAYS_TO:
      OMP_CLAUSE_SET_MAP_KIND (again, GOMP_MAP_ALLOC);
      break;
    default:
      break;
    }
  return again;
}

/* Sets the addresses that the "enter data" at GSI leaves alone.  */

static void
repair_enter (gimple_stmt_iterator *gsi, gomp_target *target)
{
  tree *clauses = gimple_omp_target_clauses_ptr (target);
  bool pointers = false;
  for (tree c = *clauses; c; c = OMP_CLAUSE_CHAIN (c))
    pointers |= (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
		 && OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_ALWAYS_POINTER);
  if (!pointers)
    return;

  tree list = NULL_TREE, *end = &list;
  for (tree *p = clauses; *p; )
    {
      if (tree again = clause_again (*p))
	{
	  OMP_CLAUSE_CHAIN (again) = NULL_TREE;
	  *end = again;
	  end = &OMP_CLAUSE_CHAIN (again);
	}
      if (OMP_CLAUSE_CODE (*p) == OMP_CLAUSE_NOWAIT)
	*p = OMP_CLAUSE_CHAIN (*p);
      else
	p = &OMP_CLAUSE_CHAIN (*p);
    }
  gimple_seq body = NULL;
  gimple_seq_add_stmt (&body, gimple_build_call
    (builtin_decl_explicit (BUILT_IN_GOMP_TARGET_END_DATA), 0));
  gomp_target *data
    = gimple_build_omp_target (body, GF_OMP_TARGET_KIND_DATA, list);
  gimple_set_location (data, gimple_location (target));
  gsi_insert_after (gsi, data, GSI_NEW_STMT);
  n_set.value++;
  host_repaired (gimple_location (target),
		 "addresses in descriptors are set on the device");
}

/* Corrects the kinds of the clauses of TARGET, an "exit data".  */

static void
repair_exit (gomp_target *target)
{
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    {
      if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP
	  || (OMP_CLAUSE_MAP_KIND (c) != GOMP_MAP_ALLOC
	      && OMP_CLAUSE_MAP_KIND (c) != GOMP_MAP_TO))
	continue;
      OMP_CLAUSE_SET_MAP_KIND (c, GOMP_MAP_RELEASE);
      n_released.value++;
      host_repaired (gimple_location (target),
		     "%T is released", OMP_CLAUSE_DECL (c));
    }
}

/* Whether DECL is a pointer that the front end made for an array, in a procedure's
   own memory.  */

static bool
own_pointer_p (tree decl)
{
  if (!POINTER_TYPE_P (TREE_TYPE (decl)))
    return false;
  return (TREE_CODE (decl) == PARM_DECL
	  || (VAR_P (decl) && DECL_ARTIFICIAL (decl) && !is_global_var (decl)));
}

/* Drops the maps of such pointers from TARGET, an "enter data".  */

static void
leave_out_pointers (gomp_target *target)
{
  for (tree *p = gimple_omp_target_clauses_ptr (target); *p; )
    {
      tree c = *p;
      if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	  && OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_POINTER
	  && DECL_P (OMP_CLAUSE_DECL (c))
	  && own_pointer_p (OMP_CLAUSE_DECL (c)))
	{
	  *p = OMP_CLAUSE_CHAIN (c);
	  n_left.value++;
	  host_repaired (OMP_CLAUSE_LOCATION (c),
			 "enter data leaves out the procedure's pointer to %T",
			 OMP_CLAUSE_DECL (c), "map-leftover");
	}
      else
	p = &OMP_CLAUSE_CHAIN (c);
    }
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
    case GF_OMP_TARGET_KIND_ENTER_DATA:
      leave_out_pointers (target);
      repair_enter (gsi, target);
      break;
    case GF_OMP_TARGET_KIND_OACC_ENTER_DATA:
      leave_out_pointers (target);
      break;
    case GF_OMP_TARGET_KIND_EXIT_DATA:
      repair_exit (target);
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
make_accelfix_map_enter (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-map-enter", ctxt, visit_function,
			   []
			   {
			     return ((flag_openmp || flag_openacc)
				     && accelfix_args.map_struct
				     && lang_GNU_Fortran ());
			   });
}
