/* Threads read what one of them is still about to write.  */
/* only gcnvm: ptxvm reports nothing */
#include <omp.h>
#ifdef RIGHT
# define NOWAIT
#else
# define NOWAIT nowait
#endif
#define PRAGMA(X) _Pragma (#X)
#define SINGLE(CLAUSE) PRAGMA (omp single CLAUSE)

int
main (void)
{
  int x = 1, y[4], bad = 0;
#pragma omp target parallel num_threads(4) map(tofrom: x) map(from: y)
  {
    SINGLE (NOWAIT)
    x = 5;			/* here */
    y[omp_get_thread_num ()] = x;	/* here */
  }
  for (int i = 0; i < 4; i++)
    bad |= y[i] != 5;
  return bad;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
