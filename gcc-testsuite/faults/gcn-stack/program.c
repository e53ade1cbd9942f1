/* A team's local array that is as large as a wave's stack.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

enum { N = 40000 };

int
main (void)
{
  int bad = 0;

  #pragma omp target teams num_teams (2) reduction (+: bad)
  {
    volatile char scratch[N];
    for (int k = 0; k < N; k++)
      scratch[k] = k;
    for (int k = 0; k < N; k++)
      bad += scratch[k] != (char) k;
  }
  printf ("%d wrong\n", bad);
  return bad != 0;
}
