/* Linear variables of combined loops over pointers, whose threads start in the
   middle.  */
/* { dg-host-without "wrong right 16" } */
/* { dg-host-off "loop-pointers=0" } */
/* { dg-host-said "differences of loops' pointers" } */

#include "host.h"

enum { n = 60 };

static int d[n];

int
main ()
{
  int x = 3;
  long l = 1;
  int *first = d, *end = d + n, ok = 1;

#pragma omp target map (d) map (tofrom: x, l)
  {
    int *p = d, *e = p + n;
#pragma omp parallel for simd linear (x: 2) linear (l) schedule (static, 7)
    for (int *q = p; q < e; q++)
      {
	*q = x + 1000 * l;
	x += 2;
	l++;
      }
  }
  for (int i = 0; i < n; i++)
    ok &= d[i] == 3 + 2 * i + 1000 * (1 + i);
  check ("up", ok && x == 3 + 2 * n && l == 1 + n);

  x = 0;
  ok = 1;
#pragma omp parallel for simd linear (x: -1) num_threads (4)
  for (int *q = end - 1; q >= first; q -= 2)
    {
      *q = x;
      x--;
    }
  for (int i = 0; i < n; i++)
    ok &= d[i] == (i & 1 ? -(n - 1 - i) / 2 : 3 + 2 * i + 1000 * (1 + i));
  check ("down", ok && x == -n / 2);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
