/* A variable of declare target link beside a static variable.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

int table[4] = { 1, 2, 3, 4 };
#pragma omp declare target link (table)
static long factor = 3;
#pragma omp declare target to (factor)

#pragma omp declare target
static long
scaled (int i)
{
  return factor * table[i];
}
#pragma omp end declare target

int
main (void)
{
  long sum = 0;

  factor = 10;
  #pragma omp target update to (factor)
  #pragma omp target map (to: table) map (tofrom: sum)
  for (int i = 0; i < 4; i++)
    sum += scaled (i);
  printf ("the sum is %ld\n", sum);
  return sum != 100;
}
