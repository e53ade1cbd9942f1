/* The PTX machine: warps, blocks, grids and host threads.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A host thread holds some blocks at a time and gives each of their warps a
   slice in turn, so that a warp that spins on what another one is to do, in
   its block or another, never keeps that one from doing it.  A host thread
   takes another block when those it has are still not done after a few
   rounds, up to a limit.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "code/uniform.h"
#include "order/block.h"
#include "order/crew.h"
#include "simt/base/pool.h"
#include "simt/report/interrupt.h"
#include "simt/base/random.h"
#include "simt/base/mappings.h"

/* Slices that a fragment parked at a meeting point waits while others of its warp
   run; rounds over its blocks before a host thread takes another one.  */
#define PATIENCE 4
#define ROUNDS 8

/* Fragments that stand at the same place go on as one.  */
static void
unite_equals (struct warp *w, struct frag *f)
{
  for (uint32_t i = 0; i < w->n_order; i++)
    {
      struct frag *g = &w->frags[w->order[i]];
      if (g != f && g->state == F_RUN && g->pc == f->pc && g->act == f->act)
	{
	  frag_unite (w, f, g);
	  i = (uint32_t) -1;
	}
    }
}

static struct frag *
choose (struct warp *w)
{
  for (uint32_t i = 0; i < w->n_order; i++)
    {
      struct frag *f = &w->frags[w->order[i]];
      if (f->state == F_RUN)
	{
	  if (w->n_order > 1)
	    unite_equals (w, f);
	  return f;
	}
    }
  return NULL;
}

/* Let fragments of W go that wait at a meeting point and have a lane that may have a
   lock.  */
static void
let_holders_go (struct warp *w)
{
  for (uint32_t i = 0; i < w->n_order; i++)
    {
      struct frag *f = &w->frags[w->order[i]];
      if (f->state == F_JOIN && f->mask & w->holders)
	frag_release (w, f);
    }
  w->holders = 0;
}

/* The current fragment has used its slice up: under `volta' another one has
   its turn, and those that wait for it at a meeting point lose patience, at
   once or after as many slices as vm_module_load has set.  If it has tried in vain to
   take a lock that a lane of the same warp has taken, it is that one's turn at once.  */
static void
end_slice (struct warp *w)
{
  if (w->n_order <= 1 || w->vm->opt.model != VM_VOLTA)
    return;
  bool held = w->holders & ~w->mask;
  if (held)
    let_holders_go (w);
  if (++w->turn < w->block->launch->kernel->module->turn && !held)
    return;
  w->turn = 0;
  if (w->cur && w->cur->state == F_RUN)
    {
      uint8_t k = (uint8_t) (w->cur - w->frags);
      uint32_t i = 0;
      while (w->order[i] != k)
	i++;
      memmove (w->order + i, w->order + i + 1, w->n_order - i - 1);
      w->order[w->n_order - 1] = k;
    }
  for (uint32_t i = 0; i < w->n_order; i++)
    {
      struct frag *f = &w->frags[w->order[i]];
      if (f->state == F_JOIN && ++f->patience > PATIENCE)
	frag_release (w, f);
    }
}

/* Let parked fragments go when nothing else in the warp can run.  */
static bool
release_parked (struct warp *w)
{
  bool any = false;
  if (w->vm->opt.model == VM_VOLTA)
    for (uint32_t i = 0; i < w->n_order; i++)
      {
	struct frag *f = &w->frags[w->order[i]];
	if (f->state == F_JOIN)
	  {
	    frag_release (w, f);
	    any = true;
	  }
      }
  return any;
}

/* True if barriers have let lanes of W go, whose block has a crew.  */
static bool
let_go (struct warp *w)
{
  crew_lock (w->block);
  bool any = w->block->crew->released[w->index] != 0;
  barrier_catch_up (w);
  crew_unlock (w->block);
  return any;
}

static enum warp_state
warp_step (struct warp *w)
{
  w->budget = (w->block->random ? simt_random_slice (&w->block->random, SLICE)
	       : SLICE);
  w->lost = SLICE - w->budget;
  struct launch *l = w->block->launch;
  if (unlikely (l->alone && simt_alone_disturbed_p (&w->vm->mem.alone)))
    simt_alone_give_up (&w->vm->mem.alone, &l->alone);
  w->alone = l->alone;
  w->fences = !l->alone || simt_mem_hosts_p (&w->vm->mem);
  w->host = w->vm->mem.unified ? simt_mapped_recent () : NULL;
  for (;;)
    {
      if (!w->live)
	return WARP_DONE;
      struct frag *f = choose (w);
      if (!f)
	{
	  if (unlikely (w->block->crew != NULL) && let_go (w))
	    continue;
	  if (release_parked (w))
	    continue;
	  return WARP_BLOCKED;
	}
      w->cur = f;
      w->act = f->act;
      w->R = f->act->regs;
      set_window (w, f->act);
      w->mask = f->mask;
      w->pc = f->pc;
      bool goes_on = false;
      if (f->act->uniform)
	goes_on = interp_uniform (w);
      else if ((f->mask & (f->mask - 1)) == 0)
	interp_scalar (w);
      else
	goes_on = interp_warp (w);
      /* Slices end at the same places whatever was done once for all lanes.  */
      if (w->budget < 0 && !goes_on)
	{
	  end_slice (w);
	  return w->live ? WARP_READY : WARP_DONE;
	}
    }
}

/* How many turns a warp may lose in a row because the lock that it tries to take has
   not changed: it may try something else next.  */
#define LOCK_ROUNDS 32

/* True if W, whose last slice ended as it tried to take a lock, would try in vain again:
   it loses its turn.  */
static bool
waits_for_lock (struct warp *w)
{
  struct lock_wait *l = &w->lock;
  uint64_t at = (uint64_t) (uintptr_t) l->at;
  if (likely (l->tries < LOCK_TRIES) || w->block->random
      || (!simt_mem_arena_p (&w->vm->mem, at)
	  && at - (uint64_t) (uintptr_t) w->block->shared >= w->block->shared_size))
    return false;
  uint64_t now = (l->size == 8
		  ? __atomic_load_n ((const uint64_t *) l->at, __ATOMIC_RELAXED)
		  : __atomic_load_n ((const uint32_t *) l->at, __ATOMIC_RELAXED));
  if (now == l->value && l->rounds++ < LOCK_ROUNDS)
    return true;
  l->rounds = 0;
  if (now != l->value)
    l->tries = 0;
  return false;
}

/* Give each warp of B a slice.  True when B is done.  If another thread could have
   done as much work as a slice has in this round, one or more are called.
   ALONE: see crew_round.  What they have done is added to *DONE, in branches.  */
static bool
block_round (struct block *b, bool alone, uint64_t *done)
{
  bool ready = false, waits = false, runs = false;
  uint64_t all = 0, most = 0;
  if (b->crew)
    return crew_round (b, alone);
  uint32_t start, stride;
  simt_random_walk (&b->random, b->n_warps, &start, &stride);
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      struct warp *w = &b->warps[b->random ? (start + (uint64_t) i * stride)
					     % b->n_warps : i];
      if (!w->live)
	continue;
      if (unlikely (waits_for_lock (w)))
	{
	  ready = waits = true;
	  continue;
	}
      enum warp_state state = warp_step (w);
      ready |= state == WARP_READY;
      runs |= state != WARP_BLOCKED;
      uint64_t work = slice_work (w);
      all += work;
      most = work > most ? work : most;
      if (unlikely (all - most >= SLICE) && crew_start (b, i, warp_step))
	return false;
    }
  *done += all;
  if (!b->n_live_warps)
    return true;
  if (unlikely (waits && !runs))
    for (uint32_t i = 0; i < b->n_warps; i++)
      b->warps[i].lock.tries = 0;
  if (!ready)
    {
      /* A warp may have been let go by a later one.  */
      for (uint32_t i = 0; i < b->n_warps && !ready; i++)
	for (uint32_t k = 0; k < b->warps[i].n_order && !ready; k++)
	  ready = b->warps[i].frags[b->warps[i].order[k]].state == F_RUN;
      if (!ready)
	b->launch->vm->watch->deadlock (b);
    }
  return false;
}

/* ---- Host threads.  */

/* A signal came: stop L, without a report.  */

static void
check_interrupt (struct launch *l)
{
  int sig = simt_interrupted (), none = 0;
  if (sig)
    {
      atomic_store (&l->stopped, sig);
      atomic_compare_exchange_strong (&l->result, &none, VM_TIMEOUT);
    }
}

/* A fragment of B, and its warp in *WARP, to report that the time is up: one that
   runs, if there is one.  NULL for none.  */
static struct frag *
stopped_at (struct block *b, struct warp **warp)
{
  struct frag *found = NULL;
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      struct warp *w = &b->warps[i];
      for (uint32_t k = 0; w->live && k < w->n_order; k++)
	{
	  struct frag *f = &w->frags[w->order[k]];
	  if (found && f->state != F_RUN)
	    continue;
	  found = f;
	  *warp = w;
	  if (f->state == F_RUN)
	    return f;
	}
    }
  return found;
}

static void __attribute__ ((noinline))
check_time (struct launch *l, struct block *b)
{
  struct warp *w = NULL;
  struct frag *f;
  if (!simt_deadline_passed (&l->deadline))
    return;
  if (b->crew)
    crew_end (b);
  if (!(f = stopped_at (b, &w)))
    return;
  atomic_store (&l->stopped, -1);
  w->cur = f;
  w->act = f->act;
  vm_fault (w, f->pc, first_lane (f->mask), VM_TIMEOUT, VM_R_LIMIT, 0,
	    "time limit of %g seconds reached%s", l->vm->opt.time_limit,
	    w->n_order > 1 && l->vm->opt.model != VM_VOLTA
	    ? " (under `pascal' the lanes that run keep the rest of their "
	      "warp waiting)" : "");
}

/* What a block of L needs, for a message.  */
static void
no_block (struct launch *l)
{
  struct vm *vm = l->vm;
  uint64_t threads = (uint64_t) l->ntid[0] * l->ntid[1] * l->ntid[2];
  threads = (threads + WARP_SIZE - 1) / WARP_SIZE * WARP_SIZE;
  uint64_t bytes = l->lstride * threads;
  vm->watch->launch_fault (l, VM_OUT_OF_MEMORY, VM_R_LIMIT,
			   "out of memory: a block of %llu threads takes %llu "
			   "bytes of local memory; %s",
			   (unsigned long long) threads,
			   (unsigned long long) bytes,
			   bytes > local_limit (vm) ? "enlarge --memory"
			   : "the host has not so much");
}

struct residents
{
  struct launch *launch;
  struct block *block[MAX_RESIDENT];
  unsigned n;
  uint64_t waiting;		/* A block that there was no memory for, from 1
				   on, or 0.  */
  struct spares *spares;
};

enum taken { TAKEN, TAKEN_ALL, TAKEN_LATER };

/* Take one more block into R.  Where there is no memory for it now, it waits
   for those that R has to end.  */
static enum taken
take_block (struct residents *r, jmp_buf *escape)
{
  struct launch *l = r->launch;
  uint64_t k = r->waiting;
  if (!k)
    k = 1 + atomic_fetch_add_explicit (&l->next_block, 1,
				       memory_order_relaxed);
  if (k > l->n_blocks)
    return TAKEN_ALL;
  struct block *b = block_new (l, k - 1, r->spares);
  r->waiting = b ? 0 : k;
  if (!b)
    {
      if (!r->n && !atomic_load (&l->vm->local_used))
	no_block (l);
      return TAKEN_LATER;
    }
  r->block[r->n++] = b;
  for (uint32_t i = 0; i < b->n_warps; i++)
    b->warps[i].escape = escape;
  block_start (b);
  return TAKEN;
}

/* Rounds that a block has in a row at most.  */
#define TURN_ROUNDS 64

/* Have B run for a while: as long as its warps, which wait for each other, do not use
   their slices up.  Whatever else there is waits, and what B uses stays in the host's
   caches.  ALONE: see crew_round.  True when B is done.  */
static bool
block_turn (struct block *b, bool alone)
{
  uint64_t work = 0;
  for (unsigned i = 0; i < TURN_ROUNDS; i++)
    {
      if (block_round (b, alone, &work))
	return true;
      if (b->crew || work >= SLICE
	  || atomic_load_explicit (&b->launch->result, memory_order_relaxed))
	return false;
    }
  return false;
}

/* Run blocks of R's launch until there are no more.  */
static void
run_blocks (struct residents *r, jmp_buf *escape)
{
  struct launch *l = r->launch;
  bool more = true;
  unsigned rounds = ROUNDS;

  while (more || r->n)
    {
      if (more && r->n < MAX_RESIDENT && (r->n == 0 || rounds >= ROUNDS))
	{
	  rounds = 0;
	  enum taken taken = take_block (r, escape);
	  if (taken == TAKEN_ALL)
	    more = false;
	  else if (taken == TAKEN_LATER && !r->n)
	    {
	      /* Other threads' blocks have it.  */
	      if (atomic_load_explicit (&l->result, memory_order_relaxed))
		return;
	      usleep (1000);
	    }
	}
      for (unsigned i = 0; i < r->n; i++)
	{
	  if (block_turn (r->block[i], r->n == 1))
	    {
	      block_free (r->block[i]);
	      r->block[i--] = r->block[--r->n];
	    }
	  else
	    {
	      check_interrupt (l);
	      check_time (l, r->block[i]);
	    }
	  if (atomic_load_explicit (&l->result, memory_order_relaxed))
	    return;
	}
      rounds++;
    }
}

/* Run blocks of R's launch until there are no more, or one has a fault.  R is not
   of the function that calls setjmp: what such a function has in registers,
   longjmp sets back (ISO C, 7.13.2.1).  */
static void __attribute__ ((noinline))
run_or_fail (struct residents *r)
{
  jmp_buf escape;
  if (setjmp (escape) == 0)
    run_blocks (r, &escape);
}

/* Run blocks of the launch ARG in this host thread.  */
static void
worker (void *arg)
{
  struct residents r;
  r.launch = arg;
  r.n = 0;
  r.waiting = 0;
  r.spares = spares_take (r.launch->vm);
  if (!r.spares)
    {
      no_block (r.launch);
      return;
    }
  run_or_fail (&r);
  for (unsigned i = 0; i < r.n; i++)
    if (r.block[i]->crew)
      crew_end (r.block[i]);
  if (r.launch->cores)
    {
      atomic_fetch_sub (&r.launch->workers, 1);
      atomic_fetch_add (&r.launch->spare, 1);
    }
  if (atomic_load (&r.launch->stopped))
    for (unsigned i = 0; i < r.n; i++)
      r.launch->vm->watch->stands (r.block[i]);
  for (unsigned i = 0; i < r.n; i++)
    block_free (r.block[i]);
  spares_give (r.launch->vm, r.spares);
}

void
launch_run (struct launch *l, unsigned n)
{
  simt_pool_run (worker, l, n - 1);
}
