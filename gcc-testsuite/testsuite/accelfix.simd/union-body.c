/* Unions that are written as one type and read as another.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
union all { double d; unsigned long l; unsigned u[2]; unsigned char c[8]; };
static NOIPA void
flip (union all *u)
{
  for (int j = 0; j < 4; j++)
    {
      unsigned char t = u->c[j];
      u->c[j] = u->c[7 - j];
      u->c[7 - j] = t;
    }
}
#pragma omp end declare target
#define BODY "union-body.c"
#include "forms.h"
#else
  union all x, y;
  x.d = i * 0.375 - 7;
  y.l = 0x0123456789abcdefUL * (i + 1);
  flip (&x);
  flip (&y);
  b[i] = (int) ((x.u[0] ^ x.u[1] ^ y.u[0]) + y.c[i & 7]);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
