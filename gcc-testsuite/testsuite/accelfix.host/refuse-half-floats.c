/* _Float16 in a target region is refused; memory that has such numbers is not.  */
/* { dg-accel-gcc "12 13 14 15 16" } */
/* { dg-accel-levels "-O0 -O2" } */
/* { dg-host-without "crash" } */
/* { dg-host-refused "30 '_Float16' is not supported in offloaded code" } */

#include "host.h"

struct pair { int n; _Float16 h; };

int
main (void)
{
  _Float16 a[4] = { 1, 2, 3, 4 };
  struct pair p = { 5, 6 }, q;
  int s = 0;

  #pragma omp target map(tofrom: a, s) map(to: p) map(from: q)
  {
    unsigned short *bits = (unsigned short *) a;
    for (int i = 0; i < 4; i++)
      s += bits[i];
    q = p;
  }
  check ("the bits of numbers", s == 0x3c00 + 0x4000 + 0x4200 + 0x4400);
  check ("a structure with a number", q.n == 5 && q.h == 6);

  #pragma omp target map(tofrom: a)
  for (int i = 0; i < 4; i++)
    a[i] += 1;
  check ("a number", a[3] == 5);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
