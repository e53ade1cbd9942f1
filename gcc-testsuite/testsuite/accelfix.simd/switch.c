/* A switch whose cases have arrays, and one that falls through.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -O3 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
fold (const int *a, int n)
{
  int s = 1;
  for (int j = 0; j < n; j++)
    s = s * 3 + a[j];
  return s;
}
#pragma omp end declare target
#define BODY "switch.c"
#include "forms.h"
#else
  int base[2] = { i, -i }, r;
  switch (i % 5)
    {
    case 0:
      {
	int a[3] = { i, 1, 2 };
	r = fold (a, 3);
	break;
      }
    case 1:
      base[1] = 7;
      /* Fall through.  */
    case 2:
      r = fold (base, 2);
      break;
    case 3:
      {
	short s[4] = { 1, 2, 3, (short) i };
	int c[4];
	for (int j = 0; j < 4; j++)
	  c[j] = s[3 - j];
	r = fold (c, 4);
	break;
      }
    default:
      r = base[0] * 2;
    }
  b[i] = r + base[1];
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
