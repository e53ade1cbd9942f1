/* A pointer and a plain member of a structure are mapped.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

struct list { int *v; int n; int max; };

int
main (void)
{
  int v[10], sum = 0, max = 0;
  struct list s = { v, 10, 45 };

  for (int i = 0; i < 10; i++)
    v[i] = i;
  #pragma omp target map (to: s.v[:10]) map (to: s.max) \
    map (tofrom: sum, max)
  {
    for (int i = 0; i < 10; i++)
      sum += s.v[i];
    max = s.max;
  }
  printf ("sum %d, max %d\n", sum, max);
  return sum != 45 || max != 45;
}
