/* Recursion, to a depth that differs from lane to lane.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
walk (int *visited, int n, int x)
{
  int here[2] = { x, n };
  if (n == 0)
    return visited[0] + x;
  visited[n % 4] += x;
  int r = walk (visited, n - 1, here[0] * 3 % 17);
  return r + here[1] * visited[here[0] % 4];
}
#pragma omp end declare target
#define BODY "recursion.c"
#include "forms.h"
#else
  int v[4] = { 1, 2, 3, i };
  int s = walk (v, i % 6, i);
  b[i] = s + v[3];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
