/* linear variables of a loop whose body has arrays, also by address.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" } */
#include "simd.h"

#pragma omp declare target
static NOIPA int
fold (const int *a, int n)
{
  int s = 1;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j];
  return s;
}
static NOIPA int
look (const int *p)
{
  return *p * 2;
}
#pragma omp end declare target

int
main ()
{
  int b[N], c[N], in[2 * N], k = 5, m = 7;
  for (int i = 0; i < 2 * N; i++)
    in[i] = i * i % 23;
#pragma omp target map(from: b) map(to: in) map(tofrom: k)
  {
    const int *p = in;
#pragma omp simd linear(k: 3) linear(p: 2)
    for (int i = 0; i < N; i++)
      {
	int a[3] = { p[0], p[1], k };
	b[i] = fold (a, 3);
	k += 3;
	p += 2;
      }
  }
#pragma omp target map(from: c) map(tofrom: m)
#pragma omp simd linear(m: 2)
  for (int i = 0; i < N; i++)
    {
      int a[2] = { look (&m), i };
      c[i] = fold (a, 2) + m;
      m += 2;
    }
  for (int i = 0; i < N; i++)
    {
      int a[3] = { in[2 * i], in[2 * i + 1], 5 + 3 * i };
      int d[2] = { 14 + 4 * i, i };
      expect ("b", i, b[i], fold (a, 3));
      expect ("c", i, c[i], fold (d, 2) + 7 + 2 * i);
    }
  expect ("k", 0, k, 5 + 3 * N);
  expect ("m", 0, m, 7 + 2 * N);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
