/* A reserve that the user asks the compiler for is the least.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O2" } */
/* { dg-accel-options "-msoft-stack-reserve-local=5000" } */

#define N 100

#pragma omp declare target
extern void unknown (int *);
#pragma omp end declare target

void
f (int *b)
{
  #pragma omp target map (tofrom: b[:N])
  #pragma omp simd
  for (int i = 0; i < N; i++)
    unknown (b + i);
}

/* { dg-final { scan-ptx-times "%simtstack_ar.5008\]" 1 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
