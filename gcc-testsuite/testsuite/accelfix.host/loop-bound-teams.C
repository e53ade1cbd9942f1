// Loops with `distribute' over pointers, up to the address of a variable.
// { dg-host-without "crash wrong 14 wrong 15 wrong 16" }
// { dg-host-off "loop-pointers=0" }
// { dg-accel-levels "-O1 -O2 -O3" }
// { dg-host-said "addresses computed before their loops" }

#include "host.h"

enum { n = 100 };

#pragma omp declare target
struct counted
{
  int a;
  counted () : a (1) {}
  counted (const counted &o) : a (o.a + 1000) {}
  counted &operator+= (int i) { a += i; return *this; }
};
#pragma omp end declare target

template <typename T> static void
add (T *first, int count, int by)
{
#pragma omp target teams distribute parallel for simd map (first[0:count])
  for (T *p = first; p < first + count; p++)
    *p += by;
}

int
main ()
{
  counted d[n];

#pragma omp target teams distribute parallel for simd map (d)
  for (counted *p = &d[0]; p < &d[n]; ++p)
    *p += 2;
#pragma omp target teams distribute parallel for simd map (d) \
  dist_schedule (static, 33) schedule (static, 7)
  for (counted *p = &d[n - 1]; p >= d; p -= 3)
    *p += 10;
#pragma omp target teams distribute simd map (d)
  for (counted *p = d; p != &d[n]; p++)
    *p += 100;
  add (d, n, 1000);
  bool ok = true;
  for (int i = 0; i < n; i++)
    ok &= d[i].a == 1103 + (i % 3 == 0 ? 10 : 0);
  check ("teams", ok);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
