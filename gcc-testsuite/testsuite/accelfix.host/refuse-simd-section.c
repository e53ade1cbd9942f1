/* A reduction of a section that begins later, in a simd loop, is refused.  */
/* { dg-host-without "wrong" } */
/* { dg-host-refused "11 array section that does not begin at the first element" } */

#include "host.h"

int
main (void)
{
  int a[4] = { 0, 0, 0, 0 };
  #pragma omp simd reduction (+: a[1:3])
  for (int i = 0; i < 64; i++)
    {
      a[1] += 1;
      a[2] += i;
      a[3] += 2;
    }
  check ("sums", a[1] == 64 && a[2] == 2016 && a[3] == 128);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
