// A reduction of a class that the user declares.
// { dg-simd-without "right wrong 11" }
// { dg-accel-mode openmp }
// { dg-simd-no-simt "any" }
// { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" }
#include "simd.h"
#pragma omp declare target
struct interval
{
  int low, high;
  interval &operator+= (const interval &o)
  {
    low = o.low < low ? o.low : low;
    high = o.high > high ? o.high : high;
    return *this;
  }
  interval &operator+= (int x)
  {
    low = x < low ? x : low;
    high = x > high ? x : high;
    return *this;
  }
};
inline void
start (interval *p)
{
  p->low = 1000;
  p->high = -1000;
}
#pragma omp end declare target
#pragma omp declare reduction (+: interval: omp_out += omp_in) \
  initializer (start (&omp_priv))

int
main ()
{
  int a[N];
  for (int i = 0; i < N; i++)
    a[i] = (i * 37) % 101 - 50;
  interval v = { 1000, -1000 }, w = v;
#pragma omp target map(tofrom: v) map(to: a)
#pragma omp simd reduction(+: v)
  for (int i = 0; i < N; i++)
    v += a[i];
  for (int i = 0; i < N; i++)
    w += a[i];
  expect ("low", 0, v.low, w.low);
  expect ("high", 0, v.high, w.high);
  return simd_status ();
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
