/* References to variables of the body, as arguments and results.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int &
larger (int &x, int &y)
{
  return x > y ? x : y;
}
static NOIPA void
rotate (int &x, int &y, int (&a)[3])
{
  int t = x;
  x = y;
  y = a[0];
  a[0] = a[1];
  a[1] = a[2];
  a[2] = t;
}
#pragma omp end declare target
#define BODY "reference.C"
#include "forms.h"
#else
  int x = i, y = 40 - i % 13, a[3] = { i, i + 1, 9 };
  larger (x, y) += 5;
  int &r = larger (a[i % 3], x);
  rotate (x, y, a);
  r *= 2;
  const int &k = i % 2 ? y : a[1];
  b[i] = x + 3 * y + 5 * a[0] + 7 * a[1] + 11 * a[2] + k;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
