/* A reference that is lastprivate in an offloaded simd loop.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#pragma omp declare target
static void __attribute__ ((noinline))
last (int &x)
{
  #pragma omp simd lastprivate (x)
  for (int i = 0; i < 100; i++)
    x = 2 * i;
}
#pragma omp end declare target

int
main ()
{
  int x = 0;

  #pragma omp target map (tofrom: x)
  last (x);
  printf ("%d\n", x);
  return x != 198;
}
