// A function object that a function returns.
#include <stdio.h>

struct twice
{
  int operator() (int a) const { return 2 * a; }
};

#pragma omp declare target
static __attribute__ ((noipa)) twice
make ()
{
  return twice ();
}
#pragma omp end declare target

int
main ()
{
  int x = 21;

  #pragma omp target map(tofrom: x)
  x = make () (x);
  printf ("%d\n", x);
  return x != 42;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
