/* A program whose frames fit into GCC's own stack is the same, byte for byte.
   { dg-accel-mode openmp }
   { dg-accel-gcc "11 12" }
   { dg-accel-levels "-O0 -O2" }
   { dg-accel-args "-" }  */

int
main (void)
{
  int s = 0;
#pragma omp target parallel for reduction (+: s) map (tofrom: s)
  for (int i = 0; i < 100; i++)
    s += i;
  return s != 4950;
}

/* { dg-final { same-as-with private-stack=0 } } */
/* { dg-final { scan-ptx "amdhsa_private_segment_fixed_size\t512\n" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
