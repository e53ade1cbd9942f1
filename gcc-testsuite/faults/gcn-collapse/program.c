/* A loop over a triangle, collapsed.  */
#include <stdio.h>

enum { N = 20 };

int
main (void)
{
  int a[N][N] = { { 0 } }, wrong = 0;
#pragma omp target teams distribute parallel for collapse (2) map (tofrom: a)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++)
      a[i][j] = i * N + j;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      wrong += a[i][j] != (j < i ? i * N + j : 0);
  printf ("%d of %d elements are wrong\n", wrong, N * N);
  return wrong != 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
