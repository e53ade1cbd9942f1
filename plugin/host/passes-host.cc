/* The passes of the plugin for gcc, g++ and gfortran.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"

/* All but eleven stand before "omplower": constructs still are statements of their
   own there, with the variables as the program names them, and what GCC's pass
   makes of them is what goes to the host and to each device.  Each pass that is
   put before another stands directly before it, so the order is as here: acc-async
   hands over what map-nowait and acc-local make firstprivate.  */

const struct accelfix_pass accelfix_passes[] =
{
  { make_accelfix_refuse, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_target_depend, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_block_bounds, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_call_types, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_loop_bound, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_loop_linear, "omplower", PASS_POS_INSERT_AFTER },
  { make_accelfix_bool_reduction, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_linear_wrap, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_linear_unsigned, "ssa", PASS_POS_INSERT_AFTER },
  { make_accelfix_collapse_count, "ssa", PASS_POS_INSERT_BEFORE },
  { make_accelfix_nowait_team, "ssa", PASS_POS_INSERT_AFTER },
  { make_accelfix_simd_atomic, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_simd_clauses, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_simd_classes, "omplower", PASS_POS_INSERT_AFTER },
  { make_accelfix_simd_vla, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_team_threads, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_team_count, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_async_copies, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_map_const, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_map_rows, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_map_section, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_map_stride, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_map_struct, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_acc_scalars, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_map_members, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_map_enter, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_map_unused, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_acc_allocatable, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_acc_declare, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_acc_tile, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_acc_reduction, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_acc_references, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_acc_auto, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_target_firstprivate, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_map_nowait, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_acc_local, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_map_align, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_acc_deviceptr, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_acc_async, "omplower", PASS_POS_INSERT_BEFORE },
  { make_accelfix_acc_kernels, "parloops", PASS_POS_INSERT_BEFORE },
  { make_accelfix_const_data, "emutls", PASS_POS_INSERT_AFTER },
  { make_accelfix_default_device, "emutls", PASS_POS_INSERT_AFTER },
  { make_accelfix_need_libgomp, "emutls", PASS_POS_INSERT_AFTER },
  { make_accelfix_wide_copies, "emutls", PASS_POS_INSERT_AFTER },
  { make_accelfix_clause_calls, "emutls", PASS_POS_INSERT_AFTER },
  { NULL, NULL, PASS_POS_INSERT_BEFORE }
};
