/* Structures that functions return and nobody looks at: each lane needs room for
   the result all the same, and all of it.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
struct large { int a[40]; };
static NOIPA struct large
make (int *p, int k)
{
  struct large l;
  for (int j = 0; j < 40; j++)
    l.a[j] = k ^ j;
  *p += l.a[k % 40];
  return l;
}
static NOIPA int
sum (struct large l)
{
  int s = 0;
  for (int j = 0; j < 40; j++)
    s = s * 3 + l.a[j];
  return s;
}
#pragma omp end declare target
#define BODY "temporary-unused.c"
#include "forms.h"
#else
  int k = i, own[3] = { i, 2, 3 };
  make (&k, i);
  make (&own[i % 3], k & 63);
  b[i] = sum (make (&k, 5)) + k + own[0] + own[1] * 3 + own[2] * 5;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
