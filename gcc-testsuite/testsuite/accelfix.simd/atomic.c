/* Atomic operations on what the lanes share, with operands from what each has,
   and on what it has.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3" } */
#include "simd.h"

#pragma omp declare target
static NOIPA void
fill (int *a, int n, int x)
{
  for (int j = 0; j < n; j++)
    a[j] = x * j % 11;
}
#pragma omp end declare target

int
main ()
{
  int total = 0, bins[11] = { 0 }, b[N];
  long wide = 5;
#pragma omp target map(tofrom: total, bins, wide) map(from: b)
#pragma omp simd
  for (int i = 0; i < N; i++)
    {
      int a[6], own = 3;
      fill (a, 6, i);
#pragma omp atomic
      total += a[i % 6];
#pragma omp atomic
      bins[a[1]]++;
#pragma omp atomic
      wide ^= (long) a[5] << (i % 40);
      fill (&own, 1, i);
#pragma omp atomic
      own += a[2];
      b[i] = own + a[3];
    }
#pragma omp target teams distribute parallel for simd map(tofrom: total)
  for (int i = 0; i < N; i++)
    {
      int a[6];
      fill (a, 6, 2 * i);
#pragma omp atomic update
      total += a[4];
    }
  int total1 = 0, bins1[11] = { 0 };
  long wide1 = 5;
  for (int i = 0; i < N; i++)
    {
      int a[6];
      fill (a, 6, i);
      total1 += a[i % 6];
      bins1[a[1]]++;
      wide1 ^= (long) a[5] << (i % 40);
      expect ("b", i, b[i], a[2] + a[3]);
      fill (a, 6, 2 * i);
      total1 += a[4];
    }
  expect ("total", 0, total, total1);
  expect ("wide", 0, (int) (wide ^ wide1), 0);
  expect ("wide", 1, (int) ((wide ^ wide1) >> 32), 0);
  for (int j = 0; j < 11; j++)
    expect ("bins", j, bins[j], bins1[j]);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
