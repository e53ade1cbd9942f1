/* What handlers of memory instructions share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_MEMORY_H
#define GCNVM_MEMORY_H

#include <string.h>

#include "code/atomic-kinds.h"
#include "run/handlers.h"
#include "simt/memory/plain-atomic.h"
#include "vm-int.h"

/* Where one lane's access lies.  */
struct place
{
  uint8_t *p;			/* Null: outside, reported.  */
  uint8_t *defined;		/* Bits that are defined, or null: all.  */
  bool lds;
};

/* Finds SIZE bytes at flat ADDRESS, aligned to ALIGN, for LANE (-1: scalar) of
   U, which stores if STORE.  False if the wave ends.  */
extern bool place_flat (struct wave *, const struct uop *, int lane,
			uint64_t address, unsigned size, unsigned align,
			bool store, struct place *);
/* The same at OFFSET of LDS.  */
extern bool place_lds (struct wave *, const struct uop *, int lane,
		       uint64_t offset, unsigned size, unsigned align,
		       struct place *);
/* The same at OFFSET of the private memory of LANE.  */
extern bool place_private (struct wave *, const struct uop *, int lane,
			   uint64_t offset, unsigned size, struct place *);
/* Which bits at ADDRESS are defined, if that is in the private memory
   of a wave of W's group; with --initcheck, in any memory of the device.  */
extern uint8_t *neighbour_defined (struct wave *, uint64_t address);
/* Set V to what can be used around ADDRESS, or to nothing: all of the private memory of a wave
   of W's group, or memory that has nothing of that.  */
extern void native_window (struct wave *, uint64_t address, struct native_window *v);

/* Which bits at ADDRESS are defined, if that is in the private memory of a wave
   of W's group, or with --initcheck in memory of the device; null if it is not, or
   if nobody asks.  A thread of OpenMP shares
   its variables with those that it starts.  */
static inline uint8_t *
private_defined (struct wave *w, uint64_t address)
{
  const struct group *g = w->group;
  const struct wave *other = w->neighbour;
  uint64_t at = address - w->scratch;
  if (at < w->scratch_size)
    return w->scratch_defined ? wave_defined (w, at) : NULL;
  if (LIKELY (address - g->scratch >= g->scratch_span))
    return NULL;
  if (other && address - other->scratch < other->scratch_size)
    return wave_defined (other, address - other->scratch);
  return neighbour_defined (w, address);
}

/* Undefined bits of N bytes, 4 at most, from byte K of PLACE on.  */
static inline uint32_t
place_get_undef (const struct place *p, unsigned k, unsigned n)
{
  uint32_t v = UINT32_MAX;
  if (!p->defined)
    return 0;
  memcpy (&v, p->defined + k, n);
  return ~v;
}

static inline void
place_set_undef (const struct place *p, unsigned k, unsigned n,
		 uint32_t bits)
{
  uint32_t v = ~bits;
  if (p->defined)
    memcpy (p->defined + k, &v, n);
}

/* Whether some lane in EXEC would store, from the REGS registers from R on, what
   was computed from registers that other lanes have set.  */
static inline bool
stores_computed (const struct wave *w, unsigned r, unsigned regs, uint64_t exec)
{
  if (LIKELY (!w->any_computed))
    return false;
  for (unsigned k = 0; k < regs; k++)
    if (w->undef_by[r + k] == UNDEF_COMPUTED && w->vu[r + k] & exec)
      return true;
  return false;
}

/* Register CODE of LANE (-1: scalar) was loaded by W's current instruction from
   P, and what begins at byte K there is undefined.  */
static inline void
loaded_undefined (struct wave *w, unsigned code, int lane,
		  const struct place *p, unsigned k)
{
  if (w->init)
    w->vm->watch->undef_loaded (w, code, lane, p, k);
}

/* True if nobody else writes what is at P in this slice of W.  */
static inline bool
alone_at (const struct wave *w, const void *p)
{
  uint64_t at = (uint64_t) (uintptr_t) p;
  const struct group *g = w->group;
  return (at - w->vm->mem->arena < w->alone
	  || (w->alone && at - (uint64_t) (uintptr_t) g->lds < g->lds_size));
}

/* atomics.c.  Does KIND of W's at P, of BITS 32 or 64, with DATA and the value to compare
   with or second data CMP.  Returns the value before.  */
extern uint64_t atomic_do (const struct wave *, enum atomic_kind, void *p, unsigned bits,
			   uint64_t data, uint64_t cmp);

#endif /* GCNVM_MEMORY_H */
