/* The product of a matrix and a vector, with a scalar from outside.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

enum { N = 200, M = 100 };

static int a[N][M], x[M], y[N];

int
main (void)
{
  int s = 77, wrong = 0;
  for (int j = 0; j < M; j++)
    {
      x[j] = j % 3;
      for (int i = 0; i < N; i++)
	a[i][j] = i + j;
    }
  #pragma acc parallel loop gang copyin (a, x) copyout (y)
  for (int i = 0; i < N; i++)
    {
      s = 0;
      #pragma acc loop vector reduction (+: s)
      for (int j = 0; j < M; j++)
	s += a[i][j] * x[j];
      y[i] = s;
    }
  for (int i = 0; i < N; i++)
    {
      int want = 0;
      for (int j = 0; j < M; j++)
	want += a[i][j] * x[j];
      wrong += y[i] != want;
    }
  /* What the gangs share is brought back.  */
  printf ("%d %d\n", wrong, s);
  return 0;
}
