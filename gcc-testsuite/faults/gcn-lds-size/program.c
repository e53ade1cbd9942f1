/* Two regions with gang-private arrays, of 280 and 240 bytes.
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
  int r[N], s[N], wrong = 0;

  #pragma acc parallel copyout (r) num_gangs (4)
  {
    #pragma acc loop gang
    for (int i = 0; i < N; i++)
      {
	int x[50], y[20];
	#pragma acc loop worker
	for (int j = 0; j < 50; j++)
	  x[j] = i + j;
	#pragma acc loop worker
	for (int j = 0; j < 20; j++)
	  y[j] = x[j] + 1;
	r[i] = x[3] + y[2];
      }
  }
  #pragma acc parallel copyout (s) num_gangs (4)
  {
    #pragma acc loop gang
    for (int i = 0; i < N; i++)
      {
	int z[60];
	#pragma acc loop worker
	for (int j = 0; j < 60; j++)
	  z[j] = i + j;
	s[i] = z[3];
      }
  }
  for (int i = 0; i < N; i++)
    wrong += (r[i] != 2 * i + 6) + (s[i] != i + 3);
  printf ("%d of %d values are wrong\n", wrong, 2 * N);
  return wrong != 0;
}
