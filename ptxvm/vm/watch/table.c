/* The PTX machine: the table by which the rest calls watch/.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "watch/parts.h"

const struct watch vm_watch = {
  .access = watch_access,
  .fault = watch_fault,
  .note = watch_note,
  .launch_fault = watch_launch_fault,
  .others = watch_others,
  .deadlock = watch_deadlock,
  .stands = watch_stands,
  .uninit = watch_uninit,
  .alloca = watch_alloca,
  .race = watch_race,
  .race_lanes = watch_race_lanes,
  .undefined = watch_undefined,
  .origin = watch_origin,
  .printed = watch_printed
};
