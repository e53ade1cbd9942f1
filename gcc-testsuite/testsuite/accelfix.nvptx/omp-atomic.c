/* An atomic's result is broadcast by a shuffle that every lane executes,
   though only one lane executes the atomic: uniform-simt code.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O2" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

#pragma omp declare target
int counter;

int
next (int *p)
{
  return __atomic_fetch_add (p, 1, __ATOMIC_RELAXED)
	 + __atomic_exchange_n (&counter, 7, __ATOMIC_RELAXED);
}
#pragma omp end declare target

int
main ()
{
  int n = 0;
#pragma omp target map(tofrom: n)
  n = next (&n);
  return n;
}

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { scan-ptx {shfl} } } */
/* { dg-final { scan-ptx {atom\.add} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
