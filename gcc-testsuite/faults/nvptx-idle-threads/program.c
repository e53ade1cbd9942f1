/* Some regions with fewer threads than the block has warps, one after another.  */
#include <stdio.h>

int
main (void)
{
  int sum = 0;
  #pragma omp target map(tofrom: sum)
  for (int i = 0; i < 4; i++)
    {
      #pragma omp parallel num_threads(2) reduction(+: sum)
      sum++;
    }
  printf ("%d\n", sum);
  return sum != 8;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
