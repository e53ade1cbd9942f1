/* Volatile scalars of the body, of several types.  */
/* { dg-simd-without "right" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os -Og" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
half (int x)
{
  return x / 2;
}
#pragma omp end declare target
#define BODY "volatile-scalar.c"
#include "forms.h"
#else
  volatile int v;
  volatile double d;
  volatile char c = (char) i;
  v = i * 3;
  d = v + 0.25;
  v = v + half (v);
  d = d * 2;
  c = (char) (c + 1);
  b[i] = v + (int) (d * 2) + c;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
