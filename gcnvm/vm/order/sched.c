/* Dispatches: who runs when.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A group belongs to one host thread.  Its waves run in turn there, or with the
   help of others (crew.c).  A thread takes another group as well when all waves of those that it
   has do nothing but wait, so that those may come on for which they wait.  */

#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "order/group.h"
#include "simt/base/random.h"
#include "vm-int.h"

enum
{
  SLICE = 20000,		/* Instructions.  */
  MOST_RESIDENT = 64,		/* Groups a thread.  */
  STUCK_ROUNDS = 100		/* Without a barrier or an end.  */
};

static void
add_stats (struct gcnvm *vm, const struct group *g)
{
  struct launch *l = g->launch;
  pthread_mutex_lock (&vm->stats_lock);
  for (unsigned i = 0; i < g->n_waves; i++)
    {
      vm->stats.waves++;
      l->n_waves_run++;
      l->insns += g->waves[i]->insns;
      vm->stats.insns += g->waves[i]->insns;
      vm->stats.vector_insns += g->waves[i]->vinsns;
      vm->stats.lanes += g->waves[i]->lanes;
    }
  pthread_mutex_unlock (&vm->stats_lock);
}

/* Tell the races so: all waves of G that live are at s_barrier.  */

static void
race_barrier (struct group *g)
{
  uint32_t waves = 0;
  if (!g->race)
    return;
  for (unsigned i = 0; i < g->n_waves; i++)
    if (g->waves[i]->stop == STOP_BARRIER)
      waves |= (uint32_t) 1 << i;
  simt_race_barrier (g->race, waves);
}

/* Lets the waves of G at its barrier go on, once all that live are there.  */

static void
release_barrier (struct group *g)
{
  if (!g->n_live || g->n_waiting < g->n_live)
    return;
  g->launch->vm->watch->stuck_barrier (g);
  if (atomic_load_explicit (&g->launch->result, memory_order_relaxed)
      != GCNVM_OK)
    return;
  g->n_waiting = 0;
  race_barrier (g);
  for (unsigned i = 0; i < g->n_waves; i++)
    if (g->waves[i]->stop == STOP_BARRIER)
      g->waves[i]->stop = STOP_NONE;
}

/* W, of G, has run: does what follows.  True if it did more than run or wait.  */

static bool
wave_after (struct group *g, struct wave *w)
{
  struct gcnvm *vm = w->vm;
  switch (w->stop)
    {
    case STOP_END:
      w->ended = true;
      g->n_live--;
      release_barrier (g);
      return true;
    case STOP_BARRIER:
      g->n_waiting++;
      release_barrier (g);
      return true;
    case STOP_ERROR:
      w->ended = true;
      return true;
    default:
      break;
    }
  if (vm->opt.insn_limit && w->insns > vm->opt.insn_limit)
    {
      wave_report (w, w->next, GCNVM_R_LIMIT, true, -1, 0, NULL,
		   "%llu instructions were executed, the limit",
		   (unsigned long long) vm->opt.insn_limit);
      wave_fail (w, GCNVM_TIMEOUT);
    }
  return w->stop != STOP_YIELD && w->stop != STOP_SLICE;
}

static bool
wave_step (struct group *g, struct wave *w, int64_t budget)
{
  struct launch *l = g->launch;
  if (UNLIKELY (l->alone && simt_alone_disturbed_p (&l->vm->mem->alone)))
    simt_alone_give_up (&l->vm->mem->alone, &l->alone);
  w->budget = budget;
  wave_run (w);
  return wave_after (g, w);
}

/* An error of a wave, the time, the user.  */

static bool
launch_over (struct launch *l, struct wave *w)
{
  if (atomic_load_explicit (&l->result, memory_order_relaxed) != GCNVM_OK)
    return true;
  if (atomic_load_explicit (&l->vm->cancel, memory_order_relaxed))
    {
      int expected = GCNVM_OK;
      atomic_compare_exchange_strong (&l->result, &expected,
				      GCNVM_CANCELLED);
      return true;
    }
  int sig = simt_interrupted ();
  if (sig)
    {
      int expected = GCNVM_OK;
      atomic_store (&l->stopped, sig);
      atomic_compare_exchange_strong (&l->result, &expected, GCNVM_TIMEOUT);
      return true;
    }
  if (simt_deadline_passed (&l->deadline))
    {
      atomic_store (&l->stopped, -1);
      wave_report (w, w->next, GCNVM_R_LIMIT, true, -1, 0, NULL,
		   "the time limit of %g seconds is over",
		   l->vm->opt.time_limit);
      wave_fail (w, GCNVM_TIMEOUT);
      return true;
    }
  return false;
}

/* What came of letting all waves run for a slice.  */
struct turn
{
  bool progress;		/* One did more than run or wait.  */
  bool slept;			/* All were asleep.  */
  bool over;			/* The launch is.  */
};

/* Lets those waves of G run that are not at its barrier.  With --schedule, in
   turns of random length and order.  */

static void
group_turn (struct group *g, struct turn *t)
{
  struct launch *l = g->launch;
  struct wave *ran[MOST_ITEMS / LANES];
  unsigned n = 0, busy = 0;
  uint32_t start, stride;
  for (unsigned k = 0; k < g->n_waves; k++)
    if (!g->waves[k]->ended && g->waves[k]->stop != STOP_BARRIER)
      ran[n++] = g->waves[k];
  bool helped = (g->n_busy > 1 && n > 1 && !l->vm->race && !g->random
		 && crew_helpers_p (&l->crew, n));
  if (helped)
    {
      simt_alone_give_up (&l->vm->mem->alone, &l->alone);
      crew_round (&l->crew, ran, n, SLICE);
    }
  simt_random_walk (&g->random, g->n_waves, &start, &stride);
  for (unsigned k = 0; k < (helped ? n : g->n_waves) && !t->over; k++)
    {
      struct wave *w = helped ? ran[k] : g->waves[(start + k * stride) % g->n_waves];
      if (!helped && (w->ended || w->stop == STOP_BARRIER))
	continue;
      int64_t slice
	= g->random ? simt_random_slice (&g->random, SLICE) : SLICE;
      t->progress |= helped ? wave_after (g, w) : wave_step (g, w, slice);
      t->slept &= w->stop == STOP_YIELD && !l->vm->watch->stuck_napped_p (w);
      busy += w->stop == STOP_SLICE;
      t->over = launch_over (l, w);
    }
  g->n_busy = busy;
}

/* Runs groups of launch ARG until there are none left.  */

static void
run_groups (void *arg)
{
  struct launch *l = arg;
  struct group *resident[MOST_RESIDENT];
  unsigned n = 0, want = 1, idle = 0, check = STUCK_ROUNDS;
  bool over = false;
  crew_own (&l->crew);
  for (;;)
    {
      while (n < want && !over)
	{
	  uint64_t k = atomic_fetch_add (&l->next_group, 1);
	  if (k >= l->n_all)
	    {
	      want = n;
	      break;
	    }
	  resident[n] = group_new (l, k);
	  if (!resident[n])
	    {
	      int expected = GCNVM_OK;
	      atomic_compare_exchange_strong (&l->result, &expected,
					      GCNVM_OUT_OF_MEMORY);
	      over = true;
	      break;
	    }
	  n++;
	}
      if (!n)
	break;
      struct turn turn = { false, true, over };
      for (unsigned i = 0; i < n && !turn.over; i++)
	group_turn (resident[i], &turn);
      bool progress = turn.progress, slept = turn.slept;
      over = turn.over;
      if (over && atomic_load (&l->stopped))
	for (unsigned i = 0; i < n; i++)
	  l->vm->watch->stands (resident[i]);
      for (unsigned i = 0; i < n; )
	if (over || !resident[i]->n_live)
	  {
	    add_stats (l->vm, resident[i]);
	    group_free (resident[i]);
	    resident[i] = resident[--n];
	    progress = true;
	  }
	else
	  i++;
      if (over && !n)
	break;
      if (progress)
	idle = 0, check = STUCK_ROUNDS;
      else if (++idle > 2 && want < MOST_RESIDENT)
	want++;
      if (want < 1)
	want = 1;
      if (!progress && slept)
	{
	  /* All wait, perhaps for the host.  */
	  if (idle > 100)
	    usleep (50);
	  else
	    sched_yield ();
	}
      if (idle >= check && !slept && n)
	{
	  /* They may compute, or spin for ever.  */
	  l->vm->watch->stuck_check (l, resident, n);
	  check = 2 * idle;
	  over = launch_over (l, resident[0]->waves[0]);
	}
    }
  l->vm->watch->stuck_thread_ends (l);
  crew_disown (&l->crew);
}

void
launch_run (struct launch *l, unsigned threads)
{
  l->step = wave_step;
  l->over = launch_over;
  launch_count_vgprs (l);
  unsigned groups = threads < l->n_all ? threads : (unsigned) l->n_all;
  struct simt_mem *mem = l->vm->mem;
  l->alone = simt_alone_begin (&mem->alone,
			       groups == 1 && !l->vm->race && !l->vm->opt.schedule
			       && !mem->unified);
  l->n_running = groups;
  for (unsigned n = crew_begin (&l->crew, run_groups, l, groups, threads); n < groups; n++)
    l->vm->watch->stuck_thread_ends (l);
  run_groups (l);
  crew_end (&l->crew);
  simt_alone_end (&mem->alone, l->alone);
}
