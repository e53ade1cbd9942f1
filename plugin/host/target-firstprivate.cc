/* OpenMP, Fortran: allocatable arrays that a target construct makes firstprivate.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* With "target firstprivate (b)", where B is an allocatable array, the region has an
   array of its own with the values of B.  GCC sends the descriptor alone
   (lower_omp_target in omp-low.cc): the region follows the host's address in it, and on
   the host what the region changes is changed in B itself.  GCC 11 and 12; 13 was not
   tried, 14 sends the elements along.

   This pass makes the copy on the host:

     size = b.data ? MAX (bytes of b, 1) : 0;
     copy = b.data ? memcpy (malloc (size), b.data, size) : NULL;
     image = b;
     omp target private (b) firstprivate (image) map (to: copy[:size])
       {
	 b = image;
	 b.data = copy;
	 ...
       }
     free (copy);

   It leaves alone regions with "nowait", which may still run when the copy is freed;
   those that allocate or free anything, as the copy is not theirs to free; arrays whose
   elements are of a derived type, which may have arrays of their own; and variables
   that are on devices for good.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "descriptors.h"
#include "spans.h"

static accelfix_counter n_copies ("allocatable arrays that regions have copies of");

/* Sets *FOUND_ if the statement at GSI allocates or frees memory.  */

static bool
find_allocation (gimple_stmt_iterator *gsi, void *found_)
{
  gcall *call = dyn_cast <gcall *> (gsi_stmt (*gsi));
  if (call && gimple_call_builtin_p (call, BUILT_IN_NORMAL))
    switch (DECL_FUNCTION_CODE (gimple_call_fndecl (call)))
      {
      case BUILT_IN_MALLOC: case BUILT_IN_CALLOC: case BUILT_IN_REALLOC:
      case BUILT_IN_FREE:
	*(bool *) found_ = true;
      default:
	break;
      }
  return false;
}

/* Whether the body of TARGET allocates or frees memory.  */

static bool
allocates_p (gomp_target *target)
{
  bool found = false;
  host_visit_seq (gimple_omp_body_ptr (target), find_allocation, &found);
  return found;
}

/* The descriptor that clause C of CLAUSES makes firstprivate, if it is to be repaired;
   otherwise NULL.  */

static tree
descriptor_of (tree clauses, tree c)
{
  if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_FIRSTPRIVATE)
    return NULL_TREE;
  tree var = OMP_CLAUSE_DECL (c);
  if (!DECL_P (var) || DECL_HAS_VALUE_EXPR_P (var)
      || host_count_clauses (clauses, var) != 1
      || lookup_attribute ("omp declare target", DECL_ATTRIBUTES (var))
      || lang_hooks.decls.omp_check_optional_argument (var, false))
    return NULL_TREE;
  tree desc = var;
  if (TREE_CODE (TREE_TYPE (var)) == REFERENCE_TYPE)
    desc = build_simple_mem_ref (var);
  if (!host_rank (desc))
    return NULL_TREE;
  tree data = TREE_TYPE (host_member (desc, "data"));
  if (RECORD_OR_UNION_TYPE_P (strip_array_types (TREE_TYPE (data)))
      || !host_allocatable_p (desc))
    return NULL_TREE;
  return desc;
}

/* A construct under repair.  */

struct repair : host_wrapper
{
  using host_wrapper::host_wrapper;

  tree bytes (host_statements &to, tree desc);
  void copy (tree clause, tree desc);
};

/* How many bytes the elements of DESC have, which is allocated; at least 1.  */

tree
repair::bytes (host_statements &to, tree desc)
{
  tree size = to.size (to.load (host_member (host_member (desc, "dtype"), "elem_len")));
  for (unsigned k = 0; k < host_rank (desc); k++)
    {
      tree dim = host_dimension (desc, k);
      tree upper = to.number (to.load (host_member (dim, "ubound")));
      tree lower = to.number (to.load (host_member (dim, "lbound")));
      tree n = to.op (MINUS_EXPR, ssizetype, upper, lower);
      n = to.op (PLUS_EXPR, ssizetype, n, ssize_int (1));
      n = to.op (MAX_EXPR, ssizetype, n, ssize_int (0));
      size = to.op (MULT_EXPR, sizetype, size, to.size (n));
    }
  return to.op (MAX_EXPR, sizetype, size, size_one_node);
}

/* Repairs CLAUSE, which makes DESC firstprivate.  */

void
repair::copy (tree clause, tree desc)
{
  location_t loc = OMP_CLAUSE_LOCATION (clause);
  tree var = OMP_CLAUSE_DECL (clause);
  host_statements to = { outside, &before };

  /* The elements.  */
  tree copy = variable (build_pointer_type (char_type_node), "copy",
			null_pointer_node);
  tree size = variable (sizetype, "size", size_zero_node);
  tree data = to.op (NOP_EXPR, ptr_type_node, to.load (host_member (desc, "data")));
  tree some = to.label (loc), none = to.label (loc);
  to.jump (to.compare (NE_EXPR, data, null_pointer_node), some, none);
  to.put (some);
  to.add (gimple_build_assign (size, bytes (to, desc)));
  tree room = to.call (builtin_decl_explicit (BUILT_IN_MALLOC), ptr_type_node, 1, size);
  to.call (builtin_decl_explicit (BUILT_IN_MEMCPY), NULL_TREE, 3, room, data, size);
  to.add (gimple_build_assign (copy, NOP_EXPR, room));
  to.put (none);

  /* The descriptor, as plain words: no pass looks for an array in it.  */
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (desc));
  tree image = host_new_variable
    (outside, build_array_type_nelts (sizetype, tree_to_uhwi (TYPE_SIZE_UNIT (type))
						/ tree_to_uhwi (TYPE_SIZE_UNIT (sizetype))),
     "image");
  TREE_ADDRESSABLE (image) = 1;
  to.add (gimple_build_assign (build1 (VIEW_CONVERT_EXPR, type, image),
			       unshare_expr (desc)));

  /* The region's own.  */
  tree own = var;
  if (desc != var)
    {
      own = host_new_variable (inside, type, "descriptor");
      TREE_ADDRESSABLE (own) = 1;
    }
  host_statements in = { inside, &begin };
  in.add (gimple_build_assign (own, build1 (VIEW_CONVERT_EXPR, type, image)));
  tree field = host_member (own, "data");
  tree address = host_new_variable (inside, TREE_TYPE (field), "address");
  in.add (gimple_build_assign (address, NOP_EXPR, copy));
  in.add (gimple_build_assign (field, address));
  if (desc != var)
    in.add (gimple_build_assign (var, build1 (ADDR_EXPR, TREE_TYPE (var), own)));

  /* The clauses, and what is behind the construct.  */
  tree first = build_omp_clause (loc, OMP_CLAUSE_FIRSTPRIVATE);
  OMP_CLAUSE_DECL (first) = image;
  add_clause (first);
  add_clause (host_new_map (loc, GOMP_MAP_FIRSTPRIVATE_POINTER, copy, size_zero_node));
  add_clause (host_new_map (loc, GOMP_MAP_TO, build_simple_mem_ref (copy), size));
  gimple_seq_add_stmt (&after, gimple_build_call (builtin_decl_explicit (BUILT_IN_FREE),
						  1, copy));
  n_copies.value++;
  host_repaired (gimple_location (target), "the region has a copy of %T", var);
}

/* Repairs the construct at GSI.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = host_target_region (gsi_stmt (*gsi));
  if (!target)
    return false;
  tree *clauses = gimple_omp_target_clauses_ptr (target);
  if (omp_find_clause (*clauses, OMP_CLAUSE_NOWAIT) || allocates_p (target))
    return false;
  repair r (target);
  bool wrapped = false;
  for (tree *p = clauses; *p; p = &OMP_CLAUSE_CHAIN (*p))
    if (tree desc = descriptor_of (*clauses, *p))
      {
	tree own = build_omp_clause (OMP_CLAUSE_LOCATION (*p), OMP_CLAUSE_PRIVATE);
	OMP_CLAUSE_DECL (own) = OMP_CLAUSE_DECL (*p);
	OMP_CLAUSE_CHAIN (own) = OMP_CLAUSE_CHAIN (*p);
	*p = own;
	r.copy (own, desc);
	if (p == clauses)
	  while (*p != own)
	    p = &OMP_CLAUSE_CHAIN (*p);
	wrapped = true;
      }
  if (wrapped)
    r.replace (gsi);
  return wrapped;
}

static void
visit_function (function *)
{
  host_visit_all (visit_construct, NULL);
}

opt_pass *
make_accelfix_target_firstprivate (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-target-firstprivate", ctxt, visit_function,
			   []
			   {
			     return (!ACCELFIX_SENDS_PRIVATE_ARRAYS && flag_openmp
				     && accelfix_args.target_firstprivate != 0);
			   });
}
