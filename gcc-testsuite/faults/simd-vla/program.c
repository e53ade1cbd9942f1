/* An array of variable length in a simd loop.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

static int
work (int n)
{
  int sum = 0;

  #pragma omp target parallel for simd map (tofrom: sum) reduction (+: sum)
  for (int i = 0; i < 64; i++)
    {
      int b[n];
      for (int j = 0; j < n; j++)
	b[j] = i;
      sum += b[n - 1];
    }
  return sum;
}

int
main (void)
{
  int sum = work (5);

  printf ("%d\n", sum);
  return sum != 2016;
}
