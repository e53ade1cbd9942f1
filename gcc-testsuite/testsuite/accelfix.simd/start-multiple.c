/* Loops that start at a multiple of their step, of which GCC makes a product of a
   sum with the lane's number: (lane + 4) * 2 for 8 + lane * 2.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
#define N 300
#include "simd.h"

#pragma omp declare target
static NOIPA void
numbers (int *a, int m)
{
  unsigned n = m;
#pragma omp simd
  for (unsigned i = 30; i < n; i += 2)
    a[i] += i;
#pragma omp simd
  for (unsigned i = 4; i < n; i += 4)
    a[i] ^= i;
#pragma omp simd
  for (int i = 8; i < m; i += 8)
    a[i] += 3 * i;
#pragma omp simd
  for (long i = 150; i > 3; i -= 5)
    a[i] ^= 5 * i;
#pragma omp simd
  for (unsigned long i = 6; i < n; i += 3)
    a[i] -= i;
}

static NOIPA int
last (int *a, int m)
{
  int i;
  unsigned k, n = m;
#pragma omp simd
  for (i = 16; i < m; i += 4)
    a[i] += i;
#pragma omp simd
  for (k = 16; k < n; k += 4)
    a[k] ^= k;
  return i * 1000 + k;
}

static NOIPA void
variables (int *a, unsigned n, unsigned k, int m, long q)
{
#pragma omp simd
  for (unsigned i = 2 * k; i < n; i += 2)
    a[i] += i;
  /* It ends where the counter passes 0.  */
#pragma omp simd
  for (unsigned i = k << 2; i > 3; i -= 4)
    a[i] ^= i;
#pragma omp simd
  for (int i = 8 * m; i < n; i += 8)
    a[i] ^= 3 * i;
#pragma omp simd
  for (long i = q * 3; i > m; i -= 3)
    a[i] += 7 * i;
#pragma omp simd
  for (unsigned char i = k * 2; i < n; i += 2)
    a[i] ^= 5 * i;
#pragma omp simd
  for (unsigned i = (k + 1) * 3; i < n; i += 3)
    a[i] -= i;
#pragma omp simd
  for (unsigned long i = q * 4; i > 0; i -= 4)
    a[i] ^= 9 * i;
}

static void
all (int *a, int *ends)
{
  numbers (a, 150);
  *ends = last (a, 150);
  variables (a, 210, 5, 1, 60);
  variables (a, 210, 20, 2, 9);
}
#pragma omp end declare target

int
main ()
{
  int a[N] = { 0 }, want[N] = { 0 }, ends, want_ends;
  all (want, &want_ends);
#pragma omp target map(tofrom: a) map(from: ends)
  all (a, &ends);
  for (int i = 0; i < N; i++)
    expect ("elements", i, a[i], want[i]);
  expect ("last values", 0, ends, want_ends);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
