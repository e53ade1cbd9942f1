/* A function that returns a vector.  */
#include <stdio.h>

typedef int v4 __attribute__ ((vector_size (16)));

#pragma omp declare target
static __attribute__ ((noipa)) v4
iota (int from)
{
  v4 v = { from, from + 1, from + 2, from + 3 };
  return v;
}
#pragma omp end declare target

int
main (void)
{
  int sum = 0;

  #pragma omp target map(tofrom: sum)
  {
    v4 v = iota (9);
    sum = v[0] + v[1] + v[2] + v[3];
  }
  printf ("%d\n", sum);
  return sum != 42;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
