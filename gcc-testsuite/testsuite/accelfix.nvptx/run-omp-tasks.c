/* Tasks, single, critical and ordered in a team of eight.  GCC 11's libgomp
   hangs in such code on nvptx (GCC PR target/99555).  */
/* { dg-do compile } */
/* { dg-accel-gcc "12" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O2" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

#include <stdlib.h>
#include <omp.h>

int
main ()
{
  int n = 0, m = 0, host = 1;
#pragma omp target map(tofrom: n, m, host)
#pragma omp parallel num_threads(8)
  {
#pragma omp single
    {
      host = omp_is_initial_device ();
      for (int i = 0; i < 10; i++)
#pragma omp task
	__atomic_add_fetch (&n, 1, __ATOMIC_RELAXED);
    }
#pragma omp critical
    m++;
#pragma omp barrier
#pragma omp for ordered
    for (int i = 0; i < 20; i++)
#pragma omp ordered
      m = 2 * m % 1000 + i;
  }
  int want = 8;
  for (int i = 0; i < 20; i++)
    want = 2 * want % 1000 + i;
  if (host || n != 10 || m != want)
    abort ();
  return 0;
}

/* { dg-final { run-program 0 "--uninit=random:1" } } */
/* { dg-final { run-program 0 "--uninit=random:2" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
