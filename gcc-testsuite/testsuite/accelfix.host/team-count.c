/* Regions that are distributed have no more teams than libgomp has memory for; others keep
   their number.  */
/* { dg-host-without "right" } */
/* { dg-host-said "6 target regions with fewer teams" } */

#include <omp.h>
#include "host.h"

enum { N = 1000 };

/* Of a number that is a variable: as many as before, or fewer.  */

static int
variable (int teams)
{
  int sum = 0;
#pragma omp target teams distribute parallel for num_teams (teams) map (tofrom: sum)
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic
      sum += i;
    }
  return sum;
}

static int
unsigned_variable (unsigned long teams)
{
  int sum = 0;
#pragma omp target teams distribute num_teams (teams / 3) map (tofrom: sum)
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic
      sum += i;
    }
  return sum;
}

static int
constant (int n)
{
  int sum = 0;
#pragma omp target teams distribute simd num_teams (100000) map (tofrom: sum) if (n > 0) \
  reduction (+: sum)
  for (int i = 0; i < N; i++)
    sum += i;
  return sum;
}

/* The construct may be on its own.  */

static int
apart (int teams)
{
  int sum = 0;
#pragma omp target map (tofrom: sum)
#pragma omp teams num_teams (teams)
#pragma omp distribute parallel for
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic
      sum += i;
    }
  return sum;
}

/* In other regions of the host.  */

static int
within (int teams)
{
  int total = 0;
#pragma omp parallel num_threads (3) reduction (+: total)
  {
    int sum = 0;
    for (int k = 0; k < 2; k++)
      {
#pragma omp target teams distribute parallel for num_teams (teams + k) map (tofrom: sum)
	for (int i = 0; i < N; i++)
	  {
#pragma omp atomic
	    sum += i;
	  }
      }
#pragma omp task shared (sum) firstprivate (teams)
    {
#pragma omp target teams distribute num_teams (teams) map (tofrom: sum)
      for (int i = 0; i < N; i++)
	{
#pragma omp atomic
	  sum += i;
	}
    }
#pragma omp taskwait
    total += sum;
  }
  return total;
}

/* These may want each team: nothing is changed.  */

static int
asks (int teams)
{
  int n = 0;
#pragma omp target teams num_teams (teams) map (tofrom: n)
#pragma omp parallel num_threads (1)
  {
#pragma omp atomic
    n += omp_get_team_num () < omp_get_num_teams ();
  }
  return n;
}

static int
asks_distributed (int teams)
{
  int n = 0;
#pragma omp target teams distribute num_teams (teams) map (tofrom: n)
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic
      n += omp_get_team_num () < omp_get_num_teams ();
    }
  return n;
}

int
main (void)
{
  int sum = N * (N - 1) / 2;
  check ("variable", variable (5) == sum);
  check ("one", variable (1) == sum);
  check ("unsigned variable", unsigned_variable (30) == sum);
  check ("constant", constant (0) == sum);
  check ("apart", apart (7) == sum);
  int all = within (4);
  check ("within", all > 0 && all % (3 * sum) == 0);
  check ("asks", asks (6) >= 1);
  check ("asks, distributed", asks_distributed (6) == N);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
