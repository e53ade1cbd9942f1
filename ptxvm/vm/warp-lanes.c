/* The PTX machine: lane operations over a whole warp.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

/* Compiled for any processor, for AVX2 and for AVX-512 (ISA is `base', `avx2'
   or `avx512'); interp-warp.c chooses when the program starts.  The loops are
   written for the compiler's vectoriser: fixed count, no branches.  */

#define ISA_IS_base 0
#define ISA_IS_avx2 1
#define ISA_IS_avx512 2
#define ISA_P_(I) ISA_IS_##I
#define ISA_P(I) ISA_P_ (I)
#if ISA_P (ISA) == 2 && defined __x86_64__
# pragma GCC target ("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")
# pragma GCC target ("bmi,bmi2,lzcnt,popcnt,prefer-vector-width=512")
#elif ISA_P (ISA) == 1 && defined __x86_64__
# pragma GCC target ("avx2,fma,bmi,bmi2,lzcnt,popcnt")
#endif

#ifdef __AVX2__
# include <immintrin.h>
#endif
#include "lanes.h"

#define PASTE_(A, B) A##B
#define PASTE(A, B) PASTE_ (A, B)

#define REG(T, OFF) ((ST_##T *) __builtin_assume_aligned (R + (OFF), 64))
#define IVDEP _Pragma ("GCC ivdep")
#define EACH_LANE IVDEP for (int i = 0; i < WARP_SIZE; i++)
#define EACH_ACTIVE(I)						\
  for (uint32_t m_ = w->mask, I; m_ && (I = first_lane (m_), 1); m_ &= m_ - 1)

/* All lanes, and those in the mask only: the latter compute in every lane
   and keep the old value where the mask has a zero.  */
#define BOTH(ID, D, FIND, READ, EXPR)					\
  static void								\
  full_##ID (struct warp *w, const struct uop *u)			\
  {									\
    uint8_t *R = w->R;							\
    ST_##D *d = REG (D, u->d);						\
    FIND;								\
    EACH_LANE { READ; d[i] = (ST_##D) (CT_##D) (EXPR); }		\
  }									\
  static void								\
  mask_##ID (struct warp *w, const struct uop *u)			\
  {									\
    uint8_t *R = w->R;							\
    ST_##D *d = REG (D, u->d);						\
    const uint32_t *m = w->mvec;					\
    FIND;								\
    EACH_LANE								\
      {									\
	READ;								\
	ST_##D r = (ST_##D) (CT_##D) (EXPR);				\
	d[i] = m[i] ? r : d[i];						\
      }									\
  }

/* Where an operand is, found before the loop (a store could change the
   micro-operation, for all that the compiler knows), and its value there.  */
#define AT(V, T) const ST_##T *p_##V = REG (T, u->V)
#define IN(V, T) CT_##T V = (CT_##T) p_##V[i]
#define IMM(V, T) const CT_##T V = IMM_##T (u)
#define PRED_WORD(V) const uint32_t p_##V = *(uint32_t *) (R + u->V)
#define L1(ID, OPC, SUB, K, D, A, EXPR) \
  BOTH (ID, D, AT (a, A), IN (a, A), EXPR)
#define L2(ID, OPC, SUB, K, D, A, B, EXPR)				\
  BOTH (ID, D, AT (a, A); AT (b, B), IN (a, A); IN (b, B), EXPR)	\
  BOTH (ID##_i, D, AT (a, A); IMM (b, B), IN (a, A), EXPR)
#define L3(ID, OPC, SUB, K, D, A, B, C, EXPR)				\
  BOTH (ID, D, AT (a, A); AT (b, B); AT (c, C),				\
	IN (a, A); IN (b, B); IN (c, C), EXPR)				\
  L3_IMM (ID, D, A, B, C, EXPR)
#define L3_IMM(ID, D, A, B, C, EXPR)					\
  BOTH (ID##_i, D, AT (a, A); const CT_##B b = IMM3_##B (u); AT (c, C),	\
	IN (a, A); IN (c, C), EXPR)
#define LI(ID, T) BOTH (ID, T, const CT_##T a = (CT_##T) u->imm, , a)
#define SL(ID, T)							\
  BOTH (ID, T, AT (a, T); AT (b, T); PRED_WORD (c),			\
	IN (a, T); IN (b, T), (p_c >> i & 1) ? a : b)
#define SLI(ID, T)							\
  BOTH (ID, T, PRED_WORD (a); uint32_t c = u->c; uint32_t e = u->e, ,	\
	(p_a >> i & 1) ? c : e)

/* The top bits of the elements of T, a bit each.  */
static inline uint32_t
top_bits_4 (const int32_t *t)
{
  uint32_t v = 0;
#if defined __AVX512DQ__
  for (int k = 0; k < 2; k++)
    v |= (uint32_t) _mm512_movepi32_mask (_mm512_load_si512 (t + 16 * k))
	 << (16 * k);
#elif defined __AVX2__
  for (int k = 0; k < 4; k++)
    v |= (uint32_t) _mm256_movemask_ps
	   (_mm256_load_ps ((const float *) t + 8 * k)) << (8 * k);
#else
  for (int i = 0; i < WARP_SIZE; i++)
    v |= ((uint32_t) t[i] & 1) << i;
#endif
  return v;
}

static inline uint32_t
top_bits_8 (const int64_t *t)
{
  uint32_t v = 0;
#if defined __AVX512DQ__
  for (int k = 0; k < 4; k++)
    v |= (uint32_t) _mm512_movepi64_mask (_mm512_load_si512 (t + 8 * k))
	 << (8 * k);
#elif defined __AVX2__
  for (int k = 0; k < 8; k++)
    v |= (uint32_t) _mm256_movemask_pd
	   (_mm256_load_pd ((const double *) t + 4 * k)) << (4 * k);
#else
  for (int i = 0; i < WARP_SIZE; i++)
    v |= ((uint32_t) t[i] & 1) << i;
#endif
  return v;
}

/* A word of predicates; lanes outside the mask keep theirs.  */
#define FLAG_u16 int32_t
#define FLAG_s16 int32_t
#define FLAG_u32 int32_t
#define FLAG_s32 int32_t
#define FLAG_f32 int32_t
#define FLAG_u64 int64_t
#define FLAG_s64 int64_t
#define FLAG_f64 int64_t
#define SETP_FN(NAME, T, FIND, READ, EXPR)				\
  static void								\
  NAME (struct warp *w, const struct uop *u)				\
  {									\
    uint8_t *R = w->R;							\
    FLAG_##T *t = (FLAG_##T *) __builtin_assume_aligned (w->scratch, 64); \
    FIND;								\
    EACH_LANE { READ; t[i] = (EXPR) ? -1 : 0; }				\
    uint32_t v = (sizeof (FLAG_##T) == 8				\
		  ? top_bits_8 ((const int64_t *) t)			\
		  : top_bits_4 ((const int32_t *) t));			\
    uint32_t *p = (uint32_t *) (R + u->d);				\
    *p = (*p & ~w->mask) | (v & w->mask);				\
  }
#define SP(ID, CMP, K, T, EXPR)						\
  SETP_FN (full_##ID, T, AT (a, T); AT (b, T), IN (a, T); IN (b, T),	\
	   EXPR)							\
  SETP_FN (full_##ID##_i, T, AT (a, T); IMM (b, T), IN (a, T), EXPR)
#define PW(ID, EXPR)							\
  static void								\
  full_##ID (struct warp *w, const struct uop *u)			\
  {									\
    uint32_t a = PREDW (w, u->a), b = PREDW (w, u->b);			\
    (void) a, (void) b;							\
    PREDW (w, u->d) = (PREDW (w, u->d) & ~w->mask) | ((EXPR) & w->mask); \
  }
#include "lane-ops.def"

/* ---- Memory.  What the addresses of a warp that is whole look like.  */

enum shape { SCATTERED, UNIFORM, CONSECUTIVE };

static inline enum shape
address_shape (const uint64_t *a, unsigned size)
{
  uint64_t step = a[1] - a[0], bad = 0, a0 = a[0];
  /* The first two and the last tell which one it can be.  */
  if (a[WARP_SIZE - 1] - a0 != (WARP_SIZE - 1) * step
      || (step != 0 && step != size))
    return SCATTERED;
  if (step)
    for (int i = 0; i < WARP_SIZE; i++)
      bad |= a[i] ^ (a0 + (uint64_t) i * size);
  else
    for (int i = 0; i < WARP_SIZE; i++)
      bad |= a[i] ^ a0;
  return bad ? SCATTERED : step ? CONSECUTIVE : UNIFORM;
}

/* True if N bytes at ADDR, aligned to SIZE, are valid memory of the arena
   with no end of an allocation among them.  */
static inline bool
arena_run_ok (const struct vm *vm, uint64_t lo, uint64_t len, uint64_t addr,
	      unsigned n, unsigned size)
{
  if (addr - lo >= len || (addr & (size - 1)) != 0)
    return false;
  const uint8_t *s = vm->shadow + (addr - vm->arena) / GRANULE;
  const uint8_t *e = vm->shadow + (addr + n - 1 - vm->arena) / GRANULE;
  unsigned last = ((addr + n - 1) & (GRANULE - 1)) + 1;
  /* Eight granules at a time, up to the last one.  */
  for (; e - s >= 7 + (last != GRANULE); s += 8)
    {
      uint64_t v;
      memcpy (&v, s, 8);
      if (v != 0x0101010101010101u * GRANULE)
	return false;
    }
  for (; s < e; s++)
    if (*s != GRANULE)
      return false;
  return s > e || last <= *e;
}

#define RUN(S)								\
  static inline void *							\
  run_##S (struct warp *w, uint64_t addr, unsigned n, unsigned size,	\
	   enum access acc)
RUN (generic)
{
  const struct vm *vm = w->vm;
  uint64_t len = acc == ACCESS_LOAD ? vm->arena_size : vm->global_size;
  if (arena_run_ok (vm, vm->arena, len, addr, n, size))
    return (void *) (uintptr_t) addr;
  struct block *b = w->block;
  uint64_t off = addr - (uint64_t) (uintptr_t) b->shared;
  if (off < b->shared_size && b->shared_size - off >= n
      && (addr & (size - 1)) == 0)
    return (void *) (uintptr_t) addr;
  return NULL;
}
RUN (global)
{
  const struct vm *vm = w->vm;
  (void) acc;
  return (arena_run_ok (vm, vm->arena, vm->global_size, addr, n, size)
	  ? (void *) (uintptr_t) addr : NULL);
}
RUN (const)
{
  const struct vm *vm = w->vm;
  (void) acc;
  return (arena_run_ok (vm, vm->arena + vm->global_size,
			vm->arena_size - vm->global_size, addr, n, size)
	  ? (void *) (uintptr_t) addr : NULL);
}
RUN (shared)
{
  struct block *b = w->block;
  (void) acc;
  return (addr < b->shared_size && b->shared_size - addr >= n
	  && (addr & (size - 1)) == 0 ? b->shared + addr : NULL);
}

#define LD_EACH(S, T, D, ADDR)						\
  EACH_ACTIVE (i)							\
    {									\
      void *p = resolve_##S (w, u, i, ADDR, sizeof (MT_##T),		\
			     ACCESS_LOAD);				\
      d[i] = (ST_##D) MEM_GET (T, p);					\
    }
#define ST_EACH(S, T, ADDR)						\
  EACH_ACTIVE (i)							\
    {									\
      void *p = resolve_##S (w, u, i, ADDR, sizeof (MT_##T),		\
			     ACCESS_STORE);				\
      MEM_PUT (T, p, (CT_##T) d[i]);					\
    }

#define LD_WARP(ID, S, T, D)						\
  static void __attribute__ ((noinline))				\
  mask_##ID (struct warp *w, const struct uop *u)			\
  {									\
    uint8_t *R = w->R;							\
    ST_##D *d = REG (D, u->d);						\
    const uint64_t *a = REG (u64, u->a);				\
    LD_EACH (S, T, D, a[i] + (int64_t) u->rel)				\
  }									\
  static void								\
  full_##ID (struct warp *w, const struct uop *u)			\
  {									\
    uint8_t *R = w->R;							\
    ST_##D *d = REG (D, u->d);						\
    const uint64_t *a = REG (u64, u->a);				\
    enum shape sh = address_shape (a, sizeof (MT_##T));			\
    if (sh != SCATTERED && SPACE_##S != PTX_LOCAL)			\
      {									\
	const MT_##T *p = run_##S (w, a[0] + (int64_t) u->rel,		\
				   (sh == UNIFORM ? 1 : WARP_SIZE)	\
				   * sizeof (MT_##T),			\
				   sizeof (MT_##T), ACCESS_LOAD);	\
	if (p && sh == UNIFORM)						\
	  {								\
	    CT_##D v = MEM_GET (T, p);					\
	    EACH_LANE d[i] = (ST_##D) v;				\
	    return;							\
	  }								\
	if (p)								\
	  {								\
	    EACH_LANE d[i] = (ST_##D) (CT_##T) p[i];			\
	    return;							\
	  }								\
      }									\
    mask_##ID (w, u);							\
  }

#define ST_WARP(ID, S, T)						\
  static void __attribute__ ((noinline))				\
  mask_##ID (struct warp *w, const struct uop *u)			\
  {									\
    uint8_t *R = w->R;							\
    const ST_##T *d = REG (T, u->d);					\
    const uint64_t *a = REG (u64, u->a);				\
    ST_EACH (S, T, a[i] + (int64_t) u->rel)				\
  }									\
  static void								\
  full_##ID (struct warp *w, const struct uop *u)			\
  {									\
    uint8_t *R = w->R;							\
    const ST_##T *d = REG (T, u->d);					\
    const uint64_t *a = REG (u64, u->a);				\
    if (SPACE_##S != PTX_LOCAL						\
	&& address_shape (a, sizeof (MT_##T)) == CONSECUTIVE)		\
      {									\
	MT_##T *p = run_##S (w, a[0] + (int64_t) u->rel,		\
			     WARP_SIZE * sizeof (MT_##T),		\
			     sizeof (MT_##T), ACCESS_STORE);		\
	if (p)								\
	  {								\
	    EACH_LANE p[i] = (MT_##T) d[i];				\
	    return;							\
	  }								\
      }									\
    mask_##ID (w, u);							\
  }

#define run_local run_generic
#define LD(ID, S, T, D) LD_##S (ID, S, T, D)
#define ST(ID, S, T) ST_##S (ID, S, T)
#define LD_generic LD_WARP
#define LD_global LD_WARP
#define LD_shared LD_WARP
#define LD_local LD_WARP
#define LD_const LD_WARP
#define ST_generic ST_WARP
#define ST_global ST_WARP
#define ST_shared ST_WARP
#define ST_local ST_WARP
#define ST_const ST_WARP
/* Parameters of a kernel: most often a constant place.  */
#define LD_param(ID, S, T, D)						\
  static void								\
  full_##ID (struct warp *w, const struct uop *u)			\
  {									\
    uint8_t *R = w->R;							\
    ST_##D *d = REG (D, u->d);						\
    const uint64_t *a = u->a == NO_REG ? NULL : REG (u64, u->a);	\
    LD_EACH (S, T, D, (a ? a[i] : 0) + (int64_t) u->rel)		\
  }
#define ST_param(ID, S, T)						\
  static void								\
  full_##ID (struct warp *w, const struct uop *u)			\
  {									\
    uint8_t *R = w->R;							\
    const ST_##T *d = REG (T, u->d);					\
    const uint64_t *a = u->a == NO_REG ? NULL : REG (u64, u->a);	\
    ST_EACH (S, T, (a ? a[i] : 0) + (int64_t) u->rel)			\
  }
#define LD_frame(ID, S, T, D)						\
  static void								\
  full_##ID (struct warp *w, const struct uop *u)			\
  {									\
    uint8_t *R = w->R;							\
    ST_##D *d = REG (D, u->d);						\
    LD_EACH (S, T, D, (uint64_t) (int64_t) u->rel)			\
  }
#define ST_frame(ID, S, T)						\
  static void								\
  full_##ID (struct warp *w, const struct uop *u)			\
  {									\
    uint8_t *R = w->R;							\
    const ST_##T *d = REG (T, u->d);					\
    ST_EACH (S, T, (uint64_t) (int64_t) u->rel)				\
  }
#include "mem-ops.def"

/* ---- Tables.  */

#define MEM_MASK_generic(ID) mask_##ID
#define MEM_MASK_global(ID) mask_##ID
#define MEM_MASK_shared(ID) mask_##ID
#define MEM_MASK_local(ID) mask_##ID
#define MEM_MASK_const(ID) mask_##ID
#define MEM_MASK_param(ID) full_##ID
#define MEM_MASK_frame(ID) full_##ID

uop_fn *const PASTE (warp_full_, ISA)[OP_N_FN] = {
#define L1(ID, ...) [OP_##ID] = full_##ID,
#define L2(ID, ...) [OP_##ID] = full_##ID, [OP_##ID##_i] = full_##ID##_i,
#define L3(ID, ...) [OP_##ID] = full_##ID, [OP_##ID##_i] = full_##ID##_i,
#define SP(ID, ...) [OP_##ID] = full_##ID, [OP_##ID##_i] = full_##ID##_i,
#define LI(ID, ...) [OP_##ID] = full_##ID,
#define SL(ID, ...) [OP_##ID] = full_##ID,
#define SLI(ID, ...) [OP_##ID] = full_##ID,
#define PW(ID, ...) [OP_##ID] = full_##ID,
#include "lane-ops.def"
#define LD(ID, ...) [OP_##ID] = full_##ID,
#define ST(ID, ...) [OP_##ID] = full_##ID,
#include "mem-ops.def"
#define RARE(ID) [OP_##ID] = rare_##ID,
#include "rare-ops.def"
};

uop_fn *const PASTE (warp_mask_, ISA)[OP_N_FN] = {
#define L1(ID, ...) [OP_##ID] = mask_##ID,
#define L2(ID, ...) [OP_##ID] = mask_##ID, [OP_##ID##_i] = mask_##ID##_i,
#define L3(ID, ...) [OP_##ID] = mask_##ID, [OP_##ID##_i] = mask_##ID##_i,
#define SP(ID, ...) [OP_##ID] = full_##ID, [OP_##ID##_i] = full_##ID##_i,
#define LI(ID, ...) [OP_##ID] = mask_##ID,
#define SL(ID, ...) [OP_##ID] = mask_##ID,
#define SLI(ID, ...) [OP_##ID] = mask_##ID,
#define PW(ID, ...) [OP_##ID] = full_##ID,
#include "lane-ops.def"
#define LD(ID, S, ...) [OP_##ID] = MEM_MASK_##S (ID),
#define ST(ID, S, ...) [OP_##ID] = MEM_MASK_##S (ID),
#include "mem-ops.def"
#define RARE(ID) [OP_##ID] = rare_##ID,
#include "rare-ops.def"
};
