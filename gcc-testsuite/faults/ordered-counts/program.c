/* A loop with ordered (1) in a target region.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

int
main (void)
{
  int a[32];

  #pragma omp target map (from: a)
  #pragma omp parallel for ordered (1) num_threads (4)
  for (int i = 0; i < 32; i++)
    {
      #pragma omp ordered depend (sink: i - 1)
      a[i] = i ? (3 * a[i - 1] + 1) % 1000 : 1;
      #pragma omp ordered depend (source)
    }

  int expected = 1;
  for (int i = 1; i < 32; i++)
    expected = (3 * expected + 1) % 1000;
  printf ("%d\n", a[31]);
  return a[31] != expected;
}
