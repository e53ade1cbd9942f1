/* The PTX machine: several host threads for the warps of one block.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The thread that has a block runs its warps, a slice each in turn.  Where others
   have nothing to do, and a round was long enough for two, it calls them for
   help: from then on each thread takes a warp that can run, gives it a slice,
   puts it back and takes the next, so that a warp that spins keeps no other one
   from running.

   What warps have in common is done with the crew's lock: barriers, and the end
   of lanes, which barriers wait for.  A barrier that is complete lets a warp go
   that nobody runs; a warp that runs, since it has other lanes elsewhere, is told
   so (struct crew), and sees to it itself.

   A thread that finds no warp to run sleeps until a barrier is complete.  One that
   finds that nobody runs any, though warps are left, has found a deadlock.  That,
   and all else that is about several warps at once, is for the block's own
   thread, without a crew: helpers leave, and what is wrong is found again.

   Helpers leave too when they sleep more than they work, for barriers that
   follow each other too soon; then the block waits longer before it calls some
   again.  */

#include <stdlib.h>
#include <time.h>

#include "order/block.h"
#include "order/crew.h"

/* How long a block's own thread sleeps at most, in nanoseconds: it sees to other
   blocks, signals and the time limit.  */
#define NAP 2000000
/* A helper leaves if it has slept so many times, and had less than that much of a
   slice to do each time.  */
#define MANY_SLEEPS 16
#define WORK_A_SLEEP (SLICE / 2)
/* Rounds that a block waits at most before it calls helpers once more.  */
#define MOST_PAUSE 1024

/* True if W has lanes that can run.  */
static bool
runnable (const struct warp *w)
{
  for (uint32_t k = 0; k < w->n_order; k++)
    {
      enum frag_state s = w->frags[w->order[k]].state;
      if (s == F_RUN || (s == F_JOIN && w->vm->opt.model == VM_VOLTA))
	return true;
    }
  return false;
}

/* ---- With the lock.  */

/* True if all are to leave C.  */
static bool
over_p (const struct crew *c)
{
  const struct block *b = c->block;
  return (c->over || !b->n_live_warps
	  || atomic_load_explicit (&b->launch->result, memory_order_relaxed));
}

/* The next warp of C that can run, which is the caller's from now on; NULL if
   there is none.  */
static struct warp *
take (struct crew *c)
{
  uint32_t m = c->ready & -((uint32_t) 2 << c->next);
  if (!m)
    m = c->ready;
  if (!m)
    return NULL;
  c->next = first_lane (m);
  c->ready &= ~lane_bit (c->next);
  c->running |= lane_bit (c->next);
  return &c->block->warps[c->next];
}

/* Run W for a slice, without the lock.  True if it could go on.  */
static bool
slice (struct warp *w)
{
  jmp_buf escape;
  w->escape = &escape;
  if (setjmp (escape))
    return true;
  return w->block->crew->step (w) == WARP_READY;
}

/* Run W, which the caller has taken, for a slice, and put it back.  What it did is
   returned, in backward branches.  */
static uint64_t
run_slice (struct crew *c, struct warp *w)
{
  if (c->ready && c->sleepers)
    pthread_cond_signal (&c->change);
  pthread_mutex_unlock (&c->lock);
  bool more = slice (w);
  uint64_t work = slice_work (w);
  pthread_mutex_lock (&c->lock);
  c->running &= ~lane_bit (w->index);
  barrier_catch_up (w);
  if (w->live && (more || runnable (w)))
    c->ready |= lane_bit (w->index);
  if (over_p (c) && c->sleepers)
    pthread_cond_broadcast (&c->change);
  return work;
}

/* Nobody runs a warp of C, and none can run.  */
static void
stuck (struct crew *c)
{
  c->over = true;
  pthread_cond_broadcast (&c->change);
}

/* ---- Helpers.  */

/* Help the crew ARG.  */
static void
help (void *arg)
{
  struct crew *c = arg;
  unsigned sleeps = 0;
  uint64_t work = 0;
  pthread_mutex_lock (&c->lock);
  while (!over_p (c))
    {
      struct warp *w = take (c);
      if (w)
	{
	  work += run_slice (c, w);
	  c->helped++;
	  continue;
	}
      if (!c->running)
	{
	  stuck (c);
	  break;
	}
      if (++sleeps == MANY_SLEEPS)
	{
	  if (work < MANY_SLEEPS * WORK_A_SLEEP)
	    {
	      c->useless = true;
	      break;
	    }
	  sleeps = 0;
	  work = 0;
	}
      c->sleepers++;
      pthread_cond_wait (&c->change, &c->lock);
      c->sleepers--;
    }
  c->gone++;
  pthread_mutex_unlock (&c->lock);
}

/* ---- The block's own thread.  */

/* How many helpers a block of L may have by now; L can spare them no more.  */
static unsigned
take_helpers (struct launch *l, unsigned most)
{
  unsigned blocks = atomic_load (&l->workers);
  unsigned share = blocks ? (l->cores - 1) / blocks : 0;
  if (share < 1)
    share = 1;
  if (most > share)
    most = share;
  int spare = atomic_load (&l->spare), n;
  do
    {
      n = spare < (int) most ? spare : (int) most;
      if (n <= 0)
	return 0;
    }
  while (!atomic_compare_exchange_weak (&l->spare, &spare, spare - n));
  return (unsigned) n;
}

bool
crew_start (struct block *b, unsigned last, crew_step *step)
{
  struct launch *l = b->launch;
  uint32_t ready = 0;
  if (atomic_load_explicit (&l->spare, memory_order_relaxed) <= 0)
    return false;
  if (b->crew_pause)
    {
      b->crew_pause--;
      return false;
    }
  for (uint32_t i = 0; i < b->n_warps; i++)
    if (b->warps[i].live && runnable (&b->warps[i]))
      ready |= lane_bit (i);
  if (!(ready & (ready - 1)))
    return false;
  unsigned n = take_helpers (l, (unsigned) __builtin_popcount (ready) - 1);
  struct crew *c = n ? calloc (1, sizeof *c) : NULL;
  if (!c)
    {
      atomic_fetch_add (&l->spare, (int) n);
      return false;
    }
  pthread_condattr_t attr;
  pthread_condattr_init (&attr);
  pthread_condattr_setclock (&attr, CLOCK_MONOTONIC);
  pthread_cond_init (&c->change, &attr);
  pthread_condattr_destroy (&attr);
  pthread_mutex_init (&c->lock, NULL);
  c->block = b;
  c->step = step;
  c->wanted = n;
  c->escape = b->warps[0].escape;
  c->ready = ready;
  c->next = last;
  b->crew = c;
  simt_alone_give_up (&l->vm->mem.alone, &l->alone);
  simt_pool_begin (&c->job, help, c, n);
  return true;
}

void
crew_end (struct block *b)
{
  struct crew *c = b->crew;
  pthread_mutex_lock (&c->lock);
  stuck (c);
  pthread_mutex_unlock (&c->lock);
  simt_pool_end (&c->job);
  b->crew = NULL;
  for (uint32_t i = 0; i < b->n_warps; i++)
    b->warps[i].escape = c->escape;
  if (c->useless && b->crew_pauses < MOST_PAUSE)
    b->crew_pauses = b->crew_pauses ? 2 * b->crew_pauses : 1;
  b->crew_pause = b->crew_pauses;
  atomic_fetch_add (&b->launch->spare, (int) c->wanted);
  atomic_fetch_add (&b->launch->vm->helped, c->helped);
  pthread_cond_destroy (&c->change);
  pthread_mutex_destroy (&c->lock);
  free (c);
}

/* Sleep a while, with the lock.  False if nothing has happened till then.  */
static bool
nap (struct crew *c)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  t.tv_nsec += NAP;
  if (t.tv_nsec >= 1000000000)
    {
      t.tv_nsec -= 1000000000;
      t.tv_sec++;
    }
  c->sleepers++;
  int r = pthread_cond_timedwait (&c->change, &c->lock, &t);
  c->sleepers--;
  return r == 0;
}

bool
crew_round (struct block *b, bool alone)
{
  struct crew *c = b->crew;
  pthread_mutex_lock (&c->lock);
  for (uint32_t i = 0; i < b->n_warps && !over_p (c); i++)
    {
      struct warp *w = take (c);
      if (w)
	run_slice (c, w);
      else if (!c->running)
	stuck (c);
      else if (!alone || !nap (c))
	break;
    }
  bool done = !b->n_live_warps;
  bool over = over_p (c) || c->gone == c->wanted;
  pthread_mutex_unlock (&c->lock);
  if (over)
    crew_end (b);
  return done;
}
