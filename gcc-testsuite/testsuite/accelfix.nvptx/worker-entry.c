/* OpenACC: routines for workers begin with a barrier, since the first thing that they do
   may be to use the buffer that their caller's registers are in; others do not.  */
/* { dg-do compile } */
/* { dg-accel-mode openacc } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
/* { dg-accel-args "-" } */

#include <stdlib.h>

enum { N = 16 };

#pragma acc routine vector
static void __attribute__ ((noinline))
twice (int *x, int n)
{
#pragma acc loop vector
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}

#pragma acc routine worker
static int __attribute__ ((noinline))
fill (int *x, int n, int first)
{
  int k = first < 0 ? 0 : first, s = 0;
  x[0] = k;
#pragma acc loop worker reduction (+: s)
  for (int i = 1; i < n; i++)
    {
      x[i] = k + i;
      s += i;
    }
  twice (x, n);
  return s;
}

int
main ()
{
  int x[N], given = 5, s = 0;
#pragma acc parallel num_gangs (1) num_workers (8) copyout (x) copy (given, s)
  {
    s = fill (x, N, given);
    given = s;
    s += fill (x, N, given);
  }
  for (int i = 0; i < N; i++)
    if (x[i] != 2 * (N * (N - 1) / 2 + i))
      abort ();
  return s != N * (N - 1);
}

/* { dg-final { run-program 0 "--race --error-exitcode=9 --schedule=3" } } */
/* { dg-final { summary-says "1 barriers at the beginning of routines" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
