/* The same on GFX9: no write of M0 but the user's.
   { dg-accel-options "-march=gfx906" }
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

/* { dg-final { scan-ptx-times "\\ym0," 2 "!m0=0" } } */
/* { dg-final { summary-says-not "restores" } } */
/* { dg-final { gcn-finds {} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
