/* Atomics that compare, in simd loops of target regions.  */
/* { dg-accel-gcc "12 13 14 15 16" } */
/* { dg-host-without "wrong right 16" } */

#include "host.h"

int
main (void)
{
  int least = 1000, most = 0, x = 5, y = 5, a[100];

  for (int i = 0; i < 100; i++)
    a[i] = (i * 37) % 100 + 3;
  #pragma omp target simd map(tofrom: least, most) map(to: a)
  for (int i = 0; i < 100; i++)
    {
      int v = a[i];
      #pragma omp atomic compare
      least = v < least ? v : least;
      #pragma omp atomic compare
      if (most < v) { most = v; }
    }
  check ("least and most", least == 3 && most == 102);

  #pragma omp target simd map(tofrom: x, y)
  for (int i = 0; i < 100; i++)
    {
      #pragma omp atomic compare
      x = x == 5 ? 6 : x;
      #pragma omp atomic compare
      if (y == 4) { y = 6; }
    }
  check ("equal", x == 6 && y == 5);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
