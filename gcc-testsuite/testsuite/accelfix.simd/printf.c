/* printf with many arguments, in between of the use of an array.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -Os" } */
#ifndef BODY
#define N 40
#include "simd.h"
#pragma omp declare target
static NOIPA void
fill (int *a, int i)
{
  for (int j = 0; j < 6; j++)
    a[j] = i * j;
}
#pragma omp end declare target
#define BODY "printf.c"
#include "forms.h"
#else
  int a[6];
  fill (a, i);
  int n = printf ("# %d %s %d %ld %c %d %u\n", 10 + i % 10, "lane", a[1] % 7,
		  (long) a[2] % 5, 'a' + i % 26, i % 3, 4u);
  b[i] = n > 0;
  for (int j = 0; j < 6; j++)
    b[i] = b[i] * 3 + a[j];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
