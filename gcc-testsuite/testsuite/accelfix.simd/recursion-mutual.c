/* Two functions that call each other; one has an array.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static int odd (int *, int);
static NOIPA int
even (int *trace, int n)
{
  int local[3] = { n, trace[0], 1 };
  if (n == 0)
    return local[1];
  trace[0] += local[2];
  return odd (trace, n - 1) + local[0];
}
static NOIPA int
odd (int *trace, int n)
{
  if (n == 0)
    return -trace[1];
  trace[1] ^= n;
  return even (trace, n - 1) * 2;
}
#pragma omp end declare target
#define BODY "recursion-mutual.c"
#include "forms.h"
#else
  int t[2] = { i, 0 };
  int s = even (t, i % 7);
  b[i] = s + 10 * t[0] + t[1];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
