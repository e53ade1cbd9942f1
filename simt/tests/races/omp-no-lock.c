/* One thread of several does not take the lock.  */
#include <omp.h>
omp_lock_t lock;
int count;
#pragma omp declare target (lock, count)

int
main (void)
{
  int all = 0;
#pragma omp target map(from: all)
  {
    omp_init_lock (&lock);
#pragma omp parallel num_threads(6)
    if (omp_get_thread_num () != 4)
      {
	omp_set_lock (&lock);
	count++;		/* here */
	omp_unset_lock (&lock);
      }
    else
      {
#ifdef RIGHT
	omp_set_lock (&lock);
#endif
	count++;		/* here */
#ifdef RIGHT
	omp_unset_lock (&lock);
#endif
      }
    all = count;
  }
  return all != 6;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
