/* Inline assembly uses M0, and a worker loop reads from LDS after it.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

enum { GANGS = 16, WORKERS = 4 };

int
main (void)
{
  int in[GANGS], out[GANGS][WORKERS], zero = 0, wrong = 0;

  for (int g = 0; g < GANGS; g++)
    in[g] = 10 * g;
  /* The first worker of a gang hands x on to the others through LDS.  */
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
      wrong += out[g][w] != 10 * g + w;
  printf ("%d of %d values are wrong\n", wrong, GANGS * WORKERS);
  return wrong != 0;
}
