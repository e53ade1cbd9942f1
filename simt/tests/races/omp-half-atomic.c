/* All but one thread change a variable atomically.  */
/* only gcnvm: ptxvm takes accesses beside atomic ones for synchronisation */
#include <omp.h>

int
main (void)
{
  int x = 0;
#pragma omp target parallel num_threads(5) map(tofrom: x)
  if (omp_get_thread_num () != 2)
    {
#pragma omp atomic		/* here */
      x++;
    }
  else
    {
#ifdef RIGHT
#pragma omp atomic
#endif
      x += 10;			/* here */
    }
  return x < 10;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
