// Target regions that call functions which may throw.
// { dg-host-without "crash right 16" }
// { dg-host-off "nothrow=0" }

#include "host.h"

#pragma omp declare target
struct counter
{
  int *n;
  counter (int *p) : n (p) { ++*n; }
  ~counter () { ++*n; }
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
  return f (x) * 2;
}
#pragma omp end declare target

int
main ()
{
  int a = 1, b = 2, c = 0, n = 0;

  #pragma omp target map(tofrom: a, n)
  a = apply (next, a, &n);
  #pragma omp target map(tofrom: b, n)
  {
    counter k (&n);
    b = apply (next, b, &n) + apply (next, 5, &n);
  }
  #pragma omp target teams distribute parallel for map(tofrom: c) reduction(+: c)
  for (int i = 0; i < 10; i++)
    {
      int m = 0;
      c += apply (next, i, &m) + m;
    }
  check ("the first region", a == 4);
  check ("the second region", b == 18);
  check ("a loop", c == 130);
  check ("destructors", n == 8);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
