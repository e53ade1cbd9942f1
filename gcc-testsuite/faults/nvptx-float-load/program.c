/* A structure of four floats that a function takes by value.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>

struct color
{
  float r, g, b, a;
};

#pragma omp declare target
__attribute__ ((noipa)) static float
light (struct color c, float k)
{
  return c.r * k + c.g + c.b - c.a;
}
#pragma omp end declare target

int
main (void)
{
  float s = 0;

  #pragma omp target map(tofrom: s)
  {
    struct color c = { 3, 4, 5, 6 };
    s = light (c, 2);
  }
  printf ("%g\n", s);
  return s != 9;
}
