/* Native code: who compiles, and when.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A job is a function that may become native code.  It counts how often it could have
   been entered; when that is worth it, a thread of its own looks for it in the cache,
   and compiles it later.  */

#ifndef SIMT_NATIVE_WORK_H
#define SIMT_NATIVE_WORK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "native.h"

struct simt_native_job;

/* Make a job: by a compiler if COMPILE, else of what is in the cache.  Called by the
   thread, or with `always' by who counts, but by one at a time.  False if it should have
   been compiled, and could not be.  */
typedef bool simt_native_make (struct simt_native_job *, bool compile);

struct simt_native_job
{
  _Atomic uint32_t heat;	/* How long it took that native code would
				   save.  */
  _Atomic uint32_t stage;	/* Of what was asked for.  */
  uint32_t weight;		/* What one entry stands for, as in HEAT; 0 is
				   as 1.  */
  _Atomic uint32_t cost;	/* How often 200 ms it takes to compile, as far as is
				   known; 0 is as 1.  */
  _Atomic uint32_t before;	/* HEAT of earlier runs, as far as is known.  */
  struct simt_native_key key;	/* Of one that was looked for, and is not there; */
  struct simt_native_job *other;	/* the next of these.  */
  bool forced;			/* It is made whatever that takes.  */
  struct simt_native_job *next;	/* In the queue.  */
  simt_native_make *make;	/* Of one in the queue, */
  bool compile;			/* and how.  */
};

/* The heat at which a function is looked for, and at which it is compiled: one stands for
   some 50 to 100 ns, or SIMT_NATIVE_OPS operations.  Looking takes some 1 ms, compiling
   some 200 ms, or more (worth_p in native-work.c), so that all runs of a program together
   never take twice as long as without, nor lose more than half of what they could gain.  */
#define SIMT_NATIVE_OPS 15
#define SIMT_NATIVE_LOOK 20000
#define SIMT_NATIVE_COMPILE 1000000
/* The least of a run that is kept for later ones: what takes less, little as that is, would
   be most of the files.  */
#define SIMT_NATIVE_KEEP 100000

/* The heat of this run at which J is compiled.  */
static inline uint32_t
simt_native_compile_at (struct simt_native_job *j)
{
  uint32_t cost = atomic_load_explicit (&j->cost, memory_order_relaxed);
  uint32_t before = atomic_load_explicit (&j->before, memory_order_relaxed);
  uint32_t at = SIMT_NATIVE_COMPILE * (cost ? cost : 1);
  return at > before ? at - before : 0;
}

/* What was asked for.  */
enum { SIMT_NATIVE_NONE, SIMT_NATIVE_LOOKED, SIMT_NATIVE_COMPILED,
       SIMT_NATIVE_FORCED };

/* Have J made by MAKE now, or by the thread.  */
extern void simt_native_force (struct simt_native_job *j,
			       simt_native_make *make);
extern void simt_native_ask (struct simt_native_job *j, simt_native_make *make,
			     uint32_t heat);

/* J, which MAKE makes, could have been entered.  With ALWAYS, it is made now.  */
static inline void
simt_native_count (struct simt_native_job *j, simt_native_make *make,
		   bool always)
{
  uint32_t stage = atomic_load_explicit (&j->stage, memory_order_acquire);
  uint32_t heat;
  if (__builtin_expect (always, 0))
    {
      if (stage != SIMT_NATIVE_FORCED)
	simt_native_force (j, make);
      return;
    }
  /* Of several host threads each may take the other's place: it is a guess
     anyway.  */
  heat = atomic_load_explicit (&j->heat, memory_order_relaxed);
  heat += j->weight ? j->weight : 1;
  atomic_store_explicit (&j->heat, heat, memory_order_relaxed);
  if (__builtin_expect (heat >= SIMT_NATIVE_LOOK && stage != SIMT_NATIVE_COMPILED
			&& (stage == SIMT_NATIVE_NONE
			    || heat >= simt_native_compile_at (j)), 0))
    simt_native_ask (j, make, heat);
}

/* For a simt_native_make of J, with its COMPILE: the code that the N parts of TEXT are, the
   last of which is J's own, as simt_native_load says, to *SO; NULL if there is none.  What
   took too little time so far is not compiled; the thread will be asked again.  False if it
   should have been compiled, and could not be.  If BY is not NULL, it is a sum of all that TEXT,
   FLAGS and BUILD depend on (simt_native_find).  */
extern bool simt_native_code (struct simt_native_job *j, const struct simt_native_key *by,
			      const char *const *text, size_t n, const char *const *flags,
			      const char *build, bool compile, void **so);
/* The same ahead of it, without the text.  True if that was all: *SO is the code, or NULL, and
   none has to be compiled.  */
extern bool simt_native_known (struct simt_native_job *j, const struct simt_native_key *by,
			       bool compile, void **so);

/* For tests: the operation of each function before which native code is left, as the
   environment's VARIABLE says; UINT32_MAX for none.  */
extern uint32_t simt_native_exit_at (const char *variable);
/* J is made no more, nor about to be.  What it took is noted for later runs.  */
extern void simt_native_cancel (struct simt_native_job *j);

#endif /* SIMT_NATIVE_WORK_H */
