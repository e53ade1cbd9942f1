/* OpenACC with vectors of 128 lanes: the partial results go through shared
   memory, by registers that only printed text defines.  */
/* { dg-do compile } */
/* { dg-accel-mode openacc } */
/* { dg-accel-levels "-O0 -O2" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

int
main ()
{
  int a[1000], s = 0, m = -1;
  for (int i = 0; i < 1000; i++)
    a[i] = i;
#pragma acc parallel loop gang worker vector vector_length(128) num_workers(4) \
	    copyin(a) reduction(+: s) reduction(max: m)
  for (int i = 0; i < 1000; i++)
    {
      s += a[i];
      m = m > a[i] ? m : a[i];
    }
#pragma acc parallel vector_length(128) copy(a)
  {
#pragma acc loop gang
    for (int i = 0; i < 10; i++)
      {
	int t = 0;
#pragma acc loop vector reduction(+: t)
	for (int j = 0; j < 100; j++)
	  t += a[10 * i + j % 10];
	a[i] = t;
      }
  }
  return s + m;
}

/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { ptx-dead-ends 0 } } */
/* The registers of the compiler's own text are left as they are: none of
   those that it sets there is set to zero before.  */
/* { dg-final { text-registers-alone } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
