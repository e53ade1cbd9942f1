/* An array of the loop's body, passed to a function.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og -O2,-g" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
sum (const int *a, int n)
{
  int s = 0;
  for (int j = 0; j < n; j++)
    s += a[j] * (j + 1);
  return s;
}
#pragma omp end declare target
#define BODY "array-body.c"
#include "forms.h"
#else
  int a[4];
  for (int j = 0; j < 4; j++)
    a[j] = i + j;
  b[i] = sum (a, 4);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
