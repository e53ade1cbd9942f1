/* Vectors of 32 bytes, which the target has not, into and out of functions.  */
/* { dg-options "-Wno-psabi" } */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
typedef int v8si __attribute__ ((vector_size (32)));
static NOIPA v8si
mix (v8si a, v8si c)
{
  return a * 3 + (c ^ 5);
}
static NOIPA int
fold (v8si a)
{
  int s = 0;
  for (int j = 0; j < 8; j++)
    s = s * 2 + a[j];
  return s;
}
#pragma omp end declare target
#define BODY "vector-32.c"
#include "forms.h"
#else
  v8si x, y;
  for (int j = 0; j < 8; j++)
    {
      x[j] = i + j;
      y[7 - j] = i * j;
    }
  v8si z = mix (x, y);
  b[i] = fold (mix (z, x)) - fold (y) + z[i & 7];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
