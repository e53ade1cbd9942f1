/* Code that counts for gcov on the host, and does not on devices.  */
/* { dg-host-without "crash" } */
/* { dg-options "-fprofile-arcs" } */
/* { dg-host-said ": 3 functions that do not count for coverage" } */
#include <stdio.h>

#pragma omp declare target
int
twice (int n)
{
  return n > 0 ? n * 2 : n - 1;
}
#pragma omp end declare target

/* Called on the host alone, so it counts.  */
static int
once (int n)
{
  return n > 3 ? n : 0;
}

int
main (void)
{
  int t[8];
  #pragma omp target map(from: t)
  #pragma omp parallel for
  for (int i = 0; i < 8; i++)
    t[i] = twice (i);
  for (int i = 0; i < 8; i++)
    if (t[i] != (i ? 2 * i : -1) || once (i) != (i > 3 ? i : 0))
      {
	printf ("wrong: %d: %d\n", i, t[i]);
	return 1;
      }
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
