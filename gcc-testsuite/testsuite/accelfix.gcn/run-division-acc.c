/* Division of 64-bit integers in vectors of OpenACC.
   { dg-accel-mode openacc }
   { dg-accel-gcc "14 15 16" }
   { dg-accel-options "-march=gfx908" }
   { dg-accel-levels "-O3" }
   { dg-accel-run "--time-limit=60" }
   { dg-accel-args "-" } */
#include <stdio.h>

#define N 1000

static long a[N], b[N], q[N], r[N];

int
main (void)
{
  int wrong = 0;
  for (int i = 0; i < N; i++)
    {
      a[i] = (i - 500) * 98765432123456 + 7;
      b[i] = i % 3 ? i - 333 + (i == 333) : (i + 1) * 10000000019;
    }
#pragma acc parallel loop num_gangs (1) vector copyin (a, b) copyout (q, r)
  for (int i = 0; i < N; i++)
    {
      q[i] = a[i] / b[i];
      r[i] = a[i] % b[i];
    }
  for (int i = 0; i < N; i++)
    wrong += q[i] != a[i] / b[i] || r[i] != a[i] % b[i];
  printf ("%d wrong\n", wrong);
  return wrong != 0;
}

/* { dg-final { gcn-right {} "0 wrong" } } */
/* { dg-final { gcn-wrong none {} "\[1-9\]\[0-9\]* wrong" } } */
/* { dg-final { summary-says "divisions of vectors of 64-bit integers done without libgcc" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
