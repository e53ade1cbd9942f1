/* Many parallel regions, and many barriers, of small teams.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define TIMES 150

int
main (void)
{
  int regions = 0, barriers = 0;

  #pragma omp target map (tofrom: barriers)
  #pragma omp parallel num_threads (2)
  for (int k = 0; k < TIMES; k++)
    {
      #pragma omp atomic
      barriers++;
      #pragma omp barrier
    }
  printf ("%d barriers\n", barriers);
  fflush (stdout);

  #pragma omp target map (tofrom: regions)
  for (int k = 0; k < TIMES; k++)
    #pragma omp parallel num_threads (2)
      {
	#pragma omp atomic
	regions++;
      }
  printf ("%d regions\n", regions);
  return barriers != 2 * TIMES || regions != 2 * TIMES;
}
