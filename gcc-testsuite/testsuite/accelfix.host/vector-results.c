/* Offloaded functions that take and return vectors.  */
/* { dg-host-without "right crash 15 crash 16" } */

#include "host.h"

typedef int v4 __attribute__ ((vector_size (16)));
typedef float f2 __attribute__ ((vector_size (8)));
typedef double d2 __attribute__ ((vector_size (16)));

#pragma omp declare target
static __attribute__ ((noipa)) v4
iota (int from)
{
  v4 v = { from, from + 1, from + 2, from + 3 };
  return v;
}

static v4
twice (v4 a)
{
  return a + a;
}

static __attribute__ ((noipa)) f2
swap (f2 a)
{
  f2 b = { a[1], a[0] };
  return b;
}

static __attribute__ ((noipa)) d2
scale (d2 a, double k, v4 which)
{
  return which[1] ? a * k : a;
}
#pragma omp end declare target

/* On the host as before.  */
static __attribute__ ((noipa)) v4
here (int x)
{
  return twice (iota (x));
}

int
main (void)
{
  int sum = 0;
  float first = 0;
  double d = 0;

  #pragma omp target map(tofrom: sum, first, d)
  {
    v4 a = twice (iota (5));
    for (int i = 0; i < 4; i++)
      sum += a[i];
    f2 b = { 1, 2 };
    first = swap (b)[0];
    d2 c = { 3, 4 };
    d = scale (c, .5, a)[1] + scale (c, 2, iota (-1))[0];
  }
  check ("integers", sum == 52);
  check ("floats", first == 2);
  check ("doubles", d == 5);
  check ("the host", here (5)[3] == 16);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
