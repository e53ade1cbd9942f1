/* OpenACC: workers begin a routine together (nvptx).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Outside of loops over workers one worker executes the code for all, and hands
   registers and conditions to the others in a shared buffer, __oacc_bcast.  Within a
   function barriers separate each use of it from the next.  A routine for workers is
   called by all of them, right after they have loaded from the buffer what they need
   for the call (nvptx_process_pars), and the first thing that it does may be to store to
   the same buffer.  The worker that stores is ahead of those that still load.

   This pass puts a barrier at the beginning of such a routine.  It stands after the
   machine reorganisation, which makes the rest of the routine's beginning that of one
   worker.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "functions.h"
#include "gomp-constants.h"
#include "omp-general.h"

#if ACCELFIX_NVPTX

static accelfix_counter n_barriers ("barriers at the beginning of routines");

static void
begin_together (function *fun)
{
  tree attribute = oacc_get_fn_attrib (fun->decl);
  if (!attribute)
    return;
  int level = accelfix_routine_level (attribute);
  if (level != GOMP_DIM_GANG && level != GOMP_DIM_WORKER)
    return;
  basic_block first = single_succ (ENTRY_BLOCK_PTR_FOR_FN (fun));
  emit_insn_after (gen_nvptx_barsync (const0_rtx, const0_rtx), bb_note (first));
  n_barriers.value++;
}

opt_pass *
make_accelfix_worker_entry (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-worker-entry", ctxt, begin_together,
			[] { return flag_openacc && accelfix_args.workers > 0; });
}

#endif /* ACCELFIX_NVPTX */
