/* A simd loop with an array, a structure that is an argument, a linear
   variable, and a variadic call.  */

#include <stdio.h>

#define N 100

struct big { int member[8]; };

#pragma omp declare target
extern int fold (const int *, struct big);
#pragma omp end declare target

void
f (int *b, struct big *s)
{
  int k = 3;
  #pragma omp target map (tofrom: b[:N], k) map (to: s[:N])
  #pragma omp simd linear (k: 5)
  for (int i = 0; i < N; i++)
    {
      int a[12];
      for (int j = 0; j < 12; j++)
	a[j] = i * j + k;
      b[i] = fold (a, s[i]);
      printf ("%d %d\n", i, b[i]);
      k += 5;
    }
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
