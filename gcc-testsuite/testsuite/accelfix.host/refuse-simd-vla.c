/* A reduction of an array of variable length, in a simd loop, is refused.  */
/* { dg-host-without "wrong" } */
/* { dg-host-refused "13 a section of a pointer to it, or leave out 'simd'" } */

#include "host.h"

static int
sums (int n)
{
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = 0;
  #pragma omp parallel for simd reduction (+: a[:n])
  for (int i = 0; i < 64; i++)
    a[i % n] += i;
  return a[0] == 480 && a[n - 1] == 528;
}

int
main (void)
{
  check ("sums", sums (4));
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
