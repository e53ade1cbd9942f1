/* A small array that a simd loop stores to, and that is read behind the loop.  */
#include <stdio.h>

int
main (void)
{
  unsigned out[3], wrong = 0;
#pragma omp target map (from: out)
  {
    unsigned a[3];
    for (unsigned i = 0; i < 3; i++)
      a[i] = 7 * i + 3;
#pragma omp simd
    for (unsigned i = 0; i < 3; i++)
      a[i] = i;
    for (unsigned i = 0; i < 3; i++)
      out[i] = a[i];
  }
  for (unsigned i = 0; i < 3; i++)
    wrong += out[i] != i;
  printf ("%u of 3 elements are wrong\n", wrong);
  return wrong != 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
