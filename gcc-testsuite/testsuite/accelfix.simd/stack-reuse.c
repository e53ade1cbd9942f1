/* Without what says where a variable's life ends, nothing proves that the
   lanes' variables do not outlive an iteration.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "any" } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
/* { dg-options "-fstack-reuse=none" } */
/* { dg-accel-options "-fstack-reuse=none" } */
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
#define BODY "stack-reuse.c"
#include "forms.h"
#else
  int a[5];
  for (int j = 0; j < 5; j++)
    a[j] = i - j;
  int r = fold (a, 5);
  for (int j = 0; j < i % 3; j++)
    {
      int c[2] = { r, j };
      r ^= fold (c, 2) + c[1];
    }
  b[i] = r + fold (a, 3);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
