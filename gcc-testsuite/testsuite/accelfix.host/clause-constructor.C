// A constructor that only a reduction calls, and that is another name of a function:
// that function has to be marked as well, or lto1 stops with a segmentation fault.
// { dg-host-nvptx "-latomic" }
// { dg-host-without "crash" }
// { dg-host-off "clause-calls=0" }

#include "host.h"

struct Sum
{
  int v;
  __attribute__ ((noinline)) Sum () : v (0) { }
};

#pragma omp declare reduction (+: Sum: omp_out.v += omp_in.v)

int
main ()
{
  Sum s;
  #pragma omp target parallel for reduction (+: s) map (tofrom: s)
  for (int i = 0; i < 100; i++)
    s.v += i;
  check ("reduction", s.v == 4950);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
