/* Loops that have nothing of their own in memory and call nothing: what GCC
   makes of them stays.  */
/* { dg-simd-without "right" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" } */
#include "simd.h"

int
main ()
{
  static double x[N], y[N];
  static int b[N];
  double dot = 0;
  for (int i = 0; i < N; i++)
    {
      x[i] = i;
      y[i] = N - i;
    }
#pragma omp target teams distribute parallel for simd map(tofrom: x) map(to: y)
  for (int i = 0; i < N; i++)
    x[i] = 2 * x[i] + y[i];
#pragma omp target parallel for simd map(to: x, y) map(tofrom: dot) \
	    reduction(+: dot)
  for (int i = 0; i < N; i++)
    dot += x[i] * y[i];
#pragma omp target map(from: b) map(to: x)
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      int n = 0;
      for (int k = i + 1; k != 1 && n < 50; n++)
	k = k & 1 ? 3 * k + 1 : k / 2;
      b[i] = x[i] > N + 50 ? n : -n;
    }
  double dot1 = 0;
  for (int i = 0; i < N; i++)
    {
      int n = 0;
      for (int k = i + 1; k != 1 && n < 50; n++)
	k = k & 1 ? 3 * k + 1 : k / 2;
      expect ("x", i, x[i], N + i);
      expect ("b", i, b[i], i > 50 ? n : -n);
      dot1 += (double) (N + i) * (N - i);
    }
  expect ("dot", 0, dot, dot1);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
