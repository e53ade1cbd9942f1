/* Blocks inside the body, whose arrays may share a place.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA void
put (int *a, int n, int x)
{
  for (int j = 0; j < n; j++)
    a[j] = x + j;
}
#pragma omp end declare target
#define BODY "blocks.c"
#include "forms.h"
#else
  int r = 0;
  {
    int a[5];
    put (a, 5, i);
    r += a[4] * a[1];
  }
  if (i % 3)
    {
      int c[9];
      put (c, 9, 2 * i);
      {
	int d[2];
	put (d, 2, c[8]);
	r -= d[1] + c[0];
      }
    }
  else
    {
      char e[20];
      put ((int *) __builtin_assume_aligned (&(long) { i }, 8), 1, i);
      for (int j = 0; j < 20; j++)
	e[j] = (char) (j + i);
      r ^= e[i % 20];
    }
  b[i] = r;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
