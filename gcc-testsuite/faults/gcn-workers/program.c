/* What one worker does, before and between loops over workers.  */
#include <stdio.h>

enum { N = 8 };

int
main (void)
{
  int x[N], wrong = 0;

  #pragma acc parallel num_gangs (1) num_workers (8) copyout (x)
  {
    int a[N] = { 0 };
    #pragma acc loop worker
    for (int i = 0; i < N; i++)
      a[i] += i;
    #pragma acc loop worker
    for (int i = 0; i < N; i++)
      x[i] = a[N - 1 - i];
  }
  for (int i = 0; i < N; i++)
    wrong += x[i] != N - 1 - i;
  printf ("%d of %d values are wrong\n", wrong, N);
  return wrong != 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
