/* Structures of several sizes as arguments, copied for the callee.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
struct three { char c[3]; };
struct wide { int v[9]; };
struct pair { long a; double d; };
static NOIPA int
use (struct three t, struct wide w, struct pair p)
{
  t.c[1] += 1;
  w.v[4] -= t.c[0];
  p.a += 3;
  int s = (int) p.a + (int) (p.d * 2);
  for (int j = 0; j < 3; j++)
    s = s * 3 + t.c[j];
  for (int j = 0; j < 9; j++)
    s ^= w.v[j] << j;
  return s;
}
#pragma omp end declare target
#define BODY "struct-argument.c"
#include "forms.h"
#else
  struct three t = { { (char) i, (char) (i + 1), (char) (i & 7) } };
  struct wide w;
  struct pair p = { i * 1000L, i + 0.5 };
  for (int j = 0; j < 9; j++)
    w.v[j] = i + 2 * j;
  b[i] = use (t, w, p) + t.c[1] + w.v[4] + (int) p.a;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
