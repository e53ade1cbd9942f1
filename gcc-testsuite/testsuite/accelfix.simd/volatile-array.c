/* A volatile array of the body.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#define BODY "volatile-array.c"
#include "forms.h"
#else
  volatile short v[6];
  for (int j = 0; j < 6; j++)
    v[j] = (short) (i - j * j);
  for (int j = 1; j < 6; j++)
    v[j] = (short) (v[j] + v[j - 1]);
  b[i] = v[5] * 2 + v[i % 6];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
