/* OpenACC: reductions through vectors of 32 and 128 lanes and through workers,
   private state broadcast to lanes; right under each method, and under both
   models of the machine with every uninitialised read an error.  */
/* { dg-do compile } */
/* { dg-accel-mode openacc } */
/* { dg-accel-levels "-O0 -O2" } */
/* { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" } */

#include <stdlib.h>

int
main ()
{
  int a[1024], b[8], s = 0, m = -1, on_device = 0;
  double d = 0;
  for (int i = 0; i < 1024; i++)
    a[i] = i;
#pragma acc parallel loop gang worker vector num_workers(4) \
	    vector_length(32) copyin(a) copy(on_device) \
	    reduction(+: s, d) reduction(max: m)
  for (int i = 0; i < 1024; i++)
    {
      s += a[i];
      d += a[i] * 0.5;
      m = m > a[i] ? m : a[i];
      if (i == 5)
	on_device = __builtin_acc_on_device (5);
    }
  if (!on_device || s != 523776 || d != 261888.0 || m != 1023)
    abort ();
  s = 0;
#pragma acc parallel vector_length(128) num_gangs(2) copyin(a) \
	    copyout(b) reduction(+: s)
  {
#pragma acc loop gang
    for (int i = 0; i < 8; i++)
      {
	int t = 0;
#pragma acc loop vector reduction(+: t)
	for (int j = 0; j < 128; j++)
	  t += a[128 * i + j] & 1;
	s += t;
	b[i] = t;
      }
  }
  if (s != 512)
    abort ();
  for (int i = 0; i < 8; i++)
    if (b[i] != 64)
      abort ();
  return 0;
}

/* { dg-final { run-program 0 "--model=volta --uninit=error" } } */
/* { dg-final { run-program 0 "--model=pascal --uninit=error" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
