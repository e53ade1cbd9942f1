/* Simd loops that share nothing wrongly come out as GCC makes them: no
   variables in memory, or shared ones only, and no calls.  Their bounds are
   numbers: others are compared with the end of their type (simd-asked.c).  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" } */
/* { dg-accel-args "init-regs=0,exit=0" } */

#define N 100

struct point { double x, y; };

#pragma omp declare target
static double
length (struct point p)
{
  return p.x * p.x + p.y * p.y;
}

void
scale (float *a, float by)
{
  #pragma omp simd
  for (int i = 0; i < N; i++)
    a[i] *= by;
}
#pragma omp end declare target

double
f (double *a, double *b)
{
  double sum = 0;
  #pragma omp target simd \
    map (to: a[:N], b[:N]) map (tofrom: sum) reduction (+: sum)
  for (int i = 0; i < N; i++)
    {
#if __GNUC__ < 15
      struct point p = { a[i], b[i] };
      sum += length (p);
#else
      /* There a structure is taken apart at -O1 only after simd loops were
	 looked at.  */
      sum += a[i] * a[i] + b[i] * b[i];
#endif
    }
  return sum;
}

void
g (int *b)
{
  #pragma omp target map (tofrom: b[:N])
  {
    int shared[N + 8];
    #pragma omp simd
    for (int i = 0; i < N; i++)
      shared[i + 8] = i * b[i];
    #pragma omp simd
    for (int i = 0; i < N; i++)
      b[i] = shared[i + 8];
    scale ((float *) b, 2);
  }
}

/* { dg-final { same-as-without-plugin } } */
/* { dg-final { summary-says "nothing to do" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
