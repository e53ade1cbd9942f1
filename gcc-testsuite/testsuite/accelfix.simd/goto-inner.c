/* A loop of the body that is left from its middle, past arrays.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
probe (int *a, int n, int x)
{
  for (int j = 0; j < n; j++)
    if (a[j]++ == x)
      return j;
  return -1;
}
#pragma omp end declare target
#define BODY "goto-inner.c"
#include "forms.h"
#else
  int tried[5] = { 9, 8, 7, 6, 5 }, r = -1;
  for (int j = 0; j < 6; j++)
    {
      int a[4] = { j, i % 7, 2 * j, i % 11 };
      r = probe (a, 4, 3 + j);
      if (r == 3)
	break;
      if (r < 0)
	continue;
      tried[r] += a[r];
    }
  r = r * 1000 + probe (tried, 5, 5);
  b[i] = r + tried[i % 5];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
