/* OpenACC in gang, worker and vector mode: code that one thread of many runs,
   what it computes handed to the others.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include "on-device.h"

#define ROWS 48
#define COLS 96

static int cell[ROWS][COLS], row[ROWS];

int
main (void)
{
  int device = 0;
  long total = 0;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLS; j++)
      cell[i][j] = (i * 31 + j * 17) % 101;

  #pragma acc parallel num_gangs (4) num_workers (4) vector_length (32) \
    copyin (cell) copyout (row) copy (total, device)
  {
    #pragma acc loop gang worker reduction (+: total)
    for (int i = 0; i < ROWS; i++)
      {
	int scale, sum = 0;
	if (cell[i][0] & 1)
	  scale = cell[i][1];
	#pragma acc loop vector reduction (+: sum)
	for (int j = 0; j < COLS; j++)
	  sum += cell[i][j];
	row[i] = cell[i][0] & 1 ? sum * scale : sum;
	total += row[i];
	if (i == ROWS - 1)
	  device = ON_DEVICE ();
      }
  }

  printf ("total %ld, first %d, last %d\n", total, row[0], row[ROWS - 1]);
  return DEVICE_WANTED && !device ? NOT_ON_DEVICE : 0;
}
