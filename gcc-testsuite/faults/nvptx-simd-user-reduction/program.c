/* A reduction that the program declares.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 131

#pragma omp declare reduction (most: int: \
  omp_out = omp_out > omp_in ? omp_out : omp_in) initializer (omp_priv = -1000)

int
main (void)
{
  int a[N], most = -1000, want = -1000;

  for (int i = 0; i < N; i++)
    a[i] = (i * 91) % 67 - 30;
  #pragma omp target map (tofrom: most) map (to: a)
  #pragma omp simd reduction (most: most)
  for (int i = 0; i < N; i++)
    if (a[i] > most)
      most = a[i];
  for (int i = 0; i < N; i++)
    if (a[i] > want)
      want = a[i];
  printf ("the reduction is %s\n", most == want ? "right" : "wrong");
  return most != want;
}
