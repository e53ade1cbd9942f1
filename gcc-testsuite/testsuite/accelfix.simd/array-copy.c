/* One array copied to another, whole and in parts.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA void
turn (int *a, int n)
{
  for (int j = 0; j < n / 2; j++)
    {
      int t = a[j];
      a[j] = a[n - 1 - j];
      a[n - 1 - j] = t;
    }
}
#pragma omp end declare target
#define BODY "array-copy.c"
#include "forms.h"
#else
  int x[11], y[11], z[4];
  for (int j = 0; j < 11; j++)
    x[j] = i * 7 + j * j;
  __builtin_memcpy (y, x, sizeof y);
  turn (y, 11);
  __builtin_memcpy (z, y + 3, sizeof z);
  turn (z, 3);
  b[i] = 0;
  for (int j = 0; j < 11; j++)
    b[i] = b[i] * 3 + x[j] - y[j];
  b[i] ^= z[0] + 5 * z[2] + z[3];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
