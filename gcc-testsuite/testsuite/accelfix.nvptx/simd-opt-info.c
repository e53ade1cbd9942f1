/* -fopt-info names each variable and each loop that runs without SIMT, with
   the line.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O2" } */
/* { dg-accel-options "-fopt-info-omp" } */

#define N 100

#pragma omp declare target
extern int fold (const int *, int);
#pragma omp end declare target

void
f (int *b, int n)
{
  #pragma omp target map (tofrom: b[:N])
  #pragma omp simd
  for (int i = 0; i < N; i++)
    {
      int a[5] = { i }; /* { dg-warning "optimized: a made private to SIMD lanes: declared in the loop" } */
      b[i] = fold (a, 5);
    }
  #pragma omp target map (tofrom: b[:N])
  #pragma omp simd
  for (int i = 0; i < N; i++)
    { /* { dg-warning "optimized: simd loop runs without SIMT: it has an array of variable size" } */
      int a[n];
      a[0] = b[i];
      b[i] = fold (a, n);
    }
}

/* { dg-final { summary-says "1 simd loops run without SIMT" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
