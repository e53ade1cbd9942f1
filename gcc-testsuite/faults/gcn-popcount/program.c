/* The bits of numbers are counted in a simd loop.  */
#include <stdio.h>

int
main (void)
{
  unsigned a[64], r[64], sum = 0;
  for (unsigned i = 0; i < 64; i++)
    a[i] = i * 2654435761u;

#pragma omp target parallel for simd map(to: a) map(from: r)
  for (int i = 0; i < 64; i++)
    r[i] = __builtin_popcount (a[i]);

  for (int i = 0; i < 64; i++)
    sum += r[i];
  printf ("%u\n", sum);
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
