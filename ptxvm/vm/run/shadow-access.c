/* Undefined values: loads, stores and atomic operations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "code/shadow.h"
#include "code/translate.h"
#include "run/lanes.h"
#include "run/rare.h"

#include "simt/race/newlib.h"

/* What lies between the addresses of a warp is looked at as a whole up to here. */
#define SPAN 4096u

/* The address that LANE of U accesses, in its space.  */
static inline uint64_t
address_of (struct warp *w, const struct uop *u, unsigned lane)
{
  uint64_t a = (u->a == NO_REG || u->c == 0xff ? 0 : *R8P (w, u->a, lane));
  return a + (uint64_t) (int64_t) u->rel;
}

/* The memory from the lowest to after the highest address of all active lanes of
   U, which accesses SIZE bytes: *LO, *N bytes, in one of the global and shared
   memory.  *DENSE: it has no gaps, and nothing comes twice.  NULL if it is not
   like that.  */
static const struct shadow_bits *
span_of (struct warp *w, const struct uop *u, unsigned size, uint64_t *lo,
	 uint64_t *n, bool *dense)
{
  uint64_t low = UINT64_MAX, high = 0;
  if (u->a == NO_REG || u->c == PTX_LOCAL || u->c == PTX_PARAM
      || u->c == PTX_CONST || u->c == 0xff)
    return NULL;
  const uint64_t *a = R8P (w, u->a, 0);
  *dense = false;
  uint64_t step = a[1] - a[0], bad = ~w->mask & FULL_MASK;
  if (!bad)
    for (unsigned i = 0; i < WARP_SIZE; i++)
      bad |= a[i] ^ (a[0] + i * step);
  if (!bad)
    {
      low = (int64_t) step < 0 ? a[WARP_SIZE - 1] : a[0];
      high = (int64_t) step < 0 ? a[0] : a[WARP_SIZE - 1];
      *dense = step == size;
    }
  else
    EACH (i)
      {
	low = a[i] < low ? a[i] : low;
	high = a[i] > high ? a[i] : high;
      }
  *n = high - low + size;
  *lo = low + (uint64_t) (int64_t) u->rel;
  if (high - low > SPAN)
    return NULL;
  const struct shadow_bits *b = &w->vm->shadow->arena;
  if (u->c == PTX_SHARED)
    {
      b = &w->block->shadow->shared;
      *lo += b->base;
    }
  else if (!bits_hold (b, *lo, *n) && u->c == PTX_GENERIC)
    b = &w->block->shadow->shared;
  return bits_hold (b, *lo, *n) ? b : NULL;
}

/* True if the active lanes of U access their own local memory, and the SIZE bytes
   there are defined.  */
static bool
locals_ok (struct warp *w, const struct uop *u, unsigned size)
{
  const struct shadow_bits *b = &w->block->shadow->local;
  uint64_t own = (uint64_t) (uintptr_t) w->local, addr = local_addr (w->block);
  uint32_t m = (1u << size) - 1;
  if (size > 8
      || !(u->c == 0xff || u->c == PTX_LOCAL
	   || (u->c == PTX_GENERIC
	       && bits_hold (b, address_of (w, u, first_lane (w->mask)), 1))))
    return false;
  EACH (i)
    {
      uint64_t off = (u->c == 0xff ? (uint64_t) (int64_t) u->rel + w->act->lbase
		      : address_of (w, u, i)
			- (u->c == PTX_GENERIC ? addr : 0));
      if (off >= w->lstride || (off & (size - 1)))
	return false;
      uint64_t at = own + i * w->lstride + off - b->base;
      if (((uint32_t) b->bits[at / 8] >> (at & 7) & m) != m)
	return false;
    }
  return true;
}

/* Report if the address of U is undefined.  */
static inline void
check_address (struct warp *w, const struct uop *at, const struct uop *u,
	       enum shadow_use use)
{
  if (u->a == NO_REG || u->c == 0xff)
    return;
  uint32_t bad = SH_MASK (w->R, u->e, u->a) & w->mask;
  if (unlikely (bad))
    w->vm->watch->undefined (w, u->e, at, u->a, bad, use);
}

/* The undefined bits of a register that is loaded from SIZE bytes, those in DEFINED
   being defined.  */
static inline uint64_t
spread (uint32_t defined, unsigned size, bool sign)
{
  uint64_t v = 0;
  for (unsigned k = 0; k < size; k++)
    if (!(defined >> k & 1))
      v |= (uint64_t) 0xff << (8 * k);
  if (sign && size < 8 && (v >> (8 * size - 1) & 1))
    v |= UINT64_MAX << (8 * size);
  return v;
}

/* The same for what is at ADDR, where some bytes may be defined in part.  */
static uint64_t
bits_at (struct warp *w, uint64_t addr, uint32_t defined, unsigned size,
	 bool sign)
{
  uint64_t v = 0;
  for (unsigned k = 0; k < size; k++)
    if (!(defined >> k & 1))
      v |= (uint64_t) partial_get (w->vm->shadow, addr + k) << (8 * k);
  if (sign && size < 8 && (v >> (8 * size - 1) & 1))
    v |= UINT64_MAX << (8 * size);
  return v;
}

/* LANE loads SIZE bytes at ADDR in B, not all of them defined.  */
static void
load_undefined (struct warp *w, const struct uop *u, unsigned lane,
		const struct shadow_bits *b, uint64_t addr, unsigned size)
{
  uint32_t have = bits_get (b, addr, size);
  uint64_t first = addr;
  while (have >> (first - addr) & 1)
    first++;
  uint16_t origin = w->vm->watch->origin (w, u, lane, b, first);
  shadow_dirty (w->R, u->e);
  if (size == 16)
    {
      shadow_put (w->R, u->e, u->d, true, lane,
		  bits_at (w, addr, have, 8, false), origin);
      shadow_put (w->R, u->e, u->d + 8 * WARP_SIZE, true, lane,
		  bits_at (w, addr + 8, have >> 8, 8, false), origin);
      return;
    }
  shadow_put (w->R, u->e, u->d, size == 8, lane,
	      bits_at (w, addr, have, size, u->n & 0x100), origin);
}

/* True if all that the active lanes load by U is defined.  */
static bool
loads_defined (struct warp *w, const struct uop *u, unsigned size)
{
  uint64_t lo, n;
  bool dense;
  const struct shadow_bits *b = span_of (w, u, size, &lo, &n, &dense);
  if (b && bits_all (b, lo, n))
    return true;
  if (u->c == PTX_CONST || u->c == PTX_PARAM || locals_ok (w, u, size))
    return true;
  EACH (i)
    {
      uint64_t addr = address_of (w, u, i);
      b = shadow_find (w, i, u->c, &addr, size);
      if (b && unlikely (!bits_all (b, addr, size)))
	return false;
    }
  return true;
}

/* Before a load, since that may overwrite its address.  The load itself reports one
   at a wrong address.  */
FN (shld)
{
  unsigned size = u->n & 0xff;
  if (unlikely (SH_DIRTY (w->R, u->e)))
    {
      check_address (w, u, u, USE_ADDRESS);
      SH_MASK (w->R, u->e, u->d) &= ~w->mask;
      if (size == 16)
	SH_MASK (w->R, u->e, u->d + 8 * WARP_SIZE) &= ~w->mask;
    }
  if (loads_defined (w, u, size))
    return;
  EACH (i)
    {
      uint64_t addr = address_of (w, u, i);
      const struct shadow_bits *b = shadow_find (w, i, u->c, &addr, size);
      if (b && unlikely (!bits_all (b, addr, size)))
	load_undefined (w, u, i, b, addr, size);
    }
}

/* LANE stored a register with some undefined bits.  */
static void
store_undefined (struct warp *w, const struct uop *u, unsigned lane,
		 const struct shadow_bits *b, uint64_t addr, unsigned size)
{
  for (unsigned k = 0; k < size; k++)
    {
      uint32_t off = u->d + (k >= 8 ? 8 * WARP_SIZE : 0);
      uint64_t v = shadow_value (w->R, u->e, off, size >= 8, lane);
      uint8_t byte = (uint8_t) (v >> (8 * (k & 7)));
      bits_set (b, addr + k, 1, !byte);
      if (byte)
	partial_put (w->vm->shadow, addr + k, byte);
    }
}

/* After a store, which was right.  */
FN (shst)
{
  unsigned size = u->n & 0xff;
  uint64_t lo, n;
  bool dense;
  uint32_t bad = 0;
  if (unlikely (SH_DIRTY (w->R, u->e)))
    {
      check_address (w, u, u, USE_STORE_ADDRESS);
      bad = SH_MASK (w->R, u->e, u->d);
      if (size == 16)
	bad |= SH_MASK (w->R, u->e, u->d + 8 * WARP_SIZE);
      bad &= w->mask;
    }
  if (likely (!bad))
    {
      const struct shadow_bits *b = span_of (w, u, size, &lo, &n, &dense);
      if (b && bits_all (b, lo, n))
	return;
      if (b && dense)
	{
	  bits_set (b, lo, n, true);
	  return;
	}
      if (!b && locals_ok (w, u, size))
	return;
    }
  EACH (i)
    {
      uint64_t addr = address_of (w, u, i);
      const struct shadow_bits *b = shadow_find (w, i, u->c, &addr, size);
      if (!b)
	continue;
      if (bad >> i & 1)
	store_undefined (w, u, i, b, addr, size);
      else if (!bits_all (b, addr, size))
	bits_set (b, addr, size, true);
    }
}

/* ---- Atomic operations.  */

/* The bytes of a register that are defined, where its bits V are not.  */
static uint32_t
defined_bytes (uint64_t v)
{
  uint32_t r = 0;
  for (unsigned k = 0; k < 8; k++)
    if (!(v >> (8 * k) & 0xff))
      r |= 1u << k;
  return r;
}

/* True if U, a compare-and-swap of SIZE bytes at ADDR, will swap in lane I.  */
static bool
swaps_p (struct warp *w, const struct uop *u, unsigned i, unsigned size,
	 uint64_t addr)
{
  const void *p = (const void *) (uintptr_t) addr;
  return (addr % size == 0 && size <= 8
	  && !memcmp (p, size == 8 ? (void *) R8P (w, u->b, i)
		      : (void *) R4P (w, u->b, i), size));
}

/* Lane I of U, an atom in which something is undefined.  */
static void
atom_lane (struct warp *w, uint32_t hdr, const struct uop *u, unsigned i,
	   unsigned size, const struct shadow_bits *b, uint64_t addr)
{
  unsigned sub = u->e >> 8 & 255;
  bool wide = size >= 8;
  uint32_t have = b ? bits_get (b, addr, size) : 0xffff;
  uint32_t all = (1u << size) - 1;
  bool old_bad = (have & all) != all;
  bool dirty = SH_DIRTY (w->R, hdr);
  uint64_t vb = dirty ? shadow_value (w->R, hdr, u->b, wide, i) : 0;
  uint64_t vc = dirty ? shadow_value (w->R, hdr, u->c, wide, i) : 0;
  uint16_t origin = 0;
  if (old_bad)
    {
      origin = w->vm->watch->origin (w, u, i, b, addr);
      shadow_dirty (w->R, hdr);
    }
  else if (vb || vc)
    origin = SH_ORIGIN (w->R, hdr, vb ? u->b : u->c, i);
  /* What is in memory then.  */
  uint32_t new = old_bad || vb ? 0 : all;
  if (sub == PTX_SUB_EXCH)
    new = defined_bytes (vb);
  else if (sub == PTX_SUB_CAS)
    {
      new = b && swaps_p (w, u, i, size, addr) ? defined_bytes (vc) : have;
      /* What changes a byte by a loop on its word, as libatomic does, compares its
	 neighbours, undefined or not, with what it has loaded of them.  In OpenMP
	 code one lane does that for all, and all look whether it has changed.
	 In libatomic the neighbours may be what another thread has made of them
	 since, defined or not.  */
      bool words = simt_atomic_by_words_p (w->act->func->name);
      if (!words && (vb & ~spread (have, size, false)))
	w->vm->watch->undefined (w, hdr, u, u->b, lane_bit (i), USE_CAS);
      else if (vb || words)
	{
	  if (vb)
	    SH_MASK (w->R, hdr, u->b) = 0;
	  have = UINT32_MAX;
	}
    }
  for (unsigned k = 0; b && k < size; k++)
    bits_set (b, addr + k, 1, new >> (k & 7) & 1);
  if (!SH_DIRTY (w->R, hdr))
    return;
  if (size == 16)
    {
      shadow_put (w->R, hdr, u->d, true, i, spread (have, 8, false), origin);
      shadow_put (w->R, hdr, u->d + 8 * WARP_SIZE, true, i,
		  spread (have >> 8, 8, false), origin);
    }
  else
    shadow_put (w->R, hdr, u->d, wide, i, spread (have, size, false), origin);
}

/* Before an atom, since its result may be one of its operands.  Lanes come in
   the same order.  */
FN (shatom)
{
  const struct uop *v = u + 1;
  uint32_t hdr = u->e;
  unsigned size = v->op == OP_atom_128 ? 16 : ptx_type_size (v->e >> 16);
  unsigned space = v->e & 255;
  if (SH_DIRTY (w->R, hdr))
    {
      uint32_t bad = SH_MASK (w->R, hdr, v->a) & w->mask;
      if (bad)
	w->vm->watch->undefined (w, hdr, v, v->a, bad, USE_ADDRESS);
    }
  EACH (i)
    {
      uint64_t addr = *R8P (w, v->a, i) + (uint64_t) (int64_t) v->rel;
      const struct shadow_bits *b = shadow_find (w, i, space, &addr, size);
      if (SH_DIRTY (w->R, hdr) || (b && !bits_all (b, addr, size)))
	atom_lane (w, hdr, v, i, size, b, addr);
    }
}

/* After a cp.async.  */
FN (shcopy)
{
  const struct uop *v = u - 1;
  EACH (i)
    {
      uint64_t from = *R8P (w, v->a, i), to = *R8P (w, v->d, i);
      uint32_t n = v->b == NO_REG ? v->n : *R4P (w, v->b, i);
      n = n > v->n ? v->n : n;
      if (v->c != NO_REG && (PREDW (w, v->c) & lane_bit (i)))
	n = 0;
      const struct shadow_bits *s = shadow_find (w, i, PTX_GLOBAL, &from, n);
      const struct shadow_bits *d = shadow_find (w, i, PTX_SHARED, &to, v->n);
      uint32_t have = s && n ? bits_get (s, from, n) : 0xffff;
      for (unsigned k = 0; d && k < v->n; k++)
	bits_set (d, to + k, 1, k >= n || (have >> k & 1));
    }
}

/* ---- New memory on stacks.  */

/* GCC's soft stack grows down from B, or, with n, from what the shared variable at
   B has, which is about to be set, to A.  More than this at once is no frame: the
   stack was changed for a SIMD lane's.  */
#define MAX_FRAME (1u << 20)

/* ONCE: what lane 0 has is so for all of them.  */
static void
new_stack (struct warp *w, const struct uop *u, bool once)
{
  uint64_t last_lo = 0, last_hi = 0;
  const struct block *bl = w->block;
  EACH (i)
    {
      uint64_t lo = *R8P (w, u->a, once ? 0 : i);
      uint64_t hi = *R8P (w, u->b, once ? 0 : i);
      if (u->n)
	{
	  uint64_t off = hi + (uint64_t) (int64_t) u->rel;
	  if (off >= bl->shared_size || bl->shared_size - off < 8)
	    continue;
	  memcpy (&hi, bl->shared + off, 8);
	  /* The end of a simd loop puts back the outer stack, which is another
	     object in local memory.  */
	  if (!bits_hold (&w->vm->shadow->arena, hi, 1))
	    continue;
	}
      if ((lo == last_lo && hi == last_hi
	   && !bits_hold (&bl->shadow->local, lo, 1))
	  || lo >= hi || hi - lo > MAX_FRAME)
	continue;
      last_lo = lo;
      last_hi = hi;
      uint64_t addr = lo;
      const struct shadow_bits *b
	= shadow_find (w, i, PTX_GENERIC, &addr, (unsigned) (hi - lo));
      if (b)
	bits_set (b, addr, hi - lo, false);
    }
}

FN (shstack)
{
  new_stack (w, u, false);
}

/* After an alloca.  */
FN (shalloca)
{
  EACH (i)
    {
      uint64_t addr = *R8P (w, u->d, i), n = *R8P (w, u->a, i);
      const struct shadow_bits *b
	= shadow_find (w, i, PTX_LOCAL, &addr, (unsigned) n);
      if (b)
	bits_set (b, addr, n, false);
    }
}

/* ---- Uniform activations.  */

/* The same for lane 0 alone.  */
static void
by_one (struct warp *w, const struct uop *u, uop_fn *fn)
{
  w->mask = 1;
  fn (w, u);
  w->mask = FULL_MASK;
}

/* True if the atom U finds nothing undefined in memory.  */
static bool
atoms_defined (struct warp *w, const struct uop *u)
{
  unsigned size = u->op == OP_atom_128 ? 16 : ptx_type_size (u->e >> 16);
  EACH (i)
    {
      uint64_t addr = *R8P (w, u->a, i) + (uint64_t) (int64_t) u->rel;
      const struct shadow_bits *b = shadow_find (w, i, u->e & 255, &addr,
						 size);
      if (b && !bits_all (b, addr, size))
	return false;
    }
  return true;
}

/* What an access that is done once accesses is known from lane 0, and for others
   each lane's address is there (uniform-plan.c).  */
bool
shadow_once (struct warp *w, const struct uop *u, unsigned op)
{
  if (SH_DIRTY (w->R, w->act->func->shadow_off))
    return false;
  switch (op)
    {
    case OP_shrun: case OP_shdefine:
      return true;
    case OP_shld:
      {
	bool ok;
	w->mask = u[1].op >= OP_N ? 1 : FULL_MASK;
	ok = loads_defined (w, u, u->n & 0xff);
	w->mask = FULL_MASK;
	return ok;
      }
    case OP_shst:
      if (u[-1].op >= OP_N)
	by_one (w, u, rare_shst);
      else
	rare_shst (w, u);
      return true;
    case OP_shatom:
      return atoms_defined (w, u + 1);
    case OP_shstack:
      /* Otherwise a simd loop begins or ends, whose lanes have stacks of their
	 own.  */
      if (u[u->n ? 1 : -1].op >= OP_N)
	new_stack (w, u, true);
      return true;
    default:
      warp_mask[op] (w, u);
      return true;
    }
}
