/* Two loops in tiles, whose sizes are no multiples of those of the tiles.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 8

static int visits[N][N];

static void __attribute__ ((noipa))
visit (int rows, int cols)
{
  #pragma acc parallel loop tile (2, 3) copy (visits)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      visits[i][j] += 1;
}

int
main (void)
{
  int wrong = 0;

  visit (4, 4);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      wrong += visits[i][j] != (i < 4 && j < 4);
  printf ("%d of %d elements are wrong\n", wrong, N * N);
  return wrong != 0;
}
