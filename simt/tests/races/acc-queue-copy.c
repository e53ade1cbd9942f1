/* OpenACC: a copy in another queue than the launch that stores.  The queue of
   the launch is good for the copy, too; so is a host that asks until the launch
   is done.  */
/* ptxvm says between .* copy.*element [0-9]* of .a.,.*neither of their streams */
#include <openacc.h>
#ifdef RIGHT
# define QUEUE 1
# define WAIT while (!acc_async_test (1))
#else
# define QUEUE 2
# define WAIT
#endif
#define PRAGMA(X) _Pragma (#X)
#define UPDATE(Q) PRAGMA (acc update self(a) async(Q))
enum { N = 20000 };
static int a[N], b[N];

int
main (void)
{
  int bad = 0;
#pragma acc data copy(a, b)
  {
#pragma acc parallel loop gang vector async(1)
    for (int i = 0; i < N; i++)
      a[i] = i;			/* here */
    UPDATE (QUEUE)
    WAIT;
#pragma acc parallel loop gang vector async(3)
    for (int i = 0; i < N; i++)
      b[i] = i;
#pragma acc wait
  }
  for (int i = 0; i < N; i++)
    bad |= a[i] > N || b[i] != i;
  return bad;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
