/* Threads of a team, and teams, that wait for each other: locks, critical
   sections, ordered, single, sections, barriers, and spinning on a variable,
   which ends only if all waves are run in turn.
   { dg-accel-mode openmp }
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=fiji" }
   { dg-accel-levels "-O2" }
   { dg-accel-args "-" }  */
#include <omp.h>
#include <stdio.h>

static int bad;
#define CHECK(C) \
  do if (!(C)) bad++, printf ("line %d: %s\n", __LINE__, #C); while (0)

#pragma omp declare target
static omp_lock_t lock;
static omp_nest_lock_t nest;
static int depth;

static void
down (int n)
{
  omp_set_nest_lock (&nest);
  depth++;
  if (n > 0)
    down (n - 1);
  omp_unset_nest_lock (&nest);
}
#pragma omp end declare target

static void
locks (void)
{
  int threads = 0, critical = 0, locked = 0, nested = 0, tested = 0;
#pragma omp target map (tofrom: threads, critical, locked, nested, tested)
  {
    omp_init_lock (&lock);
    omp_init_nest_lock (&nest);
    depth = 0;
#pragma omp parallel
    {
#pragma omp single
      threads = omp_get_num_threads ();
      for (int i = 0; i < 50; i++)
	{
#pragma omp critical
	  critical++;
	  omp_set_lock (&lock);
	  locked++;
	  omp_unset_lock (&lock);
	  down (3);
	}
      while (!omp_test_lock (&lock))
	;
      tested++;
      omp_unset_lock (&lock);
    }
    nested = depth;
    omp_destroy_lock (&lock);
    omp_destroy_nest_lock (&nest);
  }
  CHECK (threads >= 4);
  CHECK (critical == 50 * threads);
  CHECK (locked == 50 * threads);
  CHECK (nested == 200 * threads);
  CHECK (tested == threads);
}

static void
shares (void)
{
  int order[100], section[3] = { 0 }, copied = 0, threads = 0, late = 0;
#pragma omp target map (from: order) \
  map (tofrom: section, copied, threads, late)
  {
    int n = 0, seen[16];
#pragma omp parallel
    {
      int v = 0, me = omp_get_thread_num ();
#pragma omp for ordered schedule (dynamic, 3)
      for (int i = 0; i < 100; i++)
	{
#pragma omp ordered
	  order[n++] = i;
	}
#pragma omp sections
      {
#pragma omp section
	section[0] = 1;
#pragma omp section
	section[1] = 2;
#pragma omp section
	section[2] = 3;
      }
#pragma omp single copyprivate (v)
      v = 42;
#pragma omp atomic
      copied += v;
#pragma omp atomic
      threads++;
      for (int r = 0; r < 100; r++)
	{
	  seen[me] = r;
#pragma omp barrier
	  for (int i = 0; i < omp_get_num_threads (); i++)
	    if (seen[i] != r)
	      {
#pragma omp atomic
		late++;
	      }
#pragma omp barrier
	}
    }
  }
  for (int i = 0; i < 100; i++)
    CHECK (order[i] == i);
  CHECK (section[0] == 1 && section[1] == 2 && section[2] == 3);
  CHECK (threads >= 4 && copied == 42 * threads);
  CHECK (late == 0);
}

/* Each thread, and then each team, waits for the one before it.  */

static void
spin (void)
{
  int turn = 0, got = 0, team = 0;
#pragma omp target map (tofrom: turn, got)
#pragma omp parallel num_threads (4)
  {
    int me = omp_get_thread_num (), v;
    do
      {
#pragma omp atomic read acquire
	v = turn;
      }
    while (v != 3 - me);
    got = got * 10 + me;
#pragma omp atomic write release
    turn = v + 1;
  }
  CHECK (got == 3210);
#pragma omp target teams num_teams (4) thread_limit (1) map (tofrom: team)
#pragma omp parallel num_threads (1)
  {
    int me = omp_get_team_num (), v;
    do
      {
#pragma omp atomic read acquire
	v = team;
      }
    while (v != omp_get_num_teams () - 1 - me);
#pragma omp atomic write release
    team = v + 1;
  }
  CHECK (team == 4);
}

int
main (void)
{
  locks ();
  shares ();
  spin ();
  puts (bad ? "wrong" : "right");
  return bad != 0;
}
/* { dg-final { gcn-right {} right } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
