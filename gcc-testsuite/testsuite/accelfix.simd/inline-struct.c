/* Inlined helpers that take structures and return them.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os -Og" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
#define ALWAYS static inline __attribute__ ((always_inline))
struct fixed { int n, digit[6]; };
ALWAYS struct fixed
number (int x)
{
  struct fixed f = { 0, { 0 } };
  while (x > 0 && f.n < 6)
    {
      f.digit[f.n++] = x % 10;
      x /= 10;
    }
  return f;
}
ALWAYS struct fixed
add (struct fixed a, struct fixed c)
{
  struct fixed r;
  int carry = 0;
  r.n = a.n > c.n ? a.n : c.n;
  for (int j = 0; j < 6; j++)
    {
      int d = a.digit[j] + c.digit[j] + carry;
      r.digit[j] = d % 10;
      carry = d / 10;
    }
  return r;
}
NOIPA static int
value (const struct fixed *f)
{
  int v = 0;
  for (int j = 5; j >= 0; j--)
    v = v * 10 + f->digit[j];
  return v + f->n;
}
#pragma omp end declare target
#define BODY "inline-struct.c"
#include "forms.h"
#else
  struct fixed a = number (i * 37), c = number (i * i);
  struct fixed s = add (a, add (c, number (99)));
  b[i] = value (&s);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
