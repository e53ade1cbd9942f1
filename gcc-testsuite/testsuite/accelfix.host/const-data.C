// Constant arrays of functions that are offloaded, templates and members too.
// { dg-host-without "crash" }

#include "host.h"

struct point { double x, y; };

#pragma omp declare target
static constexpr int file_level[4] = { 4, 3, 2, 1 };

template <typename T>
static T
weight (int i)
{
  const T t[3] = { T (1), T (2), T (4) };
  return t[2] + t[i];
}

struct shape
{
  int kind;
  point
  corner (int i) const
  {
    constexpr point t[3] = { { 0, 1 }, { 2, 3 }, { 4, 5 } };
    return t[i];
  }
};
#pragma omp end declare target

static const int unmarked[3] = { 7, 8, 9 };

#pragma omp declare target
static int
reads_unmarked (int i)
{
  return unmarked[i];
}
#pragma omp end declare target

int
main ()
{
  int a = 0, n = 1, u = 0;
  double d = 0, x = 0;

  #pragma omp target map(from: a, d, x, u) map(to: n)
  {
    const int t[2] = { 5, 6 };
    shape s = { 0 };
    a = file_level[n] + weight<int> (n) + t[1];
    d = weight<double> (n);
    x = s.corner (n).y;
    u = reads_unmarked (n);
  }
  check ("integers", a == 3 + 6 + 6);
  check ("doubles", d == 6);
  check ("a member", x == 3);
  check ("no directive", u == 8);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
