/* safelen and simdlen: fewer lanes may run at a time.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
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
#define CLAUSES safelen(16) simdlen(8)
#define BODY "safelen.c"
#include "forms.h"
#else
  int a[4] = { i, 1, i + 1, 7 };
  int s = fold (a, 4);
  b[i] = s ^ fold (a, i & 3);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
