/* Structures of several sizes by value: where two arguments lay before the
   loop, one lies in it that is as large as both.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -Os" } */
#include "simd.h"

#pragma omp declare target
struct small { int a[8]; };
struct large { int a[16]; };
static NOIPA int
two (struct small s, struct small t)
{
  s.a[5] += t.a[7];
  t.a[0] ^= s.a[0];
  return s.a[1] * 3 + s.a[5] + t.a[0];
}
static NOIPA int
one (struct large l, int k)
{
  l.a[k] += l.a[15];
  l.a[15] = l.a[0] + k;
  return l.a[k] + l.a[15];
}
static NOIPA void
fill (int *a, int n, int i)
{
  for (int j = 0; j < n; j++)
    a[j] = i * 7 + j * j;
}
static NOIPA void
loop (int *b)
{
  struct small s, t;
  fill (s.a, 8, 1);
  fill (t.a, 8, 2);
  int r = two (s, t);
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      struct large l;
      fill (l.a, 16, i);
      b[i] = r + one (l, 3) * 5 + one (l, i % 15);
    }
}
#pragma omp end declare target

int
main ()
{
  static int b[N], c[N];
#pragma omp target map(from: b)
  loop (b);
  loop (c);
  for (int i = 0; i < N; i++)
    expect ("b", i, b[i], c[i]);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
