/* The stack that callees get is aligned at 16 bytes, whatever the loop's own
   variables take: their vectors of 16 bytes are in their frames.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#include "simd.h"

struct s { long v[4]; };

#pragma omp declare target
static NOIPA long
fold (const struct s *s)
{
  return s->v[0] + 2 * s->v[1] + 3 * s->v[2] + s->v[3];
}
static NOIPA void
fill (long *a, int n, long x)
{
  for (int j = 0; j < n; j++)
    a[j] = x + j;
}
static NOIPA long
use (long x)
{
  struct s s;
  s.v[0] = x;
  s.v[1] = x + 1;
  s.v[2] = x;
  s.v[3] = x + 1;
  return fold (&s);
}
#pragma omp end declare target

int
main ()
{
  long b[4][N], one[1];
#pragma omp target map(tofrom: b)
#pragma omp simd private(one)
  for (int i = 0; i < N; i++)
    {
      fill (one, 1, i);
      b[0][i] = use (one[0]);
    }
#pragma omp target map(tofrom: b)
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      long a[2];
      fill (a, 2, i);
      b[1][i] = use (a[1]);
    }
#pragma omp target map(tofrom: b)
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      long a[3];
      fill (a, 3, i);
      b[2][i] = use (a[2]);
    }
#pragma omp target map(tofrom: b)
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      char c[5] = { 1, 2, 3, 4, (char) i };
      long a[1];
      fill (a, 1, c[i % 5]);
      printf ("# %ld\n", a[0]);
      b[3][i] = use (a[0]) + c[4];
    }
  for (int i = 0; i < N; i++)
    {
      for (int j = 0; j < 3; j++)
	expect ("b", j, b[j][i], use (i + j));
      expect ("b 3", i, b[3][i], use (i % 5 < 4 ? i % 5 + 1 : i) + i);
    }
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
