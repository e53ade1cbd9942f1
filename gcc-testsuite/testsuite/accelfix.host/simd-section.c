/* Reductions of sections that begin at the first element, and of sections in
   loops without simd, are not refused, and right.  */
/* { dg-host-without "right" } */
/* { dg-host-on "host" } */

#include "host.h"

/* An array of variable length by a pointer, and in a loop without simd.  */

static void
variable (int n)
{
  int a[n], *p = a;
  for (int i = 0; i < n; i++)
    a[i] = 0;
  #pragma omp simd reduction (+: p[:n])
  for (int i = 0; i < 64; i++)
    p[i % n] += i;
  check ("a pointer to one of variable length", a[0] == 480 && a[3] == 528);
  #pragma omp parallel for reduction (+: a[:n])
  for (int i = 0; i < 64; i++)
    a[i % n] -= i;
  check ("variable length without simd", a[0] == 0 && a[3] == 0);
}

int
main (void)
{
  int a[4] = { 0, 0, 0, 0 }, b[4] = { 0, 0, 0, 0 }, *p = a;
  #pragma omp parallel for simd reduction (+: a[:3])
  for (int i = 0; i < 64; i++)
    {
      a[1] += 1;
      a[2] += i;
    }
  check ("simd", a[1] == 64 && a[2] == 2016);
  #pragma omp parallel for reduction (+: b[1:3])
  for (int i = 0; i < 64; i++)
    {
      b[1] += 1;
      b[3] += i;
    }
  check ("a section", b[1] == 64 && b[3] == 2016);
  #pragma omp parallel for simd reduction (+: p[:2])
  for (int i = 0; i < 64; i++)
    p[1]++;
  check ("a pointer", a[1] == 128);
  variable (4);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
