/* A pointer to one of several variables of the body.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
next (int *p)
{
  return ++*p;
}
#pragma omp end declare target
#define BODY "address-choice.c"
#include "forms.h"
#else
  int x = i, y = 2 * i, z[2] = { 3 * i, 4 * i };
  int *p = i % 3 == 0 ? &x : i % 3 == 1 ? &y : &z[i & 1];
  next (p);
  int *q = p == &x ? &z[1] : &x;
  int s = 0;
  for (int j = 0; j < 3; j++)
    {
      s = s * 2 + next (q);
      q = q == &x ? p : &x;
    }
  b[i] = s + x + 5 * y + 7 * z[0] + 11 * z[1];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
