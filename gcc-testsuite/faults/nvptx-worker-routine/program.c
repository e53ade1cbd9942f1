/* A routine for workers, whose first statement is one worker's.  */
#include <stdio.h>

enum { N = 16 };

#pragma acc routine worker
static void __attribute__ ((noinline))
fill (int *x, int n, int first)
{
  int k = first < 0 ? 0 : first;
  x[0] = k;
  #pragma acc loop worker
  for (int i = 1; i < n; i++)
    x[i] = k + i;
}

int
main (void)
{
  int x[N], wrong = 0, given = 5;

  #pragma acc parallel num_gangs (1) num_workers (8) copyout (x) copyin (given)
  {
    fill (x, N, given);
    fill (x, N, given + 1);
  }
  for (int i = 0; i < N; i++)
    wrong += x[i] != 6 + i;
  printf ("%d of %d values are wrong\n", wrong, N);
  return wrong != 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
