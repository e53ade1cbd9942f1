/* Arrays of variable size in functions that lanes call with different sizes,
   directly, over others and by pointers, and that call functions with frames of
   their own.  A plugin that looks at the loop's body alone has the frames lie
   over other lanes' arrays.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "any" } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
#include "simd.h"
#pragma omp declare target
static NOIPA int
frame (int *p, int n)
{
  int t[6];
  for (int i = 0; i < 6; i++)
    t[i] = p[i % n] + i;
  return t[5] + t[n % 6];
}
static NOIPA int
vla (int n)
{
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i * n;
  return frame (a, n) + a[n - 1];
}
static NOIPA int
taken (int n)
{
  int *a = (int *) __builtin_alloca (n * sizeof (int));
  for (int i = 0; i < n; i++)
    a[i] = i - n;
  int s = frame (a, n);
  return s * 3 + a[n / 2];
}
static NOIPA int
between (int n)
{
  int keep[3] = { n, vla (n), 7 };
  return frame (keep, 3) + keep[1];
}
static NOIPA int
far (int n)
{
  return n & 1 ? between (n) : between (n + 1) - 1;
}
static NOIPA int
own (int n, int deep)
{
  int a[n + deep];
  for (int i = 0; i < n + deep; i++)
    a[i] = i ^ n;
  int s = deep ? own (n % 3 + 1, deep - 1) : 1;
  return s + frame (a, n + deep) + a[n / 2];
}
static int (*const table[]) (int) = { vla, taken, far };
static NOIPA int
by_pointer (int (*f) (int), int n)
{
  return f (n) + 1;
}
#pragma omp end declare target

static int
compute (int form, int i)
{
  int n = i % 9 + 1;
  switch (form)
    {
    case 0: return vla (n);
    case 1: return taken (n);
    case 2: return far (n);
    case 3: return own (n, i % 3);
    default: return by_pointer (table[i % 3], n);
    }
}

int
main ()
{
  static int b[5][N];
#pragma omp target map(from: b)
  {
#pragma omp simd
    for (int i = 0; i < N; i++)
      b[0][i] = vla (i % 9 + 1);
#pragma omp simd
    for (int i = 0; i < N; i++)
      b[1][i] = taken (i % 9 + 1);
#pragma omp simd
    for (int i = 0; i < N; i++)
      b[2][i] = far (i % 9 + 1);
#pragma omp simd
    for (int i = 0; i < N; i++)
      b[3][i] = own (i % 9 + 1, i % 3);
    int (*f[3]) (int) = { vla, taken, far };
#pragma omp simd
    for (int i = 0; i < N; i++)
      b[4][i] = by_pointer (f[i % 3], i % 9 + 1);
  }
  for (int form = 0; form < 5; form++)
    for (int i = 0; i < N; i++)
      expect ("form", form * 1000 + i, b[form][i], compute (form, i));
#pragma omp target teams distribute parallel for simd map(from: b[0][:N])
  for (int i = 0; i < N; i++)
    b[0][i] = far (i % 9 + 1);
  for (int i = 0; i < N; i++)
    expect ("combined", i, b[0][i], compute (2, i));
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
