/* Host threads that stay from one launch to the next.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* To make a thread and to wait for its end takes longer than a small kernel.  The
   threads here are made when a launch first wants them, and then sleep until the
   next one does.  They belong to the process, not to a device.

   A forked process does not have its parent's threads, and makes its own.  When the
   library is unloaded or the process ends, those that sleep are sent home first:
   their code is the library's.  */

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "simt/base/pool.h"

static struct
{
  pthread_mutex_t lock;		/* Of everything here, and of jobs.  */
  pthread_cond_t work;		/* Someone is wanted, or is to go.  */
  pthread_cond_t gone;
  struct simt_pool_job *jobs;		/* That want helpers, the oldest first.  */
  unsigned n_threads, n_idle;
  bool closing;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER,
	   .work = PTHREAD_COND_INITIALIZER,
	   .gone = PTHREAD_COND_INITIALIZER };

/* Take J off the list, if it is there.  */
static void
remove_job (struct simt_pool_job *j)
{
  struct simt_pool_job **p = &pool.jobs;
  while (*p && *p != j)
    p = &(*p)->next;
  if (*p)
    *p = j->next;
}

static void *
helper (void *unused)
{
  (void) unused;
  pthread_mutex_lock (&pool.lock);
  while (!pool.closing)
    {
      struct simt_pool_job *j = pool.jobs;
      if (!j)
	{
	  pool.n_idle++;
	  pthread_cond_wait (&pool.work, &pool.lock);
	  pool.n_idle--;
	  continue;
	}
      j->running++;
      if (--j->wanted == 0)
	remove_job (j);
      pthread_mutex_unlock (&pool.lock);
      j->fn (j->arg);
      pthread_mutex_lock (&pool.lock);
      if (--j->running == 0)
	pthread_cond_signal (&j->done);
    }
  pool.n_threads--;
  pthread_cond_signal (&pool.gone);
  pthread_mutex_unlock (&pool.lock);
  return NULL;
}

/* One thread more; with the lock.  False if there cannot be one.  Signals that are
   sent to the process are for the program's own threads.  */
static bool
add_thread (void)
{
  if (pool.n_threads >= SIMT_POOL_MAX)
    return false;
  sigset_t blocked, old;
  sigfillset (&blocked);
  sigdelset (&blocked, SIGSEGV);
  sigdelset (&blocked, SIGBUS);
  sigdelset (&blocked, SIGFPE);
  sigdelset (&blocked, SIGILL);
  pthread_sigmask (SIG_SETMASK, &blocked, &old);
  pthread_attr_t attr;
  pthread_t thread;
  pthread_attr_init (&attr);
  pthread_attr_setdetachstate (&attr, PTHREAD_CREATE_DETACHED);
  bool ok = !pthread_create (&thread, &attr, helper, NULL);
  pthread_attr_destroy (&attr);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  if (ok)
    pool.n_threads++;
  return ok;
}

unsigned
simt_pool_more (struct simt_pool_job *job, unsigned helpers)
{
  if (!helpers)
    return 0;
  pthread_mutex_lock (&pool.lock);
  remove_job (job);
  struct simt_pool_job **p = &pool.jobs;
  unsigned others = job->wanted;
  while (*p)
    {
      others += (*p)->wanted;
      p = &(*p)->next;
    }
  /* Those of the pool that have nothing to do are for the other jobs first.  */
  unsigned n = pool.n_idle;
  while (n < others + helpers && add_thread ())
    n++;
  if (n < others + helpers)
    helpers = n > others ? n - others : 0;
  job->wanted += helpers;
  if (job->wanted)
    {
      job->next = NULL;
      *p = job;
    }
  if (helpers >= pool.n_idle)
    pthread_cond_broadcast (&pool.work);
  else
    for (unsigned k = 0; k < helpers; k++)
      pthread_cond_signal (&pool.work);
  pthread_mutex_unlock (&pool.lock);
  return helpers;
}

unsigned
simt_pool_begin (struct simt_pool_job *job, void (*fn) (void *), void *arg,
		 unsigned helpers)
{
  *job = (struct simt_pool_job) { .fn = fn, .arg = arg };
  pthread_cond_init (&job->done, NULL);
  return simt_pool_more (job, helpers);
}

void
simt_pool_end (struct simt_pool_job *job)
{
  pthread_mutex_lock (&pool.lock);
  remove_job (job);
  while (job->running)
    pthread_cond_wait (&job->done, &pool.lock);
  pthread_mutex_unlock (&pool.lock);
  pthread_cond_destroy (&job->done);
}

void
simt_pool_run (void (*fn) (void *), void *arg, unsigned helpers)
{
  if (!helpers)
    {
      fn (arg);
      return;
    }
  struct simt_pool_job job;
  simt_pool_begin (&job, fn, arg, helpers);
  fn (arg);
  simt_pool_end (&job);
}

/* ---- Where processes begin and end.  */

static void
before_fork (void)
{
  pthread_mutex_lock (&pool.lock);
}

static void
after_fork (void)
{
  pthread_mutex_unlock (&pool.lock);
}

static void
in_child (void)
{
  pthread_mutex_init (&pool.lock, NULL);
  pthread_cond_init (&pool.work, NULL);
  pthread_cond_init (&pool.gone, NULL);
  pool.jobs = NULL;
  pool.n_threads = pool.n_idle = 0;
}

static void __attribute__ ((constructor))
open_pool (void)
{
  pthread_atfork (before_fork, after_fork, in_child);
}

/* A thread that is in a launch still is not waited for.  */
static void __attribute__ ((destructor))
close_pool (void)
{
  pthread_mutex_lock (&pool.lock);
  unsigned busy = pool.n_threads - pool.n_idle;
  pool.closing = true;
  pthread_cond_broadcast (&pool.work);
  while (pool.n_threads > busy)
    pthread_cond_wait (&pool.gone, &pool.lock);
  pthread_mutex_unlock (&pool.lock);
}
