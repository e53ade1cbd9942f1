/* Memory instructions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <string.h>

#include "code/handlers.h"
#include "code/code.h"
#include "run/memory.h"
#include "run/vector.h"

/* ---- Loads and stores of one lane.  */

static void
put_lane (struct wave *w, unsigned r, unsigned lane, uint32_t value,
	  uint32_t undef)
{
  uint64_t bit = UINT64_C (1) << lane;
  w->v[r][lane] = value;
  if (UNLIKELY (undef))
    {
      w->vv[r][lane] = undef;
      w->vu[r] |= bit;
      w->undef_by[r] = UNDEF_LOADED;
    }
  else
    w->vu[r] &= ~bit;
}

/* Whether AT is on the stack that W's code has in global memory, as libgomp and
   gcn-run from GCC 13 on: s[16:17] points behind the frame that is in use, and what a
   function saves first comes there (gcn_expand_prologue).  */

static bool
on_stack_p (const struct wave *w, uint64_t at)
{
  enum { SP = 16, BELOW = 0x10000, ABOVE = 0x4000 };
  return (!w->sv[SP] && !w->sv[SP + 1]
	  && at - get64 (&w->s[SP]) + BELOW < BELOW + ABOVE);
}

/* U is about to store the REGS registers from R on, of LANE, at P, unless it is in
   private memory or on the stack: what was computed in lanes that nobody meant is kept
   there, as GCC spills all lanes of a register.  Elsewhere it is reported.  Returns
   whether the wave goes on.  */

static bool
check_stored (struct wave *w, const struct uop *u, unsigned r, unsigned regs,
	      unsigned lane, const struct place *p)
{
  const struct group *g = w->group;
  uint64_t at = (uintptr_t) p->p;
  if (LIKELY (!stores_computed (w, r, regs, UINT64_C (1) << lane))
      || at - w->scratch < w->scratch_size
      || at - g->scratch < g->scratch_span || on_stack_p (w, at))
    return true;
  w->now = u;
  return w->vm->watch->undef_use (w, u, "what is stored", GCN_VGPR + r, regs,
				  lane);
}

/* Loads from P into register R and those after it, by row ROW.  */

static void
load_lane (struct wave *w, const struct gcn_row *row, unsigned regs,
	   unsigned r, unsigned lane, const struct place *p)
{
  unsigned bytes = memory_bytes (row->d, regs);
  if (bytes >= 4)
    {
      /* Two dwords at once: another thread may change them.  */
      uint64_t pair = 0;
      if (bytes == 8)
	memcpy (&pair, p->p, 8);
      for (unsigned k = 0; k < bytes / 4; k++)
	{
	  uint32_t v = pair >> (32 * (k & 1));
	  if (bytes != 8)
	    memcpy (&v, p->p + 4 * k, 4);
	  uint32_t undef = place_get_undef (p, 4 * k, 4);
	  if (UNLIKELY (undef) && w->now->words)
	    undef = 0;
	  put_lane (w, r + k, lane, v, undef);
	  if (UNLIKELY (undef))
	    loaded_undefined (w, GCN_VGPR + r + k, lane, p, 4 * k);
	}
      return;
    }
  uint16_t half;
  uint32_t v = p->p[0], undef = place_get_undef (p, 0, bytes);
  if (bytes == 2)
    {
      memcpy (&half, p->p, 2);
      v = half;
    }
  if (row->d == GCN_T_i8)
    v = (int8_t) v;
  else if (row->d == GCN_T_i16)
    v = (int16_t) v;
  if (undef && (row->d == GCN_T_i8 || row->d == GCN_T_i16))
    undef = UINT32_MAX;
  uint32_t loaded = undef;
  if (row->flags & (GCN_F_D16 | GCN_F_D16HI))
    {
      /* The other half stays.  */
      unsigned shift = row->flags & GCN_F_D16HI ? 16 : 0;
      uint32_t keep = shift ? 0xffff : 0xffff0000;
      uint32_t old = w->vu[r] >> lane & 1 ? w->vv[r][lane] : 0;
      v = (w->v[r][lane] & keep) | (v & 0xffff) << shift;
      undef = (old & keep) | (undef & 0xffff) << shift;
    }
  put_lane (w, r, lane, v, undef);
  if (UNLIKELY (loaded))
    loaded_undefined (w, GCN_VGPR + r, lane, p, 0);
}

/* Stores the lowest N bytes of V, 1, 2 or 4, at P: at once, as another wave may have a lock
   there.  */

static void
store_at_once (uint8_t *p, uint32_t v, unsigned n)
{
  uint16_t half = v;
  if (n == 4)
    memcpy (p, &v, 4);
  else if (n == 2)
    memcpy (p, &half, 2);
  else
    *p = v;
}

static void
store_lane (struct wave *w, const struct gcn_row *row, enum gcn_type type,
	    unsigned regs, unsigned r, unsigned lane, const struct place *p)
{
  unsigned bytes = memory_bytes (type, regs);
  unsigned shift = row->flags & GCN_F_D16HI ? 16 : 0;
  if (bytes == 8)
    {
      uint64_t pair = w->v[r][lane] | (uint64_t) w->v[r + 1][lane] << 32;
      memcpy (p->p, &pair, 8);
    }
  for (unsigned k = 0; 4 * k < bytes; k++)
    {
      unsigned n = bytes < 4 ? bytes : 4;
      uint32_t v = w->v[r + k][lane] >> shift;
      if (bytes != 8)
	store_at_once (p->p + 4 * k, v, n);
      if (UNLIKELY (p->defined != NULL))
	{
	  uint32_t undef = w->vu[r + k] >> lane & 1 ? w->vv[r + k][lane] : 0;
	  place_set_undef (p, 4 * k, n, undef >> shift);
	}
    }
}

/* The undefined lanes of REGS registers from R on; their first in *LANE.  */

static bool
undef_address (struct wave *w, const struct uop *u, unsigned code,
	       unsigned regs, uint64_t exec)
{
  uint64_t bad = 0;
  for (unsigned k = 0; k < regs; k++)
    bad |= w->vu[code - GCN_VGPR + k];
  bad &= exec;
  if (LIKELY (!bad))
    return true;
  w->now = u;
  return w->vm->watch->undef_use (w, u, "address", code, regs,
				  __builtin_ctzll (bad));
}

static bool
undef_scalar_address (struct wave *w, const struct uop *u, unsigned code,
		      unsigned regs)
{
  uint32_t bad = 0;
  for (unsigned k = 0; k < regs; k++)
    bad |= w->sv[code + k];
  if (LIKELY (!bad))
    return true;
  w->now = u;
  return w->vm->watch->undef_use (w, u, "address", code, regs, -1);
}

/* An atomic of U by LANE at P: the data from register DATA on; the old value goes to
   OUT, if there is one.  */

static bool
atomic_lane (struct wave *w, const struct uop *u, unsigned lane,
	     const struct place *p, unsigned data, unsigned bits,
	     unsigned second, unsigned out)
{
  enum atomic_kind kind = u->ib;
  unsigned n = bits / 32, d = data - GCN_VGPR;
  uint64_t x = w->v[d][lane], c = 0, old;
  uint64_t bad = w->vu[d] | (n > 1 ? w->vu[d + 1] : 0);
  if (n > 1)
    x |= (uint64_t) w->v[d + 1][lane] << 32;
  if (second != GCN_NO_OPERAND)
    {
      unsigned s = second - GCN_VGPR;
      bad |= w->vu[s] | (n > 1 ? w->vu[s + 1] : 0);
      c = w->v[s][lane] | (n > 1 ? (uint64_t) w->v[s + 1][lane] << 32 : 0);
    }
  uint32_t undef = place_get_undef (p, 0, 4)
		   | (n > 1 ? place_get_undef (p, 4, 4) : 0);
  if (UNLIKELY (w->init != NULL) && (undef || bad >> lane & 1))
    return w->vm->watch->undef_atomic (w, u, lane, p, data, n, second, out);
  if (UNLIKELY (bad >> lane & 1)
      && !w->vm->watch->undef_use (w, u, "operand of an atomic", data, n, lane))
    return false;
  if (UNLIKELY (undef) && u->words)
    undef = 0;
  old = atomic_do (w, kind, p->p, bits, x, c);
  if (p->defined)
    for (unsigned k = 0; k < n; k++)
      place_set_undef (p, 4 * k, 4, 0);
  if (out != GCN_NO_OPERAND)
    {
      put_lane (w, out - GCN_VGPR, lane, old, undef);
      if (n > 1)
	put_lane (w, out - GCN_VGPR + 1, lane, old >> 32, undef);
    }
  return true;
}

/* What U does to BYTES bytes at P, in LANE: a load, a store, or an atomic with the
   data from register DATA on and what is compared with from SECOND on.  Returns
   whether the wave goes on.  */

static inline __attribute__ ((always_inline)) bool
access_lane (struct wave *w, const struct uop *u, unsigned lane,
	     const struct place *p, unsigned bytes, unsigned data,
	     unsigned second)
{
  const struct gcn_insn *in = u->in;
  const struct gcn_row *row = in->row;
  bool store = row->flags & GCN_F_ST;
  bool ok = true;
  struct racing r;
  if (store
      && !check_stored (w, u, in->src[1] - GCN_VGPR, u->regs[2], lane, p))
    return false;
  if (UNLIKELY (w->watch != 0))
    w->vm->watch->race_begin (w, u, &r, lane, p, bytes,
			      store ? &w->v[in->src[1] - GCN_VGPR][lane] : NULL,
			      LANES);
  if (row->flags & GCN_F_ATOM)
    ok = atomic_lane (w, u, lane, p, data, 8 * bytes, second, in->dst);
  else if (store)
    store_lane (w, row, row->s[1], u->regs[2], in->src[1] - GCN_VGPR, lane, p);
  else
    load_lane (w, row, u->regs[0], in->dst - GCN_VGPR, lane, p);
  if (UNLIKELY (w->watch != 0))
    w->vm->watch->race_end (w, u, &r);
  return ok;
}

/* The register that U, which is not for LDS, compares BYTES bytes in memory with:
   it is after the data.  */

static unsigned
compared (const struct uop *u, unsigned bytes)
{
  return u->ib == ATOMIC_CMPSWAP ? u->in->src[1] + bytes / 4 : GCN_NO_OPERAND;
}

/* ---- FLAT, GLOBAL, SCRATCH.  */

const struct uop *
mem_flat (const struct uop *u, struct wave *w)
{
  const struct gcn_insn *in = u->in;
  const struct gcn_row *row = in->row;
  uint64_t exec = wave_exec (w), base = 0;
  bool scratch = row->enc == GCN_ENC_SCRATCH;
  bool saddr = in->saddr != GCN_NO_OPERAND;
  bool vaddr = in->src[0] != GCN_NO_OPERAND;
  unsigned a = vaddr ? in->src[0] - GCN_VGPR : 0;
  bool wide = !scratch && !(row->enc == GCN_ENC_GLOBAL && saddr);
  w->vinsns++;
  w->lanes += __builtin_popcountll (exec);
  w->now = u;
  /* On RDNA what gives nothing back is counted apart.  */
  w->accesses.issued_vm += !(w->vm->opt.cpu & GCN_RDNA
		    && u->in->dst == GCN_NO_OPERAND);
  if (row->enc == GCN_ENC_FLAT)
    w->accesses.unordered = ++w->accesses.issued_lgkm;
  if (!exec)
    return u + 1;
  if (vaddr && !undef_address (w, u, in->src[0], wide ? 2 : 1, exec))
    return NULL;
  if (saddr)
    {
      if (!undef_scalar_address (w, u, in->saddr, scratch ? 1 : 2))
	return NULL;
      base = scratch ? w->s[in->saddr] : get64 (&w->s[in->saddr]);
    }
  base += (int64_t) in->offset;
  bool store = row->flags & GCN_F_ST, atomic = row->flags & GCN_F_ATOM;
  unsigned bytes = memory_bytes (store ? row->s[1] : row->d,
				 store ? u->regs[2] : u->regs[0]);
  unsigned align = bytes < 4 ? bytes : 4;
  if (atomic)
    align = bytes;
  else if (bytes >= 4 && !scratch && LIKELY (!w->watch)
	   && !(store && stores_computed (w, in->src[1] - GCN_VGPR, bytes / 4,
					  exec)))
    {
      struct lanes l =
	{
	  .base = base, .low = vaddr ? w->v[a] : NULL,
	  .high = wide ? w->v[a + 1] : NULL,
	  .reg = (store ? in->src[1] : in->dst) - GCN_VGPR, .regs = bytes / 4,
	  .store = store
	};
      if (w->vm->handlers->lanes_access (w, u, &l, exec))
	return u + 1;
    }
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e);
      struct place p;
      uint64_t address = base;
      if (vaddr)
	address += w->v[a][i];
      if (wide)
	address += (uint64_t) w->v[a + 1][i] << 32;
      if (scratch ? !place_private (w, u, i, (uint32_t) address, bytes, &p)
	  : !place_flat (w, u, i, address, bytes, align, store, &p))
	return NULL;
      if (!access_lane (w, u, i, &p, bytes, in->src[1], compared (u, bytes)))
	return NULL;
    }
  return u + 1;
}

/* ---- LDS.  */

/* Loads, stores or exchanges REGS dwords, one or two, at P; what is stored is at
   DATA.  Gives what was there, unless it is a store.  */

static uint64_t
ds_one (const struct place *p, unsigned regs, bool load, bool swap,
	const uint32_t *data)
{
  uint32_t *word = (uint32_t *) p->p;
  uint64_t *pair = (uint64_t *) p->p;
  uint64_t x = load ? 0 : regs > 1
	       ? *data | (uint64_t) data[LANES] << 32 : *data;
  if (swap)
    return regs > 1 ? __atomic_exchange_n (pair, x, __ATOMIC_SEQ_CST)
	   : __atomic_exchange_n (word, x, __ATOMIC_SEQ_CST);
  if (load)
    return regs > 1 ? *pair : *word;
  if (regs > 1)
    *pair = x;
  else
    *word = x;
  return 0;
}

/* The two halves of ds_read2, ds_write2 and ds_wrxchg2.  */

static bool
ds_two (struct wave *w, const struct uop *u, unsigned lane, uint64_t base)
{
  const struct gcn_insn *in = u->in;
  const struct gcn_row *row = in->row;
  bool load = row->flags & GCN_F_LD, swap = row->flags & GCN_F_ATOM;
  unsigned regs = load ? u->regs[0] / 2 : u->regs[2];
  unsigned unit = 4 * regs * (strstr (row->name, "st64") ? 64 : 1);
  unsigned offsets[2] = { (unsigned) in->offset * unit, in->offset1 * unit };
  for (int k = 0; k < 2; k++)
    {
      struct place p;
      if (!place_lds (w, u, lane, (uint32_t) (base + offsets[k]), 4 * regs,
		      4 * regs, &p))
	return false;
      struct racing race;
      if (!load && !check_stored (w, u, in->src[1 + k] - GCN_VGPR, regs, lane, &p))
	return false;
      if (UNLIKELY (w->watch != 0))
	w->vm->watch->race_begin (w, u, &race, lane, &p, 4 * regs,
				  load ? NULL
				  : &w->v[in->src[1 + k] - GCN_VGPR][lane],
				  LANES);
      uint64_t before = ds_one (&p, regs, load, swap,
				load ? NULL
				: &w->v[in->src[1 + k] - GCN_VGPR][lane]);
      for (unsigned n = 0; n < regs; n++)
	{
	  uint32_t undef = place_get_undef (&p, 4 * n, 4);
	  uint32_t old = before >> (32 * n);
	  if (!load)
	    {
	      unsigned r = in->src[1 + k] - GCN_VGPR + n;
	      place_set_undef (&p, 4 * n, 4,
			       w->vu[r] >> lane & 1 ? w->vv[r][lane] : 0);
	    }
	  unsigned d = in->dst + k * regs + n;
	  if (load || swap)
	    put_lane (w, d - GCN_VGPR, lane, old, undef);
	  if (UNLIKELY (undef) && (load || swap))
	    loaded_undefined (w, d, lane, &p, 4 * n);
	}
      if (UNLIKELY (w->watch != 0))
	w->vm->watch->race_end (w, u, &race);
    }
  return true;
}

const struct uop *
mem_ds (const struct uop *u, struct wave *w)
{
  const struct gcn_insn *in = u->in;
  const struct gcn_row *row = in->row;
  uint64_t exec = wave_exec (w);
  bool store = row->flags & GCN_F_ST, atomic = row->flags & GCN_F_ATOM;
  enum gcn_type type = store || atomic ? row->s[1] : row->d;
  unsigned bytes = memory_bytes (type, store || atomic ? u->regs[2]
				 : u->regs[0]);
  unsigned align = bytes <= 8 ? bytes : bytes == 12 ? 4 : 8;
  /* ds_cmpst: the first is compared with, the second stored.  RDNA 3's
     ds_cmpstore has them in the other order.  */
  bool cmp = ((u->ib == ATOMIC_CMPSWAP || u->ib == ATOMIC_FCMP)
	      && w->vm->opt.cpu != GCN_GFX1100);
  w->vinsns++;
  w->lanes += __builtin_popcountll (exec);
  w->now = u;
  w->accesses.issued_lgkm++;
  if (!exec)
    return u + 1;
  if (!undef_address (w, u, in->src[0], 1, exec))
    return NULL;
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e);
      struct place p;
      uint64_t at = w->v[in->src[0] - GCN_VGPR][i];
      if (row->flags & GCN_F_OFF2)
	{
	  if (!ds_two (w, u, i, at))
	    return NULL;
	  continue;
	}
      if (!place_lds (w, u, i, at + in->offset, bytes, align, &p))
	return NULL;
      if (!access_lane (w, u, i, &p, bytes, cmp ? in->src[2] : in->src[1],
			cmp ? in->src[1] : in->src[2]))
	return NULL;
    }
  return u + 1;
}

/* ---- SMEM.  */

const struct uop *
mem_smem (const struct uop *u, struct wave *w)
{
  const struct gcn_insn *in = u->in;
  const struct gcn_row *row = in->row;
  bool buffer = row->s[0] == GCN_T_b128, store = row->flags & GCN_F_ST;
  bool atomic = row->flags & GCN_F_ATOM;
  w->now = u;
  w->accesses.unordered = ++w->accesses.issued_lgkm;
  if (!undef_scalar_address (w, u, in->src[0], buffer ? 4 : 2)
      || (in->soffset != GCN_NO_OPERAND
	  && !undef_scalar_address (w, u, in->soffset, 1)))
    return NULL;
  uint64_t offset = (int64_t) in->offset;
  if (in->soffset != GCN_NO_OPERAND)
    offset += w->s[in->soffset];
  uint64_t address = get64 (&w->s[in->src[0]]);
  unsigned regs = store || atomic ? u->regs[2] : u->regs[0];
  if (buffer)
    {
      uint32_t stride = w->s[in->src[0] + 1] >> 16 & 0x3fff;
      uint64_t size = (uint64_t) w->s[in->src[0] + 2] * (stride ? stride : 1);
      address &= UINT64_C (0xffffffffffff);
      if ((offset & ~UINT64_C (3)) + 4 * regs > size)
	{
	  /* Out of the buffer: loads give zero, stores do nothing.  */
	  for (unsigned k = 0; !store && !atomic && k < regs; k++)
	    w->s[in->dst + k] = w->sv[in->dst + k] = 0;
	  return u + 1;
	}
    }
  address += offset;
  if (row->flags & GCN_F_SCRATCH)
    address = get64 (&w->s[in->src[0]]) + 64 * offset;
  struct place p;
  if (!place_flat (w, u, -1, address, 4 * regs, 4, store, &p))
    return NULL;
  struct racing race;
  if (UNLIKELY (w->watch != 0))
    w->vm->watch->race_begin (w, u, &race, -1, &p, 4 * regs,
			      store ? &w->s[in->src[1]] : NULL, 1);
  if (atomic)
    {
      unsigned n = strstr (row->name, "_x2") ? 2 : 1, d = in->src[1];
      bool cmp = u->ib == ATOMIC_CMPSWAP;
      uint64_t x = n > 1 ? get64 (&w->s[d]) : w->s[d];
      uint64_t c = !cmp ? 0 : n > 1 ? get64 (&w->s[d + 2]) : w->s[d + 1];
      uint64_t old = atomic_do (w, u->ib, p.p, 32 * n, x, c);
      if (in->glc)
	{
	  w->s[d] = old;
	  if (n > 1)
	    w->s[d + 1] = old >> 32;
	}
    }
  for (unsigned k = 0; k < regs && !atomic; k++)
    if (store)
      {
	memcpy (p.p + 4 * k, &w->s[in->src[1] + k], 4);
	place_set_undef (&p, 4 * k, 4, w->sv[in->src[1] + k]);
      }
    else
      {
	memcpy (&w->s[in->dst + k], p.p + 4 * k, 4);
	w->sv[in->dst + k] = place_get_undef (&p, 4 * k, 4);
	if (UNLIKELY (w->sv[in->dst + k]))
	  loaded_undefined (w, in->dst + k, -1, &p, 4 * k);
      }
  if (UNLIKELY (w->watch != 0))
    w->vm->watch->race_end (w, u, &race);
  return u + 1;
}

/* ---- MUBUF, without formats.  "Buffer addressing" in both manuals, 8.1.  */

const struct uop *
mem_buffer (const struct uop *u, struct wave *w)
{
  const struct gcn_insn *in = u->in;
  const struct gcn_row *row = in->row;
  uint64_t exec = wave_exec (w);
  bool store = row->flags & GCN_F_ST, atomic = row->flags & GCN_F_ATOM;
  bool data_read = store || atomic;
  unsigned bytes = memory_bytes (store ? row->s[1] : row->d,
				 store ? u->regs[2] : u->regs[0]);
  w->vinsns++;
  w->lanes += __builtin_popcountll (exec);
  w->now = u;
  w->accesses.issued_vm++;
  if (!exec)
    return u + 1;
  unsigned n_address = in->idxen + in->offen;
  if ((n_address && !undef_address (w, u, in->src[0], n_address, exec))
      || !undef_scalar_address (w, u, in->srsrc, 4)
      || (in->soffset < GCN_INT_0
	  && !undef_scalar_address (w, u, in->soffset, 1)))
    return NULL;
  const uint32_t *d = &w->s[in->srsrc];
  uint64_t base = get64 (d) & UINT64_C (0xffffffffffff);
  uint32_t stride = d[1] >> 16 & 0x3fff, records = d[2];
  bool swizzle = d[1] >> 31, add_tid = d[3] >> 23 & 1;
  unsigned element = 2u << (d[3] >> 19 & 3);
  unsigned index_stride = 8u << (d[3] >> 21 & 3);
  uint32_t soffset = in->soffset < GCN_INT_0 ? w->s[in->soffset]
		     : constant_value (w->vm, in, in->soffset, GCN_T_b32);
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e);
      unsigned a = in->src[0] - GCN_VGPR;
      uint64_t index = (in->idxen ? w->v[a][i] : 0) + (add_tid ? i : 0);
      uint64_t offset = (uint32_t) in->offset
			+ (in->offen ? w->v[a + in->idxen][i] : 0);
      uint64_t at = soffset + index * stride + offset;
      bool inside = stride ? index < records : offset + bytes <= records;
      if (swizzle)
	at = soffset + (index / index_stride * stride
			+ offset / element * element) * index_stride
	     + index % index_stride * element + offset % element;
      if (!inside)
	{
	  for (unsigned k = 0; !data_read && k < u->regs[0]; k++)
	    put_lane (w, in->dst - GCN_VGPR + k, i, 0, 0);
	  continue;
	}
      struct place p;
      if (!place_flat (w, u, i, base + at, bytes, bytes < 4 ? bytes : 4,
		       store, &p))
	return NULL;
      if (!access_lane (w, u, i, &p, bytes, in->src[1], compared (u, bytes)))
	return NULL;
    }
  return u + 1;
}
