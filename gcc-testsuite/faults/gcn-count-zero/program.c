/* The number of zeros below the lowest bit, by a table.  */
#include <stdio.h>

#pragma omp declare target
static const char table[32]
  = { 0, 1, 28, 2, 29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4, 8, 31, 27, 13, 23,
      21, 19, 16, 7, 26, 12, 18, 6, 11, 5, 10, 9 };

static int
zeros (unsigned x)
{
  return table[(x & -x) * 0x077cb531u >> 27];
}
#pragma omp end declare target

int
main (void)
{
  unsigned n[4] = { 0, 8, 0x80000000u, 1 };
  int z[4];
#pragma omp target map(to: n) map(from: z)
  for (int i = 0; i < 4; i++)
    z[i] = zeros (n[i]);
  printf ("%d %d %d %d\n", z[0], z[1], z[2], z[3]);
  return z[0] != 0 || z[1] != 3 || z[2] != 31 || z[3] != 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
