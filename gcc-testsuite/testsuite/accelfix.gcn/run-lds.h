/* Gang-private variables of two kernels, 320 and 240 bytes: each kernel has room
   for its own in the 512 bytes that there are, less 32 for libgomp, but not the
   two one after the other.  Workers write them and others read them.  */
#include <stdio.h>

#define GANGS 4
#define N 16

int
main (void)
{
  int r[N], q[N], bad = 0;
#pragma acc parallel copyout (r) num_gangs (GANGS) num_workers (4)
  {
#pragma acc loop gang
    for (int i = 0; i < N; i++)
      {
	int x[50], y[30];
#pragma acc loop worker
	for (int j = 0; j < 50; j++)
	  x[j] = 100 * i + j;
#pragma acc loop worker
	for (int j = 0; j < 30; j++)
	  y[j] = x[49 - j] + 1;
	r[i] = x[3] + y[2];
      }
  }
#pragma acc parallel copyout (q) num_gangs (GANGS) num_workers (4)
  {
#pragma acc loop gang
    for (int i = 0; i < N; i++)
      {
	int z[60];
#pragma acc loop worker
	for (int j = 0; j < 60; j++)
	  z[j] = 7 * i + j;
	int s = 0;
#pragma acc loop worker reduction(+: s)
	for (int j = 0; j < 60; j++)
	  s += z[59 - j];
	q[i] = s;
      }
  }
  for (int i = 0; i < N; i++)
    bad += (r[i] != 200 * i + 3 + 47 + 1) + (q[i] != 420 * i + 1770);
  printf ("%d wrong\n", bad);
  return bad != 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
