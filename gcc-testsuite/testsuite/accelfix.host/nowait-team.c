/* Regions with nowait inside and outside of parallel regions, in orphaned tasks and in
   functions, with parallel regions after them.  What is freed is overwritten.  */
/* { dg-accel-gcc "12 13 14 15 16" } */
/* { dg-accel-levels "-O0 -O2" } */
/* { dg-host-without "wrong" } */
#include <malloc.h>
#include <unistd.h>
#include "host.h"

static int
threads (int rounds)
{
  int n = 0;
  for (int i = 0; i < rounds; i++)
    {
#pragma omp parallel num_threads(4)
#pragma omp atomic
      n++;
    }
  return n;
}

static void
orphaned (int *x)
{
#pragma omp target nowait map(tofrom: x[:1]) depend(inout: x[0])
  *x += 1;
}

int
main (void)
{
  int x = 0, y[4] = { 0 }, z = 0, w = 0;
  mallopt (M_PERTURB, 165);
  /* A thread may wait for ever.  */
  alarm (10);
  orphaned (&x);
#pragma omp task depend(inout: x) shared(x)
  x *= 10;
  orphaned (&x);
#pragma omp taskwait
  check ("dependences", x == 11);
  check ("threads", threads (200) == 800);
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int i = 0; i < 4; i++)
      {
#pragma omp target nowait map(tofrom: y[i:1])
	y[i] = i + 1;
      }
    orphaned (&z);
    orphaned (&z);
  }
  for (int i = 0; i < 4; i++)
    check ("single", y[i] == i + 1);
  check ("orphaned in single", z == 2);
#pragma omp task shared(w)
  {
#pragma omp target nowait map(tofrom: w)
    w = 3;
#pragma omp taskwait
  }
#pragma omp taskwait
  check ("task", w == 3);
  check ("threads after all", threads (200) == 800);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
