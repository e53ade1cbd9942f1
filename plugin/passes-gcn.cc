/* The passes for amdgcn.
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

const struct accelfix_pass accelfix_passes[] =
{
  { make_accelfix_lds_unit, "simdclone", PASS_POS_INSERT_AFTER },
  { make_accelfix_implicit_unit, "simdclone", PASS_POS_INSERT_AFTER },
  { make_accelfix_private_unit, "simdclone", PASS_POS_INSERT_AFTER },
  { make_accelfix_team_limit, "ompdevlow", PASS_POS_INSERT_AFTER },
  { make_accelfix_struct_return, "nrv", PASS_POS_INSERT_BEFORE },
  { make_accelfix_division, "nrv", PASS_POS_INSERT_BEFORE },
  { make_accelfix_square_root, "nrv", PASS_POS_INSERT_BEFORE },
  { make_accelfix_lds_pointers, "optimized", PASS_POS_INSERT_AFTER },
  { make_accelfix_lds, "expand", PASS_POS_INSERT_AFTER },
  { make_accelfix_hidden_args, "expand", PASS_POS_INSERT_AFTER },
  { make_accelfix_product_constants, "expand", PASS_POS_INSERT_AFTER },
  { make_accelfix_wide_multiply, "split1", PASS_POS_INSERT_AFTER },
  { make_accelfix_hidden_moves, "pro_and_epilogue", PASS_POS_INSERT_AFTER },
  { make_accelfix_lane_select, "mach", PASS_POS_INSERT_BEFORE },
  { make_accelfix_m0, "mach", PASS_POS_INSERT_AFTER },
  { make_accelfix_lane_bytes, "accelfix-m0", PASS_POS_INSERT_AFTER },
  { make_accelfix_exit_gcn, "accelfix-m0", PASS_POS_INSERT_AFTER },
  { make_accelfix_wait_states, "shorten", PASS_POS_INSERT_BEFORE },
  { make_accelfix_private_stack, "final", PASS_POS_INSERT_BEFORE },
  { make_accelfix_hidden_counts, "final", PASS_POS_INSERT_BEFORE },
  { make_accelfix_describe_begin, "final", PASS_POS_INSERT_BEFORE },
  { make_accelfix_describe, "final", PASS_POS_INSERT_AFTER },
  { NULL, NULL, PASS_POS_INSERT_AFTER }
};
