/* A lastprivate variable of type short with a negative value.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

int
main (void)
{
  int result = 0;

  #pragma omp target map (tofrom: result)
  {
    short last = 0;

    #pragma omp simd lastprivate (last)
    for (int i = 0; i < 100; i++)
      last = -i;
    result = last;
  }
  printf ("the last value is %d\n", result);
  return result != -99;
}
