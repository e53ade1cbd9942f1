/* Regions with nowait outside of parallel regions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* #pragma omp target nowait
   ...
   #pragma omp parallel

   On a device that can run regions asynchronously, which is amdgcn, libgomp makes a team
   of one thread for a region with nowait if the thread is in none (GOMP_target_ext in
   target.c).  That team stays.  At the end of a later parallel region gomp_team_end
   (team.c) takes it for an outer parallel region, and frees the new team at once.  The
   other threads do not expect that, as their level of nesting is 0: they still read
   and write the team on their way out of its last barrier.  The host's heap is damaged,
   or a thread waits for ever.

   A region does not have to be deferred.  Here the call of GOMP_target_ext gets the flag
   for nowait only inside of a parallel region, where there is a team:

     flags = flags without nowait | (omp_get_level () != 0) | WAS_NOWAIT

   To wait only where the program has parallel regions of several threads is no way: they
   may be in another unit, or in a library.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "ssa.h"
#include "gimple-iterator.h"
#include "gomp-constants.h"

static accelfix_counter n_regions ("regions with nowait that ask for a team");

/* The argument of GOMP_target_ext that has the flags.  */
enum { FLAGS = 6 };

/* A flag that libgomp does not look at.  It tells tasks.so, which looks for races, that
   the program does not wait for the region (SIMT_TARGET_WAS_NOWAIT in
   simt/host/host-task.h).  */
static const unsigned WAS_NOWAIT = 1u << 30;

/* Whether STMT calls GOMP_target_ext with nowait.  */

static bool
deferred_p (gimple *stmt)
{
  if (!gimple_call_builtin_p (stmt, BUILT_IN_GOMP_TARGET))
    return false;
  tree flags = gimple_call_arg (stmt, FLAGS);
  return tree_fits_uhwi_p (flags) && (tree_to_uhwi (flags) & GOMP_TARGET_FLAG_NOWAIT);
}

/* Has the call at GSI ask for a team.  */

static void
ask (gimple_stmt_iterator *gsi)
{
  gimple *call = gsi_stmt (*gsi);
  tree flags = gimple_call_arg (call, FLAGS), type = TREE_TYPE (flags);
  tree level = make_ssa_name (integer_type_node);
  tree inside = make_ssa_name (boolean_type_node);
  tree flag = make_ssa_name (type), all = make_ssa_name (type);
  tree fn_type = build_function_type_list (integer_type_node, NULL_TREE);
  gcall *get = gimple_build_call (build_fn_decl ("omp_get_level", fn_type), 0);
  gimple_call_set_lhs (get, level);
  gcc_checking_assert (GOMP_TARGET_FLAG_NOWAIT == 1);
  tree others
    = build_int_cst (type, ((tree_to_uhwi (flags) & ~GOMP_TARGET_FLAG_NOWAIT)
			    | WAS_NOWAIT));
  gimple *stmts[] = {
    get, gimple_build_assign (inside, NE_EXPR, level, integer_zero_node),
    gimple_build_assign (flag, NOP_EXPR, inside),
    gimple_build_assign (all, BIT_IOR_EXPR, flag, others)
  };
  for (gimple *stmt : stmts)
    {
      gimple_set_location (stmt, gimple_location (call));
      gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
    }
  gimple_call_set_arg (call, FLAGS, all);
  update_stmt (call);
  n_regions.value++;
  host_repaired (gimple_location (call),
		 "outside of parallel regions this is waited for");
}

static unsigned
ask_for_teams (function *fun)
{
  for_each_stmt (fun, [] (gimple_stmt_iterator &gsi)
    {
      if (deferred_p (gsi_stmt (gsi)))
	ask (&gsi);
    });
  return TODO_update_ssa_only_virtuals;
}

opt_pass *
make_accelfix_nowait_team (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-nowait-team", ctxt, ask_for_teams, []
			   {
			     return flag_openmp && accelfix_args.nowait_team;
			   });
}
