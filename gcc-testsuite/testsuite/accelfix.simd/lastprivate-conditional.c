/* lastprivate(conditional:): the value of the last iteration that sets it.  */
/* { dg-simd-without "right" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
#include "simd.h"

#pragma omp declare target
static NOIPA int
fold (const int *a, int n)
{
  int s = 1;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j];
  return s;
}
#pragma omp end declare target

int
main ()
{
  int last = -1, b[N], want = -1;
#pragma omp target map(tofrom: last) map(from: b)
#pragma omp simd lastprivate(conditional: last)
  for (int i = 0; i < N; i++)
    {
      int a[2] = { i, 5 };
      b[i] = fold (a, 2);
      if (b[i] % 7 == 3)
	last = b[i] + a[0];
    }
  for (int i = 0; i < N; i++)
    {
      int a[2] = { i, 5 }, x = fold (a, 2);
      expect ("b", i, b[i], x);
      if (x % 7 == 3)
	want = x + i;
    }
  expect ("last", 0, last, want);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
