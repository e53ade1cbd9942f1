/* Arrays of variable size that together fit into 1024 bytes a lane.  */
/* { dg-simd-without "wrong" } */
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
#define BODY "vla-stack.c"
#include "forms.h"
#else
  int n = 50 + i % 50;
  int a[n];
  short c[n / 2];
  for (int j = 0; j < n; j++)
    c[j / 2] = (short) (a[j] = i + j);
  int s = fold (a, n);
  b[i] = s ^ fold (a, n / 3);
  for (int j = 0; j < n / 2; j++)
    b[i] += c[j];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
