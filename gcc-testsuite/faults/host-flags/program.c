/* A sum, for flags that devices do not have.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>

#pragma omp declare target
static int
sum (int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}
#pragma omp end declare target

int
main (void)
{
  int a[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, s = 0;
  #pragma omp target map(to: a) map(from: s)
  s = sum (a, 8);
  printf ("%d\n", s);
  return s != 36;
}
