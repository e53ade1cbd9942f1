/* A dead end that two sides of a branch share, and a barrier after it.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

/* On chips before Volta a warp has to reach a barrier as a whole.  Where the
   dead end at the end of the function runs on, its two sides are joined only
   there, and so each side of the if comes to the barrier by itself.  */
#pragma acc routine seq
static void __attribute__ ((noinline, noclone, cold))
spoil (int *p)
{
  *(volatile int *) p = -1;
}

#pragma acc routine seq
static int __attribute__ ((noinline, noclone))
choose (int *p, int x)
{
  int r;
  if (x & 1)
    {
      if (x > 1000)
	goto never;
      r = 3 * x;
    }
  else
    {
      if (x < -1000)
	goto never;
      r = 7 * x;
    }
  if (__builtin_acc_on_device (5))	/* Not on the host.  */
    asm volatile ("bar.sync 0;" : : : "memory");
  return r + p[x];
 never:
  spoil (p);
  __builtin_unreachable ();
}

int
main (void)
{
  int a[32], b[32], wrong = 0;

  for (int i = 0; i < 32; i++)
    a[i] = i;
  #pragma acc parallel loop vector num_gangs (1) num_workers (1) \
    vector_length (32) copy (a) copyout (b)
  for (int i = 0; i < 32; i++)
    b[i] = choose (a, i);
  for (int i = 0; i < 32; i++)
    wrong += b[i] != (i & 1 ? 4 * i : 8 * i);
  printf ("%d of 32 values are wrong\n", wrong);
  return wrong != 0;
}
