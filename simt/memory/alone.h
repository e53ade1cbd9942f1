/* Launches during which nobody else writes the device's memory.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* An atomic operation of the host takes ten times as long as the three plain
   instructions that do the same where nobody else writes: where a launch has one host
   thread, no other launch runs, and the host copies nothing to the device.  Such a
   launch is alone.  Whoever is about to write as well asks it to be so no more, and
   waits until it has heard of it, which is at the end of a slice; a launch that has
   been disturbed stays so.

   Memory that the program may write at any time is not meant: its own, and what
   simt_mem_alloc has been told it shares (SIMT_SHARED); see simt_mem_own_p.  If all of
   the program's memory is the device's, too, no launch is alone.  */

#ifndef SIMT_ALONE_H
#define SIMT_ALONE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Of a device's memory.  */
struct simt_alone
{
  pthread_mutex_t lock;		/* Of what is here.  */
  pthread_cond_t change;	/* BY_ONE has become false.  */
  bool by_one;			/* A launch is alone.  */
  unsigned others;		/* Launches that are not, and the host's writes.  */
  _Atomic bool disturbed;	/* Somebody waits for it to give up.  */
  uint64_t launches;		/* That were alone to their ends.  */
};

extern void simt_alone_init (struct simt_alone *);
extern void simt_alone_destroy (struct simt_alone *);

/* A launch begins, once no other one is alone.  True if it is so itself, as it may be if
   MAY says so; it must ask simt_alone_disturbed_p in every slice then, and give up if
   that is so, or if it is about to have more host threads: *ALONE becomes false, if it
   is not.  It ends, ALONE or not.  */
extern bool simt_alone_begin (struct simt_alone *, bool may);
extern void simt_alone_give_up (struct simt_alone *, bool *alone);
extern void simt_alone_end (struct simt_alone *, bool alone);

/* The host is about to write, and has done so.  */
extern void simt_alone_write (struct simt_alone *);
extern void simt_alone_write_end (struct simt_alone *);

/* How many launches were alone to their ends.  */
extern uint64_t simt_alone_launches (struct simt_alone *);

static inline bool
simt_alone_disturbed_p (const struct simt_alone *a)
{
  return atomic_load_explicit (&a->disturbed, memory_order_relaxed);
}

#endif /* SIMT_ALONE_H */
