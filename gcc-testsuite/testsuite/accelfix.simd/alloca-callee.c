/* alloca in functions that lanes call with different sizes.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -Os" } */
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
static NOIPA int
some (int n, int x)
{
  int *a = (int *) __builtin_alloca (n * sizeof (int));
  for (int j = 0; j < n; j++)
    a[j] = x ^ j;
  int s = fold (a, n);
  return s + fold (a, n / 2);
}
#pragma omp end declare target
#define BODY "alloca-callee.c"
#include "forms.h"
#else
  int keep[2] = { i, 7 };
  int r = some (3 + i % 40, i);
  r -= some (2, fold (keep, 2));
  b[i] = r + keep[0] + keep[1];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
