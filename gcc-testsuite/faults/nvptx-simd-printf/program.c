/* A simd loop that prints, and reads a private array after that.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 32

int
main (void)
{
  int sum[N], pair[2], wrong = 0;

  #pragma omp target map (from: sum)
  #pragma omp simd private (pair)
  for (int i = 0; i < N; i++)
    {
      int *volatile p = pair;
      p[0] = i;
      p[1] = 100 * i;
      if (i == 31)
	printf ("the last is %d, %d\n", p[0], p[1]);
      sum[i] = p[0] + p[1];
    }
  for (int i = 0; i < N; i++)
    wrong += sum[i] != 101 * i;
  printf ("%d of %d sums are wrong\n", wrong, N);
  return wrong != 0;
}
