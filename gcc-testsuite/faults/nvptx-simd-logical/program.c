/* A reduction for &&.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 131

int
main (void)
{
  int a[N], all[N], ok = 1;

  for (int i = 0; i < N; i++)
    a[i] = i;
  #pragma omp target map (from: all) map (to: a)
  for (int k = 0; k < N; k++)
    {
      int same = 1;
      #pragma omp simd reduction (&&: same)
      for (int i = 0; i < N; i++)
	same = same && a[i] != k;
      all[k] = same;
    }
  for (int k = 0; k < N; k++)
    ok = ok && !all[k];
  printf ("the reduction is %s\n", ok ? "right" : "wrong");
  return !ok;
}
