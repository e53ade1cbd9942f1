/* Helpers that are always inlined, three levels deep, with arrays.  */
/* { dg-simd-without "crash" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og -O2,-g" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
#define ALWAYS static inline __attribute__ ((always_inline))
ALWAYS int
inner (const int *a, int n)
{
  int c[3];
  for (int j = 0; j < 3; j++)
    c[j] = a[(j + n) % 4] * 2;
  return c[n % 3] - c[(n + 1) % 3];
}
ALWAYS int
middle (int x)
{
  int a[4];
  for (int j = 0; j < 4; j++)
    a[j] = x * j + 1;
  return inner (a, x) + inner (a, x + 1);
}
ALWAYS int
outer (int x)
{
  int m[2];
  m[x & 1] = middle (x);
  m[!(x & 1)] = middle (x + 1);
  return m[0] * 3 + m[1];
}
#pragma omp end declare target
#define BODY "inline-always.c"
#include "forms.h"
#else
  b[i] = outer (i) + middle (2 * i);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
