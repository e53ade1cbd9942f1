/* A loop whose first iteration does not end, if there is one: GCC leaves out that
   others follow, so no loop has the lanes' share of the iterations.  */
/* { dg-simd-without "right" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
#include "simd.h"

#pragma omp declare target
static inline __attribute__ ((noreturn)) void
stay (void)
{
  for (;;);
}

static NOIPA void
one (int *a, int n)
{
#pragma omp simd
  for (int i = 20; i < n; i++)
    {
      a[i] += 8;
      stay ();
      a[i] -= 16;
    }
}

static NOIPA void
two (int *a, int n)
{
#pragma omp simd collapse(2)
  for (int i = 0; i < 10; i++)
    for (int j = n; j < 8; j++)
      {
	a[i * 8 + j] += 16;
	stay ();
      }
}

static NOIPA void
some (int *a, int n)
{
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      a[i] += i;
      if (a[i] < n)
	stay ();
    }
}
#pragma omp end declare target

int
main ()
{
  int a[N];
  for (int i = 0; i < N; i++)
    a[i] = 7;
#pragma omp target map(tofrom: a)
  {
    one (a, 20);
    two (a, 8);
    some (a, 0);
  }
  for (int i = 0; i < N; i++)
    expect ("element", i, a[i], 7 + i);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
