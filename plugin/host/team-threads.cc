/* OpenMP: as many threads as the parallel regions of a target region ask for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* On nvptx a target region is launched with 8 threads in each team, unless it has a
   thread_limit clause (nvptx_adjust_launch_bounds in libgomp's plugin), and a
   parallel region in it that asks for 32 threads by num_threads gets 8.  OpenMP
   allows that, but a program that divides the work by the number it asked for is
   wrong.  GCC 11 to 16.

   Where the numbers are constants, this pass says the largest of them in the
   place of the region's thread_limit, which is 0 there, "not known".  libgomp
   launches as many threads then, if the device can.

   A limit is a limit for all parallel regions, and for those of the host, too, if
   the target region runs there.  So nothing is done if the target region has a
   parallel region without a constant number, or calls functions outside of its
   parallel regions, which may have some.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_regions ("target regions with as many threads as their "
				   "parallel regions ask for");

/* How many threads libgomp starts unless it is told.  */
enum { DEFAULT_THREADS = 8 };

/* What the parallel regions of a target region ask for.  */
struct demand
{
  tree most;			/* The largest number, or NULL.  */
  bool known;			/* All are constants.  */
};

/* Whether a call of FN, which may be NULL, may lead to a parallel region.  */

static bool
may_be_parallel_p (tree fn)
{
  return (!fn || (!fndecl_built_in_p (fn)
		  && !(DECL_NAME (fn)
		       && startswith (IDENTIFIER_POINTER (DECL_NAME (fn)),
				      "omp_"))));
}

/* Adds what the statement at GSI asks for to the demand DATA.  */

static bool
visit_stmt (gimple_stmt_iterator *gsi, void *data)
{
  demand *d = (demand *) data;
  gimple *stmt = gsi_stmt (*gsi);
  if (is_gimple_call (stmt) && !gimple_call_internal_p (stmt))
    d->known &= !may_be_parallel_p (gimple_call_fndecl (stmt));
  if (gimple_code (stmt) != GIMPLE_OMP_PARALLEL)
    return false;
  tree c = omp_find_clause (gimple_omp_parallel_clauses (stmt),
			    OMP_CLAUSE_NUM_THREADS);
  tree n = c ? OMP_CLAUSE_NUM_THREADS_EXPR (c) : NULL_TREE;
  if (!n || !tree_fits_shwi_p (n))
    d->known = false;
  else if (!d->most || tree_int_cst_lt (d->most, n))
    d->most = n;
  return true;
}

/* Repairs the target region at GSI, if there is one.  */

static bool
visit_target (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = host_target_region (gsi_stmt (*gsi));
  if (!target)
    return false;
  tree c = omp_find_clause (gimple_omp_target_clauses (target),
			    OMP_CLAUSE_THREAD_LIMIT);
  if (!c || !integer_zerop (OMP_CLAUSE_THREAD_LIMIT_EXPR (c)))
    return true;
  demand d = { NULL_TREE, true };
  host_visit_seq (gimple_omp_body_ptr (target), visit_stmt, &d);
  if (!d.known || !d.most || tree_to_shwi (d.most) <= DEFAULT_THREADS)
    return true;
  OMP_CLAUSE_THREAD_LIMIT_EXPR (c) = fold_convert (integer_type_node, d.most);
  n_regions.value++;
  host_repaired (gimple_location (target), "the region has %T threads", d.most);
  return true;
}

static void
visit_function (function *)
{
  host_visit_all (visit_target, NULL);
}

opt_pass *
make_accelfix_team_threads (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-team-threads", ctxt, visit_function,
			   [] { return flag_openmp && accelfix_args.team_threads; });
}
