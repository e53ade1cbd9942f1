/* Keep the end of a SIMT region in one piece.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "gimple-walk.h"
#include "simd.h"

/* All lanes of a warp must leave a SIMT region together: GOMP_SIMT_EXIT prints
   a barrier of the warp from 12 on, and in all releases sets what the lanes
   share back.  So GCC does not let the call be copied (gimple_can_duplicate_bb_p).
   Jump threading in the dominator passes does not ask: where a region is left
   right before a branch whose outcome some lanes' paths decide, it gives each
   outcome an end of its own, and lanes wait in one for those in the other
   (12 and up, on devices before Volta), or go on in a state that others have
   left (11, wrong results).

   And what lanes store is not known to be stored: if a variable's address goes
   nowhere, GCC believes that no call changes it, GOMP_SIMT_EXIT among them.

     unsigned a[3] = { 3, 10, 17 };
     #pragma omp simd
     for (i = 0; i < 3; i++) a[i] = i;
     out[1] = a[1];

   A lane that has no iteration (i = lane; i < 3) takes 10 for a[1], the others load
   it ahead of GOMP_SIMT_EXIT, maybe before the lane that stores it; and as all
   lanes execute what follows, the last one's value is stored.  Likewise what is
   stored before a region must not sink into it.

   What jump threading does not copy is a volatile asm.  This pass puts an empty
   one before each end, behind "ompdevlow", and the one in simd-temps.cc takes it
   out again before it would be printed.  Where a function has variables in memory, the
   asm clobbers memory, and another one that does stands before each region.  */

static const char mark[] = "// accelfix: the end of a SIMT region";

/* Whether STMT is what this pass puts in.  */

static bool
mark_p (gimple *stmt)
{
  gasm *a = dyn_cast<gasm *> (stmt);
  return a && strcmp (gimple_asm_string (a), mark) == 0;
}

/* Whether FUN loads or stores local variables in memory.  */

static bool
local_memory_p (function *fun)
{
  bool found = false;
  auto visit = [] (gimple *, tree base, tree, void *data)
    {
      if (VAR_P (base) && !is_global_var (base))
	*(bool *) data = true;
      return false;
    };
  for_each_stmt (fun, [&] (gimple_stmt_iterator &gsi)
    {
      gimple *stmt = gsi_stmt (gsi);
      if (!is_gimple_debug (stmt) && !gimple_clobber_p (stmt))
	walk_stmt_load_store_ops (stmt, &found, visit, visit);
    });
  return found;
}

/* Puts the asm before the statement at GSI, which clobbers memory if CLOBBER.  */

static void
put_mark (gimple_stmt_iterator &gsi, bool clobber)
{
  vec<tree, va_gc> *clobbers = NULL;
  if (clobber)
    vec_safe_push (clobbers, build_tree_list (NULL_TREE,
					      build_string (6, "memory")));
  gasm *a = gimple_build_asm_vec (mark, NULL, NULL, clobbers, NULL);
  gimple_asm_set_volatile (a, true);
  gsi_insert_before (&gsi, a, GSI_SAME_STMT);
}

static unsigned
mark_exits (function *fun)
{
  bool memory = local_memory_p (fun);
  for_each_stmt (fun, [=] (gimple_stmt_iterator &gsi)
    {
      gimple *stmt = gsi_stmt (gsi);
      if (simd_call_p (stmt, IFN_GOMP_SIMT_EXIT))
	put_mark (gsi, memory);
      else if (memory && (simd_call_p (stmt, IFN_GOMP_SIMT_ENTER)
			  || simd_call_p (stmt, IFN_GOMP_SIMT_ENTER_ALLOC)))
	put_mark (gsi, true);
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
