/* Reductions that the user declares.  GCC 11 merges what the lanes have as if
   it had one lane; a plugin that looks for what it knows of reductions alone
   lets it.  */
/* { dg-simd-without "right wrong 11" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "any" } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
#include "simd.h"
#pragma omp declare reduction (mx: int: \
  omp_out = omp_out > omp_in ? omp_out : omp_in) initializer (omp_priv = -1000)
struct S { int n, m; };
#pragma omp declare reduction (ad: struct S: \
  omp_out.n += omp_in.n, omp_out.m ^= omp_in.m) initializer (omp_priv = { 0, 0 })
#pragma omp declare reduction (tw: double: omp_out += 2 * omp_in) \
  initializer (omp_priv = 0)
#pragma omp declare target
static void
start (long *p)
{
  *p = 1;
}
static void
times (long *to, const long *from)
{
  *to *= *from;
}
#pragma omp end declare target
#pragma omp declare reduction (tm: long: times (&omp_out, &omp_in)) \
  initializer (start (&omp_priv))

int
main ()
{
  int a[N], m = -1000, hm = -1000, k = -1000;
  long f = 1, hf = 1;
  struct S s = { 0, 0 }, h = { 0, 0 };
  for (int i = 0; i < N; i++)
    a[i] = (i * 91) % 67 - 30;
#pragma omp target map(tofrom: m, s, k, f) map(to: a)
  {
#pragma omp simd reduction(mx: m)
    for (int i = 0; i < N; i++)
      if (a[i] > m)
	m = a[i];
#pragma omp simd reduction(max: k)
    for (int i = 0; i < N; i++)
      if (a[i] > k)
	k = a[i];
#pragma omp simd reduction(ad: s)
    for (int i = 0; i < N; i++)
      {
	s.n += a[i];
	s.m ^= i;
      }
#pragma omp simd reduction(tm: f)
    for (int i = 0; i < N; i++)
      if (i % 16 == 3)
	f *= i;
  }
  for (int i = 0; i < N; i++)
    {
      hm = a[i] > hm ? a[i] : hm;
      h.n += a[i];
      h.m ^= i;
      hf *= i % 16 == 3 ? i : 1;
    }
  expect ("m", 0, m, hm);
  expect ("k", 0, k, hm);
  expect ("s.n", 0, s.n, h.n);
  expect ("s.m", 0, s.m, h.m);
  expect ("f", 0, f, hf);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
