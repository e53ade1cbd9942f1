/* Whole variables of `declare create' are updated.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

static int v[10] = { 1, 1, 1 }, w = 7;
#pragma acc declare create (v, w)

int
main (void)
{
  int seen = 0;

  v[2] = 8;
#pragma acc update device (v)
#pragma acc parallel copy (seen)
  {
    seen = v[2];
    w = 9;
  }
#pragma acc update self (w)
  printf ("the kernel sees %d, the host sees %d\n", seen, w);
  return seen != 8 || w != 9;
}
