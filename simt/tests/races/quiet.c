/* Nothing to report: loops, phases, reductions, atomics, critical sections,
   locks, copyprivate, ordered, tasks, and teams that are smaller than the
   group.  There is no other half of it.  */
#include <omp.h>
#define N 512
int total, locked, crit;
omp_lock_t lk;
#pragma omp declare target (total, locked, crit, lk)

int
main (void)
{
  int a[N], b[N], s = 0, t = 0, o = 0, c = 0;
  for (int i = 0; i < N; i++)
    a[i] = b[i] = 0;
#pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < N; i++)
    a[i] = 3 * i;
#pragma omp target parallel map(tofrom: a, b, o, c)
  {
    int p = 0;
#pragma omp for schedule(dynamic, 3)
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i];
#pragma omp for schedule(guided)
    for (int i = 0; i < N; i++)
      a[i] = b[N - 1 - i];
#pragma omp for ordered schedule(static, 2)
    for (int i = 0; i < 64; i++)
      {
#pragma omp ordered
	o = 2 * o + i & 1023;
      }
#pragma omp sections
    {
#pragma omp section
      b[1] = 1;
#pragma omp section
      b[2] = 2;
    }
#pragma omp atomic
    total += 3;
#pragma omp critical
    crit++;
#pragma omp single copyprivate (p)
    p = b[1] + b[2];
#pragma omp atomic
    c += p;
  }
#pragma omp target teams distribute parallel for reduction(+: s) \
  map(tofrom: a, s)
  for (int i = 0; i < N; i++)
    s += a[i];
#pragma omp target map(tofrom: t)
  {
    omp_init_lock (&lk);
#pragma omp parallel num_threads(6)
    {
      omp_set_lock (&lk);
      locked++;
      omp_unset_lock (&lk);
    }
#pragma omp parallel num_threads(3)
    {
      omp_set_lock (&lk);
      locked++;
      omp_unset_lock (&lk);
#pragma omp single
      for (int i = 0; i < 4; i++)
	{
#pragma omp task shared(t)
	  {
#pragma omp atomic
	    t += i;
	  }
	}
    }
  }
  return !(s == 3 * N * (N - 1) / 2 && t == 6 && c % 3 == 0);
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
