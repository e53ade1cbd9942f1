/* A parallel region asks for 16 threads.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>
#include <omp.h>

int
main (void)
{
  int threads = 0;

  #pragma omp target map (tofrom: threads)
  #pragma omp parallel num_threads (16)
  {
    #pragma omp atomic
    threads++;
  }
  printf ("%d threads\n", threads);
  return threads != 16;
}
