/* Tasks of a team that wait for others.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <stdio.h>

#define THREADS 5

#pragma omp declare target
static int
fib (int n)
{
  int a, b;

  if (n < 2)
    return n;
  #pragma omp task shared (a)
    a = fib (n - 1);
  #pragma omp task shared (b)
    b = fib (n - 2);
  #pragma omp taskwait
  return a + b;
}

static void
pass_time (int n)
{
  for (volatile int i = 0; i < n; i++)
    ;
}
#pragma omp end declare target

int
main (void)
{
  int f = 0, ran = 0;

  /* Who waits in taskwait is waited for by who made the task.  */
  #pragma omp target map (tofrom: f)
  #pragma omp parallel num_threads (THREADS)
  #pragma omp single
    f = fib (7);
  printf ("fib (7) is %d\n", f);
  fflush (stdout);

  /* Many tasks in groups that are waited for.  */
  #pragma omp target map (tofrom: ran)
  #pragma omp parallel num_threads (THREADS)
  #pragma omp single
  for (int k = 0; k < 3; k++)
    {
      #pragma omp taskgroup
      for (int i = 0; i < 6; i++)
	#pragma omp task shared (ran) firstprivate (i)
	  {
	    #pragma omp task shared (ran)
	      {
		#pragma omp atomic
		ran++;
	      }
	    pass_time (50 * i);
	    #pragma omp atomic
	    ran++;
	  }
      if (ran != 12 * (k + 1))
	ran = -1000;
    }
  printf ("%d tasks ran\n", ran);
  return f != 13 || ran != 36;
}
