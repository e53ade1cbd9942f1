/* Lambdas that capture variables of the body by reference.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
template <typename F>
static NOIPA int
repeat (int n, const F &f)
{
  int s = 0;
  for (int j = 0; j < n; j++)
    s = s * 3 + f (j);
  return s;
}
#pragma omp end declare target
#define BODY "lambda.C"
#include "forms.h"
#else
  int a[4] = { i, 1, 2, 3 }, calls = 0;
  auto next = [&] (int j) { calls++; return a[j & 3] += j; };
  auto twice = [&next, i] (int j) { int x = next (j); return x + next (i); };
  b[i] = repeat (5, next);
  b[i] -= repeat (i % 4, twice);
  b[i] += [=] { return a[0] * a[2]; } () + calls;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
