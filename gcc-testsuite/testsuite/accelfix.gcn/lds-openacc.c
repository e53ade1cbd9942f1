/* Gang-private variables of two kernels: 280 and 240 bytes, which GCC adds up
   to more than the 512 that are there.
   { dg-accel-mode openacc }
   { dg-accel-gcc "12" }
   { dg-accel-args "- lds=kernel" }  */

int
main (void)
{
  int r[64] = { 0 };
#pragma acc parallel copy (r) num_gangs (4)
  {
#pragma acc loop gang
    for (int i = 0; i < 64; i++)
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
#pragma acc parallel copy (r) num_gangs (4)
  {
#pragma acc loop gang
    for (int i = 0; i < 64; i++)
      {
	int z[60];
#pragma acc loop worker
	for (int j = 0; j < 60; j++)
	  z[j] = i + j;
	r[i] = z[3];
      }
  }
  return r[0];
}

/* { dg-final { summary-says "references to LDS variables placed" } } */
/* { dg-final { gcn-finds {} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
