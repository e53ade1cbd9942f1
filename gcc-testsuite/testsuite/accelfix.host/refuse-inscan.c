/* An inscan reduction in a simd loop of a target region is refused.  */
/* { dg-accel-levels "-O1 -O2 -O3" } */
/* { dg-host-without "crash" } */
/* { dg-host-refused "17 reduction in a 'simd' loop is not supported in offloaded code" } */

#include "host.h"

int
main (void)
{
  int a[64], b[64], r = 0, wrong = 0;

  for (int i = 0; i < 64; i++)
    a[i] = i;
  #pragma omp target map (tofrom: a, b, r)
  {
    #pragma omp simd reduction (inscan, +: r)
    for (int i = 0; i < 64; i++)
      {
	r += a[i];
	#pragma omp scan inclusive (r)
	b[i] = r;
      }
  }
  for (int i = 0; i < 64; i++)
    wrong += b[i] != i * (i + 1) / 2;
  check ("sums", wrong == 0);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
