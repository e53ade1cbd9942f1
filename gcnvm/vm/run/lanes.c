/* Loads and stores of many lanes at once.  Compiled for any processor and for
   those with AVX2.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What most loads and stores are: whole dwords, in memory that the device's
   allocations hold.  The addresses of all lanes are looked at together, and one
   check serves all of them where they lie close together.  Rows of lanes are done
   in rows.c before it comes to this; everything else, and
   every access with something to report, is left to memory.c, which does lane
   after lane.  */

#include "run/fast.h"
#include "run/memory.h"

/* How far apart the lanes' addresses may lie for one check.  */
enum { CLOSE = 4096 };

/* Puts the addresses of the lanes in EXEC into AT, and one of those into the
   others; the lowest and the highest go to *LOW and *HIGH.  Returns the bits
   that are set in any.  */

static uint64_t
addresses (const struct lanes *l, uint64_t exec, uint64_t at[LANES],
	   uint64_t *low, uint64_t *high)
{
  uint64_t bits = 0, least = UINT64_MAX, most = 0;
  for (int i = 0; i < LANES; i++)
    {
      at[i] = l->base + (l->low ? l->low[i] : 0);
      if (l->high)
	at[i] += (uint64_t) l->high[i] << 32;
    }
  if (exec != ~UINT64_C (0))
    {
      uint64_t some = at[__builtin_ctzll (exec)];
      for (int i = 0; i < LANES; i++)
	at[i] = exec >> i & 1 ? at[i] : some;
    }
  for (int i = 0; i < LANES; i++)
    {
      bits |= at[i];
      least = at[i] < least ? at[i] : least;
      most = at[i] > most ? at[i] : most;
    }
  *low = least;
  *high = most;
  return bits;
}

/* Whether N bytes at ADDRESS are valid, all in W's private memory if INSIDE, and
   none of them in that of any wave of its group if not: which bits of it are
   defined is written with each wave, but with --initcheck, with all memory.  */

static bool
span (const struct wave *w, uint64_t address, unsigned n, bool inside)
{
  const struct simt_mem *m = w->vm->mem;
  const struct group *g = w->group;
  if (LIKELY (!w->init)
      && (inside ? address - w->scratch > w->scratch_size - n
	  : w->scratch_defined && address + n > g->scratch
	    && address < g->scratch + g->scratch_span))
    return false;
  return simt_mem_run_ok (m, m->arena, m->arena_size, address, n, 4);
}

/* Where it is written which bits of private memory at ADDRESS are defined; with
   --initcheck, of any.  */

static inline uint8_t *
defined (const struct wave *w, uint64_t address)
{
  return wave_defined (w, address - w->scratch);
}

/* Loads the two registers of L, both of a lane at once: another thread may change
   them.  */

static void
load_pair (struct wave *w, const struct lanes *l, uint64_t exec,
	   const uint64_t at[LANES])
{
  uint32_t *d = w->v[l->reg];
  w->vu[l->reg] &= ~exec;
  w->vu[l->reg + 1] &= ~exec;
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e);
      uint64_t v;
      memcpy (&v, (const void *) (uintptr_t) at[i], 8);
      d[i] = v;
      d[i + LANES] = v >> 32;
    }
}

/* Loads register K of L.  */

static void
load_register (struct wave *w, const struct lanes *l, uint64_t exec,
	       unsigned k, const uint64_t at[LANES])
{
  uint32_t *d = w->v[l->reg + k];
  w->vu[l->reg + k] &= ~exec;
  if (exec == ALL_LANES)
    for (int i = 0; i < LANES; i++)
      memcpy (&d[i], (const void *) (uintptr_t) (at[i] + 4 * k), 4);
  else
    for (uint64_t e = exec; e; e &= e - 1)
      {
	unsigned i = __builtin_ctzll (e);
	memcpy (&d[i], (const void *) (uintptr_t) (at[i] + 4 * k), 4);
      }
}

/* Loads what L does.  */

static void
load (struct wave *w, const struct lanes *l, uint64_t exec,
      const uint64_t at[LANES])
{
  if (l->regs == 2)
    load_pair (w, l, exec, at);
  else
    for (unsigned k = 0; k < l->regs; k++)
      load_register (w, l, exec, k, at);
}

/* The same of which bits are undefined, in private memory.  */

static void
load_undefined (struct wave *w, const struct lanes *l, uint64_t exec,
		unsigned k, const uint64_t at[LANES])
{
  unsigned r = l->reg + k;
  w->undef_by[r] = UNDEF_LOADED;
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e);
      uint32_t v;
      memcpy (&v, defined (w, at[i] + 4 * k), 4);
      if (v != UINT32_MAX)
	{
	  w->vv[r][i] = ~v;
	  w->vu[r] |= UINT64_C (1) << i;
	}
    }
}

/* Whether a load in private memory gets undefined bits.  */

static bool
any_undefined (const struct wave *w, const struct lanes *l, uint64_t exec,
	       const uint64_t at[LANES])
{
  uint32_t all = UINT32_MAX;
  for (uint64_t e = exec; e; e &= e - 1)
    for (unsigned k = 0; k < l->regs; k++)
      {
	uint32_t v;
	memcpy (&v, defined (w, at[__builtin_ctzll (e)] + 4 * k), 4);
	all &= v;
      }
  return all != UINT32_MAX;
}

/* Lane by lane, as the highest of those that write to one place wins.  */

static void
store (struct wave *w, const struct lanes *l, uint64_t exec,
       const uint64_t at[LANES])
{
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e);
      const uint32_t *v = &w->v[l->reg][i];
      uint64_t pair = l->regs == 2 ? *v | (uint64_t) v[LANES] << 32 : 0;
      if (l->regs == 2)
	memcpy ((void *) (uintptr_t) at[i], &pair, 8);
      else
	for (unsigned k = 0; k < l->regs; k++)
	  memcpy ((void *) (uintptr_t) (at[i] + 4 * k), v + k * LANES, 4);
    }
}

static void
store_undefined (struct wave *w, const struct lanes *l, uint64_t exec,
		 const uint64_t at[LANES])
{
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e);
      for (unsigned k = 0; k < l->regs; k++)
	{
	  unsigned r = l->reg + k;
	  uint32_t v = w->vu[r] >> i & 1 ? ~w->vv[r][i] : UINT32_MAX;
	  memcpy (defined (w, at[i] + 4 * k), &v, 4);
	}
    }
}

/* Does the access L of U for the lanes in EXEC, at least one.  False, and
   nothing done, if it is not as simple as that.  */

bool
NAME (lanes_access) (struct wave *w, const struct uop *u, const struct lanes *l,
	      uint64_t exec)
{
  uint64_t at[LANES] __attribute__ ((aligned (64))), low, high;
  unsigned bytes = 4 * l->regs;
  if ((exec & (exec - 1)) == 0)
    {
      unsigned i = __builtin_ctzll (exec);
      low = l->base + (l->low ? l->low[i] : 0);
      if (l->high)
	low += (uint64_t) l->high[i] << 32;
      at[i] = high = low;
    }
  else if (addresses (l, exec, at, &low, &high) & 3)
    return false;
  bool inside = ((w->scratch_defined && w->scratch_size >= CLOSE + bytes
		  && low - w->scratch < w->scratch_size)
		 || w->init);
  if (high - low <= CLOSE)
    {
      if (!span (w, low, high - low + bytes, inside))
	return false;
    }
  else
    for (uint64_t e = exec; e; e &= e - 1)
      if (!span (w, at[__builtin_ctzll (e)], bytes, inside))
	return false;
  if (inside && !l->store && any_undefined (w, l, exec, at))
    {
      if (u->words || w->init)
	return false;
      load (w, l, exec, at);
      for (unsigned k = 0; k < l->regs; k++)
	load_undefined (w, l, exec, k, at);
    }
  else if (!l->store)
    load (w, l, exec, at);
  else
    {
      store (w, l, exec, at);
      if (inside)
	store_undefined (w, l, exec, at);
    }
  return true;
}
