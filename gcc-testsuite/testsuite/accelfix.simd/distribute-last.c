/* "teams distribute simd" whose counter is wanted afterwards: GCC keeps the step
   of the loop behind it, in a variable that only the lanes with an iteration
   have set.  That is no reason to run without SIMT.  */
/* { dg-simd-without "right" } */
/* { dg-accel-mode openmp } */
#include "simd.h"

enum { SIZE = 1000 };
#pragma omp declare target
static int a[SIZE];
#pragma omp end declare target

static NOIPA long
counter (long from, long to)
{
  long d;
  #pragma omp target map(from: d)
  #pragma omp teams distribute simd num_teams(3)
  for (d = from; d < to; d++)
    a[d] += d;
  return d;
}

static NOIPA long
last (long from, long to)
{
  long d, e;
  #pragma omp target map(from: d, e)
  #pragma omp teams distribute simd linear(d) lastprivate(e) num_teams(3)
  for (d = from; d < to; d++)
    {
      a[d] += d;
      e = 5 * d;
    }
  return d + e;
}

int
main (void)
{
  int failed = 0;
  /* Fewer iterations than lanes, more, and as many.  */
  for (long n = 1; n < SIZE; n = n * 3 + n % 5)
    {
      if (counter (0, n) != n)
	{
	  printf ("wrong: counter, %ld\n", n);
	  failed = 1;
	}
      if (last (0, n) != n + 5 * (n - 1))
	{
	  printf ("wrong: last, %ld\n", n);
	  failed = 1;
	}
    }
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
