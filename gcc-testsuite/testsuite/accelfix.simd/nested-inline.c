/* A function with a simd loop of its own, inlined into another's body.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "1" } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" } */
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
static inline __attribute__ ((always_inline)) int
inner (int x)
{
  int a[34], t = 0;
#pragma omp simd reduction(+: t)
  for (int j = 0; j < 34; j++)
    {
      int c[2] = { x, j };
      a[j] = fold (c, 2);
      t += c[1];
    }
  return fold (a, 34) + t;
}
#pragma omp end declare target

int
main ()
{
  int b[N];
#pragma omp target map(from: b)
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      int a[2] = { i, inner (i) };
      b[i] = fold (a, 2);
    }
  for (int i = 0; i < N; i++)
    {
      int a[34], t = 0;
      for (int j = 0; j < 34; j++)
	{
	  int c[2] = { i, j };
	  a[j] = fold (c, 2);
	  t += j;
	}
      int c[2] = { i, fold (a, 34) + t };
      expect ("b", i, b[i], fold (c, 2));
    }
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
