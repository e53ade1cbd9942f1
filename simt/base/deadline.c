/* The time that a launch may take.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
