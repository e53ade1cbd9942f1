/* OpenACC: device pointers of data constructs.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A region has a copy of pointer d in

     #pragma acc parallel deviceptr (d) async

   libgomp makes it as of other variables that are mapped, and the plugin for amdgcn does so
   when the queue comes to the region (gomp_copy_host2dev in target.c, without `ephemeral').
   d may have another value then, or be gone: most such clauses are about parameters of
   functions, which return at once.  GCC 11 to 16; the CUDA driver reads d before it returns.

   A construct inside of

     #pragma acc data deviceptr (d)

   has a copy of d, too.  GCC maps d to memory on the device instead, "copy", as it does for
   variables that the data construct maps (oacc_default_clause in gimplify.cc).  That memory
   is freed at the end of the data construct.  A region with "async" reads d from memory
   that is gone or belongs to something else.  The program need not wait inside of the data
   construct, which has no data.  GCC 12 and 14; 16 is right.

   In Fortran d is an array, and a clause for the pointer to it is behind the one for the
   array.  Where libgomp starts a region it makes one of both (handle_ftn_pointers in
   oacc-parallel.c), but takes an array of 8 bytes for a pointer.  Data constructs do without
   that: the program ends with a failed assertion.  Regions inside of them would copy the
   array from the host's memory, which it is not in.  GCC 11 to 16.

   This pass gives regions inside of a data construct the clause, in Fortran all of them,
   else those with "async", and in Fortran takes it from the data construct.  Regions with
   the clause, in Fortran all of them, else those with "async", get the pointer's value in
   the list of addresses that each launch has of its own: it is an address, and what is not
   mapped keeps its address in the region ("no_create").  Pointers that the region changes
   are left alone.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_copies ("device pointers that regions have copies of");
static accelfix_counter n_values ("device pointers that regions get at once");

/* Whether C is a deviceptr clause.  */

static bool
deviceptr_p (tree c)
{
  return (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	  && OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_FORCE_DEVICEPTR);
}

/* The pointer to the array of Fortran that map clause C is about, by the clause behind it;
   NULL if it is about something else.  */

static tree
array_pointer (tree c)
{
  tree next = OMP_CLAUSE_CHAIN (c);
  return (next && OMP_CLAUSE_CODE (next) == OMP_CLAUSE_MAP
	  && OMP_CLAUSE_MAP_KIND (next) == GOMP_MAP_POINTER
	  && DECL_P (OMP_CLAUSE_DECL (next)) ? OMP_CLAUSE_DECL (next) : NULL_TREE);
}

/* The device pointer of one map clause.  */
struct device_pointer
{
  tree decl;		/* The pointer, or the reference to it.  */
  bool array;		/* Whether it is Fortran's, to an array.  */

  explicit device_pointer (tree c);
  bool operator== (const device_pointer &other) const
  {
    return decl == other.decl && array == other.array;
  }
};

device_pointer::device_pointer (tree c)
: decl (array_pointer (c)), array (decl)
{
  if (!array)
    {
      decl = OMP_CLAUSE_DECL (c);
      if (TREE_CODE (decl) == MEM_REF)
	decl = TREE_OPERAND (decl, 0);
      if (!DECL_P (decl) || !POINTER_TYPE_P (TREE_TYPE (OMP_CLAUSE_DECL (c))))
	decl = NULL_TREE;
    }
}

/* Whether region TARGET has to get POINTER, the one of clause C, from this pass.  */

static bool
needs_p (gomp_target *target, const device_pointer &pointer, tree c)
{
  return pointer.decl && (pointer.array
			  || (omp_find_clause (gimple_omp_target_clauses (target),
					       OMP_CLAUSE_ASYNC)
			      && !host_changes_p (target, OMP_CLAUSE_DECL (c))));
}

/* Gives the construct at GSI the clause for DATA, a device_pointer of a data construct, if
   it maps that.  */

static bool
give_clause (gimple_stmt_iterator *gsi, void *data)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  const device_pointer *pointer = (const device_pointer *) data;
  if (!target || !is_gimple_omp_offloaded (target))
    return false;
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	&& (pointer->array || OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_TOFROM)
	&& *pointer == device_pointer (c) && needs_p (target, *pointer, c))
      {
	OMP_CLAUSE_SET_MAP_KIND (c, GOMP_MAP_FORCE_DEVICEPTR);
	n_copies.value++;
	host_repaired (gimple_location (target), "the region has a copy of %T",
		       pointer->decl, pointer->array ? "acc-array-pointer" : "acc-async-value");
      }
  return true;
}

/* Looks for regions in the construct at GSI, if it has device pointers.  */

static bool
visit_data (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target || gimple_omp_target_kind (target) != GF_OMP_TARGET_KIND_OACC_DATA)
    return false;
  tree *p = gimple_omp_target_clauses_ptr (target);
  while (tree c = *p)
    {
      tree *next = &OMP_CLAUSE_CHAIN (c);
      if (deviceptr_p (c))
	{
	  device_pointer pointer (c);
	  if (pointer.decl)
	    host_visit_seq (gimple_omp_body_ptr (target), give_clause, &pointer);
	  if (pointer.array)
	    {
	      *p = OMP_CLAUSE_CHAIN (*next);
	      next = p;
	    }
	}
      p = next;
    }
  return false;
}

/* Hands POINTER over to the region of W, which has clause C for it.  */

static void
hand_over (host_wrapper &w, const device_pointer &pointer, tree c)
{
  tree what = pointer.array ? pointer.decl : OMP_CLAUSE_DECL (c);
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (what));
  tree address = build_pointer_type (char_type_node);
  tree from = w.variable (type, "value", unshare_expr (what));
  tree value = w.variable (address, "value", build1 (NOP_EXPR, address, from));
  OMP_CLAUSE_SET_MAP_KIND (c, GOMP_MAP_IF_PRESENT);
  OMP_CLAUSE_DECL (c) = build_simple_mem_ref (value);
  OMP_CLAUSE_SIZE (c) = size_one_node;
  if (pointer.array)
    OMP_CLAUSE_SET_MAP_KIND (OMP_CLAUSE_CHAIN (c), GOMP_MAP_FIRSTPRIVATE_POINTER);
  else if (what == pointer.decl)
    {
      tree next = host_new_map (OMP_CLAUSE_LOCATION (c), GOMP_MAP_FIRSTPRIVATE_POINTER,
				what, size_zero_node);
      OMP_CLAUSE_CHAIN (next) = OMP_CLAUSE_CHAIN (c);
      OMP_CLAUSE_CHAIN (c) = next;
    }
  else
    {
      /* The reference, of the clause behind C, is to the device's memory first, then to a
	 pointer of the region.  */
      tree dest = host_new_variable (w.inside, type, "value");
      TREE_ADDRESSABLE (dest) = 1;
      tree got = host_new_variable (w.inside, type, "value");
      gimple_seq_add_stmt (&w.begin, gimple_build_assign (got, NOP_EXPR, pointer.decl));
      gimple_seq_add_stmt (&w.begin, gimple_build_assign (dest, got));
      gimple_seq_add_stmt (&w.begin, gimple_build_assign
	(pointer.decl, build1 (ADDR_EXPR, TREE_TYPE (pointer.decl), dest)));
    }
  n_values.value++;
  host_repaired (gimple_location (w.target), "the region gets the value of %T at once",
		 pointer.decl, pointer.array ? "acc-array-pointer" : "acc-async-value");
}

/* Hands the device pointers of the construct at GSI over.  */

static bool
visit_region (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target || !is_gimple_omp_oacc (target) || !is_gimple_omp_offloaded (target))
    return false;
  host_wrapper w (target);
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    if (deviceptr_p (c))
      {
	device_pointer pointer (c);
	if (needs_p (target, pointer, c))
	  hand_over (w, pointer, c);
      }
  if (w.before)
    w.replace (gsi);
  return true;
}

static void
visit_function (function *)
{
  host_visit_all (visit_data, NULL);
  host_visit_all (visit_region, NULL);
}

opt_pass *
make_accelfix_acc_deviceptr (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-acc-deviceptr", ctxt, visit_function,
			   [] { return flag_openacc && accelfix_args.acc_deviceptr; });
}
