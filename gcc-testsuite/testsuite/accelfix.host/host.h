/* What the tests of this folder share.  */

#ifndef HOST_H
#define HOST_H

#include <stdio.h>

static int failed;

/* Says that WHAT is wrong unless RIGHT.  */

static inline void
check (const char *what, int right)
{
  if (!right)
    {
      printf ("wrong: %s\n", what);
      failed = 1;
    }
}

#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
