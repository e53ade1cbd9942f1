// Loops of serial constructs in C++: a template, a reference, a range.
// { dg-host-mode "openacc" }
// { dg-host-without "wrong" }
// { dg-host-said "loops that run sequentially" }

#include "host.h"

template <typename T> static T
last (T (&a)[100])
{
  #pragma acc serial loop copy (a)
  for (int i = 1; i < 100; i++)
    a[i] = a[i - 1] + 2;
  return a[99];
}

static long
fold (const int *p, int n, long &state)
{
  #pragma acc serial loop copyin (p[:n]) copy (state)
  for (int i = 0; i < n; i++)
    state = state * 3 % 1000003 + p[i];
  return state;
}

int
main ()
{
  int a[100] = { 5 };
  double d[100] = { 1 };
  check ("int", last (a) == 5 + 198);
  check ("double", last (d) == 199);
  long state = 7, want = 7;
  for (int i = 0; i < 100; i++)
    want = want * 3 % 1000003 + a[i];
  check ("state", fold (a, 100, state) == want);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
