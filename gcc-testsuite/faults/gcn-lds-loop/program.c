/* A gang-private array, stored to and read by loops over workers.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 64

int
main (void)
{
  int r[N], wrong = 0;

  #pragma acc parallel copyout (r) num_gangs (4)
  {
    #pragma acc loop gang
    for (int i = 0; i < N; i++)
      {
	int x[20], y[8];
	#pragma acc loop worker
	for (int j = 0; j < 20; j++)
	  x[j] = i + j;
	#pragma acc loop worker
	for (int j = 0; j < 8; j++)
	  y[j] = x[j] + 1;
	r[i] = x[3] + y[2];
      }
  }
  for (int i = 0; i < N; i++)
    wrong += r[i] != 2 * i + 6;
  printf ("%d of %d values are wrong\n", wrong, N);
  return wrong != 0;
}
