/* Simd loops whose bounds are variables get a comparison before them, and nothing
   else: also one whose bound is read from memory in each of its copies, or computed
   there.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
/* { dg-accel-args "init-regs=0,exit=0" } */

#define N 100

#pragma omp declare target
void
scale (float *a, int n, float by)
{
  #pragma omp simd
  for (int i = n - 7; i < n; i++)
    a[i] *= by;
}
#pragma omp end declare target

void
f (double *a, double *b)
{
  #pragma omp target teams distribute parallel for simd map (to: a[:N], b[:N])
  for (int i = 0; i < N; i++)
    a[i] += b[i];
}

void
g (int *a, int n)
{
  #pragma omp target simd map (to: a[:N]) map (tofrom: n)
  for (int i = 0; i < n; i++)
    a[i]++;
}

/* { dg-final { summary-says "3 counters of simd loops kept from wrapping" } } */
/* { dg-final { summary-says-not "without SIMT" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
