/* A loop over pointers that ends at the address of a mapped array's end.
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
  int sum = 0, *p;

  #pragma omp target map (d)
  #pragma omp parallel for simd schedule (static, 7)
  for (p = d; p < &d[50]; p++)
    *p += 7;
  for (int i = 0; i < 50; i++)
    sum += d[i];
  printf ("%d\n", sum);
  return sum != 350;
}
