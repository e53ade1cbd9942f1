/* The same in an OpenMP program.  */
/* { dg-do compile } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O0 -O2" } */
/* { dg-accel-args "verify verify,init-regs=1 verify,init-regs=2" } */

int
main ()
{
  int n = 3, a[32];
#pragma omp target teams distribute parallel for simd map(from: a)
  for (int i = 0; i < 32; i++)
    a[i] = __atomic_fetch_add (&n, i, __ATOMIC_RELAXED);
  return a[2];
}

/* { dg-final { ptx-uninit 0 0 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
