/* Several host threads for the waves of one group.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The thread that has a group runs its waves in rounds, a slice each.  Where
   two of them or more used theirs up the last time, so that there is enough to
   do, it offers the next round to threads that have no group: each takes one
   wave after the other and does nothing but run it.  What comes of a slice,
   barriers above all, is looked at by the group's own thread when the round is
   over, in the order of the waves, as if it had run them itself; so only what
   waves do to memory happens at the same time.

   Threads that ran out of groups help, and as many more of the pool's as the
   launch may have.  With --threads=1 there are none, and a run can be repeated.
   With --race waves take turns, so that both accesses are seen whole.  */

#include <string.h>

#include "vm-int.h"

struct round
{
  struct round *next;
  struct wave *const *waves;
  unsigned n;
  int64_t budget;
  _Atomic unsigned taken;	/* How many waves somebody has taken.  */
  unsigned helpers;		/* That are at it; with the crew's lock.  */
};

static void help (void *);

/* C begins to run FN (ARG), in GROUPS threads with this one, which calls it itself, and may
   have as many as THREADS.  Gives how many there are.  */

unsigned
crew_begin (struct crew *c, void (*fn) (void *), void *arg, unsigned groups,
	    unsigned threads)
{
  memset (c, 0, sizeof *c);
  c->most = threads;
  pthread_mutex_init (&c->lock, NULL);
  pthread_cond_init (&c->work, NULL);
  pthread_cond_init (&c->done, NULL);
  simt_pool_begin (&c->help, help, c, 0);
  c->n = 1 + simt_pool_begin (&c->groups, fn, arg, groups - 1);
  return c->n;
}

/* Waits for all threads of C.  */

void
crew_end (struct crew *c)
{
  simt_pool_end (&c->groups);
  simt_pool_end (&c->help);
  pthread_cond_destroy (&c->done);
  pthread_cond_destroy (&c->work);
  pthread_mutex_destroy (&c->lock);
}

/* Runs waves of R until somebody has each.  */

static void
take_part (struct round *r)
{
  for (;;)
    {
      unsigned k = atomic_fetch_add_explicit (&r->taken, 1,
					      memory_order_relaxed);
      if (k >= r->n)
	return;
      r->waves[k]->budget = r->budget;
      wave_run (r->waves[k]);
    }
}

/* A round of C with waves left, or null.  */

static struct round *
open_round (struct crew *c)
{
  for (struct round *r = c->rounds; r; r = r->next)
    if (atomic_load_explicit (&r->taken, memory_order_relaxed) < r->n)
      return r;
  return NULL;
}

/* Helps with all rounds of crew ARG until no thread has a group.  */

static void
help (void *arg)
{
  struct crew *c = arg;
  pthread_mutex_lock (&c->lock);
  c->idle++;
  while (c->owners)
    {
      struct round *r = open_round (c);
      if (!r)
	{
	  pthread_cond_wait (&c->work, &c->lock);
	  continue;
	}
      c->idle--;
      r->helpers++;
      pthread_mutex_unlock (&c->lock);
      take_part (r);
      pthread_mutex_lock (&c->lock);
      c->idle++;
      if (!--r->helpers)
	pthread_cond_broadcast (&c->done);
    }
  c->idle--;
  pthread_mutex_unlock (&c->lock);
}

/* A thread of C begins to run groups.  */

void
crew_own (struct crew *c)
{
  pthread_mutex_lock (&c->lock);
  c->owners++;
  pthread_mutex_unlock (&c->lock);
}

/* It has none any more: helps the others until they are done as well.  */

void
crew_disown (struct crew *c)
{
  pthread_mutex_lock (&c->lock);
  if (!--c->owners)
    pthread_cond_broadcast (&c->work);
  pthread_mutex_unlock (&c->lock);
  help (c);
}

bool
crew_helpers_p (struct crew *c, unsigned n)
{
  pthread_mutex_lock (&c->lock);
  unsigned idle = c->idle, more = 0;
  if (idle + 1 < n && c->n < c->most)
    {
      more = n - 1 - idle;
      if (more > c->most - c->n)
	more = c->most - c->n;
      c->n += more;
    }
  pthread_mutex_unlock (&c->lock);
  /* Those that begin now are there for one of the next rounds.  */
  return idle + simt_pool_more (&c->help, more) > 0;
}

/* Runs the N waves at WAVES for BUDGET instructions each, with the help of
   threads of C that have nothing else to do.  */

void
crew_round (struct crew *c, struct wave *const *waves, unsigned n,
	    int64_t budget)
{
  struct round r = { .waves = waves, .n = n, .budget = budget };
  pthread_mutex_lock (&c->lock);
  r.next = c->rounds;
  c->rounds = &r;
  pthread_cond_broadcast (&c->work);
  pthread_mutex_unlock (&c->lock);
  take_part (&r);
  pthread_mutex_lock (&c->lock);
  for (struct round **p = &c->rounds; *p; p = &(*p)->next)
    if (*p == &r)
      {
	*p = r.next;
	break;
      }
  while (r.helpers)
    pthread_cond_wait (&c->done, &c->lock);
  c->n_rounds++;
  pthread_mutex_unlock (&c->lock);
}
