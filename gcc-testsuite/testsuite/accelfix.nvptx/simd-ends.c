/* A region has one end: where lanes leave the loop before a branch, GCC's jump
   threading would give each outcome an end of its own, which some lanes of the
   warp reach and others do not.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
/* { dg-accel-args "init-regs=0,exit=0" } */

#define N 100

void
f (int *b)
{
  #pragma omp target map (tofrom: b[:N])
  {
    int shared[N + 8];
    for (int k = 0; k < 4; k++)
      {
	#pragma omp simd
	for (int i = 0; i < N; i++)
	  if (k == 0)
	    shared[i] = i;
	  else if (k == 1)
	    shared[i] *= 2;
	  else
	    b[i] = shared[i] + k;
      }
  }
}

/* { dg-final { scan-ptx-not "accelfix: the end" } } */
/* { dg-final { scan-ptx-times "bar.warp.sync" 1 "gcc-12" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
