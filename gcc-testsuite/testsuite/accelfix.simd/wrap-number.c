/* Counters of simd loops that may pass the end of their type, where GCC knows
   the number that they end with and asks no counter which lane was the last: that
   number is not what every lane comes to.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "2" } */
/* { dg-accel-levels "-O2 -O3" } */
#include "simd.h"

#pragma omp declare target
static NOIPA int
same (int k)
{
  return k;
}
#pragma omp end declare target

int
main (void)
{
  int first = 0, linear = 4;
#pragma omp target map(tofrom: first, linear)
  {
    unsigned n = same (N);
#pragma omp simd lastprivate(first)
    for (unsigned i = n; i > 0; i--)
      first = i * 3;
#pragma omp simd linear(linear: 3)
    for (unsigned i = n; i > 0; i--)
      linear += 3;
  }
  expect ("first", 0, first, 3);
  expect ("linear", 0, linear, 4 + 3 * N);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
