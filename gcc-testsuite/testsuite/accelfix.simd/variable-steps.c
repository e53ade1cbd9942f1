/* Loops whose step is no number: GCC counts each lane's iterations in a variable
   of their own, which is not linear.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "any" } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#include "simd.h"

#pragma omp declare target
static NOIPA int
same (int k)
{
  return k;
}
#pragma omp end declare target

static int down[N], up[N], linear[N], merged[N], unsign[N + 1];

int
main ()
{
  int s = 3, q = 5;
  unsigned u = 0;
#pragma omp target map(tofrom: down, up, linear, merged, unsign, q, u) map(to: s)
  {
#pragma omp simd
    for (int i = N - 1; i > -1; i -= s)
      down[i] += i + 1;
    int t = same (3);
#pragma omp simd
    for (int i = 0; i < N; i += t)
      up[i] += i + 1;
#pragma omp simd linear(q: 2)
    for (int i = 0; i < N; i += t)
      {
	linear[i] += q;
	q += 2;
      }
    /* GCC makes one variable of U and of what it counts with.  */
    unsigned v = 0;
#pragma omp simd linear(v: 1)
    for (int i = 0; i < N; i += t)
      {
	merged[i] += v + 1;
	v++;
      }
    u = v;
    unsigned w = same (3);
#pragma omp simd
    for (unsigned i = N; i > 1; i -= w)
      unsign[i] += i;
  }
  for (int i = 0; i < N; i++)
    {
      int third = i % 3 == 0;
      expect ("down", i, down[i], third ? i + 1 : 0);
      expect ("up", i, up[i], third ? i + 1 : 0);
      expect ("linear", i, linear[i], third ? 5 + i / 3 * 2 : 0);
      expect ("merged", i, merged[i], third ? i / 3 + 1 : 0);
      expect ("unsign", i, unsign[i], i > 1 && (N - i) % 3 == 0 ? i : 0);
    }
  expect ("q", 0, q, 5 + (N + 2) / 3 * 2);
  expect ("u", 0, u, (N + 2) / 3);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
