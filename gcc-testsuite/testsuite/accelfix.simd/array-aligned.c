/* Arrays that are aligned at 16 bytes, behind one of 3.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
aligned (const void *p, unsigned long to)
{
  return ((unsigned long) p & (to - 1)) == 0;
}
#pragma omp end declare target
#define BODY "array-aligned.c"
#include "forms.h"
#else
  char c[3];
  int a[5] __attribute__ ((aligned (16)));
  double d;
  c[0] = c[1] = c[2] = (char) i;
  for (int j = 0; j < 5; j++)
    a[j] = i - j;
  d = i * 0.5;
  int r = aligned (c, 1) + 2 * aligned (a, 16) + 4 * aligned (&d, 8);
  for (int j = 0; j < 5; j++)
    r = r * 2 + a[j] + c[j % 3];
  b[i] = r + (int) (2 * d);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
