/* Inline assembly that changes M0, in a gang whose workers share values.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

/* The first worker of a gang hands x on to the others through LDS.  On gfx803
   that memory ends where M0 says; GCC sets M0 once, at the start of the
   kernel.  */

#include <stdio.h>

enum { GANGS = 16, WORKERS = 4 };

int
main (void)
{
  int in[GANGS], out[GANGS][WORKERS], zero = 0, bad = 0;
  for (int g = 0; g < GANGS; g++)
    in[g] = 100 * g;
  #pragma acc parallel num_gangs (4) num_workers (WORKERS) copyout (out) \
    copyin (in, zero)
    {
      #pragma acc loop gang
      for (int g = 0; g < GANGS; g++)
	{
	  int x = in[g];
	  if (__builtin_acc_on_device (8))	/* Not on the host.  */
	    asm volatile ("s_mov_b32 m0, %0" : : "SgA" (zero) : "m0");
	  #pragma acc loop worker
	  for (int w = 0; w < WORKERS; w++)
	    out[g][w] = x + w;
	}
    }
  for (int g = 0; g < GANGS; g++)
    for (int w = 0; w < WORKERS; w++)
      bad += out[g][w] != 100 * g + w;
  printf ("%d of %d values are wrong\n", bad, GANGS * WORKERS);
  return bad != 0;
}
