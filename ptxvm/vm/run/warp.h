/* What runs: calls of functions, warps, blocks, launches.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A part of vm-int.h, which includes it.  */

#ifndef VM_WARP_H
#define VM_WARP_H

/* One call of a function by some lanes.  */
struct act
{
  struct act *parent;
  struct vfunc *func;
  uint32_t gap_lanes;		/* Those for which frames.c has made gaps.  */
  const struct uop *ret_pc;	/* In the parent.  */
  const struct vcall *call;
  const struct uniform_copies *copies;	/* Of a call in uniform-call.c's way;
					   NULL for others.  */
  uint32_t lanes;		/* Not yet returned.  */
  uint32_t lbase;		/* Frame's offset in local memory.  */
  uint32_t top;			/* Bytes of the frame, with what some lane got
				   from alloca.  */
  uint32_t depth;
  uint32_t size_class;
  const struct stack_chain *chain;	/* stack.h; NULL: not known yet.  */
  bool uniform;			/* Its lanes do the same (uniform.h).  */
  /* Where local memory has room for red zones.  */
  uint32_t simt_zones;		/* Bytes of them below the frame.  */
  struct act *simt;		/* This one or the nearest caller that has a
				   stack for SIMD lanes, or NULL.  */
  _Alignas (64) uint8_t regs[];
};

/* A point where the lanes of a divergent branch are to meet again.  */
struct rdv
{
  struct rdv *outer;
  struct act *act;
  const struct uop *pc;		/* NULL: the return from ACT.  */
  uint32_t expected, arrived;
  struct frag *parked;
  const struct uop *branch;	/* What diverged.  */
};

enum frag_state
{
  F_RUN,
  F_JOIN,			/* Parked at a struct rdv.  */
  F_BAR,			/* Waits at a barrier.  */
  F_SYNC,			/* Waits for lanes of its warp.  */
  F_DEAD
};

struct frag
{
  uint32_t mask;
  enum frag_state state;
  const struct uop *pc;
  struct act *act;
  struct rdv *rdv;
  uint32_t wait_mask;		/* F_SYNC: lanes wanted.  */
  uint32_t bar;			/* F_BAR: which.  */
  uint32_t patience;		/* F_JOIN: slices of others since.  */
};

struct warp
{
  /* What the interpreters use; of the fragment that runs.  */
  uint8_t *R;
  uint32_t mask;
  uint32_t lane;		/* When mask is one lane: which.  */
  bool alone;			/* In this slice nobody else writes the arena, or
				   the block's shared memory.  */
  bool fences;			/* In this slice there is somebody for whom fences are
				   executed.  */
  struct act *act;
  struct frag *cur;
  const struct uop *pc;		/* Of the instruction, for reports.  */
  struct vm *vm;
  struct block *block;
  int64_t budget;		/* Backward branches till the slice ends.  */
  int64_t lost;			/* What it gave away of the slice, waiting.  */
  uint32_t turn;		/* Slices that it has had in a row.  */
  uint32_t holders;		/* Lanes that may have a lock that others of the warp try
				   to take.  */
  struct lock_wait lock;	/* What all lanes together try in vain to change.  */
  uint8_t *local;		/* Local memory of lane 0.  */
  uint64_t lstride;		/* From one lane to the next.  */
  /* What of it may be accessed without a further look, of lane 0: all up to
     the end of the frame, or the SIMD lane's stack where there is one.  */
  uint8_t *window;		/* At WINDOW_OFF, WINDOW_SIZE bytes.  */
  uint64_t window_addr;		/* The generic address of that, in each lane.  */
  uint8_t *params;		/* Of the kernel.  */
  uint32_t live;		/* Lanes that have not exited.  */
  uint32_t all;			/* Lanes that there are.  */
  uint32_t index;		/* In the block.  */
  uint32_t n_order;
  uint32_t used_frags;		/* Bits.  */
  struct rdv *free_rdv;
  struct act *free_act[24];	/* By size class.  */
  struct act_chunk *chunks;
  uint64_t act_bytes;
  uint64_t insns, lane_insns;
  uint64_t phase;		/* For races: barriers passed.  */
  uint32_t window_size;
  uint32_t window_off;		/* 0: no SIMD lane's stack.  */
  /* The values of the next two before frames with gaps, or a deep stack, made them
     0.  */
  uint32_t whole_window, whole_local;
  uint32_t local_size;		/* The same for addresses in .local, which GCC does
				   not use for a SIMD lane's stack.  */
  uint32_t local_high;		/* Bytes of local memory a lane, so far; up to
				   LOCAL_BOTTOM, none was accessed.  */
  uint32_t simt_room;		/* Bytes of LSTRIDE that are for red zones; 0
				   if nothing loaded has SIMD lanes.  */
  const uint64_t *host;		/* As in struct bounds, of the host thread.  */
  uint32_t stack_limit;		/* Frames that end beyond it may be beyond a device's
				   stack; UINT32_MAX: any may be.  */
  jmp_buf *escape;
  /* From here on, what a later block's warp may find as this one left it.  */
  uint32_t mvec_of;		/* The mask MVEC was made from.  */
  uint32_t tid[3][WARP_SIZE];
  uint8_t order[WARP_SIZE];	/* Fragments, the next to run first.  */
  _Alignas (64) uint32_t mvec[WARP_SIZE];  /* MASK, a word a lane.  */
  _Alignas (64) uint64_t scratch[WARP_SIZE];	/* Of one operation.  */
  struct frag frags[WARP_SIZE];
};

#define N_BARRIERS 16

struct barrier
{
  uint32_t count;		/* Of earlier arrivals in this phase.  */
  uint32_t need;		/* 0: all.  */
  uint32_t arrivals;		/* Of fragments, in this phase.  */
  uint32_t *arrived;		/* Lanes of each warp.  */
  uint32_t red_and, red_or, red_popc;
  bool busy;			/* Someone has arrived.  */
};

struct block
{
  struct launch *launch;
  uint32_t ctaid[3];
  uint64_t index;
  uint64_t shared_size;
  /* Bytes that are plainly right: up to SHARED_PLAIN, and from SHARED_STATIC
     on, where the dynamic ones are.  Between them SHARED_VALID says which.  */
  uint64_t shared_plain, shared_static;
  const uint8_t *shared_valid;
  bool frame_gaps;		/* As the module.  */
  uint32_t n_live_warps;
  struct barrier bar[N_BARRIERS];
  uint32_t next_warp;
  uint64_t phase;
  uint64_t random;		/* State of --schedule; 0 without.  */
  void *local_map;
  size_t local_map_size;
  size_t local_guard;		/* Bytes below it that nothing else gets.  */
  struct block *next;
  struct simt_race_group *race;
  struct shadow_block *shadow;
  struct spares *spares;	/* Of the host thread that runs it.  */
  struct crew *crew;		/* crew.h; NULL while one host thread runs all
				   warps.  */
  /* How many more rounds it calls none, and how many it did last.  */
  unsigned crew_pause, crew_pauses;
  /* From here on, what stays for a later block of the same shape (block.c).  */
  uint32_t shape[3];		/* Threads.  */
  uint32_t n_threads, n_warps;
  struct warp *warps;
  uint32_t *arrived;		/* Of all barriers.  */
  uint8_t *shared;
  uint64_t shared_room;		/* Bytes there.  */
};

/* The generic address of local memory, which is the same in each thread and means its own
   (PTX ISA, "Generic Addressing": a window).  GCC relies on it: what one lane computes from
   the address of its frame, the others compare with theirs.  The numbers are those of the
   memory of the block's first thread, so that no other memory has them.  */
static inline uint64_t
local_addr (const struct block *b)
{
  return (uint64_t) (uintptr_t) b->local_map;
}

struct launch
{
  struct vm *vm;
  struct vm_kernel *kernel;
  uint32_t grid[3], ntid[3];
  uint64_t n_blocks;
  uint64_t dynamic_shared;
  uint8_t *params;
  uint64_t param_bytes;
  bool uniform;			/* Its warps may be (uniform.h).  */
  bool alone;			/* simt/memory/alone.h.  Its only thread's.  */
  _Atomic uint64_t next_block;
  /* Host threads that it may have, those that run blocks, and those that may be
     in crews yet.  */
  unsigned cores;
  _Atomic unsigned workers;
  _Atomic int spare;
  _Atomic int result;		/* enum vm_result of the first error.  */
  struct simt_deadline deadline;
  _Atomic int stopped;		/* By the time limit: -1; by a signal: it.  */
  pthread_mutex_t stands_lock;	/* Of where its warps stand then.  */
  struct simt_stands stands;
  uint64_t id;
  _Atomic uint64_t warps, warp_insns;	/* Of blocks that have ended.  */
  uint64_t lstride;		/* Bytes of local memory of a thread, */
  uint32_t local_room;		/* and of these what is for red zones.  */
  uint64_t stack_limit;		/* Of a thread on a device, bytes; UINT64_MAX where
				   ptxas knows how much it takes.  */
};

#endif /* VM_WARP_H */
