/* A flag says that there is something to read, and nothing keeps the flag
   behind it.  */
#include <omp.h>
#ifdef RIGHT
# define RELEASE release
# define ACQUIRE acquire
#else
# define RELEASE relaxed
# define ACQUIRE relaxed
#endif
#define PRAGMA(X) _Pragma (#X)
#define ATOMIC(ORDER, WHAT) PRAGMA (omp atomic WHAT ORDER)

int
main (void)
{
  int data = 0, flag = 0, seen = 0;
#pragma omp target parallel num_threads(2) map(tofrom: data, flag, seen)
  if (omp_get_thread_num () == 0)
    {
      data = 42;		/* here */
      ATOMIC (RELEASE, write)
      flag = 1;
    }
  else
    {
      int f;
      do
	{
	  ATOMIC (ACQUIRE, read)
	  f = flag;
	}
      while (!f);
      seen = data;		/* here */
    }
  return seen != 42;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
