/* Rows of a grid that do not begin with the first one.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>
#include <stdlib.h>

enum { N = 16, M = 8 };

int
main (int argc, char **argv)
{
  int (*grid)[M] = calloc (N, sizeof *grid);
  int first = 3 * argc, bad = 0;
  (void) argv;

  #pragma omp target data map (tofrom: grid[0:N][0:M])
  {
    #pragma omp target map (tofrom: grid[first:2][0:M])
    for (int i = first; i < first + 2; i++)
      for (int k = 0; k < M; k++)
	grid[i][k] = 1;
  }
  for (int i = 0; i < N; i++)
    for (int k = 0; k < M; k++)
      bad += grid[i][k] != (i == first || i == first + 1);
  printf ("%d elements are wrong\n", bad);
  return bad != 0;
}
