/* Structures assigned, chosen by a condition and compared by bytes.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
struct s { int a, v[5]; };
static NOIPA void
set (struct s *p, int i)
{
  p->a = i;
  for (int j = 0; j < 5; j++)
    p->v[j] = i * i - j;
}
#pragma omp end declare target
#define BODY "struct-copy.c"
#include "forms.h"
#else
  struct s x, y, z, pair[2];
  set (&x, i);
  set (&y, 2 * i);
  z = i % 3 ? x : y;
  pair[i & 1] = y;
  pair[!(i & 1)] = z;
  pair[0].v[i % 5]++;
  b[i] = z.a + pair[0].v[2] * 3 + pair[1].v[4] + pair[0].v[i % 5]
	 + __builtin_memcmp (&z, &x, sizeof x) * (i % 3);
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
