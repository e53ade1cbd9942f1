/* Each iteration of a simd loop fills an array of its own and adds it up.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 64

#pragma omp declare target
static int __attribute__ ((noinline))
add_up (const int *term)
{
  return term[0] + term[1] + term[2];
}
#pragma omp end declare target

int
main (void)
{
  int sum[N], wrong = 0;

  #pragma omp target map (from: sum)
  #pragma omp simd
  for (int i = 0; i < N; i++)
    {
      int term[3];
      for (int k = 0; k < 3; k++)
	term[k] = i + k;
      sum[i] = add_up (term);
    }
  for (int i = 0; i < N; i++)
    wrong += sum[i] != 3 * i + 3;
  printf ("%d of %d sums are wrong\n", wrong, N);
  return wrong != 0;
}
