/* Counters whose end or first value is no number, and lies near the end of the
   type: a lane steps over what the others do, and would start again from the other
   end.  Also loops without iterations that start there.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
#include "simd.h"
#include <limits.h>

int max = INT_MAX, min = INT_MIN, five = 5;
unsigned umax = UINT_MAX;
long long lmax = LLONG_MAX;

int
main ()
{
  int a[64] = { 0 }, b[64] = { 0 }, c[64] = { 0 }, d[64] = { 0 }, e[N];
  int n = max, m = min, f = five, last = 0, runs = 0;
  unsigned u = umax;
  long long l = lmax;
#pragma omp target map(tofrom: a, last)
#pragma omp simd lastprivate(last)
  for (int i = n - 50; i < n; i++)
    {
      a[i - (INT_MAX - 50)] = i;
      last = i;
    }
#pragma omp target map(tofrom: b)
#pragma omp parallel for simd num_threads(3)
  for (int i = m + 60; i > m; i -= 4)
    b[i - INT_MIN] = i;
#pragma omp target map(tofrom: c)
#pragma omp simd
  for (unsigned i = 4294967200u; i < u; i += 5)
    c[(i - 4294967200u) / 5] = i;
#pragma omp target map(tofrom: d)
#pragma omp simd
  for (long long i = l - 63; i < l; i += 9)
    d[i - (LLONG_MAX - 63)] = 1 + (i & 0xffff);
#pragma omp target map(tofrom: runs)
#pragma omp simd reduction(+: runs)
  for (int i = n; i < f; i++)
    runs++;
#pragma omp target map(from: e)
#pragma omp simd
  for (int i = m + 1; i < m + 1 + N; i++)
    e[i - (INT_MIN + 1)] = i;
  for (int i = 0; i < 64; i++)
    {
      expect ("a", i, a[i], i < 50 ? INT_MAX - 50 + i : 0);
      expect ("b", i, b[i], i % 4 == 0 && i && i <= 60 ? INT_MIN + i : 0);
      expect ("c", i, c[i], i < 19 ? (int) (4294967200u + 5 * i) : 0);
      expect ("d", i, d[i],
	      i % 9 == 0 && i < 63 ? 1 + ((LLONG_MAX - 63 + i) & 0xffff) : 0);
    }
  for (int i = 0; i < N; i++)
    expect ("e", i, e[i], INT_MIN + 1 + i);
  expect ("last", 0, last, INT_MAX - 1);
  expect ("runs", 0, runs, 0);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
