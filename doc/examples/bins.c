/* Sort values into bins on the device.  Each iteration takes the next free
   slot of its bin with an atomic increment.

   GCC's nvptx compilers run the loop in SIMD fashion: a predicate lets one
   lane do the atomic, and a shuffle then hands the result to all the lanes.
   The other lanes read a register that they never wrote.  The PTX manual
   calls its value undefined, and drivers have made wrong code of such reads.

   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define N 256
#define BINS 16

static int value[N], count[BINS], order[BINS][N];

int
main (void)
{
  for (int i = 0; i < N; i++)
    value[i] = (i * 7919) % 1000;

  #pragma omp target teams distribute parallel for simd \
    map (to: value) map (tofrom: count) map (from: order)
  for (int i = 0; i < N; i++)
    {
      int bin = value[i] * BINS / 1000, slot;
      #pragma omp atomic capture
      slot = count[bin]++;
      order[bin][slot] = i;
    }

  int total = 0;
  long weight = 0;
  for (int b = 0; b < BINS; b++)
    {
      total += count[b];
      for (int k = 0; k < count[b]; k++)
	weight += (long) value[order[b][k]] * (b + 1);
    }
  printf ("%d values in %d bins, weight %ld\n", total, BINS, weight);
  return total != N;
}
