/* A private array of 256 bytes in a simd loop whose body calls a function.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 64
#define TERMS 64

#pragma omp declare target
static int __attribute__ ((noinline))
add_up (const int *term)
{
  int sum = 0;
  for (int k = 0; k < TERMS; k++)
    sum += term[k];
  return sum;
}
#pragma omp end declare target

int
main (void)
{
  int sum[N], term[TERMS], wrong = 0;

  #pragma omp target map (from: sum)
  #pragma omp simd private (term)
  for (int i = 0; i < N; i++)
    {
      for (int k = 0; k < TERMS; k++)
	term[k] = i + k;
      sum[i] = add_up (term);
    }
  for (int i = 0; i < N; i++)
    wrong += sum[i] != TERMS * i + TERMS * (TERMS - 1) / 2;
  printf ("%d of %d sums are wrong\n", wrong, N);
  return wrong != 0;
}
