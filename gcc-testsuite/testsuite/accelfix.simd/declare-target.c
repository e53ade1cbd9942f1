/* simd loops in functions that target regions call in several ways: outside a
   parallel region, from all threads of one, and through a pointer.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
#include "simd.h"
#define M 6

#pragma omp declare target
static NOIPA int
fold (const int *a, int n)
{
  int s = 1;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j];
  return s;
}
NOIPA void
row (int *b, int x)
{
  int ends[2] = { x, -x };
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      int a[3] = { i, ends[i & 1], 2 };
      b[i] = fold (a, 3);
    }
  b[0] += ends[1];
}
#pragma omp end declare target

int
main ()
{
  static int b[M][N], c[M][N], d[N], want[N];
#pragma omp target map(from: b, d)
  {
    for (int j = 0; j < M; j++)
      row (b[j], j);
    void (*volatile f) (int *, int) = row;
    f (d, 9);
  }
#pragma omp target parallel for map(from: c)
  for (int j = 0; j < M; j++)
    row (c[j], j + 1);
  for (int j = 0; j < M; j++)
    {
      row (want, j);
      for (int i = 0; i < N; i++)
	expect ("alone", j * N + i, b[j][i], want[i]);
      row (want, j + 1);
      for (int i = 0; i < N; i++)
	expect ("parallel", j * N + i, c[j][i], want[i]);
    }
  row (want, 9);
  for (int i = 0; i < N; i++)
    expect ("pointer", i, d[i], want[i]);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
