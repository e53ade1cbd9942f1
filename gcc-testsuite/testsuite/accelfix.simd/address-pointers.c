/* Arrays of pointers to other variables of the body.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
total (int *const *p, int n)
{
  int s = 0;
  for (int j = 0; j < n; j++)
    s = s * 3 + (*p[j])++;
  return s;
}
#pragma omp end declare target
#define BODY "address-pointers.c"
#include "forms.h"
#else
  int x = i, y = i + 1, z[3] = { 1, i, 2 };
  int *all[4] = { &x, &z[i % 3], &y, z + 2 };
  int r = total (all, 4);
  all[i & 3] = &x;
  r += total (all, 3);
  b[i] = r + x + y * 2 + z[0] + z[1] + z[2];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
