/* The PTX machine: blocks, as sched.c has them from block.c.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

#ifndef VM_BLOCK_H
#define VM_BLOCK_H

#include "vm-int.h"

/* Blocks that a host thread holds at most.  */
#define MAX_RESIDENT 32

/* What blocks have left for the next ones of the same host thread, in this launch
   or a later one: new pages cost more than what most blocks do with them.  */
struct spares
{
  struct spares *next;
  /* Local memory, all zeros.  */
  struct { uint8_t *map; size_t bytes; uint64_t lstride; } v[MAX_RESIDENT];
  unsigned n;
  /* Blocks that have ended, with their warps and shared memory.  */
  struct block *blocks;
  unsigned n_blocks;
  /* For activations.  */
  struct act_chunk *chunks;
  unsigned n_chunks;
};

/* Those of a host thread that begins to work for a launch; NULL if there is no
   memory.  It gives them back in the end.  */
extern struct spares *spares_take (struct vm *);
extern void spares_give (struct vm *, struct spares *);
extern void spares_free_all (struct vm *);
/* activation.c.  */
extern void act_chunks_free (struct act_chunk *);
extern void act_init_regs (struct warp *, struct act *, uint32_t mask);
/* In which of a warp's lists an activation of BYTES in all is kept.  */
extern uint32_t act_size_class (size_t bytes);

/* Bytes of local memory from one thread to the next, and in *ROOM what of them
   is for red zones.  */
extern uint64_t local_stride (struct vm *, uint32_t *room);
/* What --memory leaves for local memory.  */
extern uint64_t local_limit (const struct vm *);

/* The block INDEX of a launch; NULL if there is no memory for it.  */
extern struct block *block_new (struct launch *, uint64_t index,
				struct spares *);
/* Start a block's warps.  Separate from block_new since a fault may come of
   it.  */
extern void block_start (struct block *);
extern void block_free (struct block *);

static inline size_t
round_up (size_t n, size_t to)
{
  return (n + to - 1) / to * to;
}

#endif /* VM_BLOCK_H */
