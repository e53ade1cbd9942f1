/* The PTX machine: blocks, as sched.c has them from block.c.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_BLOCK_H
#define VM_BLOCK_H

#include "run/activation.h"

/* Those of a host thread that begins to work for a launch; NULL if there is no
   memory.  It gives them back in the end.  */
extern struct spares *spares_take (struct vm *);
extern void spares_give (struct vm *, struct spares *);
extern void spares_free_all (struct vm *);
/* Bytes of local memory from one thread to the next, and in *ROOM what of them
   is for red zones.  */
extern uint64_t local_stride (struct vm *, uint32_t *room);
/* What --memory leaves for local memory.  */
extern uint64_t local_limit (const struct vm *);

/* sched.c: run L's blocks to their end on N host threads, the caller included.  */
extern void launch_run (struct launch *l, unsigned n);

/* The block INDEX of a launch; NULL if there is no memory for it.  */
extern struct block *block_new (struct launch *, uint64_t index,
				struct spares *);
/* Start a block's warps.  Separate from block_new since a fault may come of
   it.  */
extern void block_start (struct block *);
extern void block_free (struct block *);

#endif /* VM_BLOCK_H */
