/* The time that a launch may take.
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

#ifndef SIMT_DEADLINE_H
#define SIMT_DEADLINE_H

#include <stdbool.h>
#include <time.h>

struct simt_deadline
{
  struct timespec at;		/* Of CLOCK_MONOTONIC.  */
  bool set;
};

/* Set *D to SECONDS from now; 0 is never.  */
extern void simt_deadline_start (struct simt_deadline *d, double seconds);

extern bool simt_deadline_passed (const struct simt_deadline *);

#endif /* SIMT_DEADLINE_H */
