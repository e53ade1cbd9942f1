/* A reduction of what a reference stands for.  */
#include <cstdio>

static void
sum (const double *a, int n, double &s)
{
#pragma acc parallel loop copyin (a[0:n]) copy (s) reduction (+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
}

int
main ()
{
  double a[100], s = 1;
  for (int i = 0; i < 100; i++)
    a[i] = i;
  sum (a, 100, s);
  printf ("%g\n", s);
  return s != 4951;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
