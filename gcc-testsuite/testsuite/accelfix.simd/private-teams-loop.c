/* `target teams loop' with a private array of 4 kB for each lane.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#include "simd.h"

#pragma omp declare target
static NOIPA void
fill (int *a, int n, int i)
{
  for (int j = 0; j < n; j++)
    a[j] = i ^ j;
}
static NOIPA int
fold (const int *a, int n)
{
  int s = 0;
  for (int j = 0; j < n; j++)
    s += a[j] * (j & 7);
  return s;
}
#pragma omp end declare target

int
main ()
{
  int b[N], a[1024];
#pragma omp target teams loop private(a) map(from: b)
  for (int i = 0; i < N; i++)
    {
      fill (a, 1024, i);
      a[i] += 5;
      b[i] = fold (a, 1024);
    }
  for (int i = 0; i < N; i++)
    {
      fill (a, 1024, i);
      a[i] += 5;
      expect ("b", i, b[i], fold (a, 1024));
    }
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
