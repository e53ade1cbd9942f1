/* A simd loop that calls a function that has a simd loop itself, and one that
   is also called from outside of any.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
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
static NOIPA int
inner (int x, int n)
{
  int a[40];
#pragma omp simd
  for (int j = 0; j < n; j++)
    {
      int c[2] = { x, j };
      a[j] = fold (c, 2);
    }
  return fold (a, n);
}
static NOIPA int
between (int x)
{
  int a[2] = { x, inner (x / 2, 5) };
  return fold (a, 2);
}
#pragma omp end declare target

int
main ()
{
  int b[N], alone = 0;
#pragma omp target map(from: b) map(tofrom: alone)
  {
    alone = inner (3, 40);
#pragma omp simd
    for (int i = 0; i < N; i++)
      {
	int a[2] = { i, inner (i, 33 + i % 4) };
	b[i] = fold (a, 2) + (i & 1 ? between (i) : 0);
      }
    alone += inner (4, 37);
  }
  for (int i = 0; i < N; i++)
    {
      int a[2] = { i, inner (i, 33 + i % 4) };
      expect ("b", i, b[i], fold (a, 2) + (i & 1 ? between (i) : 0));
    }
  expect ("alone", 0, alone, inner (3, 40) + inner (4, 37));
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
