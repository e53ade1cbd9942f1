/* Arrays of the region that simd loops store to and that are read behind them: no address
   of them is taken, so GCC believes to know what is in them.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-simd-no-simt "1" } */
#include "simd.h"

struct two { int a[4]; float b[4]; };

int
main (void)
{
  int out[5][4];
  float sum = -1;
#pragma omp target map(from: out) map(tofrom: sum)
  {
    int few[3] = { 3, 10, 17 };
#pragma omp simd
    for (int i = 0; i < 3; i++)
      few[i] = i + 100;
    for (int i = 0; i < 3; i++)
      out[0][i] = few[i];

    /* Stored before one loop, read by another one and behind both.  */
    int a[4] = { 1, 2, 3, 4 }, b[4] = { 5, 6, 7, 8 };
#pragma omp simd
    for (int i = 0; i < 4; i++)
      a[3 - i] += 10 * i;
    a[0]++;
#pragma omp simd
    for (int i = 0; i < 4; i++)
      b[i] = a[(i + 1) & 3] + b[i];
    for (int i = 0; i < 4; i++)
      {
	out[1][i] = a[i];
	out[2][i] = b[i];
      }

    /* Members, and a condition that few lanes meet.  */
    struct two t = { { 1, 1, 1, 1 }, { 2, 2, 2, 2 } };
#pragma omp simd
    for (int i = 0; i < 40; i++)
      if (i % 10 == 9)
	{
	  t.a[i / 10] = i;
	  t.b[i / 10] += 0.5f;
	}
    sum = 0;
    for (int i = 0; i < 4; i++)
      {
	out[3][i] = t.a[i];
	sum += t.b[i];
      }

    /* One element.  */
    int one[1] = { 7 };
#pragma omp simd
    for (int i = 0; i < 64; i++)
      if (i == 45)
	one[0] = i;
    out[4][0] = one[0];
  }
  for (int i = 0; i < 3; i++)
    expect ("few", i, out[0][i], i + 100);
  static const int a[4] = { 32, 22, 13, 4 };
  static const int b[4] = { 27, 19, 11, 40 };
  for (int i = 0; i < 4; i++)
    {
      expect ("a", i, out[1][i], a[i]);
      expect ("b", i, out[2][i], b[i]);
      expect ("t.a", i, out[3][i], 10 * i + 9);
    }
  expect ("t.b", 0, sum, 10);
  expect ("one", 0, out[4][0], 45);
  return simd_wrong != 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
