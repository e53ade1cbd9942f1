/* Vectors of 16 bytes: elements by index, and by address.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
typedef int v4si __attribute__ ((vector_size (16)));
static NOIPA void
add (v4si *p, int i)
{
  *p += (v4si) { i, 2 * i, 3, i };
}
#pragma omp end declare target
#define BODY "vector-16.c"
#include "forms.h"
#else
  v4si x = { i, 1, 2, 3 }, y[2];
  add (&x, i);
  y[0] = x * 3;
  y[1] = x - y[0];
  add (&y[i & 1], 7);
  x[i & 3] = 9;
  b[i] = x[0] + x[1] * 2 + x[2] + x[3] + y[1][i & 3] + y[0][1];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
