/* What GCC gets wrong and this plugin cannot repair is an error.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Six constructs that GCC accepts, and then compiles to a wrong result or stops
   at with an internal error.  GCC 11 to 16.

   - A reduction of an array in OpenACC.  The partial results of gangs, workers
     and vectors are combined as if they were scalars: "oaccdevlow" stops in the
     compiler for nvptx, and the result on amdgcn is 0.

   - A reduction of an array section or of an element in OpenACC (C and C++), also
     on the host.  Gimplification ends with a segmentation fault, so these are
     looked for before it.

   - A reduction of an array section that does not begin at the array's first
     element, in a simd loop of OpenMP, also on the host.  The lanes' copies are
     shifted by the section's offset (lower_rec_input_clauses in omp-low.cc).

   - A reduction of an array of variable length, or of a section of one, in a simd
     loop of C or C++, also on the host.  The sums are lost: the address in the
     clause is not that of the array.

   - An inscan reduction in a simd loop of offloaded code.  The copy for SIMT has
     no second loop for the scan, and "omplower" stops.

   - A combined construct with simd that collapses three loops or more, of which another
     one than the last has bounds that depend on a loop around it, also on the host.  The
     loops inside it do not begin anew where they should.  GCC 11 and 12; of later ones no
     compiler was tried, and they are left alone.

   An error at the line says what to write instead.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

/* The clause after C, or C itself, that is a reduction; NULL if there is none.  */

static tree
next_reduction (tree c)
{
  return omp_find_clause (c, OMP_CLAUSE_REDUCTION);
}

/* Reports clause C, the reduction of an array or a part of one, in OpenACC.  */

static void
refuse_array (tree c)
{
  error_at (OMP_CLAUSE_LOCATION (c),
	    "a reduction of an array is not supported in OpenACC: reduce scalars, "
	    "or add to the elements with %<acc atomic%>");
}

/* Reports reductions of arrays in the clauses CLAUSES of OpenACC.  */

static void
refuse_arrays (tree clauses)
{
  for (tree c = next_reduction (clauses); c;
       c = next_reduction (OMP_CLAUSE_CHAIN (c)))
    {
      tree decl = OMP_CLAUSE_DECL (c);
      tree type = TREE_TYPE (decl);
      if (DECL_P (decl) && (POINTER_TYPE_P (type)
			    && lang_hooks.decls.omp_privatize_by_reference (decl)))
	type = TREE_TYPE (type);
      if (TREE_CODE (type) == ARRAY_TYPE)
	refuse_array (c);
    }
}

/* For walk_tree: reports reductions of what is no variable in the construct of
   OpenACC at *TP, and removes them.  SAID_ has the places of those that were
   reported: both parts of a combined construct have the clause.  */

static tree
refuse_parts (tree *tp, int *, void *said_)
{
  vec<location_t> *said = (vec<location_t> *) said_;
  tree *p;
  switch (TREE_CODE (*tp))
    {
    case OACC_PARALLEL:
    case OACC_SERIAL:
    case OACC_KERNELS:
      p = &OMP_CLAUSES (*tp);
      break;
    case OACC_LOOP:
      p = &OMP_FOR_CLAUSES (*tp);
      break;
    default:
      return NULL_TREE;
    }
  while (tree c = *p)
    if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_REDUCTION
	&& !DECL_P (OMP_CLAUSE_DECL (c)))
      {
	location_t at = OMP_CLAUSE_LOCATION (c);
	if (!error_operand_p (OMP_CLAUSE_DECL (c)) && !said->contains (at))
	  {
	    refuse_array (c);
	    said->safe_push (at);
	  }
	*p = OMP_CLAUSE_CHAIN (c);
      }
    else
      p = &OMP_CLAUSE_CHAIN (c);
  return NULL_TREE;
}

/* See passes.h.  */

void
host_pre_genericize (void *fndecl, void *)
{
  if (!flag_openacc || !accelfix_args.refuse)
    return;
  auto_vec<location_t> said;
  walk_tree_without_duplicates (&DECL_SAVED_TREE ((tree) fndecl), refuse_parts,
				static_cast <vec<location_t> *> (&said));
}

/* Whether DECL, the operand of a reduction, is of a C array of variable length.
   Its address is taken as if it were an object; gfortran names the array.  */

static bool
variable_length_p (tree decl)
{
  if (TREE_CODE (decl) != MEM_REF)
    return false;
  tree base = get_base_address (decl);
  return (base && DECL_P (base)
	  && DECL_SIZE (base) && TREE_CODE (DECL_SIZE (base)) != INTEGER_CST);
}

/* Reports reductions in CLAUSES, those of a simd loop, that are wrong.  */

static void
refuse_sections (tree clauses)
{
  for (tree c = next_reduction (clauses); c;
       c = next_reduction (OMP_CLAUSE_CHAIN (c)))
    {
      tree decl = OMP_CLAUSE_DECL (c);
      if (variable_length_p (decl))
	error_at (OMP_CLAUSE_LOCATION (c),
		  "a reduction of an array of variable length is not supported in "
		  "a %<simd%> loop: reduce a section of a pointer to it, or leave "
		  "out %<simd%>");
      else if (TREE_CODE (decl) == MEM_REF
	       && (!integer_zerop (TREE_OPERAND (decl, 1))
		   || TREE_CODE (TREE_OPERAND (decl, 0)) == POINTER_PLUS_EXPR))
	error_at (OMP_CLAUSE_LOCATION (c),
		  "a reduction of an array section that does not begin at the "
		  "first element is not supported in a %<simd%> loop: begin it "
		  "there, or leave out %<simd%>");
    }
}

/* Reports LOOP, the simd loop of a combined construct, if an inner loop that is not the last
   one has bounds that depend on a loop around it.  */

static void
refuse_dependent (gomp_for *loop)
{
  if (BUILDING_GCC_MAJOR > 12 || !gimple_omp_for_combined_into_p (loop))
    return;
  size_t n = gimple_omp_for_collapse (loop);
  for (size_t i = 1; i + 1 < n; i++)
    if (TREE_CODE (gimple_omp_for_initial (loop, i)) == TREE_VEC
	|| TREE_CODE (gimple_omp_for_final (loop, i)) == TREE_VEC)
      {
	error_at (gimple_location (loop),
		  "%<collapse(%d)%> of loops whose bounds depend on each other is not "
		  "supported in a combined construct with %<simd%>: leave out %<simd%>, "
		  "or use %<collapse(2)%>", (int) n);
	return;
      }
}

/* Reports what is wrong at GSI anywhere in the function.  */

static bool
visit_anywhere (gimple_stmt_iterator *gsi, void *)
{
  gimple *stmt = gsi_stmt (*gsi);
  if (gomp_target *target = dyn_cast <gomp_target *> (stmt))
    {
      if (is_gimple_omp_oacc (target) && is_gimple_omp_offloaded (target))
	refuse_arrays (gimple_omp_target_clauses (target));
    }
  else if (gomp_for *loop = dyn_cast <gomp_for *> (stmt))
    switch (gimple_omp_for_kind (loop))
      {
      case GF_OMP_FOR_KIND_OACC_LOOP:
	refuse_arrays (gimple_omp_for_clauses (loop));
	break;
      case GF_OMP_FOR_KIND_SIMD:
	refuse_sections (gimple_omp_for_clauses (loop));
	refuse_dependent (loop);
	break;
      default:
	break;
      }
  return false;
}

/* Reports what is wrong at GSI in offloaded code, where simd loops are copied
   for SIMT.  */

static bool
visit_offloaded (gimple_stmt_iterator *gsi, void *)
{
  gomp_for *loop = host_copied_simd (gsi_stmt (*gsi));
  if (!loop)
    return false;
  for (tree c = next_reduction (gimple_omp_for_clauses (loop)); c;
       c = next_reduction (OMP_CLAUSE_CHAIN (c)))
    if (OMP_CLAUSE_REDUCTION_INSCAN (c))
      error_at (OMP_CLAUSE_LOCATION (c),
		"an %<inscan%> reduction in a %<simd%> loop is not supported in "
		"offloaded code: leave out %<simd%>, or scan on the host");
  return false;
}

static void
refuse (function *)
{
  host_visit_all (visit_anywhere, NULL);
  if (host_copies_simd_p ())
    host_visit_offloaded (visit_offloaded, NULL);
  host_refuse_half_floats ();
}

opt_pass *
make_accelfix_refuse (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-refuse", ctxt, refuse,
			   [] { return accelfix_args.refuse > 0; });
}
