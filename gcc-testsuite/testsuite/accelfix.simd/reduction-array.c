/* Reductions of arrays, next to arrays of the body.  */
/* { dg-accel-options "-latomic" } */
/* { dg-simd-without "right" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" } */
#include "simd.h"

#pragma omp declare target
static NOIPA int
pick (int *a, int i)
{
  a[0] += i;
  return a[i % 3];
}
#pragma omp end declare target

int
main ()
{
  int count[4] = { 1, 2, 3, 4 }, bins[8] = { 0 };
  double most[3] = { 0, 0, 0 };
#pragma omp target map(tofrom: count)
#pragma omp simd reduction(+: count)
  for (int i = 0; i < N; i++)
    {
      int a[3] = { i, 2, 5 };
      int x = pick (a, i);
      x += a[0];
      count[x & 3] += x;
    }
#pragma omp target parallel for simd map(tofrom: bins) reduction(+: bins[:8])
  for (int i = 0; i < N; i++)
    {
      int a[3] = { 3, i, 1 };
      int x = pick (a, i);
      bins[(x + a[0]) & 7]++;
    }
#pragma omp target map(tofrom: most)
#pragma omp simd reduction(max: most)
  for (int i = 0; i < N; i++)
    {
      int a[3] = { i * 7 % 50, i, i * 3 % 41 };
      double x = pick (a, i);
      if (x > most[1])
	most[1] = x;
      if (a[2] > most[2])
	most[2] = a[2];
    }
  int count1[4] = { 1, 2, 3, 4 }, bins1[8] = { 0 };
  double most1[3] = { 0, 0, 0 };
  for (int i = 0; i < N; i++)
    {
      int a[3] = { i, 2, 5 }, c[3] = { 3, i, 1 };
      int d[3] = { i * 7 % 50, i, i * 3 % 41 };
      int x = pick (a, i);
      x += a[0];
      count1[x & 3] += x;
      x = pick (c, i);
      bins1[(x + c[0]) & 7]++;
      double y = pick (d, i);
      most1[1] = y > most1[1] ? y : most1[1];
      most1[2] = d[2] > most1[2] ? d[2] : most1[2];
    }
  for (int j = 0; j < 8; j++)
    expect ("bins", j, bins[j], bins1[j]);
  for (int j = 0; j < 4; j++)
    expect ("count", j, count[j], count1[j]);
  for (int j = 0; j < 3; j++)
    expect ("most", j, most[j], most1[j]);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
