// Two target regions that call a function which may throw.
#include <stdio.h>

#pragma omp declare target
static __attribute__ ((noipa)) int
next (int x)
{
  return x + 1;
}

static __attribute__ ((noipa)) int
apply (int (*f) (int), int x)
{
  return f (x);
}
#pragma omp end declare target

int
main ()
{
  int a = 20, b = 20;

  #pragma omp target map(tofrom: a)
  a = apply (next, a);
  #pragma omp target map(tofrom: b)
  b = apply (next, b);
  printf ("%d\n", a + b);
  return a + b != 42;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
