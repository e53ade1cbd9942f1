/* Alignment of arrays on the device.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What a construct maps is put into one block of device memory, each thing at the next
   multiple of the alignment that is in its kind (gomp_map_vars_internal in libgomp).  The
   kind has the alignment of the type of what the clause names (lower_omp_target), and for
   the data of an allocatable array, a pointer or a dummy argument with a descriptor
   gfortran 11 names bytes, "*(character(kind=1) *) a.data", whatever the elements are
   (gfc_trans_omp_array_section, gfc_trans_omp_clauses, gfc_omp_finish_clause; later
   releases have the elements' type).  An array of real(8) behind an integer lies 4 bytes
   off, and the first access to it ends the program on a GPU.

   C and C++ programs have memory from malloc, which is aligned for any type, and map it as
   an array of the type that a pointer happens to have: bytes that are accessed as integers
   of 8 bytes, floats that are accessed as vectors of four.

   This pass has what a pointer points to aligned as any type may need, in Fortran if it is
   such bytes.  It says nothing: most programs are right without it, by the sizes of what
   lies before.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_arrays ("maps of bytes aligned as arrays are");

/* What malloc gives has no more, nor does complex(16).  */
static const unsigned align = 16 * BITS_PER_UNIT;

/* Whether the clause C maps what it names by its address, and what that is may be accessed
   as another type.  */

static bool
maps_memory_p (tree c)
{
  if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP)
    return false;
  switch (OMP_CLAUSE_MAP_KIND (c))
    {
    case GOMP_MAP_POINTER: case GOMP_MAP_ALWAYS_POINTER: case GOMP_MAP_TO_PSET:
    case GOMP_MAP_FIRSTPRIVATE_POINTER: case GOMP_MAP_FIRSTPRIVATE_REFERENCE:
    case GOMP_MAP_STRUCT:
      return false;
    default:
      break;
    }
  tree decl = OMP_CLAUSE_DECL (c);
  tree type = TREE_TYPE (decl);
  if ((TREE_CODE (decl) != MEM_REF && TREE_CODE (decl) != INDIRECT_REF)
      || !COMPLETE_TYPE_P (type) || TYPE_ALIGN (type) >= align)
    return false;
  return (!lang_GNU_Fortran ()
	  || (TREE_CODE (type) == INTEGER_TYPE && TYPE_PRECISION (type) == BITS_PER_UNIT));
}

/* Aligns what the construct at GSI maps.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target)
    return false;
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    if (maps_memory_p (c))
      {
	tree decl = OMP_CLAUSE_DECL (c);
	tree address = TREE_OPERAND (decl, 0);
	tree type = build_aligned_type (TREE_TYPE (decl), align);
	tree offset = (TREE_CODE (decl) == MEM_REF ? TREE_OPERAND (decl, 1)
		       : build_zero_cst (TREE_TYPE (address)));
	OMP_CLAUSE_DECL (c) = build2 (MEM_REF, type, address, offset);
	/* In C almost each map is one, and most programs need nothing.  */
	n_arrays.value += lang_GNU_Fortran ();
      }
  return false;
}

static void
visit_function (function *)
{
  host_visit_all (visit_construct, NULL);
}

opt_pass *
make_accelfix_map_align (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-map-align", ctxt, visit_function,
			   [] { return ((flag_openmp || flag_openacc)
					&& (lang_GNU_Fortran ()
					    ? accelfix_args.map_stride
					    : accelfix_args.map_align) != 0); });
}
