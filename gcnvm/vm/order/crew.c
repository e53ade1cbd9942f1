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

   Threads that ran out of groups help, and as many more are started as the
   launch may have.  With --threads=1 there are none, and a run can be repeated.
   With --race waves take turns, so that both accesses are seen whole.  */

#include <stdlib.h>
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

void
crew_init (struct crew *c, unsigned threads)
{
  memset (c, 0, sizeof *c);
  c->most = threads;
  pthread_mutex_init (&c->lock, NULL);
  pthread_cond_init (&c->work, NULL);
  pthread_cond_init (&c->done, NULL);
  c->ids = calloc (threads, sizeof *c->ids);
}

/* Starts one thread more of C, which runs FN (ARG).  FALSE if there cannot be
   one.  */

bool
crew_start (struct crew *c, void *(*fn) (void *), void *arg)
{
  bool ok = false;
  pthread_mutex_lock (&c->lock);
  if (c->ids && c->n + 1 < c->most
      && pthread_create (&c->ids[c->n], NULL, fn, arg) == 0)
    {
      c->n++;
      ok = true;
    }
  pthread_mutex_unlock (&c->lock);
  return ok;
}

/* Waits for all threads of C that were started.  */

void
crew_end (struct crew *c)
{
  for (unsigned i = 0; i < c->n; i++)
    pthread_join (c->ids[i], NULL);
  free (c->ids);
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

static void *
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
  return NULL;
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
  unsigned idle = c->idle;
  bool more = idle + 1 < n && c->n + 1 < c->most;
  pthread_mutex_unlock (&c->lock);
  /* Those that are started now are there for one of the next rounds.  */
  while (more && idle + 1 < n && crew_start (c, help, c))
    idle++;
  return idle > 0;
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
