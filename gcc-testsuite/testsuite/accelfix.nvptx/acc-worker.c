/* Worker and vector partitioning: neutered lanes, broadcast of the state of
   the lane that works.  */
/* { dg-do compile } */
/* { dg-accel-mode openacc } */
/* { dg-accel-levels "-O0 -O1 -O2" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

#pragma acc routine worker
void __attribute__ ((noinline, noclone))
inner (int *a, int n, int x)
{
  int r;
  if (x & 1)
    r = a[0];
#pragma acc loop worker
  for (int i = 0; i < n; i++)
    {
      int t = a[i];
#pragma acc loop vector
      for (int j = 0; j < 32; j++)
	a[32 * i + j] = t + j;
    }
  if (x & 2)
    a[1] = r;
}

int
main ()
{
  int a[4096] = { 1 };
#pragma acc parallel copy(a) num_gangs(4) num_workers(8) vector_length(32)
#pragma acc loop gang
  for (int g = 0; g < 4; g++)
    inner (a + 1024 * g, 32, g);
  return a[3];
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { ptx-dead-ends 0 } } */
/* { dg-final { text-registers-alone } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
