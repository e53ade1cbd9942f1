/* A linear variable of type signed char that passes the end of its type.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

int d[203];

int
main (void)
{
  signed char x = 100;
  int wrong = 0;

  #pragma omp target map (from: d) map (tofrom: x)
  #pragma omp simd linear (x: 3)
  for (int i = 0; i < 203; i++)
    {
      d[i] = x;
      x += 3;
    }
  for (int i = 0; i < 203; i++)
    wrong += d[i] != (signed char) (100 + 3 * i);
  printf ("%d of 203 are wrong, and x is %d\n", wrong, x);
  return wrong || x != (signed char) (100 + 3 * 203);
}
