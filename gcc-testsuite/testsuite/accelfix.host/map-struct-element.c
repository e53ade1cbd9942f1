/* Members that are reached by an element of an array, beside other members.  */
/* { dg-accel-gcc "12 13 14 15 16" } */
/* { dg-host-without "wrong right 14 right 15 right 16" } */

#include "host.h"

struct in { int n, m; };
struct all { struct in in[3]; int k; int v[5]; };

int
main (void)
{
  struct all a = { { { 1, 2 }, { 3, 4 }, { 5, 6 } }, 7, { 1, 2, 3, 4, 5 } };
  int r = 0;

  #pragma omp target map (tofrom: a.in[1].n, a.k) map (from: r)
  {
    r = a.in[1].n + a.k;
    a.in[1].n = 30;
    a.k = 70;
  }
  check ("an element", r == 10 && a.in[1].n == 30 && a.k == 70);
  #pragma omp target map (tofrom: a.v[1:2], a.in[2].m, a.in[0].n) map (from: r)
  {
    r = a.in[2].m + a.v[2] + a.in[0].n;
    a.v[1] = 9;
    a.in[0].n = 8;
  }
  check ("a section", r == 10 && a.v[1] == 9 && a.in[0].n == 8);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
