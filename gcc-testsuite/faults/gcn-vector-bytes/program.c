/* Vectors of two bytes, which memcpy reads.  */
#include <stdio.h>
#include <string.h>

typedef signed char pair __attribute__ ((vector_size (2)));

#pragma omp declare target
static void __attribute__ ((noipa))
add (pair *r, const signed char *a, int n, int k)
{
  for (int i = 0; i + 2 <= n; i += 2)
    {
      pair p;
      memcpy (&p, a + i, sizeof p);
      r[i / 2] = p + (signed char) (a[k + i] & 7);
    }
}
#pragma omp end declare target

int
main (void)
{
  signed char a[64];
  pair r[8];
  for (int i = 0; i < 64; i++)
    a[i] = i % 50;

#pragma omp target map(to: a) map(from: r)
  add (r, a, 16, 9);

  for (int i = 0; i < 8; i++)
    printf ("%d %d\n", r[i][0], r[i][1]);
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
