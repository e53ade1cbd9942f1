/* Calls through pointers, to functions with frames of their own.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
first (int *p, int x)
{
  int a[3] = { x, p[0], 2 };
  p[1] = a[x % 3];
  return a[0] + a[1];
}
static NOIPA int
second (int *p, int x)
{
  int a[20];
  for (int j = 0; j < 20; j++)
    a[j] = x + p[j & 1];
  p[0] = a[x % 20];
  return a[19] - a[3] + 5;
}
static NOIPA int
third (int *p, int x)
{
  return p[0] * x - p[1];
}
#pragma omp end declare target
#define BODY "pointer-call.c"
#include "forms.h"
#else
  int (*const f[3]) (int *, int) = { first, second, third };
  int p[2] = { i, 1 };
  b[i] = 0;
  for (int j = 0; j < 4; j++)
    b[i] = b[i] * 3 + f[(i + j) % 3] (p, i + j);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
