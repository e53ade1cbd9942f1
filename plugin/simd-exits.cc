/* Keep the end of a SIMT region in one piece.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */


#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "simd.h"

/* All lanes of a warp must leave a SIMT region together: GOMP_SIMT_EXIT prints
   a barrier of the warp from 12 on, and in all releases sets what the lanes
   share back.  So GCC does not let the call be copied (gimple_can_duplicate_bb_p).
   Jump threading in the dominator passes does not ask: where a region is left
   right before a branch whose outcome some lanes' paths decide, it gives each
   outcome an end of its own, and lanes wait in one for those in the other
   (12 and up, on devices before Volta), or go on in a state that others have
   left (11, wrong results).

   What jump threading does not copy is a volatile asm.  This pass puts an empty
   one before each end, behind "ompdevlow", and the one in simd-temps.cc takes it
   out again before it would be printed.  */

static const char mark[] = "// accelfix: the end of a SIMT region";

/* Whether STMT is what this pass puts in.  */

static bool
mark_p (gimple *stmt)
{
  gasm *a = dyn_cast<gasm *> (stmt);
  return a && strcmp (gimple_asm_string (a), mark) == 0;
}

static unsigned
mark_exits (function *)
{
  for_each_stmt (cfun, [] (gimple_stmt_iterator &gsi)
    {
      if (!simd_call_p (gsi_stmt (gsi), IFN_GOMP_SIMT_EXIT))
	return;
      gasm *a = gimple_build_asm_vec (mark, NULL, NULL, NULL, NULL);
      gimple_asm_set_volatile (a, true);
      gsi_insert_before (&gsi, a, GSI_SAME_STMT);
    });
  return TODO_update_ssa_only_virtuals;
}

/* See simd.h.  */

void
simd_take_out_marks (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      if (mark_p (gsi_stmt (gsi)))
	{
	  unlink_stmt_vdef (gsi_stmt (gsi));
	  gsi_remove (&gsi, true);
	}
      else
	gsi_next (&gsi);
}

opt_pass *
make_accelfix_simd_exits (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-simd-exits", ctxt, mark_exits, simd_on_p);
}
