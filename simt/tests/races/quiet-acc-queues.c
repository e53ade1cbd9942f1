/* OpenACC: a launch reads what another one stores, and is after it: in one queue, in
   two of which one waits for the other, or because the host waits, or asks until the
   first one is done.  */
#include <openacc.h>
#define N 4096
int a[N], b[N];

#define PRAGMA(X) _Pragma (#X)
#define LAUNCHES(WAIT, QUEUE)						\
  do									\
    {									\
      PRAGMA (acc parallel loop gang vector async(1))			\
      for (int i = 0; i < N; i++)					\
	a[i] = i + 1;							\
      WAIT;								\
      PRAGMA (acc parallel loop gang vector async(QUEUE))		\
      for (int i = 0; i < N; i++)					\
	b[i] = a[N - 1 - i];						\
      PRAGMA (acc wait)							\
    }									\
  while (0)

int
main (void)
{
#pragma acc data copy(a, b)
  {
    LAUNCHES (, 1);
    LAUNCHES (PRAGMA (acc wait(1) async(2)), 2);
    LAUNCHES (PRAGMA (acc wait(1)), 2);
    LAUNCHES (while (!acc_async_test (1)), 2);
  }
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
