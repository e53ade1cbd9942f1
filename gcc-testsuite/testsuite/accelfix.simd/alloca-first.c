/* As alloca-frames.c, where the loop is compiled before what it calls: the
   functions call each other in a circle.  */
/* { dg-simd-without "wrong right 14 right 15 right 16" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "1" } */
/* { dg-accel-levels "-O0 -O1 -O2 -Os" } */
#include "simd.h"
#pragma omp declare target
static int loop (int *b, int n);
static NOIPA int
frame (int *p, int n)
{
  int t[6];
  for (int i = 0; i < 6; i++)
    t[i] = p[i % n] + i;
  return t[5] + t[n % 6];
}
static NOIPA int
vla (int *b, int n)
{
  if (n > 1000)
    return loop (b, 2);
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i * n;
  return frame (a, n) + a[n - 1];
}
static NOIPA int
between (int *b, int n)
{
  return vla (b, n) + 1;
}
static NOIPA int
loop (int *b, int n)
{
#pragma omp simd
  for (int i = 0; i < n; i++)
    b[i] = between (b, i % 9 + 1);
  return n;
}
#pragma omp end declare target

int
main ()
{
  int b[N];
#pragma omp target map(from: b)
  loop (b, N);
  for (int i = 0; i < N; i++)
    expect ("b", i, b[i], between (b, i % 9 + 1));
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
