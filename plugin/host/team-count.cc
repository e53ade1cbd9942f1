/* OpenMP: no more teams than libgomp has memory for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* #pragma omp target teams distribute parallel for num_teams (n / 256)

   For amdgcn libgomp allocates 64 KB for each team, and since GCC 13 32 KB for each of its
   threads, too, of which there are 16.  It computes how much that is in an int
   (get_team_arena, configure_ephemeral_memories in libgomp/plugin/plugin-gcn.c).  From 32768
   teams on, or 4096, the number is wrong: the program ends, as there is not as much memory,
   or, with twice as many teams, there is too little, and teams write into whatever is
   behind.

   OpenMP allows fewer teams than num_teams says.  Where a teams construct consists of a
   distribute construct, which divides its turns among the teams that there are, and nothing
   in it asks which of them it runs in (functions that it calls are not looked at), this pass
   says so many that the number is right.  What asks is left as it is: it may want each of
   the teams.  A device other than amdgcn has enough work for all of it with so many teams,
   too.  The pass says nothing, as it does not know the device, nor a number that is a
   variable.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_regions ("target regions with fewer teams");

/* The most teams whose memory has a number of bytes that is an int.  */
static const int most_teams
  = GCCPLUGIN_VERSION_MAJOR >= 13 ? INT_MAX / ((64 + 16 * 32) * 1024)
				  : INT_MAX / (64 * 1024);

/* What is in a teams construct.  */
struct contents
{
  bool distributes;		/* A distribute construct.  */
  bool else_too;		/* Something that may want to know of teams.  */
};

/* Whether STMT asks for the teams.  */

static bool
asks_p (gimple *stmt)
{
  tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  const char *name = fn && DECL_NAME (fn) ? IDENTIFIER_POINTER (DECL_NAME (fn)) : "";
  return strstr (name, "omp_get_team_num") || strstr (name, "omp_get_num_teams");
}

/* Adds the statement at GSI, in a distribute construct, to the contents DATA.  */

static bool
visit_distributed (gimple_stmt_iterator *gsi, void *data)
{
  ((contents *) data)->else_too |= asks_p (gsi_stmt (*gsi));
  return false;
}

/* Likewise, in a teams construct.  */

static bool
visit_stmt (gimple_stmt_iterator *gsi, void *data)
{
  contents *c = (contents *) data;
  gimple *stmt = gsi_stmt (*gsi);
  if (gimple_code (stmt) == GIMPLE_OMP_FOR
      && gimple_omp_for_kind (stmt) == GF_OMP_FOR_KIND_DISTRIBUTE)
    {
      c->distributes = true;
      host_visit_seq (gimple_omp_body_ptr (stmt), visit_distributed, c);
      return true;
    }
  c->else_too |= (gimple_code (stmt) == GIMPLE_OMP_PARALLEL
		  || (is_gimple_call (stmt) && !gimple_call_builtin_p (stmt))
		  || asks_p (stmt));
  return false;
}

/* Finds the teams construct at GSI, for which DATA is.  */

static bool
visit_teams (gimple_stmt_iterator *gsi, void *data)
{
  gimple *stmt = gsi_stmt (*gsi);
  if (gimple_code (stmt) != GIMPLE_OMP_TEAMS)
    return false;
  host_visit_seq (gimple_omp_body_ptr (stmt), visit_stmt, data);
  return true;
}

/* Repairs the target region at GSI, if there is one.  */

static bool
visit_target (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = host_target_region (gsi_stmt (*gsi));
  if (!target)
    return false;
  tree c = omp_find_clause (gimple_omp_target_clauses (target), OMP_CLAUSE_NUM_TEAMS);
  tree n = c ? OMP_CLAUSE_OPERAND (c, 0) : NULL_TREE;
  if (!n || (TREE_CODE (n) == INTEGER_CST && wi::les_p (wi::to_wide (n), most_teams)))
    return true;
  contents in = { false, false };
  host_visit_seq (gimple_omp_body_ptr (target), visit_teams, &in);
  if (!in.distributes || in.else_too)
    return true;
  tree most = build_int_cst (TREE_TYPE (n), most_teams);
  n_regions.value++;
  if (TREE_CODE (n) == INTEGER_CST)
    {
      OMP_CLAUSE_OPERAND (c, 0) = most;
      return true;
    }
  host_wrapper w (target);
  OMP_CLAUSE_OPERAND (c, 0)
    = w.variable (TREE_TYPE (n), "teams", build2 (MIN_EXPR, TREE_TYPE (n), n, most));
  w.replace (gsi);
  return true;
}

static void
visit_function (function *)
{
  host_visit_all (visit_target, NULL);
}

opt_pass *
make_accelfix_team_count (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-team-count", ctxt, visit_function,
			   [] { return flag_openmp && accelfix_args.team_count; });
}
