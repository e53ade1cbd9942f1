/* The PTX machine: memory of activations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_ACTIVATION_H
#define VM_ACTIVATION_H

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

extern void act_chunks_free (struct act_chunk *);
extern void act_init_regs (struct warp *, struct act *, uint32_t mask);

static inline size_t
round_up (size_t n, size_t to)
{
  return (n + to - 1) / to * to;
}

#endif /* VM_ACTIVATION_H */
