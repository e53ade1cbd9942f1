/* Two locks for one variable.  */
/* ptxvm with --schedule=3 */
#include <omp.h>
omp_lock_t lock[2];
int count;
#pragma omp declare target (lock, count)

int
main (void)
{
  int all = 0;
#pragma omp target map(from: all)
  {
    omp_init_lock (&lock[0]);
    omp_init_lock (&lock[1]);
#pragma omp parallel num_threads(6)
    {
#ifdef RIGHT
      int k = 0;
#else
      int k = omp_get_thread_num () & 1;
#endif
      omp_set_lock (&lock[k]);
      count++;			/* here */
      omp_unset_lock (&lock[k]);
    }
    all = count;
  }
  return all != 6;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
