/* Loops with auto that are independent, or said to be, stay parallel.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "right" } */
/* { dg-host-said "nothing to do" } */

#include "host.h"

int
main (void)
{
  int a[100], b[100], m[10][10], sum = 0, *p = b;

  #pragma acc parallel loop auto copyout (a)
  for (int i = 0; i < 100; i++)
    {
      int t = i * 2;
      a[i] = t + 1;
    }
  #pragma acc parallel loop auto reduction (+: sum) copyin (a)
  for (int i = 0; i < 100; i++)
    sum += a[i];
  #pragma acc parallel loop auto copyout (m)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      m[i][j] = i + j;
  #pragma acc parallel loop independent copyout (p[0:100])
  for (int i = 0; i < 100; i++)
    p[i] = i;
  check ("sums", sum == 10000 && m[3][4] == 7 && b[99] == 99);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
