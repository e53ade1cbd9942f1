/* 128-bit integers whose address is taken, and divided by library functions.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA void
step (__int128 *p, int i)
{
  *p = *p * 1000000007 + i;
}
#pragma omp end declare target
#define BODY "int128-address.c"
#include "forms.h"
#else
  __int128 x = i + 1, a[3];
  for (int j = 0; j < 3; j++)
    {
      step (&x, j);
      a[j] = x;
    }
  b[i] = (int) (a[2] / (i + 3)) + (int) (a[1] % 10007) + (int) (a[i % 3] >> 50);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
