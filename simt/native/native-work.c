/* Native code: who compiles, and when.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "native-work.h"
#include "native.h"

/* Of a compiler that has failed as often in a row, nothing more is expected.  */
#define MOST_FAILURES 3

static struct
{
  pthread_mutex_t lock;		/* Of everything here.  */
  pthread_cond_t work;		/* There is something to do.  */
  pthread_cond_t idle;		/* BUSY is NULL.  */
  struct timespec since;	/* BUSY is made, */
  bool cancelled;		/* and its compiler was ended.  */
  struct simt_native_job *first;	/* The queue.  */
  struct simt_native_job *busy;	/* What is made.  */
  struct simt_native_job *missed;	/* What was looked for and is not there.  */
  bool thread;			/* There is one.  */
  bool closing;
} all = { .lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER,
	  .idle = PTHREAD_COND_INITIALIZER };

static _Atomic unsigned failures;

/* False if J was to be compiled and could not be.  */
static bool
make_job (struct simt_native_job *j, simt_native_make *make, bool compile)
{
  compile = compile && atomic_load (&failures) < MOST_FAILURES;
  bool made = make (j, compile);
  if (made && compile)
    atomic_store (&failures, 0);
  return made;
}

/* Take the next job out of the queue, with the lock: what is only looked for, which is soon
   done, before what is compiled, and of that what has taken longest so far.  NULL if there
   is none.  */
static struct simt_native_job *
next_job (void)
{
  struct simt_native_job **best = &all.first, *j;
  for (struct simt_native_job **p = best; *p && (*best)->compile; p = &(*p)->next)
    if (!(*p)->compile || atomic_load (&(*p)->heat) > atomic_load (&(*best)->heat))
      best = p;
  j = *best;
  if (j)
    *best = j->next;
  return j;
}

static void *
worker (void *unused)
{
  (void) unused;
  pthread_mutex_lock (&all.lock);
  for (;;)
    {
      struct simt_native_job *j = all.closing ? NULL : next_job ();
      if (!j)
	{
	  pthread_cond_wait (&all.work, &all.lock);
	  continue;
	}
      bool compile = j->compile;
      simt_native_make *make = j->make;
      all.busy = j;
      clock_gettime (CLOCK_MONOTONIC, &all.since);
      pthread_mutex_unlock (&all.lock);
      bool made = make_job (j, make, compile);
      pthread_mutex_lock (&all.lock);
      if (!made && !all.cancelled)
	atomic_fetch_add (&failures, 1);
      all.cancelled = false;
      all.busy = NULL;
      pthread_cond_broadcast (&all.idle);
    }
  return NULL;
}

/* Start the thread, with the lock.  Signals are for the program's own threads.  */
static bool
start_thread (void)
{
  sigset_t blocked, old;
  pthread_attr_t attr;
  pthread_t thread;
  if (all.thread)
    return true;
  sigfillset (&blocked);
  sigdelset (&blocked, SIGSEGV);
  sigdelset (&blocked, SIGBUS);
  pthread_sigmask (SIG_SETMASK, &blocked, &old);
  pthread_attr_init (&attr);
  pthread_attr_setdetachstate (&attr, PTHREAD_CREATE_DETACHED);
  all.thread = !pthread_create (&thread, &attr, worker, NULL);
  pthread_attr_destroy (&attr);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  return all.thread;
}

/* Have the thread make J by MAKE.  */
static void
ask (struct simt_native_job *j, simt_native_make *make, bool compile)
{
  pthread_mutex_lock (&all.lock);
  struct simt_native_job **p = &all.first;
  while (*p && *p != j)
    p = &(*p)->next;
  if (*p == j)
    j->compile |= compile;
  else if (!all.closing && start_thread ())
    {
      j->compile = compile;
      j->make = make;
      j->next = NULL;
      *p = j;
      pthread_cond_signal (&all.work);
    }
  pthread_mutex_unlock (&all.lock);
}

void
simt_native_force (struct simt_native_job *j, simt_native_make *make)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock (&lock);
  if (atomic_load (&j->stage) != SIMT_NATIVE_FORCED)
    {
      j->forced = true;
      if (!make_job (j, make, true))
	atomic_fetch_add (&failures, 1);
      atomic_store (&j->stage, SIMT_NATIVE_FORCED);
    }
  pthread_mutex_unlock (&lock);
}

void
simt_native_ask (struct simt_native_job *j, simt_native_make *make,
		 uint32_t heat)
{
  uint32_t stage = atomic_load (&j->stage);
  uint32_t next = (heat < simt_native_compile_at (j) ? SIMT_NATIVE_LOOKED
		   : SIMT_NATIVE_COMPILED);
  if (stage < next && atomic_compare_exchange_strong (&j->stage, &stage, next))
    ask (j, make, next == SIMT_NATIVE_COMPILED);
}

/* What it takes to compile J, whose text has LENGTH bytes.  Measured with gcc 12: 0.6 s for
   100 kB, 12 s for 900 kB, 24 s for 1400 kB.  */
static void
weigh (struct simt_native_job *j, size_t length)
{
  double l = (double) length / 100000, cost = 0.6 * l * l;
  atomic_store (&j->cost, cost < 1 ? 1 : cost < 1000 ? (uint32_t) cost : 1000);
}

/* True if J has taken so long that it is worth compiling; else the thread will be asked
   again when it is.  */
static bool
worth_p (struct simt_native_job *j)
{
  if (j->forced || atomic_load (&j->heat) >= simt_native_compile_at (j))
    return true;
  atomic_store (&j->stage, SIMT_NATIVE_LOOKED);
  return false;
}

/* Take J out of those that were missed, with the lock.  True if it was one.  */
static bool
unmiss (struct simt_native_job *j)
{
  for (struct simt_native_job **p = &all.missed; *p; p = &(*p)->other)
    if (*p == j)
      {
	*p = j->other;
	return true;
      }
  return false;
}

/* Keep what J took, which was missed, if it was not little.  */
static void
keep_heat (const struct simt_native_job *j)
{
  uint32_t heat = atomic_load (&j->heat), before = atomic_load (&j->before);
  if (heat >= SIMT_NATIVE_KEEP)
    simt_native_keep_note (&j->key, before < UINT32_MAX - heat ? before + heat : UINT32_MAX);
}

/* J was looked for as *KEY, with COMPILE by the compiler, too; SO is what there is.  */
static void
looked_for (struct simt_native_job *j, const struct simt_native_key *key, bool compile,
	    const void *so)
{
  if (j->forced || !(key->a | key->b))
    return;
  pthread_mutex_lock (&all.lock);
  bool missed = unmiss (j);
  /* A compiler that this program's end has ended would have come to its own; one that fails
     would fail again.  */
  bool ended = all.cancelled || all.closing;
  if (!so && (!compile || ended))
    {
      if (!missed)
	atomic_store (&j->before, simt_native_note (key));
      j->key = *key;
      j->other = all.missed;
      all.missed = j;
    }
  else if (missed)
    simt_native_keep_note (key, 0);
  pthread_mutex_unlock (&all.lock);
}

bool
simt_native_known (struct simt_native_job *j, const struct simt_native_key *by,
		   bool compile, void **so)
{
  struct simt_native_key key;
  uint32_t length;
  if (!simt_native_find (by, &key, &length))
    return false;
  weigh (j, length);
  compile = compile && worth_p (j);
  *so = simt_native_load_again (&key);
  if (!*so && compile)
    return false;
  looked_for (j, &key, compile, *so);
  return true;
}

bool
simt_native_code (struct simt_native_job *j, const struct simt_native_key *by,
		  const char *const *text, size_t n, const char *const *flags,
		  const char *build, bool compile, void **so)
{
  struct simt_native_key key;
  size_t length = strlen (text[n - 1]);
  weigh (j, length);
  compile = compile && worth_p (j);
  *so = simt_native_load (text, n, flags, build, compile, &key);
  if (*so && by)
    simt_native_keep (by, &key, (uint32_t) length);
  looked_for (j, &key, compile, *so);
  return *so || !compile;
}

uint32_t
simt_native_exit_at (const char *variable)
{
  static _Atomic uint32_t at;
  static _Atomic bool known;
  if (!atomic_load_explicit (&known, memory_order_acquire))
    {
      const char *v = getenv (variable);
      atomic_store (&at, v && *v ? (uint32_t) strtoul (v, NULL, 10) : UINT32_MAX);
      atomic_store (&known, true);
    }
  return atomic_load_explicit (&at, memory_order_relaxed);
}

/* How long a program whose code goes waits for the compiler, in ns: as long as that has
   run, but so long at least and at most, that the next run finds its work.  For one that
   has been ended it waits as often as it takes.  */
#define LEAST_PATIENCE INT64_C (250000000)
#define MOST_PATIENCE INT64_C (2000000000)
#define AGAIN INT64_C (10000000)

static int64_t
patience (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  int64_t ns = ((int64_t) (t.tv_sec - all.since.tv_sec) * 1000000000
		+ t.tv_nsec - all.since.tv_nsec);
  return ns < LEAST_PATIENCE ? LEAST_PATIENCE : ns < MOST_PATIENCE ? ns : MOST_PATIENCE;
}

/* Wait for NS until the thread has made J, with the lock.  */
static void
wait_for (struct simt_native_job *j, int64_t ns)
{
  struct timespec t;
  int status = 0;
  clock_gettime (CLOCK_MONOTONIC, &t);
  ns += t.tv_nsec;
  t.tv_sec += (time_t) (ns / 1000000000);
  t.tv_nsec = (long) (ns % 1000000000);
  while (all.busy == j && !status)
    status = pthread_cond_clockwait (&all.idle, &all.lock, CLOCK_MONOTONIC, &t);
}

void
simt_native_cancel (struct simt_native_job *j)
{
  pthread_mutex_lock (&all.lock);
  for (struct simt_native_job **p = &all.first; *p;)
    if (*p == j)
      *p = j->next;
    else
      p = &(*p)->next;
  if (all.busy == j)
    wait_for (j, patience ());
  while (all.busy == j)
    {
      all.cancelled = true;
      simt_native_stop (false);
      wait_for (j, AGAIN);
    }
  if (unmiss (j))
    keep_heat (j);
  pthread_mutex_unlock (&all.lock);
}

/* ---- Where processes begin and end.  */

static void
before_fork (void)
{
  pthread_mutex_lock (&all.lock);
}

static void
after_fork (void)
{
  pthread_mutex_unlock (&all.lock);
}

/* The thread is not there; what it was about is as if nobody had asked.  */
static void
in_child (void)
{
  pthread_mutex_init (&all.lock, NULL);
  pthread_cond_init (&all.work, NULL);
  pthread_cond_init (&all.idle, NULL);
  all.first = all.busy = all.missed = NULL;
  all.thread = all.cancelled = false;
}

static void __attribute__ ((constructor))
start_native (void)
{
  pthread_atfork (before_fork, after_fork, in_child);
}

/* The thread's code is the library's: it must have left it; a compiler that is asked
   to end lets it do so soon.  */
static void __attribute__ ((destructor))
end_native (void)
{
  pthread_mutex_lock (&all.lock);
  all.closing = true;
  simt_native_stop (true);
  while (all.busy)
    pthread_cond_wait (&all.idle, &all.lock);
  for (const struct simt_native_job *j = all.missed; j; j = j->other)
    keep_heat (j);
  pthread_mutex_unlock (&all.lock);
}
