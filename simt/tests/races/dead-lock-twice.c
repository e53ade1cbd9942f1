/* A thread takes a lock that it has.  */
/* only gcnvm: ptxvm stops waves that spin at the time limit */
#include <omp.h>
omp_lock_t lock;
#pragma omp declare target (lock)

int
main (void)
{
  int x = 0;
#pragma omp target map(tofrom: x)
  {
    omp_init_lock (&lock);
#pragma omp parallel num_threads(4)
    {
      omp_set_lock (&lock);
      x++;
#ifndef RIGHT
      if (omp_get_thread_num () == 3)
	omp_set_lock (&lock);	/* here */
#endif
      omp_unset_lock (&lock);
    }
  }
  return x != 4;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
