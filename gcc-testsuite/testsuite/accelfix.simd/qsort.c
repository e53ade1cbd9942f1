/* newlib's qsort and bsearch with a comparison of the program's.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -Os" } */
#ifndef BODY
#include "simd.h"
#include <stdlib.h>
#pragma omp declare target
static int
compare (const void *p, const void *q)
{
  int x = *(const int *) p, y = *(const int *) q;
  return x < y ? -1 : x > y;
}
#pragma omp end declare target
#define BODY "qsort.c"
#include "forms.h"
#else
  int a[15], key = (i * 3) % 61;
  for (int j = 0; j < 15; j++)
    a[j] = (i * 7 + j * 13) % 61;
  qsort (a, 15, sizeof (int), compare);
  int *p = bsearch (&key, a, 15, sizeof (int), compare);
  b[i] = p ? (int) (p - a) : 99;
  for (int j = 0; j < 15; j++)
    b[i] = b[i] * 3 + a[j];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
