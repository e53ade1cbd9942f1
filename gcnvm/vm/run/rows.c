/* Loads and stores of whole dwords by one lane, or by lanes whose places follow
   each other.  Compiled for any processor and for those with AVX2.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* See rows.h.  Everything else is done by mem_flat, which has not seen the access
   before.  */

#include "run/rows.h"

/* A few values, one by one: they have just been written one by one, by v_writelane_b32, and
   what loads several of them at once would have to wait for the cache.  */

enum { FEW = 16 };

static inline void
copy_few (uint32_t *to, const uint32_t *from, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      to[i] = from[i];
      __asm__ ("" : : : "memory");
    }
}

static inline void
fill_few (uint32_t *to, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      to[i] = UINT32_MAX;
      __asm__ ("" : : : "memory");
    }
}

/* Marks what of R is undefined in the REGS registers whose undefined lanes are in
   VU and bits in VV, N being R's.  */

static inline __attribute__ ((always_inline)) void
load_undefined (const struct row *r, unsigned regs,
		uint64_t *vu, uint32_t (*vv)[LANES], unsigned n)
{
  const uint32_t *from = r->defined;
  for (unsigned k = 0; k < regs; k++)
    {
      uint32_t t[LANES] __attribute__ ((aligned (64)));
      if (n < LANES)
	memset (t, 0, sizeof t);
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

/* Whether all of R is defined.  */

static inline __attribute__ ((always_inline)) bool
all_defined_p (const struct row *r, unsigned regs)
{
  uint32_t all = UINT32_MAX;
  if (!r->defined)
    return true;
  if (regs == 1 && r->n < FEW)
    /* In vectors it would take longer.  */
    for (unsigned i = 0; i < r->n; i++)
      {
	all &= r->defined[i];
	__asm__ ("" : "+r" (all));
      }
  else if (r->n == LANES)
    for (unsigned i = 0; i < LANES * regs; i++)
      all &= r->defined[i];
  else
    for (unsigned i = 0; i < r->n * regs; i++)
      all &= r->defined[i];
  return all == UINT32_MAX;
}

/* Loads R into the REGS registers from D on, in the lanes of EXEC.  */

static inline __attribute__ ((always_inline)) void
load_lanes (struct wave *w, const struct row *r, unsigned regs, unsigned d,
	    uint64_t exec, bool undefined)
{
  uint32_t (*v)[LANES] = w->v + d;
  uint64_t *vu = w->vu + d;
  for (unsigned k = 0; k < regs; k++)
    vu[k] &= ~exec;
  if (r->n == 1)
    load_row (r, regs, v, 1);
  else if (r->n == LANES)
    load_row (r, regs, v, LANES);
  else if (regs == 1 && r->n < FEW)
    copy_few (v[0] + r->f, (const uint32_t *) (uintptr_t) r->address, r->n);
  else
    load_row (r, regs, v, r->n);
  if (!undefined)
    return;
  memset (w->undef_by + d, UNDEF_LOADED, regs);
  if (r->n == LANES)
    load_undefined (r, regs, vu, w->vv + d, LANES);
  else
    load_undefined (r, regs, vu, w->vv + d, r->n);
}

static inline __attribute__ ((always_inline)) const struct uop *
load (const struct uop *u, struct wave *w, unsigned regs, bool saddr)
{
  uint64_t exec = wave_exec (w);
  struct row r;
  if (UNLIKELY (!exec) || !row_p (w, u, exec, regs, saddr, &r))
    return mem_flat (u, w);
  bool undefined = !all_defined_p (&r, regs);
  if (UNLIKELY (undefined) && (u->words || w->init))
    return mem_flat (u, w);
  count (w, u, &r);
  load_lanes (w, &r, regs, u->d - GCN_VGPR, exec, undefined);
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

/* Fills a register's place in memory with ones; a call of memset takes longer.  */

static inline void
all_ones (uint32_t *to)
{
#if WITH_AVX2
  for (int i = 0; i < LANES; i += 8)
    _mm256_storeu_si256 ((__m256i *) (to + i), _mm256_set1_epi32 (-1));
#else
  memset (to, 0xff, 4 * LANES);
#endif
}

/* Stores the REGS registers from S on to R, in the lanes of EXEC.  */

static inline __attribute__ ((always_inline)) void
store_lanes (struct wave *w, const struct row *r, unsigned regs, unsigned s,
	     uint64_t exec)
{
  uint32_t (*v)[LANES] = w->v + s;
  if (r->n == 1)
    store_row (r, regs, v, 1);
  else if (r->n == LANES)
    store_row (r, regs, v, LANES);
  else if (regs == 1 && r->n < FEW)
    copy_few ((uint32_t *) (uintptr_t) r->address, v[0] + r->f, r->n);
  else
    store_row (r, regs, v, r->n);
  if (!r->defined)
    return;
  uint64_t undefined = 0;
  for (unsigned k = 0; k < regs; k++)
    undefined |= w->vu[s + k];
  if (!(undefined & exec) && r->n == 1)
    memset (r->defined, 0xff, 4 * regs);
  else if (!(undefined & exec) && r->n == LANES && regs == 1)
    all_ones (r->defined);
  else if (!(undefined & exec) && r->n < FEW && regs == 1)
    fill_few (r->defined, r->n);
  else if (!(undefined & exec))
    memset (r->defined, 0xff, 4 * regs * r->n);
  else if (r->n == LANES)
    store_undefined (r, regs, w->vu + s, w->vv + s, LANES);
  else
    store_undefined (r, regs, w->vu + s, w->vv + s, r->n);
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
  count (w, u, &r);
  store_lanes (w, &r, regs, s, exec);
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

/* ---- Rows of all lanes that functions save and restore.  Where a wave computes with lane
   0 alone, the others are undefined mostly.  */

/* Stores the register V, whose undefined lanes are in VU and bits in VV, to TO; which bits
   are defined there goes to DEFINED.  */

static inline void
save_row (uint32_t *to, uint32_t *defined, const uint32_t *v, const uint32_t *vv,
	  uint64_t vu)
{
#if WITH_AVX2
  const __m256i bits = _mm256_setr_epi32 (1, 2, 4, 8, 16, 32, 64, 128);
  const __m256i ones = _mm256_set1_epi32 (-1);
  for (int i = 0; i < LANES; i += 8)
    {
      __m256i u = _mm256_and_si256 (_mm256_set1_epi32 ((int) (vu >> i)), bits);
      u = _mm256_and_si256 (_mm256_cmpeq_epi32 (u, bits),
			    _mm256_loadu_si256 ((const __m256i *) (vv + i)));
      _mm256_storeu_si256 ((__m256i *) (to + i),
			   _mm256_loadu_si256 ((const __m256i *) (v + i)));
      _mm256_storeu_si256 ((__m256i *) (defined + i), _mm256_xor_si256 (u, ones));
    }
#else
  for (int i = 0; i < LANES; i++)
    {
      to[i] = v[i];
      defined[i] = vu >> i & 1 ? ~vv[i] : UINT32_MAX;
    }
#endif
}

/* Loads it from FROM, with what is DEFINED there; gives which lanes are undefined.  */

static inline uint64_t
restore_row (uint32_t *v, uint32_t *vv, const uint32_t *from, const uint32_t *defined)
{
  uint64_t vu = 0;
#if WITH_AVX2
  const __m256i ones = _mm256_set1_epi32 (-1);
  for (int i = 0; i < LANES; i += 8)
    {
      __m256i d = _mm256_loadu_si256 ((const __m256i *) (defined + i));
      __m256i whole = _mm256_cmpeq_epi32 (d, ones);
      _mm256_storeu_si256 ((__m256i *) (v + i),
			   _mm256_loadu_si256 ((const __m256i *) (from + i)));
      _mm256_storeu_si256 ((__m256i *) (vv + i), _mm256_xor_si256 (d, ones));
      vu |= ((uint64_t) (~_mm256_movemask_ps (_mm256_castsi256_ps (whole)) & 0xff) << i);
    }
#else
  for (int i = 0; i < LANES; i++)
    {
      v[i] = from[i];
      vv[i] = ~defined[i];
      vu |= (uint64_t) (defined[i] != UINT32_MAX) << i;
    }
#endif
  return vu;
}

void
NAME (native_save_row) (void *wave, unsigned reg, uint64_t at, uint8_t *defined)
{
  struct wave *w = wave;
  save_row ((uint32_t *) (uintptr_t) at, (uint32_t *) defined, w->v[reg], w->vv[reg],
	    w->vu[reg]);
}

void
NAME (native_restore_row) (void *wave, unsigned reg, uint64_t at, const uint8_t *defined)
{
  struct wave *w = wave;
  w->vu[reg] = restore_row (w->v[reg], w->vv[reg], (const uint32_t *) (uintptr_t) at,
			    (const uint32_t *) defined);
  if (w->vu[reg])
    w->undef_by[reg] = UNDEF_LOADED;
}

#if WITH_AVX2
/* The same, 16 lanes at once.  */
# define AVX512 __attribute__ ((target ("avx512f")))

AVX512 void
native_save_row_avx512 (void *wave, unsigned reg, uint64_t at, uint8_t *defined)
{
  struct wave *w = wave;
  const uint32_t *v = w->v[reg], *vv = w->vv[reg];
  uint32_t *to = (uint32_t *) (uintptr_t) at, *d = (uint32_t *) defined;
  const __m512i ones = _mm512_set1_epi32 (-1);
  for (int i = 0; i < LANES; i += 16)
    {
      __m512i u = _mm512_maskz_loadu_epi32 ((__mmask16) (w->vu[reg] >> i), vv + i);
      _mm512_storeu_si512 (to + i, _mm512_loadu_si512 (v + i));
      _mm512_storeu_si512 (d + i, _mm512_xor_si512 (u, ones));
    }
}

AVX512 void
native_restore_row_avx512 (void *wave, unsigned reg, uint64_t at,
			   const uint8_t *defined)
{
  struct wave *w = wave;
  uint32_t *v = w->v[reg], *vv = w->vv[reg];
  const uint32_t *from = (const uint32_t *) (uintptr_t) at;
  const uint32_t *d = (const uint32_t *) defined;
  const __m512i ones = _mm512_set1_epi32 (-1);
  uint64_t vu = 0;
  for (int i = 0; i < LANES; i += 16)
    {
      __m512i x = _mm512_loadu_si512 (d + i);
      vu |= (uint64_t) _mm512_cmpneq_epi32_mask (x, ones) << i;
      _mm512_storeu_si512 (v + i, _mm512_loadu_si512 (from + i));
      _mm512_storeu_si512 (vv + i, _mm512_xor_si512 (x, ones));
    }
  w->vu[reg] = vu;
  if (vu)
    w->undef_by[reg] = UNDEF_LOADED;
}
#endif

/* The first N lanes.  */

static inline uint64_t
first_lanes (unsigned n)
{
  return n < LANES ? (UINT64_C (1) << n) - 1 : ALL_LANES;
}

/* Saves or restores the first lanes of A's register, at R in the wave's private memory.  False,
   with nothing done, if a bit is undefined.  */

static inline bool
move_few (struct wave *w, const struct native_save *a, const struct row *r)
{
  uint64_t exec = first_lanes (a->lanes);
  uint32_t *row = (uint32_t *) (uintptr_t) r->address, *v = w->v[a->reg];
  if (a->store ? (w->vu[a->reg] & exec) != 0 : !all_defined_p (r, 1))
    return false;
  if (a->store)
    {
      copy_few (row, v, a->lanes);
      if (r->defined)
	fill_few (r->defined, a->lanes);
    }
  else
    {
      copy_few (v, row, a->lanes);
      w->vu[a->reg] &= ~exec;
    }
  return true;
}

/* What native_state says of ROWS.  */

void
NAME (native_settle) (void *wave)
{
  struct wave *w = wave;
  const struct native_saves *t = w->native.rows;
  uint64_t at = w->native.rows_at;
  uint32_t *by4 = w->v[t->by4], *low = w->v[t->low], *high = w->v[t->high];
  w->native.pending = 0;
  _Pragma ("GCC ivdep")
  for (unsigned i = 1; i < LANES; i++)
    {
      by4[i] = 4 * i;
      low[i] = (uint32_t) at + 4 * i;
      high[i] = at >> 32;
    }
}

/* Writes the pending rows of W if T reads or writes one of them, or the register
   with the lanes' numbers.  */

static inline void
settle_before (struct wave *w, const struct native_saves *t)
{
  uint64_t pending = w->native.pending;
  const struct native_saves *rows = w->native.rows;
  if (pending && (pending != t->own || rows->lane != t->lane
		  || rows->by4 != t->by4 || rows->low != t->low))
    NAME (native_settle) (w);
}

/* Whether each access of T from BASE on is to memory that there is, and stores
   nothing that other lanes have made.  *DEFINED: which bits are, of what is at
   BASE, if *OWN, which says that all of it is in the private memory of W.  *PLAIN: no more has
   to be looked at than that.  */

static inline bool
saves_ok_p (struct wave *w, const struct native_saves *t, uint64_t base,
	    bool *own, uint8_t **defined, bool *plain)
{
  const struct simt_mem *m = w->vm->mem;
  uint64_t at = base + t->from - w->scratch, span = t->to - t->from;
  *own = (at < w->scratch_size && span <= w->scratch_size - at
	  && base % 4 == 0);
  *defined = (*own && w->scratch_defined ? wave_defined (w, at + span) - span - t->from
	      : NULL);
  *plain = *own && !w->any_computed;
  if (LIKELY (*plain))
    return true;
  for (unsigned i = 0; i < t->n; i++)
    {
      const struct native_save *a = &t->a[i];
      if (!simt_mem_run_ok (m, m->arena, m->arena_size, base + a->offset,
			    4 * a->lanes, 4)
	  || (a->store
	      && stores_computed (w, a->reg, 1, first_lanes (a->lanes))))
	return false;
    }
  return true;
}

/* Nothing has to be looked at once more where an address goes over 4 GiB: no sum has a
   carry.  */

bool
NAME (native_saves) (void *wave, const struct native_saves *t)
{
  struct wave *w = wave;
  uint64_t base = get64_apart (&w->s[t->base], &w->s[t->base1]);
  uint8_t *defined;
  bool own, plain;
  settle_before (w, t);
  /* Where rows are pending the lanes' numbers have been looked at.  */
  if (UNLIKELY (w->vu[t->lane] | w->sv[t->base] | w->sv[t->base1])
      || (uint32_t) base > UINT32_MAX - t->offset - 4 * LANES
      || (w->native.pending ? w->v[t->lane][0] != 0
	  : !steps_p (w->v[t->lane], 0, 1, LANES))
      || !saves_ok_p (w, t, base, &own, &defined, &plain))
    return false;
  for (unsigned i = 0; i < t->n; i++)
    {
      const struct native_save *a = &t->a[i];
      uint64_t at = base + a->offset, exec = first_lanes (a->lanes);
      struct row r =
	{ at, 0, a->lanes,
	  (uint32_t *) (!own ? private_defined (w, at)
			: defined ? defined + a->offset : NULL) };
      if (plain && a->lanes <= FEW && move_few (w, a, &r))
	continue;
      if (a->lanes == LANES && r.defined)
	{
	  if (a->store)
	    NAME (native_save_row) (w, a->reg, at, (uint8_t *) r.defined);
	  else
	    NAME (native_restore_row) (w, a->reg, at, (uint8_t *) r.defined);
	}
      else if (a->store)
	store_lanes (w, &r, 1, a->reg, exec);
      else
	load_lanes (w, &r, 1, a->reg, exec, !all_defined_p (&r, 1));
    }
  w->native.rows = t;
  w->native.rows_at = base + t->offset;
  w->native.pending = t->own;
  w->v[t->by4][0] = 0;
  w->v[t->low][0] = (uint32_t) (base + t->offset);
  w->v[t->high][0] = base >> 32;
  if (!t->own)
    NAME (native_settle) (w);
  w->vu[t->by4] = w->vu[t->low] = w->vu[t->high] = 0;
  put64 (&w->s[GCN_VCC], 0);
  put64 (&w->sv[GCN_VCC], 0);
  w->vinsns += t->vinsns;
  w->lanes += t->lanes;
  return true;
}
