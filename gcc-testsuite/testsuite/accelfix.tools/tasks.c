/* Tasks in a team on the device.  With libgomp 11 each but the first part
   hangs; with libgomp 12 those in which tasks wait for a task that has
   dependences (fan, each) or come from all threads (loops).  With libgomp for
   amdgcn, any release, each but the first can.  */

#include <omp.h>
#include <stdio.h>

#define N 5	/* Threads that are asked for.  */

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

static int failed;

static void
expect (const char *what, int is, int want)
{
  printf ("%s: %d\n", what, is);
  if (is != want)
    {
      printf ("%s: not %d\n", what, want);
      failed = 1;
    }
  fflush (stdout);
}

int
main (void)
{
  int n = 0, a = 0, threads = 0;

  #pragma omp target map (tofrom: n)
  #pragma omp parallel num_threads (N)
  #pragma omp single
  for (int i = 0; i < 30; i++)
    #pragma omp task shared (n)
      {
	#pragma omp atomic
	n++;
      }
  expect ("single", n, 30);

  n = 0;
  #pragma omp target map (tofrom: n)
  #pragma omp parallel num_threads (N)
  #pragma omp single
    n = fib (7);
  expect ("fib", n, 13);

  n = 0;
  #pragma omp target map (tofrom: n)
  #pragma omp parallel num_threads (N)
  #pragma omp single
    {
      #pragma omp taskgroup
      for (int i = 0; i < 8; i++)
	#pragma omp task shared (n)
	for (int k = 0; k < 2; k++)
	  #pragma omp task shared (n)
	    {
	      #pragma omp atomic
	      n++;
	    }
      n *= 2;
    }
  expect ("taskgroup", n, 32);

  n = 0;
  #pragma omp target map (tofrom: n, a)
  #pragma omp parallel num_threads (N)
  #pragma omp single
  for (int k = 0; k < 3; k++)
    {
      #pragma omp task depend (out: a)
	pass_time (200);
      for (int i = 0; i < 12; i++)
	#pragma omp task depend (in: a) shared (n) firstprivate (i)
	  {
	    pass_time (50 * i);
	    #pragma omp atomic
	    n++;
	  }
    }
  expect ("fan", n, 36);

  n = 0;
  #pragma omp target map (tofrom: n, threads)
  #pragma omp parallel num_threads (N)
    {
      int b = 0;

      #pragma omp master
      threads = omp_get_num_threads ();
      for (int k = 0; k < 4; k++)
	{
	  #pragma omp task depend (out: b) shared (b)
	    pass_time (100);
	  for (int i = 0; i < 4; i++)
	    #pragma omp task depend (in: b) shared (n, b) firstprivate (i)
	      {
		pass_time (20 * i);
		#pragma omp atomic
		n++;
	      }
	}
      #pragma omp taskwait
      #pragma omp barrier
    }
  expect ("each", n, 16 * threads);

  n = 0;
  #pragma omp target map (tofrom: n)
  #pragma omp parallel num_threads (N)
    {
      #pragma omp taskloop num_tasks (7) shared (n)
      for (int i = 0; i < 14; i++)
	#pragma omp task shared (n)
	  {
	    #pragma omp atomic
	    n++;
	  }
      /* All tasks are done behind a barrier, whoever made them.  */
      #pragma omp barrier
      #pragma omp master
      if (n != 14 * omp_get_num_threads ())
	n = -1000;
      #pragma omp barrier
      #pragma omp for
      for (int i = 0; i < 10; i++)
	#pragma omp task shared (n)
	  {
	    #pragma omp atomic
	    n++;
	  }
    }
  expect ("loops", n, 14 * threads + 10);

  n = 0;
  #pragma omp target teams num_teams (3) map (tofrom: n)
  #pragma omp parallel num_threads (N)
  #pragma omp single
  for (int i = 0; i < 6; i++)
    #pragma omp task shared (n)
    #pragma omp parallel num_threads (2)
    #pragma omp single
    #pragma omp task shared (n)
      {
	#pragma omp atomic
	n++;
      }
  expect ("teams", n, 18);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
