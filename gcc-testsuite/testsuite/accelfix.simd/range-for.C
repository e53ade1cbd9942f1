/* Loops over an array of the body and a list in braces.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#include <initializer_list>
#pragma omp declare target
static NOIPA int
weigh (std::initializer_list<int> l)
{
  int s = 0;
  for (int x : l)
    s = s * 3 + x;
  return s;
}
#pragma omp end declare target
#define BODY "range-for.C"
#include "forms.h"
#else
  int a[5], s = 0;
  int n = i;
  for (int &x : a)
    x = n++ % 7;
  for (int x : { i, 2, i * 2 })
    for (int y : a)
      s += x * y;
  b[i] = s + weigh ({ i, a[1], 4, a[3] }) + weigh ({ a[i % 5] });
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
