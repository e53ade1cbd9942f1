/* Which bits of a device's memory are defined: written since it was allocated.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Memory that nobody has written since it was allocated is undefined.  Beside the
   arena of a simt_mem lies as much memory again, which has a 1 for each defined
   bit.  Allocations are defined (the runtime library writes its own), unless they
   are SIMT_UNDEFINED.  What the device stores, the machine writes there itself,
   with the bits of the registers.  Several host threads may do so at once: to
   different bytes.  */

#ifndef SIMT_DEFINED_H
#define SIMT_DEFINED_H

#include "mem.h"

struct simt_defined
{
  uintptr_t of_0;		/* Where address 0 would have its bits.  */
  uint8_t *bits;
  pthread_mutex_t lock;		/* Of what follows.  */
  char kernel[200];		/* The last one that was launched.  */
  struct simt_told { uint64_t key; unsigned n; } *told;
  size_t n_told;
};

/* Begin with that for MEM, in which everything is defined that is allocated
   already.  False when out of memory.  simt_mem_destroy ends it.  */
extern bool simt_defined_create (struct simt_mem *mem);
extern void simt_defined_destroy (struct simt_mem *mem);

/* Where the bits of ADDR, in the arena of MEM, are.  */
static inline uint8_t *
simt_defined_at (const struct simt_mem *mem, uint64_t addr)
{
  return (uint8_t *) (mem->defined->of_0 + addr);
}

/* Whether N bytes at ADDR are all in the arena of MEM, and it is asked which of
   them are defined.  */
static inline bool
simt_defined_known_p (const struct simt_mem *mem, uint64_t addr, uint64_t n)
{
  uint64_t at = addr - mem->arena;
  return mem->defined && at < mem->arena_size && n <= mem->arena_size - at;
}

/* These do nothing to what is not in the arena, and without simt_defined_create.
   The N bytes at ADDR are DEFINED or not from now on.  */
extern void simt_defined_set (struct simt_mem *mem, uint64_t addr, uint64_t n,
			      bool defined);
/* N bytes were copied from FROM to TO; one of them may be the host's memory.  */
extern void simt_defined_move (struct simt_mem *mem, uint64_t to,
			       uint64_t from, uint64_t n);
/* NAME is launched.  */
extern void simt_defined_launch (struct simt_mem *mem, const char *name);
#endif /* SIMT_DEFINED_H */
