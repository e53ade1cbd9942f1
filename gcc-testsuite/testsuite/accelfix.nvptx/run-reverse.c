/* Reverse offload: a target region calls back to the host, which changes what
   the region goes on with.  From GCC 13 on; before sm_35, GCC refuses it.  */
/* { dg-do compile } */
/* { dg-accel-gcc "13 14 15 16" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O2" } */
/* { dg-accel-options "-march=sm_70" } */

#include <stdlib.h>

#pragma omp requires reverse_offload

static int calls;
#pragma omp declare target enter(calls)

static void
on_host (int *p, int n)
{
  calls++;
  for (int i = 0; i < n; i++)
    p[i] += 1000 * calls;
}
#pragma omp declare target device_type(host) enter(on_host)

int
main ()
{
  int a[10], sum = 0;
  for (int i = 0; i < 10; i++)
    a[i] = i;
#pragma omp target map(tofrom: a, sum)
  for (int k = 0; k < 3; k++)
    {
      for (int i = 0; i < 10; i++)
	a[i] *= 2;
#pragma omp target device(ancestor: 1) map(always, tofrom: a)
      on_host (a, 10);
      for (int i = 0; i < 10; i++)
	sum += a[i];
    }
  /* 2 i + 1000; 2 (2 i + 1000) + 2000; 2 (...) + 3000.  */
  if (calls != 3 || sum != 14 * 45 + 10 * (1000 + 4000 + 11000)
      || a[9] != 72 + 11000)
    abort ();
  return 0;
}

/* { dg-final { run-program 0 "--uninit=random:1" } } */
/* { dg-final { ptx-uninit 0 0 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
