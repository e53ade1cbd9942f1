/* A function that a simd loop calls with an array of variable size, and that
   calls one with a frame.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 64

#pragma omp declare target
static int __attribute__ ((noinline))
pick (int *p, int n)
{
  int t[6];
  for (int i = 0; i < 6; i++)
    t[i] = p[i % n] + i;
  return t[5] + t[n % 6];
}

static int __attribute__ ((noinline))
fill (int n)
{
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i * n;
  return pick (a, n) + a[n - 1];
}
#pragma omp end declare target

int
main (void)
{
  int sum[N], wrong = 0;

  #pragma omp target map (from: sum)
  #pragma omp simd
  for (int i = 0; i < N; i++)
    sum[i] = fill (i % 9 + 1);
  for (int i = 0; i < N; i++)
    wrong += sum[i] != fill (i % 9 + 1);
  printf ("%d of %d sums are wrong\n", wrong, N);
  return wrong != 0;
}
