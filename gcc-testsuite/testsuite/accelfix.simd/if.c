/* `simd if(expression)': the loops run with lanes, or with one, as the
   expression has it.  */
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

static void
some (int *b, int when)
{
#pragma omp target map(tofrom: b[:N])
#pragma omp simd if(when > 3)
  for (int i = 0; i < N; i++)
    {
      int a[4] = { i, when, 2, 3 };
      int s = fold (a, 4);
      b[i] = s + a[i & 3];
    }
}

int
main ()
{
  int b[N];
  for (int when = 3; when < 5; when++)
    {
      some (b, when);
      for (int i = 0; i < N; i++)
	{
	  int a[4] = { i, when, 2, 3 }, want = fold (a, 4);
	  expect (when > 3 ? "lanes" : "no lanes", i, b[i], want + a[i & 3]);
	}
    }
#pragma omp target map(from: b)
#pragma omp simd if(0)
  for (int i = 0; i < N; i++)
    {
      int a[2] = { i, 7 };
      int s = fold (a, 2);
      b[i] = s + a[i & 1];
    }
  for (int i = 0; i < N; i++)
    {
      int a[2] = { i, 7 }, want = fold (a, 2);
      expect ("never", i, b[i], want + a[i & 1]);
    }
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
