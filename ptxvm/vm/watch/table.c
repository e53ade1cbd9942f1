/* The PTX machine: the table by which the rest calls watch/.
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
  .race = watch_race,
  .race_lanes = watch_race_lanes,
  .undefined = watch_undefined,
  .origin = watch_origin,
  .printed = watch_printed
};
