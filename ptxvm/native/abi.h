/* What native code and the machine share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
/* This text, lane-fns.h, bounds.h and prelude.h come first in each unit of native
   code; none of them has anything of the machine's.  */

#ifndef NATIVE_ABI_H
#define NATIVE_ABI_H

#include "vm/run/bounds.h"
#include "vm/run/lock-wait.h"

/* A call inside native code that has no activation: the machine makes them, from the
   outermost on, when native code is left in the innermost one.  */
struct native_frame
{
  struct native_frame *up;	/* NULL: called from the function that the machine
				   has entered.  */
  uint32_t site;		/* Which of the caller's plan's calls.  */
  uint32_t ret;			/* The operation after it.  */
  uint8_t *R;			/* Registers of the activation, once it is made.  */
};

/* Of an operation that is done by the machine, for one lane (native_rare).  */
struct native_op
{
  uint16_t op, n;
  uint32_t dest;		/* As in effect.  */
  uint32_t regs;		/* Which of the fields are registers: bits.  */
  uint32_t field[4];		/* As in uop: a, b, c, e.  */
  int32_t rel;
};

/* Memory that a host thread has found valid, as numbers of granules: from LO up to HI; for
   all native code that it runs, as long as nothing becomes invalid.  */
#define NATIVE_RANGES 8
struct native_ranges
{
  uint64_t made;		/* simt_mem_invalid then.  */
  uint32_t next;		/* Which one is replaced.  */
  struct native_range { uint64_t lo, hi; } v[NATIVE_RANGES];
};

/* What native code works with, of a warp that has entered it.  */
struct native_state
{
  struct bounds m;
  struct native_ranges *ranges;
  const uint64_t *invalid;	/* simt_mem_invalid.  */
  uint64_t stacks, stacks_size;
  int64_t *budget;
  int64_t lost;			/* As warp.lost, to be added.  */
  struct lock_wait *lock;	/* The warp's.  */
  uint64_t insns;		/* As warp.insns, to be added.  */
  uint32_t tid_y, ntid_y, ctaid_x, nctaid_x;
  const uint32_t *tid_x;	/* By lane.  */
  bool crew;			/* The block has one.  */
  bool alone;			/* As warp.alone.  */
  bool fences;			/* As warp.fences.  */
  int32_t left;			/* Calls within each other yet.  */
  uint32_t pc;			/* Where it was left, with frames.  */
  uint32_t force;		/* Leave before this operation, for tests.  */
  void *warp;
  /* Make the activations of the frames up to this one.  */
  void (*frames) (struct native_state *, struct native_frame *);
  uint64_t (*rare) (struct native_state *, const struct native_op *, uint64_t a,
		    uint64_t b, uint64_t c, uint64_t e);
};

/* What native code gives back: the operation to go on with, which it has not begun; with
   NATIVE_SLICE, the slice has ended before it.  NATIVE_FRAMES: there are activations
   more, and pc has that.  */
#define NATIVE_SLICE 0x80000000u
#define NATIVE_FRAMES 0x7fffffffu

/* Go on from the operation ENTRY of the function whose registers are at R.  */
typedef uint32_t native_fn (struct native_state *, uint8_t *R, uint32_t entry);

#endif /* NATIVE_ABI_H */
