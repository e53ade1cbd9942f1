/* A simd loop calls a function that has a simd loop itself.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 40

#pragma omp declare target
static int __attribute__ ((noinline))
squares (int n)
{
  int sum = 0;
  #pragma omp simd reduction (+: sum)
  for (int k = 0; k < n; k++)
    sum += k * k;
  return sum;
}
#pragma omp end declare target

int
main (void)
{
  int sum[N], wrong = 0;

  #pragma omp target map (from: sum)
  #pragma omp simd
  for (int i = 0; i < N; i++)
    sum[i] = squares (i);
  for (int i = 0; i < N; i++)
    wrong += sum[i] != (i - 1) * i * (2 * i - 1) / 6;
  printf ("%d of %d sums are wrong\n", wrong, N);
  return wrong != 0;
}
