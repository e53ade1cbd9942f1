/* A helper with an array, inlined in a loop of the body.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static inline __attribute__ ((always_inline)) int
digits (int x, int base)
{
  int d[8], s = 0;
  for (int j = 0; j < 8; j++, x /= base)
    d[j] = x % base;
  for (int j = 0; j < 8; j++)
    s += d[(j + base) & 7] * (j + 1);
  return s;
}
#pragma omp end declare target
#define BODY "inline-in-loop.c"
#include "forms.h"
#else
  int s = 0;
  for (int j = 2; j < 2 + i % 5; j++)
    {
      for (int k = 0; k < 2; k++)
	s = s * 3 + digits (i * 1000 + j, j + k);
    }
  b[i] = s;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
