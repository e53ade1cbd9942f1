/* Simd loops of functions that are inlined into a simd loop which runs without
   SIMT: they have lanes of their own.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "any" } */
#include "simd.h"

enum { PARTS = 40 };

#pragma omp declare target
static NOIPA int
sum (const int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}

/* A loop of its own.  */
static inline __attribute__ ((always_inline)) int
squares (int i)
{
  int a[PARTS];
#pragma omp simd
  for (int k = 0; k < PARTS; k++)
    a[k] = i + k * k;
  return sum (a, PARTS);
}

/* One with a variable that the lanes exchange.  */
static inline __attribute__ ((always_inline)) int
total (int i)
{
  int s = i, last = 0;
#pragma omp simd reduction(+: s) lastprivate(last)
  for (int k = 0; k < PARTS; k++)
    {
      s += k * 3;
      last = k + i;
    }
  return s * 2 + last;
}
#pragma omp end declare target

static int out[N], ordered[N];

int
main ()
{
  unsigned order = 1, want = 1;
#pragma omp target map(tofrom: out, ordered, order)
  {
    /* An array of variable size keeps it from SIMT.  */
#pragma omp simd
    for (int i = 0; i < N; i++)
      {
	int n = 1 + i % 5, a[n];
	for (int k = 0; k < n; k++)
	  a[k] = i + k;
	out[i] = sum (a, n) + squares (i) + total (i);
      }
    /* So does an ordered construct.  */
#pragma omp simd
    for (int i = 0; i < N; i++)
      {
	ordered[i] = squares (i) * 3 + total (i + 1);
#pragma omp ordered simd
	order = order * 3 + i;
      }
  }
  for (int i = 0; i < N; i++)
    {
      int n = 1 + i % 5, s = 0, q = 0;
      for (int k = 0; k < n; k++)
	s += i + k;
      for (int k = 0; k < PARTS; k++)
	q += i + k * k;
      int t = (i + 3 * PARTS * (PARTS - 1) / 2) * 2 + i + PARTS - 1;
      expect ("out", i, out[i], s + q + t);
      expect ("ordered", i, ordered[i], q * 3 + t + 3);
      want = want * 3 + i;
    }
  expect ("order", 0, order, want);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
