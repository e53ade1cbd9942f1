/* The PTX machine: several host threads for the warps of one block.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_CREW_H
#define VM_CREW_H

#include "simt/base/pool.h"
#include "vm-int.h"

/* A block has at most 1024 threads.  */
#define MAX_WARPS 32

/* Run W for a slice.  */
typedef enum warp_state crew_step (struct warp *w);

/* The host threads that run the warps of one block at the same time: the one
   that has the block, and helpers.  A warp is run by one of them at a time.  */
struct crew
{
  struct simt_pool_job job;
  struct block *block;
  crew_step *step;
  unsigned wanted;		/* Helpers.  */
  jmp_buf *escape;		/* Of warps when there is no crew.  */

  pthread_mutex_t lock;		/* Of what follows; of the block's barriers and
				   n_live_warps; of a warp's `live', but for the
				   thread that runs it; and of all there is in
				   warps that nobody runs.  */
  pthread_cond_t change;
  unsigned sleepers;		/* Threads that wait for CHANGE.  */
  uint32_t ready;		/* Warps that could run and wait for a thread, */
  uint32_t running;		/* and those that run, a bit each.  */
  unsigned next;		/* The warp that was taken last.  */
  unsigned gone;		/* Helpers that have left.  */
  bool useless;			/* They left since there was little to do.  */
  bool over;			/* All are to leave.  */
  uint64_t helped;		/* Slices that helpers have run.  */
  /* Barriers that have let a warp go while it was running, with what they had
     for bar.red.  It looks at them with barrier_catch_up.  */
  uint32_t released[MAX_WARPS];
  struct barrier result[MAX_WARPS][N_BARRIERS];
};

/* Start a crew for B, whose warps up to number LAST have run in this round, if there
   are host threads to spare and warps for them; STEP runs one.  False if not.  */
extern bool crew_start (struct block *b, unsigned last, crew_step *step);
/* What block_round is for a block without a crew.  ALONE: its thread has no other
   block, and may sleep a while.  When nothing is left to do for a crew, or
   there is something that must be seen while no warp runs, it is no more.  */
extern bool crew_round (struct block *b, bool alone);
/* B's helpers leave.  */
extern void crew_end (struct block *b);
/* The current fragment of W has a fault at U that is about other warps of the
   block too, whose crew is to leave first.  The fragment will execute U again.
   Returns if there is no crew.  */
static inline void
crew_hold (struct warp *w, const struct uop *u)
{
  struct crew *c = w->block->crew;
  if (!c)
    return;
  w->cur->pc = u;
  pthread_mutex_lock (&c->lock);
  c->over = true;
  pthread_mutex_unlock (&c->lock);
  longjmp (*w->escape, 1);
}

static inline void
crew_lock (struct block *b)
{
  if (unlikely (b->crew != NULL))
    pthread_mutex_lock (&b->crew->lock);
}

static inline void
crew_unlock (struct block *b)
{
  if (unlikely (b->crew != NULL))
    pthread_mutex_unlock (&b->crew->lock);
}

/* barrier.c: let those lanes of W go on that barriers have let go, W's block having
   a crew, whose lock is held.  */
extern void barrier_catch_up (struct warp *w);

#endif /* VM_CREW_H */
