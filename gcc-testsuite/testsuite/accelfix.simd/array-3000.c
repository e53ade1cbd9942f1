/* 3000 bytes for each lane.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2" } */
#ifndef BODY
#define N 70
#include "simd.h"
#pragma omp declare target
static NOIPA unsigned
hash (const unsigned char *p, int n)
{
  unsigned h = 5381;
  for (int j = 0; j < n; j++)
    h = h * 33 + p[j];
  return h;
}
#pragma omp end declare target
#define BODY "array-3000.c"
#include "forms.h"
#else
  unsigned char text[3000];
  for (int j = 0; j < 3000; j += 7)
    for (int k = j; k < j + 7 && k < 3000; k++)
      text[k] = (unsigned char) (i + j - 3 * k);
  b[i] = (int) (hash (text, 3000) & 0xffffff);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
