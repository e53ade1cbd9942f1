/* Members of structures in clauses.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Two things that gimplify.cc makes of a member that a clause names alone:

   - OpenACC, Fortran: copy (x%a), where x%a is an allocatable or pointer array.  A list of
     x's members (GOMP_MAP_STRUCT) makes room for the array's descriptor, and what would
     copy the descriptor, GOMP_MAP_TO_PSET, finds it on the device already and does
     nothing.  The device's descriptor has the array's address, but neither its bounds nor
     its offset, and x%a(i) is another element, without a message.  GCC 11 and 12.  The
     list copies the descriptor here.

   - target data map (tofrom: p->a[0:n]), and OpenACC's data copy (p->a[0:n]): the clause
     that would give a region a p of its own is on the data construct, too, and omplower
     stops with a segmentation fault.  GCC 12, with OpenACC also 11.  It goes.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "struct-members.h"

static accelfix_counter n_descriptors ("descriptors in structures that are copied");
static accelfix_counter n_pointers ("pointers of data constructs left out");

/* Whether a clause after C copies the descriptor in which MEMBER is a component.  SIZE is
   how many bytes are mapped there.  */

static bool
descriptor_p (tree c, tree member, tree size)
{
  if (TREE_CODE (member) != COMPONENT_REF)
    return false;
  for (; c; c = OMP_CLAUSE_CHAIN (c))
    if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	&& OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_TO_PSET
	&& operand_equal_p (OMP_CLAUSE_DECL (c), TREE_OPERAND (member, 0), 0)
	&& tree_int_cst_equal (OMP_CLAUSE_SIZE (c), size))
      return true;
  return false;
}

/* Has the lists of members of TARGET copy descriptors.  */

static void
copy_descriptors (gomp_target *target)
{
  HOST_WIDE_INT members = 0;
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    {
      if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP)
	continue;
      if (host_struct_p (c))
	members = tree_to_shwi (OMP_CLAUSE_SIZE (c));
      else if (members-- > 0
	       && OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_ALLOC
	       && descriptor_p (c, OMP_CLAUSE_DECL (c), OMP_CLAUSE_SIZE (c)))
	{
	  OMP_CLAUSE_SET_MAP_KIND (c, GOMP_MAP_TO);
	  n_descriptors.value++;
	  host_repaired (gimple_location (target), "the bounds of %T are copied",
			 TREE_OPERAND (TREE_OPERAND (OMP_CLAUSE_DECL (c), 0), 1),
			 "acc-component");
	}
    }
}

/* Whether clause C sets the device's copy of pointer P.  */

static bool
sets_pointer_p (tree c, tree p)
{
  return (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	  && OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_ATTACH
	  && OMP_CLAUSE_DECL (c) == p);
}

/* Removes the clauses of TARGET that set POINTER, which it does not map.  */

static void
remove_attach (gomp_target *target, tree pointer)
{
  for (tree *p = gimple_omp_target_clauses_ptr (target); *p; )
    if (sets_pointer_p (*p, pointer))
      *p = OMP_CLAUSE_CHAIN (*p);
    else
      p = &OMP_CLAUSE_CHAIN (*p);
}

/* Leaves pointers out of TARGET, a data construct.  */

static void
leave_out_pointers (gomp_target *target)
{
  auto_vec<tree> pointers;
  for (tree *p = gimple_omp_target_clauses_ptr (target); *p; )
    if (host_base_pointer_p (*p))
      {
	pointers.safe_push (OMP_CLAUSE_DECL (*p));
	*p = OMP_CLAUSE_CHAIN (*p);
      }
    else
      p = &OMP_CLAUSE_CHAIN (*p);
  for (tree pointer : pointers)
    {
      if (DECL_P (pointer))
	remove_attach (target, pointer);
      n_pointers.value++;
      host_repaired (gimple_location (target),
		     "a data construct has no pointer %T of its own", pointer,
		     "data-member");
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
    case GF_OMP_TARGET_KIND_OACC_DATA:
      copy_descriptors (target);
      /* Fall through.  */
    case GF_OMP_TARGET_KIND_DATA:
      leave_out_pointers (target);
      break;
    case GF_OMP_TARGET_KIND_OACC_PARALLEL:
    case GF_OMP_TARGET_KIND_OACC_SERIAL:
    case GF_OMP_TARGET_KIND_OACC_KERNELS:
    case GF_OMP_TARGET_KIND_OACC_ENTER_DATA:
      copy_descriptors (target);
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
make_accelfix_map_members (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-map-members", ctxt, visit_function,
			   [] { return accelfix_args.map_struct != 0; });
}
