/* firstprivate arrays and structures of constructs that hold a simd loop.  In
   the first two loops a thread has a copy, which its lanes only read; in the
   others each iteration makes one more.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -Os" } */
#include "simd.h"

struct s { int n, v[4]; };

#pragma omp declare target
static NOIPA int
spoil (int *a, struct s *s, int i)
{
  a[i & 3] += i;
  s->v[i % 4] -= i;
  s->n++;
  return a[0] + a[3] * 2 + s->v[1] + s->n;
}
#pragma omp end declare target

int
main ()
{
  int b[N], c[N], d[N], a[4] = { 4, 3, 2, 1 };
  struct s s = { 9, { 8, 7, 6, 5 } };
#pragma omp target map(from: b) firstprivate(a, s)
#pragma omp simd
  for (int i = 0; i < N; i++)
    b[i] = a[i & 3] + s.v[(i + 1) & 3] + s.n;
#pragma omp target parallel for simd map(from: c) firstprivate(a, s)
  for (int i = 0; i < N; i++)
    {
      int own[4] = { a[0], a[1], a[2], a[3] };
      struct s t = s;
      c[i] = spoil (own, &t, i);
      c[i] += own[2];
    }
#pragma omp target teams distribute parallel for simd map(from: d) \
	    firstprivate(a, s)
  for (int i = 0; i < N; i++)
    {
      struct { int a[4]; struct s s; } both;
      __builtin_memcpy (both.a, a, sizeof a);
      both.s = s;
      d[i] = spoil (both.a, &both.s, i + 1) * 2;
      d[i] += both.a[1];
    }
  for (int i = 0; i < N; i++)
    {
      int own[4] = { 4, 3, 2, 1 }, two[4] = { 4, 3, 2, 1 };
      struct s t = s, u = s;
      expect ("b", i, b[i], a[i & 3] + s.v[(i + 1) & 3] + s.n);
      int w = spoil (own, &t, i);
      w += own[2];
      expect ("c", i, c[i], w);
      w = spoil (two, &u, i + 1) * 2;
      w += two[1];
      expect ("d", i, d[i], w);
    }
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
