/* Linear variables of type char and short that pass the end of their type, in
   simd and in worksharing loops.  */
/* { dg-host-without "wrong" } */
/* { dg-host-off "linear-wrap=0" } */
/* { dg-host-said "linear variables narrower than int" } */
/* { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -Og" } */

#include "host.h"

enum { n = 203 };

int
main ()
{
  int a[n], b[n], c[n], d[n], ok = 1;
  signed char x = 100, z = 5;
  short y = 32000, w = -32000;
  int step = 900;

#pragma omp target map (from: a) map (tofrom: x)
#pragma omp simd linear (x: 3)
  for (int i = 0; i < n; i++)
    {
      a[i] = x;
      x += 3;
    }
#pragma omp target map (from: b) map (tofrom: y)
#pragma omp parallel for simd linear (y: 500) num_threads (3)
  for (int i = 0; i < n; i++)
    {
      b[i] = y < 0 ? y : -y - 1;
      y += 500;
    }
#pragma omp target map (from: c) map (tofrom: w)
#pragma omp simd linear (w: step)
  for (int i = 0; i < n; i++)
    {
      w -= step;
      c[i] = w > 0;
      w += 2 * step;
    }
#pragma omp target map (from: d) map (tofrom: z)
#pragma omp parallel for linear (z: -7) num_threads (4)
  for (int i = 0; i < n; i++)
    {
      z -= 7;
      d[i] = z;
    }
  for (int i = 0; i < n; i++)
    {
      short t = 32000 + 500 * i;
      ok &= a[i] == (signed char) (100 + 3 * i);
      ok &= b[i] == (t < 0 ? t : -t - 1);
      ok &= c[i] == ((short) (-32000 - step + step * i) > 0);
      ok &= d[i] == (signed char) (5 - 7 * (i + 1));
    }
  check ("in the loops", ok);
  check ("after them", x == (signed char) (100 + 3 * n)
	 && y == (short) (32000 + 500 * n) && w == (short) (-32000 + step * n)
	 && z == (signed char) (5 - 7 * n));
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
