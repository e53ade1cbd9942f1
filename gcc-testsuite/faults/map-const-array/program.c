/* A region reads an array that is constant.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

static const float table[15]
  = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

int
main (int argc, char **argv)
{
  float sum = 0;

  #pragma omp target map (tofrom: sum)
  for (int i = 0; i < 15 * argc; i++)
    sum += table[i];
  printf ("the sum is %g\n", sum);
  return sum != 120;
}
