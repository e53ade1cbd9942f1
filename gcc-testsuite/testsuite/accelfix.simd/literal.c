/* Compound literals.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
struct p { int x, y, z[3]; };
static NOIPA int
weigh (const struct p *q, int *a)
{
  a[0] += q->z[1];
  return q->x + 2 * q->y + a[0] * a[1];
}
#pragma omp end declare target
#define BODY "literal.c"
#include "forms.h"
#else
  int *a = (int []) { i, 2, i + 5 };
  int r = weigh (&(struct p) { i, 3, { 1, i, 2 } }, a);
  r += weigh (&(struct p) { .y = i }, (int [2]) { 4, i });
  b[i] = r * 2 + a[0] + a[2];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
