/* Reductions that the user declares, where safelen leaves some lanes without an
   iteration: they come to what merges the lanes past the loop.  */
/* { dg-simd-without "right wrong 11" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-options "-latomic" } */
/* { dg-simd-no-simt "any" } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
#include "simd.h"
struct pair { unsigned n, m; };
#pragma omp declare target
static void
join (struct pair *to, const struct pair *from)
{
  to->n += from->n;
  to->m ^= from->m;
}
#pragma omp end declare target
#pragma omp declare reduction (join: struct pair: join (&omp_out, &omp_in)) \
  initializer (omp_priv = { 0, 0 })

int
main ()
{
  struct pair a = { 5, 6 }, b = { 5, 6 }, want = { 5, 6 };
#pragma omp target teams distribute parallel for simd map(tofrom: a) \
	    reduction(join: a) safelen(16)
  for (unsigned i = 0; i < N; i++)
    {
      a.n += i;
      a.m ^= i * 3;
    }
#pragma omp target map(tofrom: b)
#pragma omp simd reduction(join: b) safelen(4)
  for (unsigned i = 0; i < N; i++)
    {
      b.n += i;
      b.m ^= i * 3;
    }
  for (unsigned i = 0; i < N; i++)
    {
      want.n += i;
      want.m ^= i * 3;
    }
  expect ("a.n", 16, a.n, want.n);
  expect ("a.m", 16, a.m, want.m);
  expect ("b.n", 4, b.n, want.n);
  expect ("b.m", 4, b.m, want.m);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
