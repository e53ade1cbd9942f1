/* The table by which the rest calls watch/.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "watch/parts.h"

const struct watch gcnvm_watch = {
  .report = watch_report,
  .stands = watch_stands,
  .undef_scalar = watch_undef_scalar,
  .undef_vector = watch_undef_vector,
  .undef_compare = watch_undef_compare,
  .undef_use = watch_undef_use,
  .undef_branch = watch_undef_branch,
  .undef_start = watch_undef_start,
  .undef_end = watch_undef_end,
  .undef_loaded = watch_undef_loaded,
  .undef_from_memory = watch_from_memory,
  .undef_moved = watch_undef_moved,
  .undef_atomic = watch_undef_atomic,
  .race_begin = watch_race_begin,
  .race_end = watch_race_end,
  .race_group_new = watch_race_group_new,
  .race_group_free = watch_race_group_free,
  .copy = watch_copy,
  .stuck_check = watch_stuck,
  .stuck_thread_ends = watch_thread_ends,
  .stuck_barrier = watch_barrier,
  .stuck_napped_p = watch_napped_p,
  .hazard_arm = hazard_arm,
  .hazard_check = hazard_check,
  .wait_arm = wait_arm,
  .wait_check = wait_check,
  .fence = op_fence,
  .frame_made = frame_made,
  .frames_gone = frames_gone
};
