/* linear variables of type char and short: C adds to them in int, so that the sum
   is converted, and GCC leaves it in an unsigned type.  Steps that are no constants,
   also one that goes from iteration to iteration without changing.  All of them
   run in SIMT.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
#include "simd.h"

int two = 2;

int
main ()
{
  int a[N], b[N], c[N], d[N], e[N], f[N], g[N], s = two;
  short h = 100, w = 3;
  unsigned short q = 65500, r = 9;
  unsigned char u = 3, v = 250;
  signed char x = -100;
#pragma omp target map(from: a) map(tofrom: h)
#pragma omp simd linear(h: 2)
  for (int i = 0; i < N; i++)
    {
      h += 2;
      a[i] = h;
    }
#pragma omp target map(from: b)
#pragma omp simd linear(u: 7)
  for (int i = 0; i < N; i++)
    {
      b[i] = u;
      u += 7;
    }
#pragma omp target map(from: c) map(tofrom: q)
#pragma omp simd linear(q: s)
  for (int i = 0; i < N; i++)
    {
      c[i] = q;
      q += s;
    }
#pragma omp target map(from: d) map(tofrom: w)
#pragma omp parallel for simd linear(w: s) num_threads(3)
  for (int i = 0; i < N; i++)
    {
      d[i] = w;
      w += s;
    }
#pragma omp target map(from: e) map(tofrom: v)
#pragma omp simd linear(v: -3)
  for (int i = 0; i < N; i++)
    {
      int t[2] = { v, i };
      e[i] = t[i & 1];
      v -= 3;
    }
#pragma omp target map(from: f) map(tofrom: x)
#pragma omp simd linear(x: s)
  for (int i = 0; i < N; i++)
    {
      f[i] = x;
      x += s;
    }
#pragma omp target map(from: g) map(tofrom: r)
#pragma omp simd linear(r: s * 300)
  for (int i = 0; i < N; i++)
    {
      g[i] = r > 1000 ? r : -r;
      r = r + s * 300;
    }
  for (int i = 0; i < N; i++)
    {
      unsigned char u1 = 3 + 7 * i, v1 = 250 - 3 * i;
      unsigned short q1 = 65500 + 2 * i, r1 = 9 + 600 * i;
      expect ("a", i, a[i], 102 + 2 * i);
      expect ("b", i, b[i], u1);
      expect ("c", i, c[i], q1);
      expect ("d", i, d[i], 3 + 2 * i);
      expect ("e", i, e[i], i & 1 ? i : v1);
      expect ("f", i, f[i], -100 + 2 * i);
      expect ("g", i, g[i], r1 > 1000 ? r1 : -r1);
    }
  expect ("h", 0, h, 100 + 2 * N);
  expect ("q", 0, q, (unsigned short) (65500 + 2 * N));
  expect ("w", 0, w, 3 + 2 * N);
  expect ("v", 0, v, (unsigned char) (250 - 3 * N));
  expect ("x", 0, x, -100 + 2 * N);
  expect ("r", 0, r, (unsigned short) (9 + 600 * N));
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
