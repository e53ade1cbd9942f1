/* Arrays of variable size of some kB.  With simt-stack=N there is room for them,
   but GCC lets all lanes run all iterations of such a loop.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "1" } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "simt-stack=9000" } */
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
#define BODY "vla-large.c"
#include "forms.h"
#else
  int n = 1000 + 10 * i;
  int a[n];
  for (int j = 0; j < n; j++)
    a[j] = i + j;
  int s = fold (a, n);
  b[i] = s ^ fold (a, n / 3);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
