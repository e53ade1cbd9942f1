/* Systems of linear equations, solved with a choice of the pivot.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
#define M 5
static NOIPA int
solve (double a[M][M], double *x)
{
  int row[M];
  for (int j = 0; j < M; j++)
    row[j] = j;
  for (int k = 0; k < M; k++)
    {
      int best = k;
      for (int j = k + 1; j < M; j++)
	if (__builtin_fabs (a[row[j]][k]) > __builtin_fabs (a[row[best]][k]))
	  best = j;
      int t = row[k];
      row[k] = row[best];
      row[best] = t;
      for (int j = k + 1; j < M; j++)
	{
	  double f = a[row[j]][k] / a[row[k]][k];
	  for (int l = k; l < M; l++)
	    a[row[j]][l] -= f * a[row[k]][l];
	  x[row[j]] -= f * x[row[k]];
	}
    }
  double y[M];
  for (int k = M - 1; k >= 0; k--)
    {
      y[k] = x[row[k]];
      for (int l = k + 1; l < M; l++)
	y[k] -= a[row[k]][l] * y[l];
      y[k] /= a[row[k]][k];
    }
  for (int k = 0; k < M; k++)
    x[k] = y[k];
  return row[0];
}
#pragma omp end declare target
#define T double
#define EXPECT expect_near
#define BODY "app-solve.c"
#include "forms.h"
#else
  double a[M][M], x[M];
  for (int j = 0; j < M; j++)
    {
      x[j] = i + j;
      for (int k = 0; k < M; k++)
	a[j][k] = (i + 3 * j * k + j) % 7 + (j == k) * 20 - (k == (i + j) % M) * 9;
    }
  int first = solve (a, x);
  b[i] = first;
  for (int j = 0; j < M; j++)
    b[i] += x[j] * (j + 1);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
