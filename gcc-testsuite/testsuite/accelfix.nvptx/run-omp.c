/* An OpenMP program under each method: right results, and no read of a
   register that was not set, in the libraries or in the program.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O2" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

#include <stdlib.h>
#include <omp.h>

#pragma omp declare target
int total;

static int __attribute__ ((noinline))
count (int *p, int x)
{
  int r;
  if (x & 1)
    r = __atomic_add_fetch (p, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch (&total, x, __ATOMIC_RELAXED);
  return x & 1 ? r > 0 : 1;
}
#pragma omp end declare target

int
main ()
{
  int n = 0, ok = 0, host = 1, all = 0;
#pragma omp target teams distribute parallel for num_teams(3) \
	    map(tofrom: n, ok, host) reduction(+: ok)
  for (int i = 0; i < 100; i++)
    {
      ok += count (&n, i);
      if (i == 0)
	host = omp_is_initial_device ();
    }
#pragma omp target map(from: all)
  all = total;
  if (host || ok != 100 || n != 50 || all != 4950)
    abort ();
  return 0;
}

/* { dg-final { run-program 0 "--uninit=random:1" } } */
/* { dg-final { run-program 0 "--uninit=random:2" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
