/* A region with nowait outside of parallel regions, and parallel regions after it.  Freed
   memory is overwritten, so that whoever still reads it is seen at once.  */
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

int
main (void)
{
  int x = 0, n = 0;
  mallopt (M_PERTURB, 165);
  /* A thread may wait for ever.  */
  alarm (20);
#pragma omp target nowait map (tofrom: x)
  x = 5;
#pragma omp taskwait
  for (int i = 0; i < 1000; i++)
    {
#pragma omp parallel num_threads (4)
#pragma omp atomic
      n++;
    }
  printf ("%d, and %d threads\n", x, n);
  return x != 5 || n != 4000;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
