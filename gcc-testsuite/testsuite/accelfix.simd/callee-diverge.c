/* Lanes that call different functions, at different depths, at one time.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
fold (const int *a, int n)
{
  int s = 1;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j];
  return s;
}
static NOIPA int
deep (int x)
{
  int a[30];
  for (int j = 0; j < 30; j++)
    a[j] = x - j;
  return fold (a, 30);
}
static NOIPA int
deeper (int x)
{
  int a[10] = { x, x + 1 };
  a[2] = deep (x / 2);
  return fold (a, 10) + deep (a[1]);
}
static NOIPA int
leaf (int *p)
{
  return ++*p;
}
#pragma omp end declare target
#define BODY "callee-diverge.c"
#include "forms.h"
#else
  int x = i, y = 0;
  switch (i % 4)
    {
    case 0: y = deep (i); break;
    case 1: y = deeper (i); break;
    case 2: y = leaf (&x) * 2; break;
    default: if (i % 8 == 3) y = deeper (leaf (&x)); break;
    }
  y += leaf (&x);
  b[i] = x + y;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
