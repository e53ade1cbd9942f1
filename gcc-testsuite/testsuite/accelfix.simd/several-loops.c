/* Several simd loops in one function, each with needs of its own: none, a
   small array, a large one, calls alone.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -O2,-g" } */
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
frame (int x)
{
  int a[60];
  for (int j = 0; j < 60; j++)
    a[j] = x * j;
  return fold (a, 60);
}
static NOIPA void
loops (int *b, int *c, int *d, int *e)
{
#pragma omp simd
  for (int i = 0; i < N; i++)
    b[i] = 2 * i;
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      int a[2] = { i, b[i] };
      c[i] = fold (a, 2);
    }
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      int a[500];
      for (int j = 0; j < 500; j++)
	a[j] = i + c[i] + j;
      d[i] = fold (a, 500);
    }
#pragma omp simd
  for (int i = 0; i < N; i++)
    e[i] = frame (i) + (i & 1 ? frame (d[i] & 7) : 0);
}
#pragma omp end declare target

int
main ()
{
  static int r[4][N];
#pragma omp target map(from: r)
  loops (r[0], r[1], r[2], r[3]);
  for (int i = 0; i < N; i++)
    {
      int a[2] = { i, 2 * i }, c[500];
      expect ("b", i, r[0][i], 2 * i);
      int want = fold (a, 2);
      expect ("c", i, r[1][i], want);
      for (int j = 0; j < 500; j++)
	c[j] = i + want + j;
      want = fold (c, 500);
      expect ("d", i, r[2][i], want);
      want = frame (i) + (i & 1 ? frame (want & 7) : 0);
      expect ("e", i, r[3][i], want);
    }
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
