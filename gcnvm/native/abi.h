/* What native code and the machine share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* This text comes first in each unit of native code; it has nothing of the
   machine's.  */

#ifndef GCNVM_NATIVE_ABI_H
#define GCNVM_NATIVE_ABI_H

#include <stdint.h>

/* Registers that are saved or restored, as GCC's functions do at their beginning and
   end: with EXEC -1 VGPR BY4 becomes 4 times LANE, the lane's number; LOW and HIGH the
   address that SGPRs BASE and BASE1 have plus BY4 plus an offset, which grows to OFFSET;
   VCC their carry.  In between come the accesses A, each of a dword of the first LANES
   lanes.  */
struct native_saves
{
  uint8_t lane, by4, low, high, base, base1, n;
  uint32_t offset;
  uint32_t vinsns, lanes;	/* What all that counts.  */
  uint32_t from, to;		/* From where to where the accesses are; 0 and UINT32_MAX
				   if one is at no multiple of 4.  */
  uint64_t own;			/* The bits of PENDING, below, of LANE to HIGH; 0 if these
				   must be written at once, as one is saved, too.  */
  struct native_save
  {
    uint8_t reg, lanes, store;
    uint32_t offset;
  } a[];
};

/* A call that has not returned, as in struct wave: of the innermost NATIVE_CALLS.  */
enum { NATIVE_CALLS = 32 };
struct native_call
{
  uint64_t depth, address;
};

/* Accesses that a wave has issued, and how many of them it has waited for.  */
struct access_counts
{
  uint64_t issued_vm, issued_lgkm, done_vm, done_lgkm;
  uint64_t unordered;		/* The last of those that end in any order.  */
};

/* Memory that can be used without a look at the shadows of all memory: accesses of at most 16
   bytes that begin in the N bytes at LO.  DEFINED: which bits are, of what is at LO; null:
   all.  WANT: an address that was not in it, when that has happened too often; 0: none.  It
   stays as it is during a slice.  */
enum { NATIVE_WINDOWS = 32, WINDOW_MISSES = 16 };
struct native_window
{
  uint64_t lo, n;
  uint8_t *defined;
  uint64_t want;
  uint32_t misses, fills;
};

/* What native code works with, of a wave that may enter it.  Registers and
   counters are those of struct wave.  */
struct native_state
{
  void *wave;
  uint32_t *s, *sv;
  uint64_t *vu;
  uint32_t (*v)[64], (*vv)[64];
  /* Where memory is, and which of it is looked at for undefined bits.  */
  uint64_t arena, arena_most;	/* ARENA_MOST: its bytes, less 64.  */
  uint64_t alone;		/* As in struct wave.  */
  const uint8_t *shadow_of_0;	/* A byte for 16 bytes: how many are valid.  */
  uint64_t scratch, scratch_size;	/* The wave's own,  */
  uint64_t scratch_most;	/* what of it can be used just so, and has 64 bytes after
				   it; what is written in the shadow of the rest is
				   BEYOND,  */
  uint8_t *defined;		/* with a shadow, or null;  */
  _Bool *beyond;
  uint64_t group_scratch, group_span;	/* the group's,  */
  uint64_t near, near_size;	/* that of another wave, or its own again,  */
  uint64_t near_most;
  uint8_t *near_defined;
  _Bool *near_beyond;
  int64_t *budget;
  uint64_t *insns, *states, *vinsns, *lanes;
  struct access_counts *accesses;
  /* Does what SAVES says, but for EXEC, scalars and waits.  False if it has not begun, since
     something is not as usual.  */
  _Bool (*saves) (void *wave, const struct native_saves *saves);
  /* Save register REG, all lanes, at AT in private memory, or restore it: which bits are
     defined there is at DEFINED.  */
  void (*save_row) (void *wave, unsigned reg, uint64_t at, uint8_t *defined);
  void (*restore_row) (void *wave, unsigned reg, uint64_t at, const uint8_t *defined);
  /* BY4, LOW and HIGH are temporaries, which functions write one after
     another and mostly nobody reads.  So in lanes 1 to 63 they may still have
     to be written: as ROWS says, LOW and HIGH having the address ROWS_AT plus
     BY4.  PENDING: whether so, a bit for each of the registers, their numbers
     modulo 64, and for LANE, which has not been written in these lanes since.
     SETTLE writes them.  */
  uint64_t pending;
  uint64_t rows_at;
  const struct native_saves *rows;
  const _Bool *any_computed;	/* Whether a value is one that other lanes have made.  */
  void (*settle) (void *wave);
  uint64_t *depth;
  struct native_call *calls;
  /* The operations of the code that is at MAP_BASE, a pointer for each 4 bytes.  */
  const void *const *map;
  uint64_t map_base, map_size;
  const void **next;		/* As in struct wave; set with STOP.  */
  int *stop;
  int slice;			/* What STOP is where a slice has ended.  */
  struct native_window window[NATIVE_WINDOWS];
  _Bool windows_wanted;		/* One of them.  */
  uint32_t mode;
  uint32_t force;		/* For tests: leave before this operation.  */
};

/* Goes on from operation ENTRY of the function whose first operation is at
   FIRST[0]; the other ones are those of functions that it calls.  Gives the operation to go on with, which it has not begun; or null if
   the wave stops.  */
typedef const void *native_fn (struct native_state *x,
			       const void *const *first, uint32_t entry);

#endif /* GCNVM_NATIVE_ABI_H */
