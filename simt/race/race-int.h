/* What races between barriers are found by: cells of memory, waves, launches.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_RACE_INT_H
#define SIMT_RACE_INT_H

#include <pthread.h>
#include <stdatomic.h>

#include "clocks.h"
#include "race.h"

#define WORD 4
#define N_LOCKS 256
#define N_GROUP_SYNC 65536
#define N_LAUNCHES 4096

struct cell
{
  struct simt_touch store, load[2];
  uint32_t sync_launch;		/* The last one with simt_race_atomic.  */
  uint32_t clocks_launch;	/* Of RELEASED.  */
  struct simt_clocks *released;	/* What is acquired here.  */
  bool listed;			/* Among the places.  */
};

/* What is known of a launch.  */
struct started
{
  uint32_t launch, queue, count; /* LAUNCH is 0 where there is none.  */
  struct simt_clocks *before;
};

struct simt_race
{
  const struct simt_mem *mem;
  struct cell *cells;		/* Of the arena; touched lazily.  */
  size_t size;
  pthread_mutex_t lock[N_LOCKS];
  _Atomic uint64_t seq;
  _Atomic uint64_t group_sync[N_GROUP_SYNC];
  /* Words of the arena where something was released.  */
  pthread_mutex_t places_lock;
  uint64_t *places;
  size_t n_places, alloc_places;
  /* By number, modulo N_LAUNCHES.  */
  pthread_mutex_t started_lock;
  struct started started[N_LAUNCHES];
  _Atomic uint32_t forgotten;	/* How often that was forgotten.  */
};

/* What a wave knows of others: SEEN is before all that it does, UNFENCED will
   be after the next fence, FENCED is what the last fence has released.  */
struct wave
{
  uint32_t own;			/* Its own clock.  */
  uint32_t meetings;		/* Of its lanes.  */
  uint64_t sync;
  struct simt_clocks *seen, *unfenced, *fenced;
  /* Another launch, or 0, whether it is before, and FORGOTTEN then.  */
  uint32_t asked, asked_at;
  bool asked_before;
};

struct simt_race_group
{
  struct simt_race *race;
  uint32_t launch, index;
  unsigned n_waves;
  const uint8_t *shared;
  uint64_t shared_size;
  struct cell *cells;		/* Of shared memory.  */
  bool told;			/* BEFORE is known: of queues.  */
  struct simt_clocks *before;
  struct wave wave[SIMT_MAX_WAVES];
};

/* Put C, which is the caller's reference, into *TO.  */
static inline void
set_clocks (struct simt_clocks **to, struct simt_clocks *c)
{
  struct simt_clocks *old = *to;
  *to = c;
  simt_clocks_drop (old);
}

/* The lock of WORD's cell.  */
static inline pthread_mutex_t *
lock_of (struct simt_race *m, uint64_t word)
{
  return &m->lock[word % N_LOCKS];
}

#endif /* SIMT_RACE_INT_H */
