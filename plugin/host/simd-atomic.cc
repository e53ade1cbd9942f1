/* Atomics in simd loops of offloaded code: an address for each copy.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* For offloaded code, scan_omp_simd (omp-low.cc) makes two loops of a simd
   loop: one for SIMT, one for all other devices and the host.  It copies the
   body by gimple_copy, which leaves the operand of GIMPLE_OMP_ATOMIC_LOAD, the
   address of the variable, shared.  "omplower" then replaces the variable in it
   by its place in the region's data, once for each copy: in the second copy it
   replaces what is replaced already.  The program reads a wrong address, on the
   host too, or GCC stops with an internal error.  GCC 11 to 16.

   This pass puts the address into a variable of the body, before the copy is
   made:

     OMP_ATOMIC_LOAD (t = *&x)   ->   { p = &x; OMP_ATOMIC_LOAD (t = *p) }

   The assignment is a plain statement, whose operands gimple_copy does not
   share.  Other atomics stay as they are.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_atomics ("atomics in simd loops with an address of "
				   "their own");

/* Gives the atomic load at GSI, if it is one, a variable for its address.  */

static bool
visit_atomic (gimple_stmt_iterator *gsi, void *)
{
  gomp_atomic_load *load = dyn_cast <gomp_atomic_load *> (gsi_stmt (*gsi));
  if (!load)
    return false;
  tree address = gimple_omp_atomic_load_rhs (load);
  if (TREE_CODE (address) != ADDR_EXPR)
    return false;

  gbind *bind = gimple_build_bind (NULL_TREE, NULL, make_node (BLOCK));
  tree p = host_new_variable (bind, TREE_TYPE (address), "atomic");
  gimple *set = gimple_build_assign (p, unshare_expr (address));
  gimple_set_location (set, gimple_location (load));
  gimple_set_location (bind, gimple_location (load));
  gsi_replace (gsi, bind, false);
  gimple_seq body = NULL;
  gimple_seq_add_stmt (&body, set);
  gimple_omp_atomic_load_set_rhs (load, p);
  gimple_seq_add_stmt (&body, load);
  gimple_bind_set_body (bind, body);

  n_atomics.value++;
  host_repaired (gimple_location (load),
		 "the atomic at %T has an address of its own", address);
  return true;
}

/* Looks for loops that scan_omp_simd will copy.  */

static bool
visit_simd (gimple_stmt_iterator *gsi, void *)
{
  gomp_for *loop = host_copied_simd (gsi_stmt (*gsi));
  if (!loop)
    return false;
  host_visit_seq (gimple_omp_body_ptr (loop), visit_atomic, NULL);
  return true;
}

static void
visit_function (function *)
{
  host_visit_offloaded (visit_simd, NULL);
}

static bool
wanted_p (void)
{
  return accelfix_args.simd_atomic && host_copies_simd_p ();
}

opt_pass *
make_accelfix_simd_atomic (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-simd-atomic", ctxt, visit_function,
			   wanted_p);
}
