/* csqrt, cexp and a function of the program that return complex doubles.  */
/* { dg-options "-Wl,--no-as-needed -lm" } */
/* { dg-accel-options "-lm" } */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#include <complex.h>
#include <math.h>
#pragma omp declare target
static NOIPA _Complex double
quotient (_Complex double a, _Complex double c)
{
  return a / (c + 1);
}
#pragma omp end declare target
#define T double
#define EXPECT expect_near
#define BODY "complex-double.c"
#include "forms.h"
#else
  _Complex double z[2];
  z[0] = csqrt (i - 40 + 3i);
  z[1] = cexp (z[0] / 9) * quotient (i + 1i, z[0]);
  z[i & 1] += 0.5;
  b[i] = creal (z[0]) + cimag (z[0]) * 2 + cabs (z[1]) + cimag (quotient (z[1], 2));
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
