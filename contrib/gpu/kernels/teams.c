/* What libgomp does on the device: teams, threads, barriers, single, critical,
   a reduction, and tasks.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include "on-device.h"

#define N 600

static int square[N], prefix[8];

int
main (void)
{
  int device = 0, turns = 0, locked = 0, tasks = 0;
  long sum = 0;

  #pragma omp target teams distribute parallel for reduction (+: sum) \
    map (tofrom: sum, device) map (from: square)
  for (int i = 0; i < N; i++)
    {
      square[i] = i * i;
      sum += square[i];
      if (i == N - 1)
	device = ON_DEVICE ();
    }

  #pragma omp target map (tofrom: turns, locked, tasks, prefix)
  #pragma omp parallel num_threads (8)
  {
    #pragma omp for
    for (int i = 0; i < 8; i++)
      prefix[i] = i + 1;
    #pragma omp single
    for (int i = 1; i < 8; i++)
      prefix[i] += prefix[i - 1];
    #pragma omp barrier
    #pragma omp for
    for (int i = 0; i < 8; i++)
      {
	#pragma omp critical
	locked += prefix[i];
	#pragma omp atomic
	turns++;
      }
    #pragma omp single
    for (int i = 0; i < 20; i++)
      #pragma omp task shared (tasks) firstprivate (i)
      {
	#pragma omp atomic
	tasks += i;
      }
  }

  printf ("sum %ld, last %d, prefix %d, locked %d, turns %d, tasks %d\n", sum,
	  square[N - 1], prefix[7], locked, turns, tasks);
  return DEVICE_WANTED && !device ? NOT_ON_DEVICE : 0;
}
