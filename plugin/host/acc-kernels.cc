/* OpenACC: the last iteration of a loop in a kernels construct.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* parloops divides a loop of a kernels construct among the gangs.  For that it has the
   loop's condition first, which is behind the body until then.  It raises the number of
   iterations by one, if it can tell that this number does not overflow.  If it cannot, it
   leaves the last iteration out of the loop and puts a copy of the body behind it
   (transform_to_exit_first_loop in tree-parloops.cc).  There every gang executes it:

     #pragma acc kernels
     for (int i = lo; i <= hi; i++)
       t[i] = t[i] + 1;

   adds as many as there are gangs to t[hi].  That is meant to be for one gang alone, but
   the number of gangs is not set.  GCC 11 to 16.

   This pass stands before parloops, and asks the same question as it.  If the counter is
   shorter than 64 bits, the loop gets a second one of 64 bits: parloops makes all others
   of the longest, whose type the number cannot overflow.  No loop runs 2^63 times, so of
   one with a counter of 64 bits the pass says that.  Then nothing is left out of it.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "cfgloop.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"

static accelfix_counter n_whole ("loops of kernels constructs kept whole");

/* The type of the counter that all others of LOOP are made of: as long as the longest of
   them, and not shorter than NIT_TYPE, that of the number of iterations; unsigned only if
   one of these is (canonicalize_loop_ivs in tree-ssa-loop-manip.cc).  */

static tree
counter_type (class loop *loop, tree nit_type)
{
  unsigned precision = TYPE_PRECISION (nit_type);
  bool uns = false;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i); gsi_next (&i))
    {
      tree counter = gimple_phi_result (i.phi ()), type = TREE_TYPE (counter);
      if (virtual_operand_p (counter)
	  || !(INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
	  || TYPE_PRECISION (type) < precision)
	continue;
      bool longer = TYPE_PRECISION (type) > precision;
      uns = (uns && !longer) || POINTER_TYPE_P (type) || TYPE_UNSIGNED (type);
      precision = TYPE_PRECISION (type);
    }
  return build_nonstandard_integer_type (precision, uns);
}

/* Whether parloops could leave the last iteration of LOOP out of it; TYPE becomes that of
   its counter.  */

static bool
last_left_out_p (class loop *loop, tree *type)
{
  edge exit = single_exit (loop);
  tree_niter_desc n;
  if (!exit || !number_of_iterations_exit (loop, exit, &n, false)
      || TREE_CODE (n.niter) == INTEGER_CST)
    return false;
  *type = counter_type (loop, TREE_TYPE (n.niter));
  widest_int most;
  return (!max_loop_iterations (loop, &most)
	  || wi::geu_p (most, wi::to_widest (TYPE_MAX_VALUE (*type))));
}

/* Gives LOOP a counter of 64 bits, from 0 on.  It is not in the latch, where parloops wants
   to find its own alone.  */

static void
add_counter (class loop *loop)
{
  tree type = build_nonstandard_integer_type (64, 1);
  tree count = make_ssa_name (type), next = make_ssa_name (type);
  gphi *phi = create_phi_node (count, loop->header);
  add_phi_arg (phi, build_zero_cst (type), loop_preheader_edge (loop), UNKNOWN_LOCATION);
  add_phi_arg (phi, next, loop_latch_edge (loop), UNKNOWN_LOCATION);
  gimple_stmt_iterator gsi = gsi_after_labels (loop->header);
  gsi_insert_before (&gsi, gimple_build_assign (next, PLUS_EXPR, count,
						build_one_cst (type)), GSI_SAME_STMT);
}

/* Has parloops keep the last iteration of LOOP, whose counter is of type TYPE, in it.  */

static void
keep_whole (class loop *loop, tree type)
{
  unsigned precision = TYPE_PRECISION (type);
  if (precision > 64)
    return;
  if (precision < 64)
    add_counter (loop);
  unsigned bits = precision < 64 ? precision : 63;
  record_niter_bound (loop, (widest_int (1) << bits) - (precision < 64 ? 1 : 2), false,
		      true);
  n_whole.value++;
  host_repaired (gimple_location (gsi_stmt (gsi_last_bb (single_exit (loop)->src))),
		 "a loop in a kernels construct keeps its last iteration");
}

static void
bound_loops (function *fn)
{
  if (!lookup_attribute ("oacc kernels", DECL_ATTRIBUTES (fn->decl)))
    return;
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  scev_initialize ();
  for (unsigned i = 1; i < number_of_loops (fn); i++)
    {
      class loop *loop = get_loop (fn, i);
      tree type;
      if (loop && last_left_out_p (loop, &type))
	keep_whole (loop, type);
    }
  scev_finalize ();
  loop_optimizer_finalize ();
}

opt_pass *
make_accelfix_acc_kernels (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-acc-kernels", ctxt, bound_loops,
			   [] { return flag_openacc && accelfix_args.acc_kernels > 0; });
}
