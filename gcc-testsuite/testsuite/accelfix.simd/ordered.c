/* `ordered simd': the block is done in the order of the iterations.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "1" } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
#include "simd.h"

#pragma omp declare target
static NOIPA int
fold (int *a, int n)
{
  int s = 1;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j]++;
  return s;
}
#pragma omp end declare target

int
main ()
{
  int b[N], order[N], n = 0;
#pragma omp target map(from: b, order) map(tofrom: n)
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      int a[3] = { i, 1, 2 };
      int x = fold (a, 3);
#pragma omp ordered simd
      {
	order[n++] = i;
      }
      b[i] = x + a[0];
    }
  for (int i = 0; i < N; i++)
    {
      int a[3] = { i, 1, 2 }, want = fold (a, 3);
      expect ("b", i, b[i], want + a[0]);
      expect ("order", i, order[i], i);
    }
  expect ("n", 0, n, N);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
