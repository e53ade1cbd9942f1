/* Parallel regions of target regions have as many threads as they ask for.  */
/* { dg-host-without "wrong" } */
/* { dg-host-said "3 target regions with as many threads" } */

#include <omp.h>
#include "host.h"

static int
one (void)
{
  int threads = 0;
  #pragma omp target map (tofrom: threads)
  #pragma omp parallel num_threads (14)
  {
    #pragma omp atomic
    threads++;
  }
  return threads;
}

static int
several (void)
{
  int threads = 0;
  #pragma omp target teams num_teams (2) map (tofrom: threads)
  {
    #pragma omp parallel num_threads (3)
    {
      #pragma omp atomic
      threads++;
    }
    #pragma omp parallel num_threads (12)
    {
      #pragma omp atomic
      threads++;
    }
  }
  /* GCC 11 has one team on the host.  */
  return threads > 0 && threads % 15 == 0;
}

static int
combined (void)
{
  int a[60] = { 0 }, sum = 0;
  #pragma omp target teams distribute parallel for num_teams (1) \
    num_threads (10) map (tofrom: a)
  for (int i = 0; i < 60; i++)
    a[i] = omp_get_num_threads ();
  for (int i = 0; i < 60; i++)
    sum += a[i];
  return sum;
}

/* A function may have parallel regions of its own: nothing is changed.  */

#pragma omp declare target
int
more (void)
{
  int threads = 0;
  #pragma omp parallel num_threads (3)
  {
    #pragma omp atomic
    threads++;
  }
  return threads;
}
#pragma omp end declare target

static int
with_call (void)
{
  int threads = 0, others = 0;
  #pragma omp target map (tofrom: threads, others)
  {
    #pragma omp parallel num_threads (12)
    {
      #pragma omp atomic
      threads++;
    }
    others = more ();
  }
  return threads >= 1 && threads <= 12 && others == 3;
}

int
main (void)
{
  check ("one", one () == 14);
  check ("several", several ());
  check ("combined", combined () == 600);
  check ("with_call", with_call ());
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
