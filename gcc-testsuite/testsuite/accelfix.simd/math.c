/* sin, cos, exp, log and pow: those of large arguments need a large frame.  */
/* { dg-options "-Wl,--no-as-needed -lm" } */
/* { dg-accel-options "-lm" } */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#include <math.h>
#define T double
#define EXPECT expect_near
#define BODY "math.c"
#include "forms.h"
#else
  double x[3];
  x[0] = sin (1e5 * (i + 1)) + cos (3e8 * i + 1);
  x[1] = exp (x[0]) * log (i + 2.0);
  x[2] = pow (i + 0.5, 1.25) + tan (i * 1e6 + 0.1) / (1 + x[1] * x[1]);
  b[i] = x[i % 3] + x[(i + 1) % 3] * 2 + fmod (x[2], 1 + x[1]);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
