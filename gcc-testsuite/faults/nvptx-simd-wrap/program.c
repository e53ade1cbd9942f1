/* Counters that pass the end of their type.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 250

static int down[1000], small[1000];

int
main (void)
{
  int wrong_down = 0, wrong_small = 0;

  #pragma omp target map (tofrom: down)
  #pragma omp simd
  for (unsigned i = N; i > 0; i--)
    down[i < 1000 ? i : 0]++;
  #pragma omp target map (tofrom: small)
  #pragma omp simd
  for (unsigned char i = 0; i < N; i++)
    small[i + 1]++;
  for (int i = 0; i < 1000; i++)
    {
      wrong_down += down[i] != (i > 0 && i <= N);
      wrong_small += small[i] != (i > 0 && i <= N);
    }
  printf ("the loop that goes down is %s\n", wrong_down ? "wrong" : "right");
  printf ("the loop with a small counter is %s\n",
	  wrong_small ? "wrong" : "right");
  return wrong_down || wrong_small;
}
