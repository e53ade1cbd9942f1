/* Static functions that the optimiser inlines.  */
/* { dg-simd-without "right" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O2 -O3 -Os -O2,-g" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static int
median (int x, int y, int z)
{
  int a[3] = { x, y, z };
  for (int j = 0; j < 2; j++)
    for (int k = 0; k < 2 - j; k++)
      if (a[k] > a[k + 1])
	{
	  int t = a[k];
	  a[k] = a[k + 1];
	  a[k + 1] = t;
	}
  return a[1];
}
#pragma omp end declare target
#define BODY "inline-auto.c"
#include "forms.h"
#else
  b[i] = median (i * 7 % 10, i * 3 % 10, i % 10) * 10 + median (i, 50, 80);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
