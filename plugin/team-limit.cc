/* The threads that a team asks for are no more than it has (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each thread of a team is a wave of the work-group.  libgomp on the host asks
   for as many as the thread_limit clause says, but launches fewer where the
   kernel needs so many VGPRs that they do not fit (run_kernel in plugin-gcn.c:
   12 become 8 from 85 VGPRs on, 4 from 129 on).  libgomp on the device sets up
   the team with the waves that there are (gomp_gcn_enter_kernel in
   config/gcn/team.c) and has their number as the limit; then GOMP_teams4
   (GOMP_teams in GCC 11; config/gcn/target.c) replaces that by the clause's
   value.  A parallel region without a num_threads clause, or with a large one,
   gets up to 16 threads, more than there are: gomp_team_start reads pointers
   to the others from behind the end of the pool's array and stores through
   them.  GCC 11 to 16 do so.  On nvptx the wish for threads is bounded by the
   warps as well, so that nothing happens.

   Before the call, omp_get_thread_limit still says how many waves were
   launched.  This pass has the call get the smaller of the two, which is what
   the clause means: a bound.  Zero, which stands for no clause, stays zero.

   The pass stands after "ompdevlow", one of the first passes of the offload
   compiler that run at each level of optimisation, so that the call is made
   before anything that looks at calls, such as the hidden arguments' pass.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "cgraph.h"

#if ACCELFIX_GCN

static accelfix_counter n_bounded ("thread limits bounded by the number of "
				   "waves");

/* The index of the argument that is the thread limit if STMT enters a team;
   -1 if it does not, or if no limit is given.  */

static int
limit_argument (gimple *stmt)
{
  tree callee = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  if (!callee)
    return -1;
  const char *name = accelfix_name_of (callee);
  int i;
  if (strcmp (name, "GOMP_teams4") == 0)
    i = 2;
  else if (strcmp (name, "GOMP_teams") == 0)
    i = 1;
  else
    return -1;
  if ((int) gimple_call_num_args (stmt) <= i
      || integer_zerop (gimple_call_arg (stmt, i)))
    return -1;
  return i;
}

/* Bounds argument I of the call at *GSI by the number of waves.  */

static void
bound_limit (gimple_stmt_iterator *gsi, int i)
{
  gimple *call = gsi_stmt (*gsi);
  tree type = build_function_type_list (integer_type_node, NULL_TREE);
  tree decl = build_fn_decl ("omp_get_thread_limit", type);
  gcall *get = gimple_build_call (decl, 0);
  tree waves = make_ssa_name (integer_type_node);
  tree bound = make_ssa_name (unsigned_type_node);
  tree least = make_ssa_name (unsigned_type_node);
  gimple_call_set_lhs (get, waves);
  gimple *stmts[] = {
    get, gimple_build_assign (bound, NOP_EXPR, waves),
    gimple_build_assign (least, MIN_EXPR, gimple_call_arg (call, i), bound)
  };
  for (gimple *stmt : stmts)
    {
      gimple_set_location (stmt, gimple_location (call));
      gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
    }
  cgraph_node::get (current_function_decl)
    ->create_edge (cgraph_node::get_create (decl), get, gimple_bb (call)->count);
  gimple_call_set_arg (call, i, least);
  update_stmt (call);
  n_bounded.value++;
}

/* Bounds the thread limits of the teams that FUN enters.  */

static unsigned
bound_limits (function *fun)
{
  for_each_stmt (fun, [] (gimple_stmt_iterator &gsi)
    {
      int i = limit_argument (gsi_stmt (gsi));
      if (i >= 0)
	bound_limit (&gsi, i);
    });
  return TODO_update_ssa_only_virtuals;
}

opt_pass *
make_accelfix_team_limit (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-team-limit", ctxt, bound_limits,
			   [] { return accelfix_args.team_limit > 0; });
}

#endif /* ACCELFIX_GCN */
