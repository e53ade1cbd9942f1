/* An assertion fails on the device.  */
/* { dg-host-without "crash" } */
/* { dg-host-off "libc-names=0" } */
/* { dg-host-stops "libc-assert.c:[0-9]+: checked: Assertion `x < 3' failed" } */

#include <assert.h>
#include "host.h"

#pragma omp declare target
static __attribute__ ((noipa)) int
checked (int x)
{
  assert (x < 3);
  return 2 * x;
}
#pragma omp end declare target

int
main (int argc, char **argv)
{
  int sum = 0;

  #pragma omp target map (tofrom: sum)
  for (int k = argc; k < 5; k++)
    sum += checked (k);
  printf ("behind it: %d\n", sum);
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
