// Variables of declare target link beside variables of a namespace without a name.
// { dg-host-without "wrong right 14 right 15 right 16" }
// { dg-host-off "link-vars=0" }

#include "host.h"

namespace { long factor = 3; short small = 2; }
int table[4] = { 1, 2, 3, 4 };
#pragma omp declare target link (table)
#pragma omp declare target to (factor, small)

template <typename T> struct scaled
{
  T operator() (int i) const { return factor * table[i] + small; }
};

int
main ()
{
  long sum = 0;

  factor = 10;
  small = 7;
  #pragma omp target update to (factor, small)
  #pragma omp target map (to: table) map (tofrom: sum)
  for (int i = 0; i < 4; i++)
    sum += scaled<long> () (i);
  check ("the sum", sum == 100 + 28);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
