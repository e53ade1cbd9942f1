/* A class with operators that return objects by value.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
struct matrix
{
  long v[2][2];
};
static NOIPA matrix
operator * (const matrix &a, const matrix &c)
{
  matrix r;
  for (int j = 0; j < 2; j++)
    for (int k = 0; k < 2; k++)
      r.v[j][k] = (a.v[j][0] * c.v[0][k] + a.v[j][1] * c.v[1][k]) % 10007;
  return r;
}
static inline matrix
operator + (matrix a, const matrix &c)
{
  for (int j = 0; j < 4; j++)
    a.v[j / 2][j % 2] += c.v[j / 2][j % 2];
  return a;
}
#pragma omp end declare target
#define BODY "operators.C"
#include "forms.h"
#else
  matrix f = { { { 1, 1 }, { 1, 0 } } }, p = { { { 1, 0 }, { 0, 1 } } };
  for (int n = i; n; n /= 2)
    {
      if (n & 1)
	p = p * f;
      f = f * f;
    }
  matrix s = p + f * p;
  b[i] = (int) (p.v[0][1] + s.v[1][0] * 3 + s.v[1][1]);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
