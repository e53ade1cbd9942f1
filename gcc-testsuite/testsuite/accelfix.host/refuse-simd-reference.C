/* A reference to an object that has to be constructed cannot be lastprivate in
   a simd loop of offloaded code.  */
/* { dg-host-without "crash" } */
/* { dg-host-off "simd-clauses=0" } */
/* { dg-host-refused "19 'r' is a reference, which is not supported in this clause of a 'simd' loop in offloaded code: name a local variable" } */
/* { dg-accel-levels "-O1 -O2" } */

#pragma omp declare target
struct made
{
  int a;
  made () : a (1) {}
  made (const made &o) : a (o.a) {}
};

void
f (made &r)
{
#pragma omp simd lastprivate (r)
  for (int i = 0; i < 100; i++)
    r.a = i;
}
#pragma omp end declare target

int
main ()
{
  made m;
#pragma omp target map (m)
  f (m);
  return m.a != 99;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
