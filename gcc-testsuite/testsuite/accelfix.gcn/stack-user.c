/* The size that the user gives stays.
   { dg-accel-mode openmp }
   { dg-accel-gcc "11 12" }
   { dg-accel-options "-mstack-size=65536" }
   { dg-accel-levels "-O0 -O1 -O2 -O3" }
   { dg-accel-args "-" }  */

int
main (void)
{
  int bad = 0;
#pragma omp target map (tofrom: bad)
  {
    volatile char a[32768];
    for (int i = 0; i < 32768; i++)
      a[i] = i;
    bad = a[7];
  }
  return bad;
}

/* { dg-final { scan-ptx "private_segment_fixed_size\t1024\n" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
