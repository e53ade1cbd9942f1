/* Negative values of type char and short that lanes exchange: of lastprivate and
   linear variables, and of reductions, read in a wider type after the loop.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
#include "simd.h"

int
main ()
{
  int r[16], a[N], two = 2;
  for (int i = 0; i < N; i++)
    a[i] = -(i * 37 % 101) - 1;
#pragma omp target map(from: r) map(to: a)
  {
    short last = 0, most = -30000, sum = -5, ors = 0, lin = -1000;
    signed char small = 0, top = -100, ands = -1, back = 60;
    unsigned char byte = 0;
#pragma omp simd lastprivate(last, small, byte) reduction(max: most, top)
    for (int i = 0; i < N; i++)
      {
	last = a[i];
	small = -i;
	byte = 200;
	most = most > a[i] ? most : a[i];
	top = top > a[i] ? top : a[i];
      }
#pragma omp simd reduction(+: sum) reduction(|: ors) reduction(&: ands) linear(lin: 3)
    for (int i = 0; i < N; i++)
      {
	sum += a[i];
	ors |= -2;
	ands &= a[i] | 7;
	lin += 3;
      }
#pragma omp simd linear(back: -two)
    for (int i = 0; i < 50; i++)
      back -= two;
    r[0] = last;
    r[1] = small > 0;
    r[2] = (unsigned) small;
    r[3] = byte;
    r[4] = most;
    r[5] = top * 2;
    r[6] = sum / 2;
    r[7] = ors;
    r[8] = ands;
    r[9] = lin;
    r[10] = back;
  }
  int sum = -5, ands = -1;
  for (int i = 0; i < N; i++)
    {
      sum += a[i];
      ands &= a[i] | 7;
    }
  int want[] = { a[N - 1], 0, -(N - 1), 200, -1, -2, sum / 2, -2, ands,
		 -1000 + 3 * N, -40 };
  for (int i = 0; i < 11; i++)
    expect ("r", i, r[i], want[i]);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
