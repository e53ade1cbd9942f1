/* A number of which one bit is undefined, as it comes of a comparison: not what a
   bit-field leaves.  */
/* flags -O2 */
/* says the host copies 1 undefined bytes of 800 from .*: the first one is byte 796, at offset 796 in `b', mapped from */
#include <stdlib.h>

struct s { unsigned low : 3, high : 5; };

int
main (void)
{
  int n = 200;
  int *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
  struct s *parts = malloc (16 * sizeof *parts);
#ifdef RIGHT
  int m = n;
#else
  int m = n - 1;
#endif
#pragma omp target data map (alloc: a[0:n]) map (from: b[0:n])
  {
#pragma omp target
    for (int i = 0; i < m; i++)
      a[i] = i;
#pragma omp target
    for (int i = 0; i < n; i++)
      b[i] = a[i] > 5 ? 1 : 0;
  }
#pragma omp target map (from: parts[0:16])
  for (int i = 0; i < 16; i++)
    parts[i].high = i;
  return b[3] + parts[9].high - 9;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
