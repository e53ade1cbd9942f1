/* A simd loop with safelen (1): its iterations run one after another.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 64

int
main (void)
{
  int sum = 0;

  #pragma omp target map (tofrom: sum)
  #pragma omp simd safelen (1)
  for (int i = 0; i < N; i++)
    {
      int *p = &sum;
      __atomic_fetch_add (p, i, __ATOMIC_RELAXED);
    }
  printf ("the sum is %d times what it should be\n", sum / (N * (N - 1) / 2));
  return sum != N * (N - 1) / 2;
}
