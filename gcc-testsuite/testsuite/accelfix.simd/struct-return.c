/* Large structures returned by functions: the caller makes the room.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
struct large { int n, v[12]; };
static NOIPA struct large
make (int i)
{
  struct large r;
  r.n = i;
  for (int j = 0; j < 12; j++)
    r.v[j] = i * j;
  return r;
}
static NOIPA struct large
twice (const struct large *p)
{
  struct large r = *p;
  for (int j = 0; j < 12; j++)
    r.v[j] = 2 * p->v[11 - j] + r.n;
  return r;
}
#pragma omp end declare target
#define BODY "struct-return.c"
#include "forms.h"
#else
  struct large x = make (i), y = twice (&x);
  x = twice (&y);
  b[i] = make (x.v[3]).v[2];
  for (int j = 0; j < 12; j++)
    b[i] += x.v[j] * (j + 1) - y.v[j];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
