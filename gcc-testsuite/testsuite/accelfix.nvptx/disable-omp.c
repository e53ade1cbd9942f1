/* An OpenMP program, likewise.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O0 -O2" } */
/* { dg-accel-args "disable" } */
/* { dg-accel-mode openmp } */
/* { dg-options "-g" } */

#pragma omp declare target
extern void side (int);

int
f (int *p, int x, int y)
{
  int r;
  if (x)
    r = *p;
  else if (y > 7)
    {
      side (x);
      __builtin_unreachable ();
    }
  side (3);
  if (y)
    *p = r;
}

__int128
h (__int128 *p, int x)
{
  __int128 r;
  if (x)
    r = *p;
  side (4);
  return x > 3 ? r : 4;
}

#pragma omp end declare target

/* { dg-final { same-as-without-plugin } } */
/* { dg-final { scan-ptx-not "accelfix: " } } */
/* That says something only where the plugin would do something.  */
/* { dg-final { differs-from init-regs=3 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
