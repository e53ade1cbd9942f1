/* Complex numbers of float: arguments, results and an array of them.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA _Complex float
turn (_Complex float z, int n)
{
  for (int j = 0; j < n; j++)
    z = z * 2i + 1;
  return z;
}
static NOIPA void
swap (_Complex float *p, _Complex float *q)
{
  _Complex float t = *p;
  *p = *q;
  *q = t;
}
#pragma omp end declare target
#define T float
#define BODY "complex-float.c"
#include "forms.h"
#else
  _Complex float z[3], w;
  for (int j = 0; j < 3; j++)
    z[j] = turn (i + j * 1i, j + 1);
  w = turn (z[1], 2);
  swap (&w, &z[i % 3]);
  b[i] = __real w + 2 * __imag w + __real z[0] - __imag z[2];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
