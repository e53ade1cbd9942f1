/* Iterations that end early, after and before an array is used.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
fold (int *a, int n)
{
  int s = 1;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j]++;
  return s;
}
#pragma omp end declare target
#define BODY "continue.c"
#include "forms.h"
#else
  int a[3] = { i, 5, 6 };
  b[i] = fold (a, 3);
  if (i % 4 == 1)
    continue;
  int c[6];
  for (int j = 0; j < 6; j++)
    c[j] = a[j % 3] - j;
  b[i] -= fold (c, 6);
  if (c[1] & 1)
    continue;
  b[i] += fold (a, 2) * c[2];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
