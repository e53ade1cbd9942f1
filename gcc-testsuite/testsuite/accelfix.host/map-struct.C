// Sections of pointer members: through a reference, and of the object itself.
// { dg-accel-gcc "12 13 14 15 16" }
// { dg-host-without "wrong right 14 right 15 right 16" }
// { dg-host-on "nvptx amdgcn" }

#include "host.h"

struct list
{
  int a, *v, n, *u;

  int
  of_this (int i)
  {
    int sum = 0;
    #pragma omp target map (to: v[:10], n) map (tofrom: sum)
    sum += v[i] + n;
    return sum;
  }
};

template <typename T> static int
of_reference (T &s, int i)
{
  int sum = 0;
  #pragma omp target map (to: s.n, s.a) map (to: s.v[:10], s.u[1:4]) \
    map (tofrom: sum)
  sum += s.v[i] + s.u[i] + s.n + s.a;
  return sum;
}

int
main (int argc, char **argv)
{
  int v[10] = { 1, 1, 1 }, u[10] = { 20, 20, 20 };
  list s = { 4000, v, 300, u };

  (void) argv;
  check ("a reference", of_reference (s, argc) == 4321);
  check ("this", s.of_this (argc) == 301);
  return failed;
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
