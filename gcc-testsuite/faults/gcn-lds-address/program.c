/* A pointer to a part of a gang-private variable.  */
#include <stdio.h>

enum { N = 16 };
struct table { int base, step[4]; };

int
main (void)
{
  int x[N], k = 2, wrong = 0;

  #pragma acc parallel num_gangs (1) num_workers (4) copyin (k) copyout (x)
  {
    struct table t;
    t.base = 10;
    for (int i = 0; i < 4; i++)
      t.step[i] = i;
    int *p = k > 1 ? t.step : &t.base;
    *p = 5;
    #pragma acc loop worker
    for (int i = 0; i < N; i++)
      x[i] = p[i % 4] + t.base;
  }
  for (int i = 0; i < N; i++)
    wrong += x[i] != (i % 4 ? i % 4 + 10 : 15);
  printf ("%d of %d values are wrong\n", wrong, N);
  return wrong != 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
