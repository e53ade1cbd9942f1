/* In GCC 11 a gang is one wave: its gang-private array is on the stack, 200
   bytes.  LDS holds the worker reductions, those of the routine at another
   place than those of the kernel that calls it.
   { dg-accel-mode openacc }
   { dg-accel-gcc "11" }
   { dg-accel-levels "-O1" }
   { dg-accel-args "- lds=module lds-start=4096 lds=0" }  */

#pragma acc routine worker
static int __attribute__ ((noinline))
total (int *x, int n)
{
  int t = 0;
#pragma acc loop worker reduction (+: t)
  for (int j = 0; j < n; j++)
    t += x[j];
  return t;
}

int
main (void)
{
  int r[64] = { 0 }, q[8] = { 1, 2, 3 };
#pragma acc parallel copy (r) copyin (q) num_gangs (4)
  {
#pragma acc loop gang
    for (int i = 0; i < 64; i++)
      {
	int x[50], s = 0;
	double d = 1;
#pragma acc loop worker
	for (int j = 0; j < 50; j++)
	  x[j] = i + j;
#pragma acc loop worker reduction (+: s) reduction (*: d)
	for (int j = 0; j < 50; j++)
	  {
	    s += x[j];
	    d *= x[j];
	  }
	r[i] = s + d + total (q, 8);
      }
  }
  return r[3];
}

/* { dg-final { scan-ptx "OPENACC-DIMS: 4, 1, 1" } } */
/* { dg-final { scan-ptx "local vars size: 200" } } */
/* { dg-final { summary-says "references to LDS variables placed" "!lds=0" } } */
/* { dg-final { scan-ptx "d 0 32 4 \\.oacc_reduction" "!lds=0 !lds-start=4096" } } */
/* { dg-final { scan-ptx "d 1 48 8 \\.oacc_reduction" "!lds=0 !lds-start=4096" } } */
/* { dg-final { scan-ptx "d 2 64 4 \\.oacc_reduction" "!lds=0 !lds-start=4096" } } */
/* { dg-final { scan-ptx "d 0 4096 4 \\.oacc_reduction" "lds-start=4096" } } */
/* { dg-final { scan-ptx "v\\d+, 4096\n|s\\d+, 0x1000|, 4096\n" "lds-start=4096" } } */
/* { dg-final { scan-ptx-not "accelfix\\.lds" "lds=0" } } */
/* { dg-final { gcn-finds {} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
