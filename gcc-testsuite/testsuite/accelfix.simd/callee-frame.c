/* A scalar per lane in registers alone; the callees' frames are what is too small.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA void
fill (int *a, int n, int x)
{
  for (int j = 0; j < n; j++)
    a[j] = x + j;
}
static NOIPA int
work (int x)
{
  int a[100];
  fill (a, 100, x);
  int s = 0;
  for (int j = 0; j < 100; j++)
    s = s * 3 + a[(j * 7) % 100];
  return s;
}
#pragma omp end declare target
#define BODY "callee-frame.c"
#include "forms.h"
#else
  b[i] = i % 3 ? work (i) : work (2 * i) - 5;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
