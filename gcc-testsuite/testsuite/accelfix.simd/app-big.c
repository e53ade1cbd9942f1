/* Numbers of 200 digits: factorials and their digits' sum.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
struct big { int n; unsigned char d[200]; };
static NOIPA void
times (struct big *a, int k)
{
  int carry = 0;
  for (int j = 0; j < a->n || carry; j++)
    {
      if (j >= a->n)
	{
	  a->d[j] = 0;
	  a->n = j + 1;
	}
      carry += a->d[j] * k;
      a->d[j] = (unsigned char) (carry % 10);
      carry /= 10;
    }
}
#pragma omp end declare target
#define BODY "app-big.c"
#include "forms.h"
#else
  struct big a = { 1, { 1 } }, last = a;
  for (int k = 2; k <= 20 + i % 60; k++)
    {
      last = a;
      times (&a, k);
    }
  int s = 0;
  for (int j = 0; j < a.n; j++)
    s += a.d[j] * 3 - last.d[j % last.n];
  b[i] = s * 1000 + a.n;
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
