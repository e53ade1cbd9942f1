// Structures of 16 bytes with numbers of 32 bits, which functions take by value.
// { dg-host-without "wrong right 16" }
// { dg-host-off "struct-return=0" }
// { dg-host-on "nvptx" }

#include "host.h"

struct floats { float a, b, c, d; };
struct mixed { float a; int b; float c; int d; };
struct swapped { int a; float b; int c; float d; };
struct tail { float a, b; double c; };

// The first of a structure, times K, and the others.
template <class T> static __attribute__ ((noipa)) double
sum (T v, float k)
{
  return v.a * k + v.b;
}
static __attribute__ ((noipa)) float
in_order (floats v, float k)
{
  return ((v.a * k - v.b) * k - v.c) * k - v.d;
}
static __attribute__ ((noipa)) float
all (mixed v, float k)
{
  return v.a * k + v.b + v.c * k + v.d;
}
static __attribute__ ((noipa)) float
all (swapped v, float k)
{
  return v.a + v.b * k + v.c + v.d * k;
}
// In a loop, and where only one path reads it.
static __attribute__ ((noipa)) float
some (floats v, const float *list, int n)
{
  float s = 0;
  for (int i = 0; i < n; i++)
    if (list[i] > 2)
      s += list[i] * v.a;
    else
      s += v.d - list[i];
  return s;
}

static double
work (float x, int n)
{
  float list[8];
  for (int i = 0; i < 8; i++)
    list[i] = i + x;
  floats f = { x, x + 1, x + 2, x + 3 };
  mixed m = { x, n, x + 1, n + 1 };
  swapped w = { n, x, n + 1, x + 1 };
  tail t = { x + 5, x + 6, x + 7 };
  return (sum (f, 2) + 10 * sum (m, 3) + 100 * sum (w, 4) + 1000 * sum (t, 5)
	  + 3 * in_order (f, 2) + 7 * all (m, 2) + 11 * all (w, 2)
	  + 13 * some (f, list, 8));
}

int
main ()
{
  double a = 0, b = 0;
  #pragma omp target map(tofrom: a, b)
  {
    a = work (0.5, 3);
    b = work (-3, 7);
  }
  check ("numbers with a fraction", a == work (0.5, 3));
  check ("negative numbers", b == work (-3, 7));
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
