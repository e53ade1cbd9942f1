/* A thread waits at a barrier with a lock that another one needs before it
   comes there.  */
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
#pragma omp parallel num_threads(3)
    {
      omp_set_lock (&lock);	/* here */
      x++;
#ifdef RIGHT
      omp_unset_lock (&lock);
#endif
#pragma omp barrier		/* here */
#ifndef RIGHT
      omp_unset_lock (&lock);
#endif
    }
  }
  return x != 3;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
