/* printf with floating arguments, from a branch that some lanes take.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2" } */
#ifndef BODY
#define N 40
#include "simd.h"
#pragma omp declare target
static NOIPA double
fold (double *a, int n)
{
  double s = 0;
  for (int j = 0; j < n; j++)
    s = s * 2 + (a[j] += 1);
  return s;
}
#pragma omp end declare target
#define T double
#define BODY "printf-double.c"
#include "forms.h"
#else
  double a[3] = { i / 2.0, i, 1 };
  if (i % 3 == 0)
    printf ("# %g %.2f %d %g %g %g\n", a[0], a[1], i, 1.5, 2.5, a[2]);
  double s = fold (a, 3);
  b[i] = s + fold (a, 2);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
