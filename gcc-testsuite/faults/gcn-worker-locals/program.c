/* A structure that one worker sets as a whole, used by all.  */
#include <stdio.h>

enum { N = 16 };
struct table { int base, step[4]; };

int
main (void)
{
  struct table given = { 100, { 1, 2, 3, 4 } }, t;
  int x[N], wrong = 0;

  #pragma acc parallel num_gangs (1) num_workers (4) copyin (given) private (t) \
    copyout (x)
  {
    t = given;
    #pragma acc loop worker
    for (int i = 0; i < N; i++)
      x[i] = t.base + t.step[i % 4];
  }
  for (int i = 0; i < N; i++)
    wrong += x[i] != 101 + i % 4;
  printf ("%d of %d values are wrong\n", wrong, N);
  return wrong != 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
