/* Scalars whose address is taken: results by pointer.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og -O2,-g" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
divide (int a, int c, int *rest)
{
  *rest = a % c;
  return a / c;
}
static NOIPA void
split (double x, double *whole, double *part)
{
  *whole = (long) x;
  *part = x - *whole;
}
#pragma omp end declare target
#define T double
#define BODY "address-scalar.c"
#include "forms.h"
#else
  int rest;
  double whole, part;
  int q = divide (i * 31, 7, &rest);
  split (i * 1.25, &whole, &part);
  b[i] = q * 10 + rest + whole * 3 + part;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
