/* A linear variable in a combined loop over pointers.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

int d[50];

int
main (void)
{
  int x = 3, wrong = 0;

  #pragma omp target map (d) map (tofrom: x)
  {
    int *first = d, *end = first + 50;

    #pragma omp parallel for simd linear (x: 2) schedule (static, 7)
    for (int *p = first; p < end; p++)
      {
	*p = x;
	x += 2;
      }
  }
  for (int i = 0; i < 50; i++)
    wrong += d[i] != 3 + 2 * i;
  printf ("%d of 50 are wrong, and x is %d\n", wrong, x);
  return wrong || x != 103;
}
