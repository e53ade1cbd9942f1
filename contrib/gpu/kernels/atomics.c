/* Atomics of several kinds in SIMD loops, whose results go to all lanes by a
   shuffle.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include "on-device.h"

#define N 4096

static int value[N], order[N];

int
main (void)
{
  int next = 0, odd = 0, biggest = 0, device = 0;
  for (int i = 0; i < N; i++)
    value[i] = (i * 7919) % 5003;

  #pragma omp target teams distribute parallel for simd map (to: value) \
    map (tofrom: next, odd, biggest, device) map (from: order)
  for (int i = 0; i < N; i++)
    {
      int slot;
      #pragma omp atomic capture
      slot = next++;
      order[slot] = value[i];
      if (value[i] & 1)
	{
	  #pragma omp atomic
	  odd += value[i];
	}
      #pragma omp atomic
      biggest |= value[i];
      if (i == 0)
	device = ON_DEVICE ();
    }

  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += order[i];
  printf ("%d slots, sum %ld, odd %d, bits %x\n", next, sum, odd, biggest);
  return DEVICE_WANTED && !device ? NOT_ON_DEVICE : 0;
}
