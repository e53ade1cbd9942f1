/* OpenACC: tiles of several loops.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* "tile (A, B)" makes four loops of two: two over the tiles, and two over what is
   in a tile.  The inner ones of all tiles share one bound, which is right only
   for the last tile (expand_oacc_for in omp-expand.cc, the use of e_range): elements
   outside the loops are touched while others are left out, mostly but not only where a
   loop's count is no multiple of its tile's.  Of 24 times 24 iterations in tiles of 8
   times 8, 120 are left out; in tiles of 12 times 12, none.  GCC 11 to 16.

   A tile clause says in which order iterations would best be done, and no more:
   they have to be independent.  This pass replaces it by "collapse" with as many
   loops.  One loop alone is right.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_tiles ("tile clauses replaced by collapse");

/* See host.h.  */

bool
host_collapse_tiles (gomp_for *loop)
{
  tree *p = gimple_omp_for_clauses_ptr (loop);
  while (*p && OMP_CLAUSE_CODE (*p) != OMP_CLAUSE_TILE)
    p = &OMP_CLAUSE_CHAIN (*p);
  if (!*p)
    return false;
  tree c = build_omp_clause (OMP_CLAUSE_LOCATION (*p), OMP_CLAUSE_COLLAPSE);
  OMP_CLAUSE_COLLAPSE_EXPR (c)
    = build_int_cst (integer_type_node, gimple_omp_for_collapse (loop));
  OMP_CLAUSE_CHAIN (c) = OMP_CLAUSE_CHAIN (*p);
  *p = c;
  return true;
}

/* Replaces the tile clause of the loop at GSI, if it has several loops.  */

static bool
visit_loop (gimple_stmt_iterator *gsi, void *)
{
  gomp_for *loop = as_a <gomp_for *> (gsi_stmt (*gsi));
  if (gimple_omp_for_collapse (loop) < 2
      || !omp_find_clause (gimple_omp_for_clauses (loop), OMP_CLAUSE_TILE))
    return false;
  host_collapse_tiles (loop);
  n_tiles.value++;
  host_repaired (gimple_location (loop),
		 "tiles of several loops are not right: the loops are collapsed");
  return false;
}

static void
visit_function (function *)
{
  host_visit_acc_loops (visit_loop, NULL);
}

opt_pass *
make_accelfix_acc_tile (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-acc-tile", ctxt, visit_function,
			   [] { return flag_openacc && accelfix_args.acc_tile; });
}
