/* OpenACC: tiles that do not divide their loops.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* "tile (A, B)" makes four loops of two: two over the tiles, and two over what is
   in a tile.  The inner ones of all tiles share one bound, which is right only
   for the last tile: where a loop's count is no multiple of its tile's, a tile
   at the end of a row goes beyond the row, and elements outside the loops are
   touched while others are left out (expand_oacc_for in omp-expand.cc, the use
   of e_range).  GCC 11 to 16.

   A tile clause says in which order iterations would best be done, and no more:
   they have to be independent.  This pass replaces it by "collapse" with as many
   loops, unless all counts and sizes are known and fit.  One loop alone is
   right.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_tiles ("tile clauses replaced by collapse");

/* Whether loop I of LOOP is known to do a multiple of SIZE iterations.  */

static bool
multiple_p (gomp_for *loop, unsigned i, tree size)
{
  tree from = gimple_omp_for_initial (loop, i);
  tree to = gimple_omp_for_final (loop, i);
  tree incr = gimple_omp_for_incr (loop, i);
  tree step = TREE_OPERAND (incr, 1);
  if (!tree_fits_shwi_p (from) || !tree_fits_shwi_p (to)
      || !tree_fits_shwi_p (step) || !tree_fits_shwi_p (size)
      || integer_zerop (step))
    return false;
  HOST_WIDE_INT by = tree_to_shwi (step), n = tree_to_shwi (size);
  if (TREE_CODE (incr) == MINUS_EXPR)
    by = -by;
  HOST_WIDE_INT range = tree_to_shwi (to) - tree_to_shwi (from);
  switch (gimple_omp_for_cond (loop, i))
    {
    case LT_EXPR:
    case NE_EXPR:
    case GT_EXPR:
      break;
    case LE_EXPR:
      range++;
      break;
    case GE_EXPR:
      range--;
      break;
    default:
      return false;
    }
  if (by < 0)
    by = -by, range = -range;
  HOST_WIDE_INT count = range <= 0 ? 0 : (range + by - 1) / by;
  return n > 0 && count % n == 0;
}

/* Whether LOOP's tiles, which SIZES lists, fit its loops.  */

static bool
tiles_fit_p (gomp_for *loop, tree sizes)
{
  unsigned n = gimple_omp_for_collapse (loop);
  for (unsigned i = 0; sizes && i < n; sizes = TREE_CHAIN (sizes), i++)
    if (!multiple_p (loop, i, TREE_VALUE (sizes)))
      return false;
  return true;
}

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

/* Replaces the tile clause of the loop at GSI, if it must be.  */

static bool
visit_loop (gimple_stmt_iterator *gsi, void *)
{
  gomp_for *loop = as_a <gomp_for *> (gsi_stmt (*gsi));
  tree tile = omp_find_clause (gimple_omp_for_clauses (loop), OMP_CLAUSE_TILE);
  if (!tile || gimple_omp_for_collapse (loop) < 2
      || tiles_fit_p (loop, OMP_CLAUSE_TILE_LIST (tile)))
    return false;
  host_collapse_tiles (loop);
  n_tiles.value++;
  host_repaired (gimple_location (loop),
		 "tiles may not divide the loops: they are collapsed");
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
