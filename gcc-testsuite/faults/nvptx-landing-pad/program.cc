// An object is alive while a function is called that may throw.
#include <stdio.h>

#pragma omp declare target
struct counter
{
  int *n;
  counter (int *p) : n (p) { ++*n; }
  ~counter () { --*n; }
};

static __attribute__ ((noipa)) int
next (int x)
{
  return x + 1;
}

static __attribute__ ((noipa)) int
apply (int (*f) (int), int x, int *n)
{
  counter c (n);
  return f (x) * *n;
}
#pragma omp end declare target

int
main ()
{
  int x = 41, n = 0;

  #pragma omp target map(tofrom: x, n)
  x = apply (next, x, &n);
  printf ("%d %d\n", x, n);
  return x != 42;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
