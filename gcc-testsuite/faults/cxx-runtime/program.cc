// A vector in a target region.
#include <stdio.h>
#include <vector>

int
main ()
{
  int sum = 0;

  #pragma omp target map(tofrom: sum)
  {
    std::vector<int> v;
    for (int i = 0; i < 7; i++)
      v.push_back (2 * i);
    for (int x : v)
      sum += x;
  }
  printf ("%d\n", sum);
  return sum != 42;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
