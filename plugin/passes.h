/* The table of passes of one target.
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

/* How to add a pass:

   1. Write it in a file of its own, as an rtl_opt_pass (or another opt_pass)
      whose pass_data name starts with "accelfix-", and end the file with
	opt_pass *make_accelfix_NAME (gcc::context *ctxt)
   2. Declare that function below, in the part of its target.
   3. Add a row to accelfix_passes[] in passes-nvptx.cc or passes-gcn.cc.
      The row says after (or before) which pass it stands; a row may name a
      pass of an earlier row.
   4. A key of the command line is a row of the table in options.cc and a
      field of struct accelfix_arguments in accelfix.h.  The pass's gate reads
      accelfix_args; passes are not registered at all under `disable'.
   5. Add the object to OBJS_nvptx or OBJS_gcn in Makefile.in.

   Counts for the summary are accelfix_counter objects (accelfix.h).  */

#ifndef ACCELFIX_PASSES_H
#define ACCELFIX_PASSES_H

struct accelfix_pass
{
  opt_pass *(*make) (gcc::context *);
  const char *reference;		/* Name of the pass it stands at.  */
  enum pass_positioning_ops where;	/* Before or after REFERENCE.  */
};

/* Ends with a row whose MAKE is null.  */
extern const struct accelfix_pass accelfix_passes[];

#if ACCELFIX_NVPTX
extern opt_pass *make_accelfix_exit (gcc::context *);
extern opt_pass *make_accelfix_flow (gcc::context *);
extern opt_pass *make_accelfix_frame_gaps (gcc::context *);
extern opt_pass *make_accelfix_frame_lanes (gcc::context *);
extern opt_pass *make_accelfix_frame_notes (gcc::context *);
extern opt_pass *make_accelfix_init_regs (gcc::context *);
extern opt_pass *make_accelfix_lane_stack (gcc::context *);
extern opt_pass *make_accelfix_simd_ccp (gcc::context *);
extern opt_pass *make_accelfix_simd_exits (gcc::context *);
extern opt_pass *make_accelfix_simd_forwprop (gcc::context *);
extern opt_pass *make_accelfix_simd_frames (gcc::context *);
extern opt_pass *make_accelfix_simd_fre (gcc::context *);
extern opt_pass *make_accelfix_simd_private (gcc::context *);
extern opt_pass *make_accelfix_simd_sra (gcc::context *);
extern opt_pass *make_accelfix_simd_temps (gcc::context *);
extern opt_pass *make_accelfix_verify (gcc::context *);
#endif

#if ACCELFIX_GCN
extern opt_pass *make_accelfix_describe (gcc::context *);
extern opt_pass *make_accelfix_describe_begin (gcc::context *);
extern opt_pass *make_accelfix_exit_gcn (gcc::context *);
extern opt_pass *make_accelfix_hidden_args (gcc::context *);
extern opt_pass *make_accelfix_hidden_counts (gcc::context *);
extern opt_pass *make_accelfix_hidden_moves (gcc::context *);
extern opt_pass *make_accelfix_implicit_unit (gcc::context *);
extern opt_pass *make_accelfix_lane_select (gcc::context *);
extern opt_pass *make_accelfix_lane_bytes (gcc::context *);
extern opt_pass *make_accelfix_lds (gcc::context *);
extern opt_pass *make_accelfix_lds_unit (gcc::context *);
extern opt_pass *make_accelfix_lds_pointers (gcc::context *);
extern opt_pass *make_accelfix_m0 (gcc::context *);
extern opt_pass *make_accelfix_product_constants (gcc::context *);
extern opt_pass *make_accelfix_team_limit (gcc::context *);
extern opt_pass *make_accelfix_wait_states (gcc::context *);
extern opt_pass *make_accelfix_wide_multiply (gcc::context *);
#endif

#endif /* ACCELFIX_PASSES_H */
