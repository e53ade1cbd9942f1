/* The passes for nvptx.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"

/* What a simd loop's lanes have for themselves is settled in three places:
   the list of their variables right before GCC turns it into a record, the
   temporaries right after expansion has made them, the size of the stack once
   all frames are known.

   All others stand after "mach", the machine reorganisation, because only then
   the stream is the one that is printed: neutering, uniform-simt predication
   and the replacement of subregs are done there.  First GCC's graph is made
   that of what is printed, which the others use; then the dead ends, so that
   init-regs does not see paths that exit lowering takes away.  */

const struct accelfix_pass accelfix_passes[] =
{
  { make_accelfix_link_vars, "simdclone", PASS_POS_INSERT_AFTER },
  { make_accelfix_aliases, "simdclone", PASS_POS_INSERT_AFTER },
  { make_accelfix_empty_types, "simdclone", PASS_POS_INSERT_AFTER },
  { make_accelfix_cxx_types, "simdclone", PASS_POS_INSERT_AFTER },
  { make_accelfix_virtual_tables, "simdclone", PASS_POS_INSERT_AFTER },
  { make_accelfix_streams, "simdclone", PASS_POS_INSERT_AFTER },
  { make_accelfix_host_flags, "ehdisp", PASS_POS_INSERT_BEFORE },
  { make_accelfix_va_lists, "ehdisp", PASS_POS_INSERT_BEFORE },
  { make_accelfix_checked_calls, "ehdisp", PASS_POS_INSERT_BEFORE },
  { make_accelfix_libc_names, "ehdisp", PASS_POS_INSERT_BEFORE },
  { make_accelfix_internal_functions, "ehdisp", PASS_POS_INSERT_BEFORE },
  { make_accelfix_cxx_runtime, "ehdisp", PASS_POS_INSERT_BEFORE },
  { make_accelfix_nothrow, "ehdisp", PASS_POS_INSERT_BEFORE },
  { make_accelfix_vector_results, "ehdisp", PASS_POS_INSERT_BEFORE },
  { make_accelfix_simd_ccp, "ompdevlow", PASS_POS_INSERT_BEFORE },
  { make_accelfix_simd_forwprop, "ompdevlow", PASS_POS_INSERT_BEFORE },
  { make_accelfix_simd_fre, "ompdevlow", PASS_POS_INSERT_BEFORE },
  { make_accelfix_simd_sra, "ompdevlow", PASS_POS_INSERT_BEFORE },
  { make_accelfix_simd_private, "ompdevlow", PASS_POS_INSERT_BEFORE },
  { make_accelfix_frame_lanes, "ompdevlow", PASS_POS_INSERT_BEFORE },
  { make_accelfix_simd_exits, "ompdevlow", PASS_POS_INSERT_AFTER },
  { make_accelfix_indirect_calls, "ompdevlow", PASS_POS_INSERT_AFTER },
  { make_accelfix_struct_return, "nrv", PASS_POS_INSERT_BEFORE },
  { make_accelfix_simd_frames, "optimized", PASS_POS_INSERT_AFTER },
  { make_accelfix_frame_gaps, "accelfix-simd-frames", PASS_POS_INSERT_AFTER },
  { make_accelfix_simd_temps, "expand", PASS_POS_INSERT_AFTER },
  { make_accelfix_worker_entry, "mach", PASS_POS_INSERT_AFTER },
  { make_accelfix_double_parts, "accelfix-worker-entry", PASS_POS_INSERT_AFTER },
  { make_accelfix_float_loads, "accelfix-double-parts", PASS_POS_INSERT_AFTER },
  { make_accelfix_flow, "accelfix-float-loads", PASS_POS_INSERT_AFTER },
  { make_accelfix_lane_stack, "accelfix-flow", PASS_POS_INSERT_AFTER },
  { make_accelfix_exit, "accelfix-lane-stack", PASS_POS_INSERT_AFTER },
  { make_accelfix_init_regs, "accelfix-exit", PASS_POS_INSERT_AFTER },
  { make_accelfix_verify, "accelfix-init-regs", PASS_POS_INSERT_AFTER },
  { make_accelfix_frame_notes, "accelfix-verify", PASS_POS_INSERT_AFTER },
  { NULL, NULL, PASS_POS_INSERT_AFTER }
};
