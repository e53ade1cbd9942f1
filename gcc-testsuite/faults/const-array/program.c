/* A function that is offloaded has a constant array.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

struct row { long a, b, c, d; };

#pragma omp declare target
static struct row __attribute__ ((noinline))
row (int i)
{
  const struct row rows[3] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 9, 9, 9 } };
  return i > 0 ? rows[1] : rows[0];
}
#pragma omp end declare target

int
main (int argc, char **argv)
{
  long r = 0;

  #pragma omp target map (tofrom: r)
  r = row (argc).c;
  printf ("%ld\n", r);
  return r != 7;
}
