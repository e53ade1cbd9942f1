/* What the lanes of a warp may not call each for itself: a function that
   returns twice; and libgomp's locks, which a critical construct in another
   function brings, whether that is inlined or not.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "3" } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#include "simd.h"

#pragma omp declare target
static int total;

static NOIPA __attribute__ ((returns_twice)) int
mark (int i)
{
  return i & 1;
}

static inline __attribute__ ((always_inline)) int
add (int i)
{
#pragma omp critical
  total += i;
  return i + 1;
}

static NOIPA int
add_there (int i)
{
  return add (i);
}
#pragma omp end declare target

int
main ()
{
  int b[N], c[N], d[N];
  int sum = 0;
#pragma omp target map(from: b)
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      int t[4] = { i, i + 1, i + 2, i + 3 };
      b[i] = mark (i) ? t[i % 4] : -i;
    }
#pragma omp target map(from: c)
#pragma omp simd
  for (int i = 0; i < N; i++)
    c[i] = add (i);
#pragma omp target map(from: d, sum)
  {
#pragma omp simd
    for (int i = 0; i < N; i++)
      d[i] = add_there (i);
    sum = total;
  }
  for (int i = 0; i < N; i++)
    {
      expect ("b", i, b[i], i & 1 ? i + i % 4 : -i);
      expect ("c", i, c[i], i + 1);
      expect ("d", i, d[i], i + 1);
    }
  expect ("sum", 0, sum, N * (N - 1));
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
