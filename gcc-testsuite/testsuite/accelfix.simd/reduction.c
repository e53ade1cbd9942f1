/* Reductions of scalars over what arrays of the body hold.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */
#include "simd.h"

#pragma omp declare target
static NOIPA void
fill (int *a, int i)
{
  for (int j = 0; j < 5; j++)
    a[(i + j) % 5] = i * j % 7;
}
#pragma omp end declare target

int
main ()
{
  int sum = 3, most = -1, bits = 0;
  double product = 1;
  long far = 0;
#pragma omp target map(tofrom: sum, most, bits)
#pragma omp simd reduction(+: sum) reduction(max: most) reduction(|: bits)
  for (int i = 0; i < N; i++)
    {
      int a[5];
      fill (a, i);
      sum += a[i % 5] + a[(i + 1) % 5] * 2;
      most = most > a[2] * i ? most : a[2] * i;
      bits |= 1 << a[3];
    }
#pragma omp target parallel for simd map(tofrom: product) reduction(*: product)
  for (int i = 0; i < N; i++)
    {
      int a[5];
      fill (a, i);
      product *= 1 + (a[1] == 3 && i % 8 == 0);
    }
#pragma omp target teams distribute parallel for simd map(tofrom: far) \
	    reduction(+: far)
  for (int i = 0; i < N; i++)
    {
      int a[5], c[5];
      fill (a, i);
      fill (c, i + 1);
      for (int j = 0; j < 5; j++)
	far += (long) a[j] * c[4 - j] << 20;
    }
  int sum1 = 3, most1 = -1, bits1 = 0;
  double product1 = 1;
  long far1 = 0;
  for (int i = 0; i < N; i++)
    {
      int a[5], c[5];
      fill (a, i);
      fill (c, i + 1);
      sum1 += a[i % 5] + a[(i + 1) % 5] * 2;
      most1 = most1 > a[2] * i ? most1 : a[2] * i;
      bits1 |= 1 << a[3];
      product1 *= 1 + (a[1] == 3 && i % 8 == 0);
      for (int j = 0; j < 5; j++)
	far1 += (long) a[j] * c[4 - j] << 20;
    }
  expect ("sum", 0, sum, sum1);
  expect ("most", 0, most, most1);
  expect ("bits", 0, bits, bits1);
  expect ("product", 0, product, product1);
  expect ("far", 0, far, far1);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
