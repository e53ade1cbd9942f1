/* The sum of a table's rows, some of which are empty.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define ROWS 64
#define COLS 8

static int used[ROWS], cell[ROWS][COLS];

#pragma omp declare target
static int
row_sum (const int *row, int n)
{
  int sum;
  for (int k = 0; k < n; k++)
    if (k == 0)
      sum = row[k];
    else
      sum += row[k];
  return sum;
}
#pragma omp end declare target

int
main (void)
{
  int total = 0;
  for (int i = 0; i < ROWS; i++)
    {
      used[i] = i % (COLS + 1);
      for (int k = 0; k < COLS; k++)
	cell[i][k] = i + k;
    }

  #pragma omp target teams distribute parallel for \
    map (to: used, cell) map (tofrom: total) reduction (+: total)
  for (int i = 0; i < ROWS; i++)
    total += row_sum (cell[i], used[i]);
  printf ("total %d\n", total);
  return 0;
}
