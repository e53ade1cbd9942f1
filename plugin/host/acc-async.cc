/* OpenACC: asynchronous regions get firstprivate variables' values at once.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* In OpenACC a firstprivate variable goes to the device as one of "copyin" does
   (lower_omp_target in omp-low.cc).  In a region with "async" the copy may be
   made when the queue comes to it: the variable may have another value then, or
   be gone, and if it is on the device, there is no copy at all, and the region
   reads what the program may delete.  GCC 11 to 16; seen on amdgcn, as the CUDA
   driver reads small pieces at once.

   This pass hands the value over in the list of addresses that each launch has
   of its own.  Four bytes at a time become the address of a section with
   "no_create": what is not mapped keeps its address in the region, and a bit
   that no address has sees to it that this one is not.  The region begins by
   writing the bytes into a variable of its own.  Since that takes so many
   entries, a variable of more than 512 bytes is an error.

   What lower_omp_target puts in front of the region's body cannot use that
   variable.  It needs two things.  The distance of an array section from its
   array (the "bias" of GOMP_MAP_FIRSTPRIVATE_POINTER), which GCC has in a
   firstprivate variable, becomes such an address itself, whose own bias takes
   the bit away.  The size of a private array of variable size stays as GCC has
   it.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_values ("values for asynchronous regions");

/* How many bytes a variable may have.  */
static const unsigned HOST_WIDE_INT most_bytes = 512;

/* No address of a program has this bit and not the one above.  */
static const int no_address_bit = 62;

/* What is needed to hand over the values of one construct.  */
struct handover : host_wrapper
{
  using host_wrapper::host_wrapper;

  void pass (tree pointer, tree as, gomp_map_kind kind,
	     tree bias = size_zero_node);
  void bias (tree map);
  void piece (tree source, tree dest, HOST_WIDE_INT offset, unsigned size);
  void variable (tree clause, tree object);
};

/* Adds clauses by which the region's AS, of kind KIND, gets the value of
   POINTER outside, less BIAS.  */

void
handover::pass (tree pointer, tree as, gomp_map_kind kind, tree bias)
{
  location_t loc = gimple_location (target);
  add_clause (host_new_map (loc, kind, as, bias));
  add_clause (host_new_map (loc, GOMP_MAP_IF_PRESENT,
			    build_simple_mem_ref (pointer), size_one_node));
}

/* Hands over the SIZE bytes, at most four, at OFFSET of SOURCE, which is
   outside; DEST is inside.  */

void
handover::piece (tree source, tree dest, HOST_WIDE_INT offset, unsigned size)
{
  tree word = pointer_sized_int_node;
  tree type = build_nonstandard_integer_type (size * BITS_PER_UNIT, 1);
  tree at = build_int_cst (build_pointer_type_for_mode (char_type_node,
							ptr_mode, true),
			   offset);
  tree pointer = host_new_variable (outside, build_pointer_type (char_type_node),
			       "value");
  tree bits = host_new_variable (outside, type, "bits");
  tree wide = host_new_variable (outside, word, "bits");
  gimple_seq_add_stmt (&before, gimple_build_assign
    (bits, build2 (MEM_REF, type, build_fold_addr_expr (source), at)));
  gimple_seq_add_stmt (&before, gimple_build_assign (wide, NOP_EXPR, bits));
  tree marked = host_new_variable (outside, word, "bits");
  gimple_seq_add_stmt (&before, gimple_build_assign
    (marked, BIT_IOR_EXPR, wide,
     build_int_cst (word, HOST_WIDE_INT_1 << no_address_bit)));
  gimple_seq_add_stmt (&before,
		       gimple_build_assign (pointer, NOP_EXPR, marked));

  bits = host_new_variable (inside, type, "bits");
  wide = host_new_variable (inside, word, "bits");
  gimple_seq_add_stmt (&begin, gimple_build_assign (wide, NOP_EXPR, pointer));
  gimple_seq_add_stmt (&begin, gimple_build_assign (bits, NOP_EXPR, wide));
  gimple_seq_add_stmt (&begin, gimple_build_assign
    (build2 (MEM_REF, type, build_fold_addr_expr (dest), at), bits));

  pass (pointer, pointer, GOMP_MAP_FIRSTPRIVATE_POINTER);
}

/* Hands over the variable that is the bias of clause MAP.  */

void
handover::bias (tree map)
{
  tree mark = build_int_cst (pointer_sized_int_node,
			     HOST_WIDE_INT_1 << no_address_bit);
  tree wide = host_new_variable (outside, pointer_sized_int_node, "bias");
  tree marked = host_new_variable (outside, pointer_sized_int_node, "bias");
  tree pointer = host_new_variable (outside, build_pointer_type (char_type_node),
				    "bias");
  gimple_seq_add_stmt (&before, gimple_build_assign (wide, NOP_EXPR,
						     OMP_CLAUSE_SIZE (map)));
  gimple_seq_add_stmt (&before, gimple_build_assign (marked, PLUS_EXPR, wide,
						     mark));
  gimple_seq_add_stmt (&before, gimple_build_assign (pointer, NOP_EXPR,
						     marked));
  /* These clauses come before MAP, and are lowered before it.  */
  pass (pointer, pointer, GOMP_MAP_FIRSTPRIVATE_POINTER,
	fold_convert (sizetype, mark));
  OMP_CLAUSE_SIZE (map) = pointer;
}

/* Hands over OBJECT, the variable of CLAUSE or what that refers to.  */

void
handover::variable (tree clause, tree object)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (object));
  unsigned HOST_WIDE_INT size = tree_to_uhwi (TYPE_SIZE_UNIT (type));
  if (size > most_bytes)
    {
      error_at (OMP_CLAUSE_LOCATION (clause),
		"%qD is %<firstprivate%> in a region with %<async%>, and the "
		"region may read it after it changes: leave out %<async%>, or "
		"copy it with %<copyin%> and use %<wait%> before it changes",
		OMP_CLAUSE_DECL (clause));
      return;
    }
  tree source = host_new_variable (outside, type, "value");
  tree dest = host_new_variable (inside, type, "value");
  TREE_ADDRESSABLE (source) = TREE_ADDRESSABLE (dest) = 1;
  tree from = source, to = dest;
  if (is_gimple_reg_type (type))
    {
      /* Through a register, as OBJECT may be in memory.  */
      from = host_new_variable (outside, type, "value");
      to = host_new_variable (inside, type, "value");
    }
  gimple_seq_add_stmt (&before,
		       gimple_build_assign (from, unshare_expr (object)));
  if (from != source)
    gimple_seq_add_stmt (&before, gimple_build_assign (source, from));
  for (unsigned HOST_WIDE_INT at = 0, n; at < size; at += n)
    {
      for (n = 4; n > size - at; n /= 2)
	continue;
      piece (source, dest, at, n);
    }
  tree decl = OMP_CLAUSE_DECL (clause);
  if (object != decl)
    {
      /* The region's reference is to its own variable.  */
      tree nothing = host_new_variable (outside, build_pointer_type (char_type_node),
				   "value");
      gimple_seq_add_stmt (&before, gimple_build_assign
	(nothing, build_int_cst (TREE_TYPE (nothing),
				 HOST_WIDE_INT_1 << no_address_bit)));
      pass (nothing, decl, GOMP_MAP_FIRSTPRIVATE_REFERENCE);
      gimple_seq_add_stmt (&begin, gimple_build_assign
	(decl, build1 (ADDR_EXPR, TREE_TYPE (decl), dest)));
    }
  else
    {
      tree c = build_omp_clause (OMP_CLAUSE_LOCATION (clause),
				 OMP_CLAUSE_PRIVATE);
      OMP_CLAUSE_DECL (c) = decl;
      add_clause (c);
      if (to != dest)
	gimple_seq_add_stmt (&begin, gimple_build_assign (to, dest));
      gimple_seq_add_stmt (&begin, gimple_build_assign (decl, to));
    }

  n_values.value++;
  host_repaired (gimple_location (target),
		 "the region gets the value of %T at once",
		 OMP_CLAUSE_DECL (clause));
}

/* For walk_tree: stops at DATA, a variable.  */

static tree
same_decl (tree *tp, int *, void *data)
{
  return *tp == (tree) data ? *tp : NULL_TREE;
}

/* Whether the size of a variable that a private clause of CLAUSES makes depends
   on DECL.  */

static bool
size_needs_p (tree decl, tree clauses)
{
  for (tree c = clauses; c; c = OMP_CLAUSE_CHAIN (c))
    if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_PRIVATE
	|| OMP_CLAUSE_CODE (c) == OMP_CLAUSE_REDUCTION)
      {
	tree type = TREE_TYPE (OMP_CLAUSE_DECL (c));
	if (POINTER_TYPE_P (type))
	  type = TREE_TYPE (type);
	tree size = TYPE_SIZE_UNIT (type);
	if (size && !TREE_CONSTANT (size)
	    && walk_tree_without_duplicates (&size, same_decl, decl))
	  return true;
      }
  return false;
}

/* The variable of the firstprivate clause C of CLAUSES, or what it refers to;
   NULL if this pass must leave it alone.  */

static tree
object_of (tree c, tree clauses)
{
  tree decl = OMP_CLAUSE_DECL (c);
  tree object = decl;
  if (DECL_HAS_VALUE_EXPR_P (decl) || size_needs_p (decl, clauses))
    return NULL_TREE;
  if (lang_hooks.decls.omp_privatize_by_reference (decl))
    {
      /* An optional argument may refer to nothing.  */
      if (lang_hooks.decls.omp_check_optional_argument (decl, false))
	return NULL_TREE;
      object = build_simple_mem_ref (decl);
    }
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (object));
  return size && tree_fits_uhwi_p (size) ? object : NULL_TREE;
}

/* Repairs the construct at GSI.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target
      || (gimple_omp_target_kind (target) != GF_OMP_TARGET_KIND_OACC_PARALLEL
	  && gimple_omp_target_kind (target) != GF_OMP_TARGET_KIND_OACC_SERIAL
	  /* Where accelfix-acc-scalars has made scalars firstprivate.  */
	  && gimple_omp_target_kind (target) != GF_OMP_TARGET_KIND_OACC_KERNELS))
    return false;
  tree clauses = gimple_omp_target_clauses (target);
  if (!omp_find_clause (clauses, OMP_CLAUSE_ASYNC)
      || !omp_find_clause (clauses, OMP_CLAUSE_FIRSTPRIVATE))
    return false;

  handover h (target);
  for (tree c = clauses; c; c = OMP_CLAUSE_CHAIN (c))
    if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_FIRSTPRIVATE)
      {
	if (tree object = object_of (c, clauses))
	  h.variable (c, object);
      }
    else if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	     && (OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_FIRSTPRIVATE_POINTER
		 || OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_FIRSTPRIVATE_REFERENCE)
	     && OMP_CLAUSE_SIZE (c) && DECL_P (OMP_CLAUSE_SIZE (c)))
      h.bias (c);
  tree *p = gimple_omp_target_clauses_ptr (target);
  while (*p)
    if (OMP_CLAUSE_CODE (*p) == OMP_CLAUSE_FIRSTPRIVATE
	&& object_of (*p, clauses))
      *p = OMP_CLAUSE_CHAIN (*p);
    else
      p = &OMP_CLAUSE_CHAIN (*p);

  h.replace (gsi);
  return true;
}

static void
visit_function (function *)
{
  host_visit_all (visit_construct, NULL);
}

opt_pass *
make_accelfix_acc_async (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-acc-async", ctxt, visit_function,
			   [] { return flag_openacc && accelfix_args.acc_async; });
}
