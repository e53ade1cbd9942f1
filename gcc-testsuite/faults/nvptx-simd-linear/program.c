/* A variable of a linear clause whose address the body takes, and one whose step
   is a variable.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 64

#pragma omp declare target
static int __attribute__ ((noinline))
value (const int *p)
{
  return *p;
}
#pragma omp end declare target

int
main (void)
{
  int at[N], steps[N], step = 4, wrong = 0;

  #pragma omp target map (from: at)
  {
    int k = 5;
    #pragma omp simd linear (k: 3)
    for (int i = 0; i < N; i++)
      {
	at[i] = value (&k);
	k += 3;
      }
  }
  #pragma omp target map (from: steps) map (to: step)
  {
    long long k = 0;
    #pragma omp simd linear (k: step)
    for (int i = 0; i < N; i++)
      {
	steps[i] = k;
	k += step;
      }
  }
  for (int i = 0; i < N; i++)
    wrong += (at[i] != 5 + 3 * i) + (steps[i] != 4 * i);
  printf ("%d of %d values are wrong\n", wrong, 2 * N);
  return wrong != 0;
}
