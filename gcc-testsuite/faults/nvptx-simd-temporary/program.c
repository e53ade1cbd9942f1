/* In a simd loop a function returns a structure, by way of memory.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 64

struct point { int x, y, z, w, v; };

#pragma omp declare target
static struct point __attribute__ ((noinline))
place (int i)
{
  struct point p = { i, i + 1, i + 2, i + 3, i + 4 };
  return p;
}

static int __attribute__ ((noinline))
add_up (struct point p)
{
  return p.x + p.y + p.z + p.w + p.v;
}
#pragma omp end declare target

int
main (void)
{
  int sum[N], wrong = 0;

  #pragma omp target map (from: sum)
  #pragma omp simd
  for (int i = 0; i < N; i++)
    sum[i] = add_up (place (i));
  for (int i = 0; i < N; i++)
    wrong += sum[i] != 5 * i + 10;
  printf ("%d of %d sums are wrong\n", wrong, N);
  return wrong != 0;
}
