/* The passes for amdgcn.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"

const struct accelfix_pass accelfix_passes[] =
{
  { make_accelfix_lds_unit, "simdclone", PASS_POS_INSERT_AFTER },
  { make_accelfix_implicit_unit, "simdclone", PASS_POS_INSERT_AFTER },
  { make_accelfix_private_unit, "simdclone", PASS_POS_INSERT_AFTER },
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
  { make_accelfix_worker_locals, ACCELFIX_NEUTER_PASS, PASS_POS_INSERT_BEFORE },
  { make_accelfix_worker_calls, ACCELFIX_NEUTER_PASS, PASS_POS_INSERT_BEFORE },
  { make_accelfix_worker_calls_end, ACCELFIX_NEUTER_PASS, PASS_POS_INSERT_AFTER },
  { make_accelfix_lds_names, "oaccdevlow", PASS_POS_INSERT_BEFORE },
  { make_accelfix_worker_order, "oaccdevlow", PASS_POS_INSERT_BEFORE },
  { make_accelfix_worker_count, "oaccdevlow", PASS_POS_INSERT_BEFORE },
  { make_accelfix_team_limit, "ompdevlow", PASS_POS_INSERT_AFTER },
  { make_accelfix_indirect_calls, "ompdevlow", PASS_POS_INSERT_AFTER },
  { make_accelfix_lds_vectors, "vect", PASS_POS_INSERT_AFTER },
  { make_accelfix_struct_return, "nrv", PASS_POS_INSERT_BEFORE },
  { make_accelfix_division, "nrv", PASS_POS_INSERT_BEFORE },
  { make_accelfix_square_root, "nrv", PASS_POS_INSERT_BEFORE },
  { make_accelfix_bit_count, "nrv", PASS_POS_INSERT_BEFORE },
  { make_accelfix_lds_pointers, "optimized", PASS_POS_INSERT_AFTER },
  { make_accelfix_lds, "expand", PASS_POS_INSERT_AFTER },
  { make_accelfix_hidden_args, "expand", PASS_POS_INSERT_AFTER },
  { make_accelfix_product_constants, "expand", PASS_POS_INSERT_AFTER },
  { make_accelfix_wide_multiply, "split1", PASS_POS_INSERT_AFTER },
  { make_accelfix_vector_bytes, "ira", PASS_POS_INSERT_BEFORE },
  { make_accelfix_vector_multiply, "split2", PASS_POS_INSERT_BEFORE },
  { make_accelfix_hidden_moves, "pro_and_epilogue", PASS_POS_INSERT_AFTER },
  { make_accelfix_lane_select, "mach", PASS_POS_INSERT_BEFORE },
  { make_accelfix_m0, "mach", PASS_POS_INSERT_AFTER },
  { make_accelfix_lane_bytes, "accelfix-m0", PASS_POS_INSERT_AFTER },
  { make_accelfix_exit_gcn, "accelfix-m0", PASS_POS_INSERT_AFTER },
  { make_accelfix_wait_states, "shorten", PASS_POS_INSERT_BEFORE },
  { make_accelfix_worker_count_end, "final", PASS_POS_INSERT_BEFORE },
  { make_accelfix_private_stack, "final", PASS_POS_INSERT_BEFORE },
  { make_accelfix_hidden_counts, "final", PASS_POS_INSERT_BEFORE },
  { make_accelfix_describe_begin, "final", PASS_POS_INSERT_BEFORE },
  { make_accelfix_describe, "final", PASS_POS_INSERT_AFTER },
  { NULL, NULL, PASS_POS_INSERT_AFTER }
};
