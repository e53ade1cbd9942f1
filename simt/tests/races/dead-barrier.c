/* One thread leaves a barrier out.  */
#include <omp.h>

int
main (void)
{
  int x = 0;
#pragma omp target parallel num_threads(4) map(tofrom: x)
  {
#ifndef RIGHT
    if (omp_get_thread_num () != 2)
#endif
      {
#pragma omp barrier		/* here */
      }
#pragma omp atomic
    x++;
  }
  return x != 4;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
