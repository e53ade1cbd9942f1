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

#include "deadline.h"

/* More than any program runs, and no overflow of what holds it.  */
#define MOST_SECONDS 1e9

void
simt_deadline_start (struct simt_deadline *d, double seconds)
{
  d->set = seconds > 0;
  if (!d->set)
    return;
  if (seconds > MOST_SECONDS)
    seconds = MOST_SECONDS;
  clock_gettime (CLOCK_MONOTONIC, &d->at);
  d->at.tv_sec += (time_t) seconds;
  d->at.tv_nsec += (long) ((seconds - (double) (time_t) seconds) * 1e9);
  if (d->at.tv_nsec >= 1000000000)
    {
      d->at.tv_sec++;
      d->at.tv_nsec -= 1000000000;
    }
}

bool
simt_deadline_passed (const struct simt_deadline *d)
{
  struct timespec now;
  if (!d->set)
    return false;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (now.tv_sec > d->at.tv_sec
	  || (now.tv_sec == d->at.tv_sec && now.tv_nsec >= d->at.tv_nsec));
}
