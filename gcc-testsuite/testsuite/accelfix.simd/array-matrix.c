/* Small matrices, multiplied in the body with indices that vary.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
pick (int i, int k)
{
  return (i * 5 + k) % 3;
}
#pragma omp end declare target
#define T double
#define BODY "array-matrix.c"
#include "forms.h"
#else
  double p[3][3], q[3][3], r[3][3];
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < 3; k++)
      {
	p[j][k] = i + j - k;
	q[pick (i, j)][pick (i, k)] = 2 * j + k;
	r[j][k] = 0;
      }
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < 3; k++)
      for (int l = 0; l < 3; l++)
	r[j][k] += p[j][l] * q[l][k];
  b[i] = 0;
  for (int j = 0; j < 9; j++)
    b[i] = b[i] * 2 + r[j / 3][pick (j, i)];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
