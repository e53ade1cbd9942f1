// Structures of 16 bytes with a double in them, as results of functions.
// { dg-host-without "crash right 16" }
// { dg-host-off "struct-return=0" }
// { dg-host-on "nvptx" }

#include "host.h"

struct two { double x, y; };
struct mixed { double x; int y; };
struct late { char x; double y; };

template <class T> static __attribute__ ((noipa)) T
swap (T p)
{
  return { (decltype (p.x)) (p.y + 3), (decltype (p.y)) (p.x + 1) };
}
template <class T> static __attribute__ ((noipa)) T
more (T p)
{
  T v = swap (p);
  v.x += 2;
  return v;
}
template <class T> static __attribute__ ((noipa)) T
either (int n)
{
  T v;
  v.x = n;
  v.y = n + 1.5;
  if (n > 3)
    return v;
  v.y = 7.25;
  return v;
}
template <class T> static double
all (int n)
{
  T v = { 1, 2 };
  v = swap (v);
  double s = v.x * 10 + v.y;
  v = more (v);
  s += 100 * v.x + 1000 * v.y;
  v = either<T> (n);
  s += v.x + v.y;
  v = either<T> (n - 4);
  return s + v.x * 2 + v.y;
}

int
main ()
{
  double a = 0, b = 0, c = 0;
  #pragma omp target map(tofrom: a, b, c)
  {
    a = all<two> (5);
    b = all<mixed> (6);
    c = all<late> (7);
  }
  check ("two doubles", a == all<two> (5));
  check ("a double and an int", b == all<mixed> (6));
  check ("a char and a double", c == all<late> (7));
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
