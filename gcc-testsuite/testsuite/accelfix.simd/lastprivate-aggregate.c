/* lastprivate arrays and structures.  GCC's own lto1 fails on those that no
   register holds, unless the loop runs without SIMT.  */
/* { dg-simd-without "crash" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "3" } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" } */
#include "simd.h"

struct s { int n, v[3]; };

#pragma omp declare target
static NOIPA int
fill (int *a, int n, struct s *s, int i)
{
  for (int j = 0; j < n; j++)
    a[j] = i * 10 + j;
  s->n = i;
  for (int j = 0; j < 3; j++)
    s->v[j] = i - j;
  return a[1] + s->v[2];
}
#pragma omp end declare target

int
main ()
{
  int b[N], c[N], d[N], a[5] = { 0 }, a2[2] = { 0 };
  struct s s = { 0, { 0 } };
#pragma omp target map(from: b) map(tofrom: a, s)
#pragma omp simd lastprivate(a, s)
  for (int i = 0; i < N; i++)
    {
      b[i] = fill (a, 5, &s, i);
      b[i] += a[3] + s.v[1];
    }
#pragma omp target map(from: d) map(tofrom: a2)
#pragma omp simd lastprivate(a2)
  for (int i = 0; i < N - 2; i++)
    {
      struct s t;
      d[i] = fill (a2, 2, &t, i);
      d[i] += t.v[0] * 2;
    }
#pragma omp target parallel for simd map(from: c) map(tofrom: a) lastprivate(a)
  for (int i = 0; i < N - 1; i++)
    {
      struct s t;
      c[i] = fill (a, 5, &t, i);
      c[i] += t.v[0] * 2 + a[2];
    }
  for (int i = 0; i < N; i++)
    {
      int r = i * 10 + 1 + i - 2;
      expect ("b", i, b[i], r + i * 10 + 3 + i - 1);
      if (i < N - 1)
	expect ("c", i, c[i], r + 2 * i + i * 10 + 2);
      if (i < N - 2)
	expect ("d", i, d[i], r + 2 * i);
    }
  expect ("s.n", 0, s.n, N - 1);
  for (int j = 0; j < 5; j++)
    expect ("a", j, a[j], (N - 2) * 10 + j);
  for (int j = 0; j < 2; j++)
    expect ("a2", j, a2[j], (N - 3) * 10 + j);
  for (int j = 0; j < 3; j++)
    expect ("s.v", j, s.v[j], N - 1 - j);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
