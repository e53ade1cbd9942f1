/* Functions with declare simd, called from the body.  */
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
#pragma omp declare simd uniform(m) linear(x)
static NOIPA int
scale (int x, int m)
{
  int a[3] = { x, m, x * m };
  return fold (a, 3) + a[x % 3];
}
#pragma omp declare simd notinbranch
static int
plain (int x)
{
  int a[2] = { x, 5 };
  a[x & 1] += 3;
  return a[0] * a[1];
}
#pragma omp end declare target
#define BODY "declare-simd.c"
#include "forms.h"
#else
  int a[2] = { i, 1 };
  int s = fold (a, 2);
  b[i] = scale (i, 4) + plain (s) + a[0];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
