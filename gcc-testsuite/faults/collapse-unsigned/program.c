/* The upper triangle of a matrix, with unsigned variables.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

enum { N = 20 };

int
main (void)
{
  static int a[N][N];
  int wrong = 0;

  #pragma omp target parallel for collapse(2) map(tofrom: a)
  for (unsigned i = 0; i < N; i++)
    for (unsigned j = i; j < N; j++)
      if (j < N)
	a[i % N][j]++;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      wrong += a[i][j] != (j >= i);
  if (wrong != 0)
    printf ("wrong: %d of %d elements\n", wrong, N * N);
  else
    puts ("right");
  return wrong != 0;
}
