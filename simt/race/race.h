/* Data races between barriers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Words here: a group is a CUDA block or an OpenCL work-group, a wave the lanes
   that run together, a PTX warp or a GCN wave; shared memory is a group's own.

   For each word of global and shared memory the last store and two loads, by
   different waves, are remembered, with who did them and when.  Two accesses to
   the same byte, one of them a store, race when nothing orders them:

   - the lanes of one wave are taken to be in order, but for accesses that a
     machine says are each lane's OWN: of those, two by different lanes race
     unless the lanes have met in between (simt_race_lanes_meet, a barrier, a
     fence, anything that synchronises);
   - each wave has a vector clock (clocks.h), which a barrier joins over the
     waves of a group that come to it;
   - what a machine reports to simt_race_atomic_end and simt_race_fence orders as in
     C11: an operation that releases, at a place, what comes before it, and one that
     acquires from that place what comes after it;
   - a machine that does not know what releases and what acquires says
     simt_race_sync instead: what comes before one in one wave (or group) is
     before what comes after a later one in the other.  Whether the two were
     really about the same thing is not looked at, so a race may be missed,
     but locks and flags are not taken for one;
   - launches are in order, unless the machine says what is before each of them
     (simt_race_launch_start): then two in different queues race unless
     something orders the launches.

   Accesses that synchronise in this last way may be given to simt_race_access as
   atomic ones.  If the machine can only GUESS that an access is not atomic, that
   access never races with atomic ones, nor at a place that had an atomic operation
   (simt_race_atomic) in this launch; and a store of what is there already races with
   nothing (as each team of an OpenMP region does to libgomp's variables).  */

#ifndef SIMT_RACE_H
#define SIMT_RACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simt/memory/mem.h"

#define SIMT_MAX_WAVES 32	/* In a group.  */

struct simt_clocks;

/* A device, and a group that runs on it.  */
struct simt_race;
struct simt_race_group;

/* An access by one lane.  FUNC and INSN are the machine's own names of an
   instruction.  */
struct simt_touch
{
  const void *func;
  uint64_t seq;			/* Of the synchronisation before it.  */
  uint32_t insn, clock, group, launch;
  uint8_t wave, lane;
  uint8_t mask;			/* Bytes of the word.  0: none yet.  */
  bool silent : 1;		/* A store that changed nothing.  */
  bool known : 1;		/* Of a store: VALUE is what it stores.  */
  bool atomic : 1, runtime : 1, own : 1, guess : 1; /* As in struct
						       simt_race_access.  */
  uint8_t lanes[4];		/* Which accessed each byte.  */
  uint32_t value;
  uint32_t meeting;		/* How often the lanes had met.  */
};

/* An access as the machine describes it, before it is done.  */
struct simt_race_access
{
  const void *func;
  uint32_t insn;
  unsigned wave, lane;
  const void *p;		/* In the arena or in shared memory; anything
				   else is passed over.  */
  unsigned size;		/* Bytes, up to 16.  */
  bool store;
  bool silent;			/* It stores what is there.  */
  const uint64_t *value;	/* What it stores; NULL where that is not known
				   or more than 8 bytes.  */
  bool atomic;			/* Two atomic ones do not race.  */
  bool runtime;			/* By the runtime library: does not race with
				   itself, nor with atomic ones.  */
  bool own;			/* The lane's, not the wave's as a whole.  */
  bool guess;			/* It may be atomic, for all that is known.  */
};

/* What races with access A: OTHER, a store if STORE, else a load.  */
typedef void simt_race_fn (void *closure, const struct simt_race_access *a,
			   const struct simt_touch *other, bool store);

/* For the device with memory MEM; NULL when out of memory.  */
extern struct simt_race *simt_race_create (const struct simt_mem *mem);
extern void simt_race_destroy (struct simt_race *);

/* Where a launch stands among others: the COUNT-th, from 1, of queue number
   QUEUE.  BEFORE is what is done when it starts, a clock for each queue
   (clocks.h): the caller's reference.  */
struct simt_race_order
{
  uint32_t queue, count;
  struct simt_clocks *before;
};

/* Launch number LAUNCH starts, as ORDER says.  To be called before its groups
   are made, for each launch or for none.  What is known of a launch is forgotten
   after some thousand others, which then count as later.  */
extern void simt_race_launch_start (struct simt_race *, uint32_t launch,
				    const struct simt_race_order *order);

/* All launches until now are before those that start from now on, and none that
   runs now races with them: what FUNC of their accesses was may be gone.  */
extern void simt_race_launches_forget (struct simt_race *);

/* Group number INDEX of launch number LAUNCH, with N_WAVES waves and SIZE bytes
   of shared memory at SHARED; NULL when out of memory.  */
extern struct simt_race_group *
simt_race_group_new (struct simt_race *, uint32_t launch, uint64_t index,
		     unsigned n_waves, const void *shared, uint64_t size);
extern void simt_race_group_free (struct simt_race_group *);

/* A barrier lets those waves go that arrived, a bit each in WAVES: all they did
   is before all they will do.  */
extern void simt_race_barrier (struct simt_race_group *, uint32_t waves);

/* The lanes of WAVE meet: what one has done is before what others will do.  */
extern void simt_race_lanes_meet (struct simt_race_group *, unsigned wave);

/* WAVE does something that synchronises.  */
extern void simt_race_sync (struct simt_race_group *, unsigned wave);

/* An atomic operation on SIZE bytes at P: what is there is for
   synchronisation.  */
extern void simt_race_atomic (struct simt_race_group *, const void *p,
			      unsigned size);

/* WAVE does an atomic operation on what A is about: between the two calls no
   other wave does one there.  The second one is for an operation that loads,
   stores, or does both; CHANGED if it stored something else than was there.  It
   remembers A too, and calls TELL as simt_race_access does.  An operation that
   does both acquires and, if it changed something, releases.  Loads and stores
   are relaxed: simt_race_fence makes them do that.  */
enum simt_race_op { SIMT_RACE_LOAD, SIMT_RACE_STORE, SIMT_RACE_BOTH };
extern void simt_race_atomic_start (struct simt_race_group *,
				    const struct simt_race_access *a);
extern void simt_race_atomic_end (struct simt_race_group *,
				  const struct simt_race_access *a,
				  enum simt_race_op, bool changed,
				  simt_race_fn *tell, void *closure);

/* A fence in WAVE: what its atomic loads before have seen is acquired; what its
   atomic stores after will show is released.  */
extern void simt_race_fence (struct simt_race_group *, unsigned wave);

/* Memory at P is given to somebody new, or launch number LAUNCH is over: forget
   what was there.  */
extern void simt_race_forget (struct simt_race *, const void *p,
			      uint64_t size);
extern void simt_race_launch_end (struct simt_race *, uint32_t launch);

/* Remember A, and call TELL for each word of it with which it races.  */
extern void simt_race_access (struct simt_race_group *,
			      const struct simt_race_access *a,
			      simt_race_fn *tell, void *closure);

/* What a copy races with, first of all.  */
struct simt_race_found
{
  bool store;			/* Of OTHER.  */
  const void *p;
  struct simt_touch other;	/* FUNC is NULL for a copy.  */
};

/* A copy of N bytes at P, a store if STORE, counts as launch number LAUNCH, and
   stands where ORDER says.  To be called before it is done.  True if it races;
   then with what is in *FOUND.  */
extern bool simt_race_copy (struct simt_race *, uint32_t launch,
			    const struct simt_race_order *order,
			    const void *p, uint64_t n, bool store,
			    struct simt_race_found *found);

/* True if accesses to P are remembered.  */
extern bool simt_race_watched_p (const struct simt_race_group *,
				 const void *p);

#endif /* SIMT_RACE_H */
