/* safelen(4): each iteration reads what the one four before it wrote.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
#include "simd.h"

#pragma omp declare target
static NOIPA int
fold (int *a, int n)
{
  int s = 1;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j]++;
  return s % 1000;
}
#pragma omp end declare target

int
main ()
{
  int b[N + 4], want[N + 4];
  for (int i = 0; i < N + 4; i++)
    want[i] = b[i] = i;
#pragma omp target map(tofrom: b)
#pragma omp simd safelen(4)
  for (int i = 0; i < N; i++)
    {
      int a[2] = { b[i], i };
      int s = fold (a, 2);
      b[i + 4] += s + a[1];
    }
  for (int i = 0; i < N; i++)
    {
      int a[2] = { want[i], i };
      int x = fold (a, 2);
      want[i + 4] += x + a[1];
    }
  for (int i = 0; i < N + 4; i++)
    expect ("b", i, b[i], want[i]);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
