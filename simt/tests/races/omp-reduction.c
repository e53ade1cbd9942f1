/* A reduction by hand: the sum is made before all parts are there.  */
#include <omp.h>

/* On one line, as compilers differ in the line that they give its loads.  */
#pragma omp declare target
static __attribute__ ((noipa)) int
total (int *p) { int s = 0; for (int i = 0; i < 8; i++) s += p[i]; return s; } /* here */
#pragma omp end declare target

int
main (void)
{
  int part[8], sum = 0;
#pragma omp target parallel num_threads(8) map(alloc: part) map(from: sum)
  {
    int me = omp_get_thread_num ();
    part[me] = me + 1;		/* here */
#ifdef RIGHT
#pragma omp barrier
#endif
    if (me == 7)
      sum = total (part);
  }
  return sum != 36;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
