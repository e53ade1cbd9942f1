/* In a kernel, and in functions of an OpenMP program: the constant is that of
   the prologue there.
   { dg-accel-gcc "11 12 13 14" }
   { dg-accel-options "-march=fiji" }
   { dg-accel-mode openmp }
   { dg-accel-args "- m0=0" }  */
#include "m0.h"

#pragma omp declare target
NOINLINE int
leaf (int x, int *p)
{
  CLOBBER (x);
  return *p;
}
#pragma omp end declare target

int
main (void)
{
  int r = 0, a[8] = { 0 };
#pragma omp target map (tofrom: r, a)
  {
    CLOBBER (a[0]);
    r = leaf (a[1], a) + a[2];
  }
  return r;
}

/* { dg-final { restores 2 "!m0=0" } } */
/* { dg-final { scan-ptx "s_movk_i32\tm0, 153\\d" } } */
/* { dg-final { gcn-finds {} "!m0=0" } } */
/* { dg-final { gcn-needs foreign-m0-access 2 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
