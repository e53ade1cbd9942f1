/* An array of pointers, row by row.  */
#include <stdio.h>
#include <stdlib.h>

enum { M = 4, N = 8 };

int
main (void)
{
  int **p = malloc (M * sizeof *p), wrong = 0;
  for (int i = 0; i < M; i++)
    {
      p[i] = malloc (N * sizeof **p);
      for (int j = 0; j < N; j++)
	p[i][j] = 10 * i + j;
    }
#pragma acc enter data copyin (p[:M])
  for (int i = 0; i < M; i++)
    {
#pragma acc enter data copyin (p[i][:N])
    }
#pragma acc parallel loop collapse (2) present (p[:M])
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      p[i][j]++;
  for (int i = 0; i < M; i++)
    {
#pragma acc exit data copyout (p[i][:N])
    }
#pragma acc exit data delete (p[:M])
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      wrong += p[i][j] != 10 * i + j + 1;
  printf ("%d of %d elements are wrong\n", wrong, M * N);
  return wrong != 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
