/* Three collapsed loops that depend on each other, in a combined construct with simd, are
   refused.  */
/* { dg-accel-gcc "11 12" } */
/* { dg-host-nvptx "-latomic" } */
/* { dg-host-without "wrong" } */
/* { dg-host-refused "18 'collapse(3)' of loops whose bounds depend on each other is not supported" } */

#include "host.h"

int
main (void)
{
  int n = 0, count = 0;
  long sum = 0, wanted = 0;

  /* Only the last one may, and two may.  */
  #pragma omp target map(tofrom: sum, n)
  #pragma omp parallel for simd collapse(3) reduction(+: sum, n)
  for (int i = 0; i < 5; i++)
    for (int j = i; j < i + 4; j++)
      for (int k = 0; k < 3; k++)
	{
	  sum += 100 * i + 10 * j + k;
	  n++;
	}
  #pragma omp parallel for simd collapse(3) reduction(+: count)
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 4; j++)
      for (int k = i; k < i + 3; k++)
	count++;
  #pragma omp parallel for simd collapse(2) reduction(+: count)
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < i; j++)
      count++;
  for (int i = 0; i < 5; i++)
    for (int j = i; j < i + 4; j++)
      for (int k = 0; k < 3; k++)
	wanted += 100 * i + 10 * j + k;
  check ("three loops", sum == wanted && n == 60);
  check ("others", count == 70);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
