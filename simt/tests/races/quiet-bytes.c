/* Nothing to report: atomic operations on types of 8 and 16 bits, which change the
   word around them, beside variables of other threads.  */
#include <omp.h>
#define N 64
struct { unsigned char all, mine; unsigned short sum, own; } v;

int
main (void)
{
  unsigned char least = 200;
  short most = 0;
#pragma omp target teams num_teams(4) reduction(min: least) reduction(max: most)
#pragma omp distribute parallel for reduction(min: least) reduction(max: most)
  for (int i = 0; i < N; i++)
    {
      if (100 - i < least)
	least = 100 - i;
      if (i > most)
	most = i;
    }
#pragma omp target teams num_teams(4) map(tofrom: v)
#pragma omp distribute parallel for
  for (int i = 0; i < N; i++)
    {
      unsigned char n = __atomic_load_n (&v.all, __ATOMIC_RELAXED);
      while (!__atomic_compare_exchange_n (&v.all, &n, n + 1, 0,
					   __ATOMIC_RELAXED, __ATOMIC_RELAXED))
	;
      unsigned short s = __atomic_load_n (&v.sum, __ATOMIC_RELAXED);
      while (!__atomic_compare_exchange_n (&v.sum, &s, s + i, 0,
					   __ATOMIC_RELAXED, __ATOMIC_RELAXED))
	;
      if (i == 7)
	v.mine = 3;
      if (i == 50)
	v.own = 4;
    }
  return !(least == 37 && most == 63 && v.all == N && v.mine == 3
	   && v.own == 4 && v.sum == N * (N - 1) / 2);
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
