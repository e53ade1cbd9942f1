/* A function that is offloaded writes to stderr.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#pragma omp declare target
static int __attribute__ ((noinline))
half (int n)
{
  if (n % 2 != 0)
    fprintf (stderr, "%d is odd\n", n);
  return n / 2;
}
#pragma omp end declare target

int
main (int argc, char **argv)
{
  int r = 0;

  #pragma omp target map (tofrom: r)
  r = half (argc + 41);
  printf ("%d\n", r);
  return r != 21;
}
