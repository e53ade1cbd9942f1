/* A routine for vectors, called where one worker executes the code for all.  */
#include <stdio.h>

enum { N = 40 };

#pragma acc routine vector
static void
add_one (int *x, int n)
{
  #pragma acc loop vector
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

int
main (void)
{
  int x[N] = { 0 }, y[N], wrong = 0;

  #pragma acc parallel num_gangs (1) num_workers (4) copy (x) copyout (y)
  {
    add_one (x, N);
    #pragma acc loop worker
    for (int i = 0; i < N; i++)
      y[i] = x[i];
  }
  for (int i = 0; i < N; i++)
    wrong += x[i] != 1 || y[i] != 1;
  printf ("%d of %d values are wrong\n", wrong, N);
  return wrong != 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
