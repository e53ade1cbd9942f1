/* The time that a launch may take.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
