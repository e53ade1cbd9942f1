/* lastprivate scalars, by value and by address: that of the sequentially last
   iteration, whichever lane has it.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" } */
#include "simd.h"

#pragma omp declare target
static NOIPA int
fill (int *a, double *d, int i)
{
  for (int j = 0; j < 4; j++)
    a[j] = i * 10 + j;
  *d = i / 2.0;
  return a[1] + 3;
}
#pragma omp end declare target

int
main ()
{
  int b[N], c[N], x = 0, k = 0;
  long last = 0;
  double d = 0, e = 0;
#pragma omp target map(from: b) map(tofrom: x, d)
#pragma omp simd lastprivate(x, d)
  for (int i = 0; i < N; i++)
    {
      int a[4];
      x = fill (a, &d, i);
      b[i] = x + a[3] + (int) (2 * d);
    }
#pragma omp target parallel for simd map(from: c) map(tofrom: last, e) \
	    lastprivate(last, e)
  for (int i = 0; i < N - 1; i++)
    {
      int a[4];
      last = (long) fill (a, &e, i) << 20;
      c[i] = (int) (last >> 18) + a[i & 3];
    }
#pragma omp target map(tofrom: k)
#pragma omp simd lastprivate(k)
  for (k = 0; k < N; k++)
    {
      int a[4];
      double z;
      b[k] += fill (a, &z, k) + (int) z - k / 2;
    }
  for (int i = 0; i < N; i++)
    {
      expect ("b", i, b[i], 3 * i * 10 + 11 + i);
      if (i < N - 1)
	expect ("c", i, c[i], (i * 10 + 4) * 4 + i * 10 + (i & 3));
    }
  expect ("x", 0, x, (N - 1) * 10 + 4);
  expect ("d", 0, d, (N - 1) / 2.0);
  expect ("last", 0, last >> 20, (N - 2) * 10 + 4);
  expect ("e", 0, e, (N - 2) / 2.0);
  expect ("k", 0, k, N);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
