/* Test of the host threads that stay (base/pool.h).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simt/base/pool.h"
#include "test.h"

#define CALLS 4

static pthread_barrier_t meeting;
static _Atomic unsigned calls, ended, open_signals;

/* All calls of a job must be running at once to get past this.  */
static void
meet (void *arg)
{
  (void) arg;
  calls++;
  pthread_barrier_wait (&meeting);
  sigset_t now;
  pthread_sigmask (SIG_BLOCK, NULL, &now);
  open_signals += !sigismember (&now, SIGTERM);
  ended++;
}

/* How many threads this process has.  */
static int
n_threads (void)
{
  char line[256];
  int n = -1;
  FILE *f = fopen ("/proc/self/status", "r");
  while (f && fgets (line, sizeof line, f))
    if (sscanf (line, "Threads: %d", &n) == 1)
      break;
  if (f)
    fclose (f);
  return n;
}

/* Some jobs, one after the other.  */
static bool
run_jobs (int n)
{
  bool ok = true;
  for (int i = 0; i < n; i++)
    {
      calls = ended = open_signals = 0;
      simt_pool_run (meet, NULL, CALLS - 1);
      ok = ok && calls == CALLS && ended == CALLS && open_signals == 1;
    }
  return ok;
}

static void
count (void *arg)
{
  (*(_Atomic unsigned *) arg)++;
  usleep (10);
}

static void *
other_thread (void *ok)
{
  _Atomic bool *all = ok;
  for (int i = 0; i < 200; i++)
    {
      _Atomic unsigned n = 0;
      simt_pool_run (count, &n, 3);
      if (n < 1 || n > 4)
	*all = false;
    }
  return NULL;
}

/* Jobs of several threads at the same time.  */
static void
test_several (void)
{
  pthread_t t[3];
  _Atomic bool ok = true;
  for (int i = 0; i < 3; i++)
    pthread_create (&t[i], NULL, other_thread, &ok);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  check (ok, "jobs of three threads at the same time");
}

/* Helpers that a job gets later, in parts; and no more than there are threads for.  */
static void
test_more (void)
{
  struct simt_pool_job job;
  calls = ended = 0;
  unsigned none = simt_pool_begin (&job, meet, NULL, 0);
  unsigned some = simt_pool_more (&job, 1) + simt_pool_more (&job, CALLS - 1);
  for (int i = 0; ended < CALLS && i < 1000; i++)
    usleep (10000);
  simt_pool_end (&job);
  check (none == 0 && some == CALLS && calls == CALLS,
	 "a job gets %u helpers, then %u: %u ran", none, some, calls);
  _Atomic unsigned n = 0;
  unsigned most = simt_pool_begin (&job, count, (void *) &n, 2 * SIMT_POOL_MAX);
  for (int i = 0; n < most && i < 1000; i++)
    usleep (10000);
  simt_pool_end (&job);
  check (most <= SIMT_POOL_MAX && most >= CALLS && n == most,
	 "of %d helpers %u are there: %u ran", 2 * SIMT_POOL_MAX, most, n);
}

int
main (void)
{
  pthread_barrier_init (&meeting, NULL, CALLS);
  int before = n_threads ();
  check (run_jobs (1), "all helpers of a job run at once, without the "
	 "program's signals, and have returned when it is done");
  int one = n_threads ();
  check (one - before == CALLS - 1 || before < 0,
	 "%d threads were made for %d helpers", one - before, CALLS - 1);
  check (run_jobs (100), "100 jobs more");
  check (n_threads () == one, "they were made once: %d now, %d after the first "
	 "job", n_threads (), one);
  pid_t child = fork ();
  if (!child)
    {
      alarm (10);
      _exit (run_jobs (3) && (before < 0 || n_threads () == CALLS) ? 0 : 1);
    }
  int status = -1;
  waitpid (child, &status, 0);
  check (status == 0, "a forked process makes its own: status %d", status);
  test_several ();
  test_more ();
  return finish_tests ();
}
