/* A 128-bit store whose data is overwritten in the next cycle, on a machine
   where that is stored.  (libgomp's own plugin, which is that of one release,
   takes code of that release alone.)
   { dg-accel-mode openmp }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=fiji" }
   { dg-accel-levels "-O2 -O3" }
   { dg-accel-run "--hazards=apply --time-limit=30" }
   { dg-accel-args "-" } */
#include <stdio.h>

typedef __int128 T;

#pragma omp declare target
void __attribute__ ((noinline))
wide (T *p, T *q, T a, T b)
{
  p[0] = a + b;
  q[0] = a - b;
  p[1] = a ^ b;
  q[1] = b << 3;
  p[2] = a & b;
  q[2] = a | b;
}
#pragma omp end declare target

int
main (void)
{
  T p[3], q[3], r[3], s[3], a = (T) 0x0123456789abcdef << 60, b = -3;
  int bad = 0;
#pragma omp target map(from: p, q)
  wide (p, q, a, b);
  wide (r, s, a, b);
  for (int i = 0; i < 3; i++)
    bad += (p[i] != r[i]) + (q[i] != s[i]);
  printf ("%d wrong\n", bad);
  return bad != 0;
}

/* { dg-final { gcn-right {} "0 wrong" } } */
/* { dg-final { gcn-wrong none {} "\[1-6\] wrong" } } */
/* { dg-final { gcn-wrong wait-states=0 {} "\[1-6\] wrong" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
