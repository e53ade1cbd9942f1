/* What is before what, of launches and copies.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* For --race each dispatch knows what is before it: what its queue has done, and
   what the thread that rang the doorbell knew then.  A thread knows what it has
   waited for by signals, what it has copied itself, and what threads that it
   waited for knew (simt/host/host-sync.h).

   Of the program's threads it is not seen how they wait for each other, so they
   all know the same.  The threads of libgomp's plugin, one for each async queue,
   know each their own.

   A thread of the program that puts something into an async queue takes the queue's
   mutex, and so would know what the queue's thread has done by then.  That is by
   chance, and does not count: such a thread wakes the other before it gives the mutex
   back (queue_push_launch and its kin in libgomp/plugin/plugin-gcn.c).  Nor does the
   queue's thread learn anything from one that only waits for the queue (wait_queue),
   perhaps before it has begun with what is in it.

   All of OpenMP's regions with nowait go into one such queue, whose thread is known
   by the calls that tell of each region's end.  They are tasks: one is before another
   only where whoever put the other one in knew that it had ended.  So at a region's
   end that thread forgets what it has done; from then on it learns only what threads
   of the program knew when they put something in.  (What libgomp allocates for its
   own use goes from one launch to the next without a race; see watch/race.c.)  */

#include <dlfcn.h>
#include <stdlib.h>

#include "runtime.h"
#include "simt/race/clocks.h"
#include "simt/host/host-sync.h"

struct host_thread
{
  uint32_t number, count;	/* Of copies, as if it was a queue.  */
  struct simt_clocks *seen;
  struct released *queue;	/* Where others put in what it does.  */
  bool tasks;			/* It does OpenMP's regions with nowait.  */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t numbers = 1;	/* Given to queues and threads.  */
static struct host_thread program = { .number = 1 };
static _Thread_local struct host_thread *own;
/* The mutex that the thread, one of the program's, took last; what the program knew
   before, and behind that.  */
static _Thread_local struct
{
  const void *object;
  struct simt_clocks *before, *behind;
} last;
static bool threads;		/* The plugin has made one.  */

/* What was released at an object.  */
struct released
{
  const void *object;
  struct simt_clocks *clocks;
  struct simt_clocks *put;	/* By threads of the program alone.  */
  struct released *next;
};
enum { N_RELEASED = 256 };
static struct released *released[N_RELEASED];

static struct host_thread *
self (void)
{
  return own ? own : &program;
}

/* The thread of the program that has taken a mutex gives it back, or takes another
   one.  */

static void
forget_last (void)
{
  simt_clocks_drop (last.before);
  simt_clocks_drop (last.behind);
  last.before = last.behind = NULL;
  last.object = NULL;
}

/* What was released at OBJECT, made if it is not there; NULL when out of
   memory.  */

static struct released *
released_at (const void *object)
{
  struct released **p
    = &released[(uintptr_t) object / 16 * 2654435761u % N_RELEASED], *r;
  for (r = *p; r; r = r->next)
    if (r->object == object)
      return r;
  r = calloc (1, sizeof *r);
  if (r)
    {
      *r = (struct released) { .object = object, .next = *p };
      *p = r;
    }
  return r;
}

bool
order_task_p (void)
{
  return own && own->tasks;
}

static void
synchronise (enum simt_sync_event event, const void *object)
{
  struct released *r;
  pthread_mutex_lock (&lock);
  threads = true;
  switch (event)
    {
    case SIMT_SYNC_RELEASE:
      forget_last ();
      if (own && (r = released_at (object)))
	simt_clocks_add (&r->clocks, own->seen);
      break;
    case SIMT_SYNC_ACQUIRE:
      forget_last ();
      if (!(r = released_at (object)))
	break;
      if (!own)
	{
	  last.object = object;
	  last.before = simt_clocks_keep (program.seen);
	}
      if (own && r->put)
	own->queue = r;
      simt_clocks_add (&self ()->seen, order_task_p () ? r->put : r->clocks);
      if (!own)
	last.behind = simt_clocks_keep (program.seen);
      break;
    case SIMT_SYNC_WAKE:
      if (!object)
	object = last.object;
      /* Unless another thread has learnt something meanwhile.  */
      if (last.object && program.seen == last.behind)
	{
	  simt_clocks_drop (program.seen);
	  program.seen = simt_clocks_keep (last.before);
	}
      forget_last ();
      if (object && (r = released_at (object)))
	{
	  simt_clocks_add (&r->clocks, self ()->seen);
	  if (!own)
	    simt_clocks_add (&r->put, program.seen);
	}
      break;
    case SIMT_SYNC_START:
      if ((own = calloc (1, sizeof *own)))
	own->number = ++numbers;
      break;
    case SIMT_SYNC_TELL_ALL:
    case SIMT_SYNC_END:
      simt_clocks_add (&program.seen, self ()->seen);
      if (event == SIMT_SYNC_TELL_ALL && own)
	{
	  own->tasks = true;
	  simt_clocks_drop (own->seen);
	  own->seen = own->queue ? simt_clocks_keep (own->queue->put) : NULL;
	}
      if (event == SIMT_SYNC_END && own)
	{
	  simt_clocks_drop (own->seen);
	  free (own);
	  own = NULL;
	}
      break;
    }
  pthread_mutex_unlock (&lock);
}

void
order_init (void)
{
  if (!hsa_options.vm.race)
    return;
  simt_sync_fn *_Atomic *f = dlsym (RTLD_DEFAULT, SIMT_SYNC_NAME);
  if (f)
    *f = synchronise;
}

struct simt_clocks *
order_now (void)
{
  if (!hsa_options.vm.race)
    return NULL;
  pthread_mutex_lock (&lock);
  struct simt_clocks *c = simt_clocks_keep (self ()->seen);
  pthread_mutex_unlock (&lock);
  return c;
}

void
order_known (struct simt_clocks *what)
{
  if (!what)
    return;
  pthread_mutex_lock (&lock);
  simt_clocks_add (&self ()->seen, what);
  pthread_mutex_unlock (&lock);
}

void
order_add (struct simt_clocks **to, struct simt_clocks *what)
{
  if (what)
    simt_clocks_add (to, what);
}

void
order_dispatch (struct order_queue *q, struct simt_clocks *known, bool task,
		struct simt_race_order *order)
{
  /* Tasks take turns with so many numbers.  */
  enum { NUMBERS = 64 };
  *order = (struct simt_race_order) { 0 };
  if (!hsa_options.vm.race)
    return;
  pthread_mutex_lock (&lock);
  if (!q->number)
    q->number = ++numbers;
  if (task && !q->tasks)
    {
      q->tasks = numbers + 1;
      numbers += NUMBERS;
    }
  pthread_mutex_unlock (&lock);
  order->count = ++q->count;
  if (task)
    {
      order->queue = q->tasks + q->count % NUMBERS;
      order->before = simt_clocks_keep (known);
    }
  else
    {
      order->queue = q->number;
      order->before = simt_clocks_join (q->done, known);
    }
  simt_clocks_drop (q->done);
  q->done = simt_clocks_with (order->before, order->queue, order->count);
}

void
order_copy (const void *p, size_t n, bool store)
{
  if (!hsa_options.vm.race || !threads
      || (uintptr_t) p - memory.arena >= memory.arena_size)
    return;
  struct simt_race_order order;
  struct host_thread *t = self ();
  struct agent *a;
  pthread_mutex_lock (&lock);
  order.queue = t->number;
  order.count = ++t->count;
  order.before = simt_clocks_keep (t->seen);
  simt_clocks_drop (t->seen);
  t->seen = simt_clocks_with (order.before, order.queue, order.count);
  pthread_mutex_unlock (&lock);
  for (unsigned k = 1; (a = agent_number (k)); k++)
    if (a->vm)
      gcnvm_race_copy (a->vm, &order, (uintptr_t) p, n, store);
  simt_clocks_drop (order.before);
}
