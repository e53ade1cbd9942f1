// Sorting downwards in a target region.
#include <algorithm>
#include <stdio.h>

int
main ()
{
  int x[4] = { 1, 3, 0, 2 };

  #pragma omp target map(tofrom: x)
  std::sort (x, x + 4, [] (int a, int b) { return a > b; });
  printf ("%d%d%d%d\n", x[0], x[1], x[2], x[3]);
  return x[0] != 3;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
