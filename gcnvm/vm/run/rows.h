/* Accesses to memory by one lane, or by lanes whose places follow each other.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* One lane: what a thread does.  A row: registers that are saved, and arrays.
   Nothing that the address is computed from is undefined, all of it is in memory
   that the device's allocations hold, and nobody watches.  */

#ifndef GCNVM_ROWS_H
#define GCNVM_ROWS_H

#include "run/fast.h"
#include "run/memory.h"

struct row
{
  uint64_t address;		/* Of the first lane.  */
  unsigned f, n;
  uint32_t *defined;		/* Which bits of it are, or null: all.  */
};

/* Whether N values from T on begin with FIRST and go up by STEP.  */

static inline bool
steps_p (const uint32_t *t, uint32_t first, uint32_t step, unsigned n)
{
  uint32_t off = 0;
  if (n == LANES)
    for (unsigned i = 0; i < LANES; i++)
      off |= t[i] ^ (first + step * i);
  else
    for (unsigned i = 0; i < n; i++)
      off |= t[i] ^ (first + step * i);
  return off == 0;
}

/* Whether the access of U by the lanes in EXEC, at least one, each of REGS
   dwords, is as said above: sets R.  With SADDR, the address is an SGPR pair's
   and what a VGPR has.  */

static inline __attribute__ ((always_inline)) bool
row_p (struct wave *w, const struct uop *u, uint64_t exec,
       unsigned regs, bool saddr, struct row *r)
{
  const uint32_t *low = V (0);
  uint64_t bad = saddr ? U (0) : U2 (0);
  if (UNLIKELY (bad & exec) || UNLIKELY (w->watch))
    return false;
  unsigned f = __builtin_ctzll (exec), n = 1;
  uint64_t at = u->ia + low[f];
  if (!saddr)
    at += (uint64_t) low[f + LANES] << 32;
  else if (UNLIKELY (w->sv[u->src[2]] | w->sv[u->src[2] + 1]))
    return false;
  else
    at += get64 (&w->s[u->src[2]]);
  if ((exec & (exec - 1)) != 0)
    {
      uint64_t lanes = exec >> f;
      if ((lanes & (lanes + 1)) != 0)
	return false;
      n = lanes == ALL_LANES ? LANES : __builtin_ctzll (~lanes);
      uint32_t last = low[f] + 4 * regs * (n - 1);
      if (last < low[f] || !steps_p (low + f, low[f], 4 * regs, n)
	  || (!saddr && !steps_p (low + f + LANES, low[f + LANES], 0, n)))
	return false;
    }
  const struct simt_mem *m = w->vm->mem;
  unsigned bytes = 4 * regs * n;
  r->address = at;
  r->f = f;
  r->n = n;
  /* Nothing that is valid reaches from one allocation into another, so that all
     of it is where its first byte is.  */
  if (UNLIKELY (!simt_mem_run_ok (m, m->arena, m->arena_size, at, bytes, 4)))
    return false;
  r->defined = (uint32_t *) private_defined (w, at);
  return true;
}

/* Counts the access R of U.  */

static inline void
count (struct wave *w, const struct uop *u, const struct row *r)
{
  w->vinsns++;
  w->lanes += r->n;
  w->now = u;
  w->accesses.issued_vm++;
  if (u->in->row->enc == GCN_ENC_FLAT)
    w->accesses.unordered = ++w->accesses.issued_lgkm;
}

#endif /* GCNVM_ROWS_H */
