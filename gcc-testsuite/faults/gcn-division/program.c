/* Quotients and remainders of 64-bit integers in a vectorised loop.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 256

static unsigned long a[N], b[N], q[N], r[N];

int
main (void)
{
  int wrong = 0;
  for (int i = 0; i < N; i++)
    {
      a[i] = 15000000000UL + i;
      b[i] = 7 + i;
    }
#pragma omp target map(to: a, b) map(from: q, r)
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      q[i] = a[i] / b[i];
      r[i] = a[i] % b[i];
    }
  for (int i = 0; i < N; i++)
    wrong += q[i] != a[i] / b[i] || r[i] != a[i] % b[i];
  printf ("%d of %d values are wrong\n", wrong, N);
  return wrong != 0;
}
