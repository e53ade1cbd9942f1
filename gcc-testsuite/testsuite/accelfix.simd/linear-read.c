/* linear variables that a condition in the body asks for, and that a reduction
   takes its value from: neither is the loop's own variable, nor a reduction's.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
#include "simd.h"

int
main ()
{
  int b[N], most = -1, k = 5, m = 2, n = 3, last = 0;
#pragma omp target map(from: b) map(tofrom: k)
#pragma omp simd linear(k: 3)
  for (int i = 0; i < N; i++)
    {
      b[i] = i;
      if (k > 50)
	b[i] = -k;
      k += 3;
    }
#pragma omp target map(tofrom: m, most)
#pragma omp simd linear(m: 7) reduction(max: most)
  for (int i = 0; i < N; i++)
    {
      if (m % 100 > most)
	most = m % 100;
      m += 7;
    }
  int top = -1, t = 2;
  for (int i = 0; i < N; i++, t += 7)
    top = t % 100 > top ? t % 100 : top;
#pragma omp target map(tofrom: n, last)
#pragma omp simd linear(n: 2) reduction(max: last)
  for (int i = 0; i < N; i++)
    {
      if (n > last)
	last = n;
      n += 2;
    }
  for (int i = 0; i < N; i++)
    expect ("b", i, b[i], 5 + 3 * i > 50 ? -5 - 3 * i : i);
  expect ("k", 0, k, 5 + 3 * N);
  expect ("most", 0, most, top);
  expect ("m", 0, m, 2 + 7 * N);
  expect ("last", 0, last, 1 + 2 * N);
  expect ("n", 0, n, 3 + 2 * N);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
