// A function that returns a structure of two doubles, without optimisation.
#include <stdio.h>

struct point
{
  double x, y;
};

static point
turned (point p)
{
  return { p.y, p.x + 1 };
}

int
main ()
{
  double s = 0;

  #pragma omp target map(tofrom: s)
  {
    point p = turned ({ 4, 2 });
    s = p.x * 10 + p.y;
  }
  printf ("%g\n", s);
  return s != 25;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
