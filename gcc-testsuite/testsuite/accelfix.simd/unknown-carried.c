/* What one iteration leaves for the next in ways that no clause has: a value
   that is set late and read early, and one that steps by what each iteration
   finds.  No recogniser knows these, so that the loops must run without SIMT.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "3" } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#include "simd.h"

int
main ()
{
  int a[N], b[N], c[N], d[N];
  for (int i = 0; i < N; i++)
    a[i] = i * i % 31;
#pragma omp target map(from: b) map(to: a)
  {
    int before = -1;
#pragma omp simd
    for (int i = 0; i < N; i++)
      {
	b[i] = before;
	before = a[i];
      }
  }
#pragma omp target map(from: c) map(to: a)
  {
    int sum = 3;
#pragma omp simd
    for (int i = 0; i < N; i++)
      {
	c[i] = sum;
	sum += a[i];
      }
  }
#pragma omp target map(from: d)
  {
    unsigned x = 1;
#pragma omp simd
    for (int i = 0; i < N; i++)
      {
	d[i] = x >> 8;
	x = x * 69069 + 1;
      }
  }
  int sum = 3;
  unsigned x = 1;
  for (int i = 0; i < N; i++)
    {
      expect ("b", i, b[i], i ? a[i - 1] : -1);
      expect ("c", i, c[i], sum);
      expect ("d", i, d[i], (int) (x >> 8));
      sum += a[i];
      x = x * 69069 + 1;
    }
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
