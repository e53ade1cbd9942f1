/* A loop that only one iteration of may run at a time: in GCC's copy for SIMT
   all lanes run all of them, and whatever is not idempotent happens once for
   each.  How lanes share the iterations is not known then.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "1" } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#include "simd.h"

int
main ()
{
  int sum = 5, b[N];
#pragma omp target map(tofrom: sum) map(from: b)
#pragma omp simd safelen(1)
  for (int i = 0; i < N; i++)
    {
      int *p = &sum;
      __atomic_fetch_add (p, i, __ATOMIC_RELAXED);
      b[i] = i * 3;
    }
  for (int i = 0; i < N; i++)
    expect ("b", i, b[i], i * 3);
  expect ("sum", 0, sum, 5 + N * (N - 1) / 2);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
