/* Reductions of one and two bytes whose neighbours in the word were never
   written: libgcc's atomic operations on them read and write the word.
   { dg-accel-mode openmp }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=fiji" }
   { dg-accel-levels "-O2" }
   { dg-accel-run "--hazards=off --time-limit=30" }
   { dg-accel-args "-" } */
#include <stdio.h>

int
main (void)
{
  char c = 1;
  short s = 1;

#pragma omp target parallel for simd reduction (*: c) map (tofrom: c)
  for (int i = 0; i < 6; i++)
    c *= (char) (i % 2 + 1);
#pragma omp target parallel for simd reduction (*: s) map (tofrom: s)
  for (int i = 0; i < 6; i++)
    s *= (short) (3 - i % 3);
  printf ("%d %d\n", c, s);
  return 0;
}

/* { dg-final { gcn-right {} "^8 36\n$" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
