/* Each iteration of a simd loop works in an array of its own.

   GCC's nvptx compilers run 32 iterations side by side, one in each lane of a
   warp, and put the array into the frame that the lanes share: it is one array
   for all of them, and every sum but a few comes out wrong.  The plugin gives
   each lane its own.

   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 64
#define TERMS 4

#pragma omp declare target
__attribute__ ((noinline)) static int
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
  int sum[N];

  #pragma omp target map (from: sum)
  #pragma omp simd
  for (int i = 0; i < N; i++)
    {
      int term[TERMS];
      for (int k = 0; k < TERMS; k++)
	term[k] = i + k;
      sum[i] = add_up (term);
    }

  int wrong = 0;
  for (int i = 0; i < N; i++)
    wrong += sum[i] != TERMS * i + TERMS * (TERMS - 1) / 2;
  printf ("%d of %d sums are wrong; the first are", wrong, N);
  for (int i = 0; i < 8; i++)
    printf (" %d", sum[i]);
  printf ("\n");
  return wrong != 0;
}
