/* linear variables that a condition asks for whose other outcome ends the
   program: that is a way out of the loop, and does not make such a variable the
   one that the iterations are counted with.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os -Og" } */
#include "simd.h"

int limit = 1000000;

int
main ()
{
  int a[N], b[N], c[N], d[N], e[N], f[N];
  int big = limit, j = 5, k = 7, l = 4 * N, m = 2, n = 1;
#pragma omp target map(from: a) map(tofrom: j)
#pragma omp simd linear(j: 3)
  for (int i = 0; i < N; i++)
    {
      if (j > big)
	abort ();
      a[i] = j;
      j += 3;
    }
#pragma omp target map(from: b) map(tofrom: k)
#pragma omp simd linear(k: 4)
  for (int i = 0; i < N; i++)
    {
      k += 4;
      b[i] = k;
      if (k > big)
	__builtin_trap ();
    }
#pragma omp target map(from: c) map(tofrom: l)
#pragma omp simd linear(l: -2)
  for (int i = 0; i < N; i++)
    {
      if (l < -big)
	exit (3);
      c[i] = l;
      l -= 2;
    }
#pragma omp target map(from: d)
#pragma omp simd linear(m: 3)
  for (int i = 0; i < N; i++)
    {
      if (m > 500000)
	__builtin_unreachable ();
      d[i] = m;
      m += 3;
    }
#pragma omp target map(from: e)
#pragma omp simd linear(n: 3)
  for (int i = 0; i < N; i++)
    {
      switch (n)
	{
	case -5: case 0: case 777777:
	  abort ();
	default:;
	}
      e[i] = n;
      n += 3;
    }
  int o = 2;
#pragma omp target map(from: f) map(tofrom: o)
#pragma omp simd linear(o: 5)
  for (int i = 0; i < N; i++)
    {
      if (o == big)
	for (;;)
	  __asm__ volatile ("");
      f[i] = o;
      o += 5;
    }
  for (int i = 0; i < N; i++)
    {
      expect ("a", i, a[i], 5 + 3 * i);
      expect ("b", i, b[i], 11 + 4 * i);
      expect ("c", i, c[i], 4 * N - 2 * i);
      expect ("d", i, d[i], 2 + 3 * i);
      expect ("e", i, e[i], 1 + 3 * i);
      expect ("f", i, f[i], 2 + 5 * i);
    }
  expect ("j", 0, j, 5 + 3 * N);
  expect ("k", 0, k, 7 + 4 * N);
  expect ("l", 0, l, 2 * N);
  expect ("o", 0, o, 2 + 5 * N);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
