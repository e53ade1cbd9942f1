/* OpenACC: allocatable arrays of Fortran that a declare directive names.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* After "acc declare create (a)" in a module, with an allocatable or pointer array
   A, the array is to be on the device from "allocate" on.  GCC puts the descriptor
   there for good, as a variable with "omp declare target", and does nothing about
   the array.  Then, GCC 11 to 16,

   - "acc update" finds no array on the device, and libgomp stops: "is not mapped";

   - "acc enter data" maps the descriptor once more, and libgomp stops with a failed
     assertion, since it is there for good.

   Compute constructs have their own clauses for the descriptor and the array.  They
   copy the array, unless it is on the device.

   This pass lets the array be on the device from the first "update device" on, and
   until it is deallocated:

     acc update device (a)  ->  if (!acc_is_present (a.data, size))
				  acc_create (a.data, size);
				acc update device (a)
     free (a.data)	    ->  if (acc_is_present (a.data, size))
				  acc_delete_finalize (a.data, size);
				free (a.data)

   "allocate" itself does nothing, since a program without "update" may rely on the
   copies of the compute constructs.  For "update self" of an array that is not on
   the device there is nothing to do, as with "if_present".  "enter data" and
   "exit data" leave the descriptor alone.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "descriptors.h"

static accelfix_counter n_updates ("updates of declared allocatable arrays");
static accelfix_counter n_frees ("deallocations of declared allocatable arrays");
static accelfix_counter n_enters ("declared descriptors that enter data and exit "
				  "data leave alone");

/* Whether DECL is the descriptor of an array that a declare directive names.  */

static bool
descriptor_p (tree decl)
{
  return (decl && VAR_P (decl) && is_global_var (decl) && host_rank (decl)
	  && host_offloadable_p (decl));
}

/* If EXPR is "a.data" of such a descriptor, that; otherwise NULL.  */

static tree
descriptor_of (tree expr)
{
  tree a = host_descriptor_of (expr);
  return descriptor_p (a) ? a : NULL_TREE;
}

/* What is put before a statement about the array of a descriptor.  */

struct array_calls
{
  gbind *bind;
  gimple_seq seq;
  tree data, size;

  array_calls (tree a);

  /* The value of EXPR, of TYPE, in a new variable.  */
  tree value (tree type, tree expr);

  /* A call of the function NAME of libgomp with data and size; its value in LHS
     if that is not NULL.  */
  void call (const char *name, tree result_type, tree lhs);

  /* Calls FUNCTION if the array is on the device, or is not, as PRESENT says; not
     at all if it is empty or CONDITION, which may be NULL, is zero.  Puts all of
     it before GSI.  */
  void insert (gimple_stmt_iterator *gsi, bool present, const char *function,
	       tree condition);
};

tree
array_calls::value (tree type, tree expr)
{
  tree var = host_new_variable (bind, type, "accelfix");
  gimple_seq_add_stmt (&seq, gimple_build_assign (var, expr));
  return var;
}

/* Calculates the address and the size of the array of A.  */

array_calls::array_calls (tree a)
: bind (gimple_build_bind (NULL_TREE, NULL, make_node (BLOCK))), seq (NULL)
{
  data = value (ptr_type_node, host_member (a, "data"));
  tree length = host_member (host_member (a, "dtype"), "elem_len");
  size = value (size_type_node, length);
  for (unsigned i = 0; i < host_rank (a); i++)
    {
      tree dim = host_dimension (a, i);
      tree upper = host_member (dim, "ubound");
      tree lower = host_member (dim, "lbound");
      tree type = TREE_TYPE (upper);
      upper = value (type, upper);
      lower = value (type, lower);
      tree n = value (type, build2 (MINUS_EXPR, type, upper, lower));
      n = value (type, build2 (PLUS_EXPR, type, n, build_one_cst (type)));
      n = value (type, build2 (MAX_EXPR, type, n, build_zero_cst (type)));
      n = value (size_type_node, build1 (NOP_EXPR, size_type_node, n));
      size = value (size_type_node, build2 (MULT_EXPR, size_type_node, size, n));
    }
}

void
array_calls::call (const char *name, tree result_type, tree lhs)
{
  tree type = build_function_type_list (result_type, ptr_type_node,
					size_type_node, NULL_TREE);
  gimple *g = gimple_build_call (build_fn_decl (name, type), 2, data, size);
  if (lhs)
    gimple_call_set_lhs (g, lhs);
  gimple_seq_add_stmt (&seq, g);
}

void
array_calls::insert (gimple_stmt_iterator *gsi, bool present,
		     const char *function, tree condition)
{
  location_t at = gimple_location (gsi_stmt (*gsi));
  tree yes = create_artificial_label (at);
  tree no = create_artificial_label (at);
  tree conditions[] = { condition, size };
  for (tree c : conditions)
    if (c)
      {
	tree next = create_artificial_label (at);
	gimple_seq_add_stmt (&seq, gimple_build_cond
	  (NE_EXPR, c, build_zero_cst (TREE_TYPE (c)), next, no));
	gimple_seq_add_stmt (&seq, gimple_build_label (next));
      }
  tree is_there = host_new_variable (bind, integer_type_node, "accelfix");
  call ("acc_is_present", integer_type_node, is_there);
  gimple_seq_add_stmt (&seq, gimple_build_cond
    (present ? NE_EXPR : EQ_EXPR, is_there, integer_zero_node, yes, no));
  gimple_seq_add_stmt (&seq, gimple_build_label (yes));
  call (function, present ? void_type_node : ptr_type_node, NULL_TREE);
  gimple_seq_add_stmt (&seq, gimple_build_label (no));
  gimple_seq_set_location (seq, at);
  gimple_bind_set_body (bind, seq);
  gimple_set_location (bind, at);
  gsi_insert_before (gsi, bind, GSI_SAME_STMT);
}

/* The descriptor that the clauses after C, of an array, map with it; NULL if
   there is none, or it is not on the device for good.  */

static tree
mapped_with (tree c)
{
  tree next = OMP_CLAUSE_CHAIN (c);
  if (!next || OMP_CLAUSE_CODE (next) != OMP_CLAUSE_MAP
      || OMP_CLAUSE_MAP_KIND (next) != GOMP_MAP_TO_PSET)
    return NULL_TREE;
  tree decl = OMP_CLAUSE_DECL (next);
  return descriptor_p (decl) ? decl : NULL_TREE;
}

/* Repairs UPDATE, which is at GSI.  */

static void
repair_update (gimple_stmt_iterator *gsi, gomp_target *update)
{
  tree clauses = gimple_omp_target_clauses (update);
  for (tree c = clauses; c; c = OMP_CLAUSE_CHAIN (c))
    {
      tree a;
      if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP || !(a = mapped_with (c)))
	continue;
      if (OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_FORCE_FROM)
	OMP_CLAUSE_SET_MAP_KIND (c, GOMP_MAP_FROM);
      else if (OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_FORCE_TO)
	{
	  tree condition = omp_find_clause (clauses, OMP_CLAUSE_IF);
	  if (condition)
	    condition = OMP_CLAUSE_IF_EXPR (condition);
	  array_calls (a).insert (gsi, false, "acc_create", condition);
	  /* An empty array is not there.  */
	  OMP_CLAUSE_SET_MAP_KIND (c, GOMP_MAP_TO);
	}
      else
	continue;
      n_updates.value++;
      host_repaired (gimple_location (update),
		     "the array %T is on the device when it is updated", a,
		     "acc-declare-allocatable");
    }
}

/* Has TARGET, of the kind "enter data" or "exit data", leave descriptors alone
   that are on the device for good.  */

static void
repair_enter (gomp_target *target)
{
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    {
      tree a;
      if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP || !(a = mapped_with (c)))
	continue;
      tree rest = OMP_CLAUSE_CHAIN (OMP_CLAUSE_CHAIN (c));
      if (rest && OMP_CLAUSE_CODE (rest) == OMP_CLAUSE_MAP
	  && OMP_CLAUSE_MAP_KIND (rest) == GOMP_MAP_POINTER
	  && descriptor_of (OMP_CLAUSE_DECL (rest)) == a)
	rest = OMP_CLAUSE_CHAIN (rest);
      OMP_CLAUSE_CHAIN (c) = rest;
      n_enters.value++;
      host_repaired (gimple_location (target),
		     "the descriptor of %T is on the device for good", a,
		     "acc-declare-allocatable");
    }
}

/* Repairs the call at GSI, if it frees the array of a descriptor.  The statement
   before has read the address.  */

static void
repair_free (gimple_stmt_iterator *gsi)
{
  gimple *call = gsi_stmt (*gsi);
  gimple_stmt_iterator before = *gsi;
  gsi_prev (&before);
  if (gsi_end_p (before))
    return;
  gimple *read = gsi_stmt (before);
  if (!gimple_assign_single_p (read)
      || gimple_assign_lhs (read) != gimple_call_arg (call, 0))
    return;
  tree a = descriptor_of (gimple_assign_rhs1 (read));
  if (!a)
    return;
  array_calls (a).insert (gsi, true, "acc_delete_finalize", NULL_TREE);
  n_frees.value++;
}

/* Repairs the statement at GSI.  */

static bool
visit_stmt (gimple_stmt_iterator *gsi, void *)
{
  gimple *stmt = gsi_stmt (*gsi);
  if (gomp_target *target = dyn_cast <gomp_target *> (stmt))
    {
      int kind = gimple_omp_target_kind (target);
      if (kind == GF_OMP_TARGET_KIND_OACC_UPDATE)
	repair_update (gsi, target);
      else if (kind == GF_OMP_TARGET_KIND_OACC_ENTER_DATA
	       || kind == GF_OMP_TARGET_KIND_OACC_EXIT_DATA)
	repair_enter (target);
      return is_gimple_omp_offloaded (target);
    }
  if (gimple_call_builtin_p (stmt, BUILT_IN_FREE))
    repair_free (gsi);
  return false;
}

static void
visit_function (function *)
{
  if (!cgraph_node::get (current_function_decl)->offloadable)
    host_visit_all (visit_stmt, NULL);
}

opt_pass *
make_accelfix_acc_allocatable (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-acc-allocatable", ctxt, visit_function,
			   [] { return flag_openacc && accelfix_args.acc_declare; });
}
