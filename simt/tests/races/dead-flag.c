/* A thread waits for a flag that nobody sets.  */
/* only gcnvm: ptxvm stops waves that spin at the time limit */
#include <omp.h>

int
main (void)
{
  int flag = 0;
#pragma omp target parallel num_threads(3) map(tofrom: flag)
  {
#ifdef RIGHT
    if (omp_get_thread_num () == 0)
      {
#pragma omp atomic write
	flag = 1;
      }
#endif
    if (omp_get_thread_num () == 1)
      {
	int f;
	do
	  {
#pragma omp atomic read
	    f = flag;		/* here */
	  }
	while (!f);
      }
  }
  return 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
