/* Arrays of odd sizes: their sum needs padding.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA void
put (char *c, short *s, unsigned char *one, int i)
{
  for (int j = 0; j < 5; j++)
    c[j] = (char) (i + j);
  for (int j = 0; j < 3; j++)
    s[j] = (short) (100 * i + j);
  *one = (unsigned char) (255 - i);
}
#pragma omp end declare target
#define BODY "array-small.c"
#include "forms.h"
#else
  char c[5];
  short s[3];
  unsigned char one[1];
  put (c, s, one, i);
  int r = one[0];
  for (int j = 0; j < 5; j++)
    r = 3 * r + c[j];
  for (int j = 0; j < 3; j++)
    r += s[j];
  b[i] = r;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
