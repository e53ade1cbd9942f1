/* Temporaries of SIMT regions where frames=gaps puts a gap at the frame's start:
   the gap is none of them, and they lie behind the variables still.  */
/* { dg-simd-without "crash" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
/* { dg-accel-args "frames=gaps" } */
#include "simd.h"
#include <string.h>
#pragma omp declare target
typedef int v4 __attribute__ ((vector_size (16)));
typedef int v8 __attribute__ ((vector_size (32)));
typedef long v2 __attribute__ ((vector_size (16)));
static NOIPA v8
turn (v8 a, int k)
{
  a[k & 7] += k;
  return a + 1;
}
static NOIPA int
fold (int *p, int n)
{
  int t[6];
  for (int i = 0; i < 6; i++)
    t[i] = p[i % n] + i;
  return t[5] + t[n];
}
static inline int
body (int i)
{
  int t[5] = { i, i * 2, 3, i % 11, 7 };
  v4 v = { i, 1, 2, 3 };
  v[i & 3] += 9;
  v8 w = { i, 2, 3, 4, 5, 6, 7, 8 };
  w = turn (w, i);
  v2 z = { i, i + 1 };
  z += 4;
  volatile int seen = i;
  seen += t[i % 5];
  return v[2] + v[i & 3] + w[i & 7] + (int) z[1] + seen + fold (t, 5);
}
static inline int
other (int i)
{
  int a[3];
  for (int *p = a; p != a + 3; p++)
    *p = i * (p - a);
  struct { char c[7]; short s; } y;
  memset (&y, i, sizeof y);
  y.s = 3;
  memcpy (y.c, a, 7);
  return fold (a, 3) + y.c[4] + y.s;
}
#pragma omp end declare target
int b[3][N];

int
main ()
{
#pragma omp target map(from: b)
  {
#pragma omp simd
    for (int i = 0; i < N; i++)
      b[0][i] = body (i);
#pragma omp parallel for simd
    for (int i = 0; i < N; i++)
      b[1][i] = body (i);
#pragma omp simd
    for (int i = 0; i < N; i++)
      b[2][i] = other (i);
  }
  for (int i = 0; i < N; i++)
    {
      expect ("simd", i, b[0][i], body (i));
      expect ("parallel for simd", i, b[1][i], body (i));
      expect ("other", i, b[2][i], other (i));
    }
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
