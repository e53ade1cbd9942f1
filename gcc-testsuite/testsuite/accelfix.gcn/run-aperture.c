/* A function gets the address of a gang's private array, which is in LDS.  The
   base of LDS among flat addresses comes from the implicit arguments, which
   libgomp's plugin does not fill and gcnvm does; behind libgomp's own words is
   the ring of output, which has to stay as it is.
   { dg-accel-mode openacc }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=fiji" }
   { dg-accel-levels "-O1 -O2 -O3" }
   { dg-accel-args "code-object=5,aperture=implicit code-object=5" }  */
#include <stdio.h>

#pragma acc routine seq
static void __attribute__ ((noinline, noclone))
fill (volatile int *p, int n)
{
  for (int i = 0; i < n; i++)
    p[i] = i * n;
}

int
main (void)
{
  int r[64] = { 0 }, bad = 0;
#pragma acc parallel copy (r) num_gangs (4) num_workers (4)
  {
#pragma acc loop gang
    for (int i = 0; i < 64; i++)
      {
	int x[20];
	fill (x, 20);
#pragma acc loop worker
	for (int j = 0; j < 20; j++)
	  x[j] += i + j;
	r[i] = x[3];
	if (i == 40)
	  __builtin_printf ("in the kernel %d\n", x[2]);
      }
  }
  for (int i = 0; i < 64; i++)
    bad += r[i] != 63 + i;
  printf ("%d wrong\n", bad);
  return bad != 0;
}

/* { dg-final { gcn-right {} "in the kernel 82\\n0 wrong" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
