/* An atomic in a simd loop of a target region.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

int
main (void)
{
  int x = 0;

  #pragma omp target simd map (tofrom: x)
  for (int i = 0; i < 1024; i++)
    #pragma omp atomic
    x++;
  printf ("%d\n", x);
  return x != 1024;
}
