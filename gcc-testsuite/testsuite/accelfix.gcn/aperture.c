/* The base of LDS among flat addresses, from the implicit arguments: behind
   libgomp's words, from where this release of GCC has the kernel's arguments.
   { dg-accel-mode openacc }
   { dg-accel-gcc "12 13 14 15" }
   { dg-accel-args "code-object=5 code-object=5,aperture=implicit" }  */

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
  int r[64] = { 0 };
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
      }
  }
  return r[0];
}

/* { dg-final { scan-ptx "s_load_dword\ts\\d+, s\\\[8:9\\\], 236\n" "aperture=implicit gcc-12" } } */
/* { dg-final { scan-ptx "s_load_dword\ts\\d+, s\\\[4:5\\\], 252\n" "aperture=implicit !gcc-12" } } */
/* { dg-final { scan-ptx-not "s_load_dword\ts\\d+, s\\\[\\d:\\d\\\], 2(36|52)\n" "!aperture=implicit" } } */
/* { dg-final { gcn-finds {} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
