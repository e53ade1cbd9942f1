/* frexp, modf and remquo, whose second results go to variables of the body.  */
/* { dg-options "-Wl,--no-as-needed -lm" } */
/* { dg-accel-options "-lm" } */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#include <math.h>
#define T double
#define EXPECT expect_near
#define BODY "math-pointers.c"
#include "forms.h"
#else
  int e, q;
  double whole;
  double m = frexp (i * 37.5 + 1, &e);
  double f = modf (i * 1.75 + 0.125, &whole);
  double r = remquo (i * 3.5, 2.25, &q);
  b[i] = m + e * 2 + f + whole * 3 + r + (q & 7);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
