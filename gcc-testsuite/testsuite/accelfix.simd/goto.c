/* Jumps into and out of blocks with arrays, and backwards.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
fold (const int *a, int n)
{
  int s = 1;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j];
  return s;
}
#pragma omp end declare target
#define BODY "goto.c"
#include "forms.h"
#else
  int a[3] = { i, i + 1, i + 2 }, n = 0, r = 0;
again:
  {
    int c[2] = { a[n % 3], n };
    r += fold (c, 2);
    if (r % 7 == 3)
      goto out;
    a[n % 3] -= c[1];
  }
  if (++n < i % 6)
    goto again;
  r ^= 0x55;
out:
  b[i] = r + fold (a, 3);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
