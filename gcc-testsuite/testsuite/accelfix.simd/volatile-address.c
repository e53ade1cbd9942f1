/* Volatile scalars and a structure of the body, by address.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -Os -Og" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
struct v { volatile int n; int m; };
static NOIPA int
bump (volatile int *p, struct v *s)
{
  *p = *p + 1;
  s->n = s->n * 2 + s->m;
  return *p;
}
#pragma omp end declare target
#define BODY "volatile-address.c"
#include "forms.h"
#else
  volatile int v = i;
  struct v s = { i, 3 };
  volatile struct v t = { 1, i };
  int r = bump (&v, &s);
  r = r * 3 + bump (&s.n, &s);
  t.n = t.m + t.n;
  b[i] = r + v * 5 + s.n + t.n;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
