// A section of a reference to a pointer, beside another member, is refused.
// { dg-accel-gcc "12 13" }
// { dg-accel-levels "-O0 -O2" }
// { dg-host-without "wrong" }
// { dg-host-on "nvptx amdgcn" }
// { dg-host-refused "16 map a section of a pointer variable in its place" }

#include "host.h"

struct list { int a, *&r, n; };

static int
sum (list s, int i)
{
  int sum = 0;
  #pragma omp target map (to: s.r[:10]) map (to: s.n) map (tofrom: sum)
  sum += s.r[i] + s.n;
  return sum;
}

int
main (int argc, char **argv)
{
  int v[10] = { 1, 1, 1 }, *p = v;
  list s = { 4000, p, 300 };

  (void) argv;
  check ("a reference to a pointer", sum (s, argc) == 301);
  return failed;
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
