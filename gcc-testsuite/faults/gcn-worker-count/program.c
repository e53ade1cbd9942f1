/* A gang with 16 workers, in a kernel that needs many vector registers.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

enum { W = 16, N = 64, M = 40 };

static double a[M][N], y[W][N], z[W][N];

#define TEN(F, K) F ((K)) F ((K) + 1) F ((K) + 2) F ((K) + 3) F ((K) + 4) F ((K) + 5) \
  F ((K) + 6) F ((K) + 7) F ((K) + 8) F ((K) + 9)
#define ALL(F) TEN (F, 0) TEN (F, 10) TEN (F, 20) TEN (F, 30)
#define LOAD(K) x[K] = a[K][j];
#define SUM(K) s += x[K];
#define AGAIN(K) t = t * 0.5 + x[M - 1 - (K)] * s;

int
main (void)
{
  int wrong = 0;
  for (int k = 0; k < M; k++)
    for (int j = 0; j < N; j++)
      a[k][j] = k + j;
  #pragma acc parallel loop gang num_gangs (1) num_workers (W) copyin (a) copyout (y) copy (z)
  for (int g = 0; g < 1; g++)
    {
      #pragma acc loop worker
      for (int i = 0; i < W; i++)
	{
	  #pragma acc loop vector
	  for (int j = 0; j < N; j++)
	    {
	      double x[M], s = i, t = 0;
	      ALL (LOAD)
	      ALL (SUM)
	      y[i][j] = s;
	      ALL (AGAIN)
	      z[i][j] = t;
	    }
	}
    }
  for (int i = 0; i < W; i++)
    for (int j = 0; j < N; j++)
      wrong += y[i][j] != i + M * (M - 1) / 2 + M * j;
  printf ("%d wrong\n", wrong);
  return 0;
}
