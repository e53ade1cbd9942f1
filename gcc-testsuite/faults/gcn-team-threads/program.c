/* A parallel region in a kernel with thread_limit and many vector registers.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

#include <omp.h>
#include <stdio.h>

#define EACH(M)								\
  M (0) M (1) M (2) M (3) M (4) M (5) M (6) M (7) M (8) M (9)		\
  M (10) M (11) M (12) M (13) M (14) M (15) M (16) M (17) M (18) M (19)	\
  M (20) M (21) M (22) M (23) M (24) M (25) M (26) M (27) M (28) M (29)	\
  M (30) M (31) M (32) M (33) M (34) M (35) M (36) M (37) M (38) M (39)
#define LOAD(n) double v##n = x[n][k];
#define SUM(n) sum += v##n;
#define STORE(n) x[n][k] = v##n * sum;

static double x[40][64];

int
main (void)
{
  int n = 0, threads = 0;

#pragma omp target teams num_teams (1) thread_limit (12) \
  map (tofrom: n, threads, x)
  {
#pragma omp distribute simd
    for (int k = 0; k < 64; k++)
      {
	double sum = 0;
	EACH (LOAD)
	EACH (SUM)
	EACH (STORE)
      }
#pragma omp parallel
    {
#pragma omp atomic
      n++;
#pragma omp master
      threads = omp_get_num_threads ();
    }
  }
  printf (n > 0 && n == threads ? "each thread counted once\n"
	  : "%d threads, %d counted\n", threads, n);
  return n == 0 || n != threads;
}
