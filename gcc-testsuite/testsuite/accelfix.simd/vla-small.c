/* Arrays whose size varies from iteration to iteration, small.  */
/* { dg-simd-without "right" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "1" } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
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
#define ONLY_ALONE
#define BODY "vla-small.c"
#include "forms.h"
#else
  int n = 3 + i % 5;
  int a[n];
  for (int j = 0; j < n; j++)
    a[j] = i + j;
  int r = fold (a, n);
  {
    int c[n + 2];
    for (int j = 0; j < n + 2; j++)
      c[j] = a[j % n] - j;
    r -= fold (c, n + 2);
  }
  b[i] = r + fold (a, n);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
