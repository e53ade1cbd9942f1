/* Loads and stores of whole dwords by one lane, or by lanes whose places follow
   each other.  Compiled for any processor and for those with AVX2.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* See rows.h.  Everything else is done by mem_flat, which has not seen the access
   before.  */

#include "run/rows.h"

/* Marks what of R is undefined in the REGS registers whose undefined lanes are in
   VU and bits in VV, N being R's.  */

static inline __attribute__ ((always_inline)) void
load_undefined (const struct row *r, unsigned regs,
		uint64_t *vu, uint32_t (*vv)[LANES], unsigned n)
{
  const uint32_t *from = r->defined;
  for (unsigned k = 0; k < regs; k++)
    {
      uint32_t t[LANES] __attribute__ ((aligned (64))) = { 0 };
      for (unsigned i = 0; i < n; i++)
	{
	  uint32_t bits = ~from[regs * i + k];
	  vv[k][r->f + i] = bits;
	  t[r->f + i] = -(uint32_t) (bits != 0);
	}
      vu[k] |= mask_of (t);
    }
}

/* Two dwords of a lane are loaded and stored at once: another thread may change
   them.  */

static inline __attribute__ ((always_inline)) void
load_row (const struct row *r, unsigned regs, uint32_t (*v)[LANES],
	  unsigned n)
{
  const uint32_t *from = (const uint32_t *) (uintptr_t) r->address;
  if (regs == 2)
    {
      uint32_t *to = v[0] + r->f;
      _Pragma ("GCC ivdep")
      for (unsigned i = 0; i < n; i++)
	{
	  uint64_t x;
	  memcpy (&x, from + 2 * i, 8);
	  to[i] = x;
	  to[i + LANES] = x >> 32;
	}
      return;
    }
  for (unsigned k = 0; k < regs; k++)
    {
      uint32_t *to = v[k] + r->f;
      _Pragma ("GCC ivdep")
      for (unsigned i = 0; i < n; i++)
	to[i] = from[regs * i + k];
    }
}

static inline __attribute__ ((always_inline)) const struct uop *
load (const struct uop *u, struct wave *w, unsigned regs, bool saddr)
{
  uint64_t exec = wave_exec (w), *vu;
  struct row r;
  if (UNLIKELY (!exec) || !row_p (w, u, exec, regs, saddr, &r))
    return mem_flat (u, w);
  unsigned d = u->d - GCN_VGPR;
  uint32_t (*v)[LANES] = w->v + d;
  bool undefined = false;
  if (r.defined)
    {
      const uint32_t *from = r.defined;
      uint32_t all = UINT32_MAX;
      for (unsigned i = 0; i < r.n * regs; i++)
	all &= from[i];
      undefined = all != UINT32_MAX;
      if (UNLIKELY (undefined) && (u->words || w->init))
	return mem_flat (u, w);
    }
  count (w, u, &r);
  vu = w->vu + d;
  for (unsigned k = 0; k < regs; k++)
    vu[k] &= ~exec;
  if (r.n == 1)
    load_row (&r, regs, v, 1);
  else if (r.n == LANES)
    load_row (&r, regs, v, LANES);
  else
    load_row (&r, regs, v, r.n);
  if (!undefined)
    return u + 1;
  memset (w->undef_by + d, UNDEF_LOADED, regs);
  if (r.n == LANES)
    load_undefined (&r, regs, vu, w->vv + d, LANES);
  else
    load_undefined (&r, regs, vu, w->vv + d, r.n);
  return u + 1;
}

static inline __attribute__ ((always_inline)) void
store_row (const struct row *r, unsigned regs, uint32_t (*v)[LANES],
	   unsigned n)
{
  uint32_t *to = (uint32_t *) (uintptr_t) r->address;
  if (regs == 2)
    {
      const uint32_t *from = v[0] + r->f;
      _Pragma ("GCC ivdep")
      for (unsigned i = 0; i < n; i++)
	{
	  uint64_t x = from[i] | (uint64_t) from[i + LANES] << 32;
	  memcpy (to + 2 * i, &x, 8);
	}
      return;
    }
  for (unsigned k = 0; k < regs; k++)
    {
      const uint32_t *from = v[k] + r->f;
      _Pragma ("GCC ivdep")
      for (unsigned i = 0; i < n; i++)
	to[regs * i + k] = from[i];
    }
}

/* Writes which bits of R are defined now that it has registers whose undefined
   lanes are in VU and bits in VV.  */

static inline __attribute__ ((always_inline)) void
store_undefined (const struct row *r, unsigned regs,
		 const uint64_t *vu, uint32_t (*vv)[LANES], unsigned n)
{
  uint32_t *to = r->defined;
  for (unsigned k = 0; k < regs; k++)
    {
      uint32_t t[LANES] __attribute__ ((aligned (64)));
      expand (t, vu[k]);
      _Pragma ("GCC ivdep")
      for (unsigned i = 0; i < n; i++)
	to[regs * i + k] = ~(vv[k][r->f + i] & t[r->f + i]);
    }
}

static inline __attribute__ ((always_inline)) const struct uop *
store (const struct uop *u, struct wave *w, unsigned regs, bool saddr)
{
  uint64_t exec = wave_exec (w);
  struct row r;
  if (UNLIKELY (!exec) || !row_p (w, u, exec, regs, saddr, &r))
    return mem_flat (u, w);
  unsigned s = u->src[1] - GCN_VGPR;
  if (UNLIKELY (stores_computed (w, s, regs, exec)))
    return mem_flat (u, w);
  uint32_t (*v)[LANES] = w->v + s;
  count (w, u, &r);
  if (r.n == 1)
    store_row (&r, regs, v, 1);
  else if (r.n == LANES)
    store_row (&r, regs, v, LANES);
  else
    store_row (&r, regs, v, r.n);
  if (!r.defined)
    return u + 1;
  uint64_t undefined = 0;
  for (unsigned k = 0; k < regs; k++)
    undefined |= w->vu[s + k];
  if (!(undefined & exec) && r.n == 1)
    memset (r.defined, 0xff, 4 * regs);
  else if (!(undefined & exec))
    memset (r.defined, 0xff, 4 * regs * r.n);
  else if (r.n == LANES)
    store_undefined (&r, regs, w->vu + s, w->vv + s, LANES);
  else
    store_undefined (&r, regs, w->vu + s, w->vv + s, r.n);
  return u + 1;
}

#define HANDLERS(REGS)							\
  static const struct uop *						\
  load_##REGS (const struct uop *u, struct wave *w)			\
  {									\
    return load (u, w, REGS, false);					\
  }									\
  static const struct uop *						\
  load_s_##REGS (const struct uop *u, struct wave *w)			\
  {									\
    return load (u, w, REGS, true);					\
  }									\
  static const struct uop *						\
  store_##REGS (const struct uop *u, struct wave *w)			\
  {									\
    return store (u, w, REGS, false);					\
  }									\
  static const struct uop *						\
  store_s_##REGS (const struct uop *u, struct wave *w)			\
  {									\
    return store (u, w, REGS, true);					\
  }
HANDLERS (1)
HANDLERS (2)
HANDLERS (3)
HANDLERS (4)

/* The handler for U, which mem_flat could do as well; null for that.  */

uop_fn *
NAME (fast_rows) (const struct uop *u)
{
#define ROW(REGS) \
  { { load_##REGS, load_s_##REGS }, { store_##REGS, store_s_##REGS } }
  static uop_fn *const handlers[4][2][2] =
  { ROW (1), ROW (2), ROW (3), ROW (4) };
  const struct gcn_insn *in = u->in;
  const struct gcn_row *row = in->row;
  bool store = row->flags & GCN_F_ST, saddr = in->saddr != GCN_NO_OPERAND;
  enum gcn_type type = store ? row->s[1] : row->d;
  unsigned regs = store ? u->regs[2] : u->regs[0];
  if ((row->enc != GCN_ENC_FLAT && row->enc != GCN_ENC_GLOBAL)
      || row->flags & (GCN_F_ATOM | GCN_F_D16 | GCN_F_D16HI)
      || type < GCN_T_b32 || regs < 1 || regs > 4
      || in->src[0] == GCN_NO_OPERAND)
    return NULL;
  return handlers[regs - 1][store][saddr];
}
