/* A simd loop with an ordered part, of a number of iterations that is no
   multiple of 32.

   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 50

int
main (void)
{
  int order[N], next = 0, wrong = 0, n = N;

  #pragma omp target map (from: order) map (tofrom: next) map (to: n)
  #pragma omp simd
  for (int i = 0; i < n; i++)
    {
      int x = i & 3 ? i : 2 * i;
      #pragma omp ordered simd
      {
	if (next < N)
	  order[next] = i;
	next++;
      }
      if (x & 1)
	order[i] += 0;
    }
  for (int i = 0; i < N; i++)
    wrong += order[i] != i;
  printf ("%d of %d places are wrong\n", wrong, N);
  return wrong != 0;
}
