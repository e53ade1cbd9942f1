/* Loops in the body, with arrays of their own and one that outlives them.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
last (int *a, int n)
{
  a[0]++;
  return a[n - 1];
}
#pragma omp end declare target
#define BODY "loops.c"
#include "forms.h"
#else
  int all[4] = { 0 }, r = 0;
  for (int j = 0; j < 4; j++)
    {
      int row[3];
      for (int k = 0; k < 3; k++)
	row[k] = i + j * k;
      all[j] += last (row, 3);
      all[j] += row[0];
      for (int k = 0; k <= j; k++)
	{
	  int one[2] = { k, all[k] };
	  int l = last (one, 2);
	  r += l * one[0];
	}
    }
  int n = i % 4;
  while (n-- > 0)
    {
      int w[2] = { n, i };
      r += last (w, 2) + all[n];
      r += w[0];
    }
  b[i] = r + last (all, 4);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
