/* Two threads take two locks, one after the other, in different orders.  */
/* only gcnvm: ptxvm stops waves that spin at the time limit */
#include <omp.h>
omp_lock_t lock[2];
#pragma omp declare target (lock)

int
main (void)
{
  int x = 0;
#pragma omp target map(tofrom: x)
  {
    omp_init_lock (&lock[0]);
    omp_init_lock (&lock[1]);
#pragma omp parallel num_threads(2)
    {
#ifdef RIGHT
      int me = 0;
#else
      int me = omp_get_thread_num ();
#endif
      for (int k = 0; k < 20; k++)
	{
#ifndef RIGHT
#pragma omp barrier
#endif
	  omp_set_lock (&lock[me]);
#ifndef RIGHT
#pragma omp barrier
#endif
	  omp_set_lock (&lock[!me]);	/* here */
	  x++;
	  omp_unset_lock (&lock[!me]);
	  omp_unset_lock (&lock[me]);
	}
    }
  }
  return x != 40;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
