/* Loads and stores by the lanes of a warp: a part of warp-lanes.c.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* True if the addresses of a whole warp are STEP apart.  */
static inline bool
apart_p (const uint64_t *a, uint64_t step)
{
  if (a[WARP_SIZE - 1] - a[0] != (WARP_SIZE - 1) * step)
    return false;
#if THREADED
  return vec_progression (a, step);
#else
  uint64_t bad = 0, a0 = a[0];
  for (int i = 0; i < WARP_SIZE; i++)
    bad |= a[i] ^ (a0 + (uint64_t) i * step);
  return !bad;
#endif
}

/* True if a warp's 32 elements of SIZE bytes, of which only the first one's address
   is known, are valid memory, as in simt_mem_run_ok.  */
static inline bool
arena_row_ok (const struct simt_mem *m, uint64_t lo, uint64_t len,
	      uint64_t addr, unsigned size)
{
  const uint8_t *s = (const uint8_t *) m->shadow_of_0 + addr / SIMT_GRANULE;
  const unsigned n = WARP_SIZE * size / SIMT_GRANULE;
  uint64_t v[2] = { 0, 0 }, all = 0x0101010101010101u * SIMT_GRANULE;
  if (addr - lo >= len || len - (addr - lo) < WARP_SIZE * size
      || (addr & (size - 1)) != 0)
    return false;
  memcpy (v, s, n);
  if (n < 8)
    all >>= 8 * (8 - n);
  /* The last granule counts where the row does not begin with one.  */
  return v[0] == all && (n <= 8 || v[1] == all)
	 && s[n] >= (addr & (SIMT_GRANULE - 1));
}

/* Memory at ADDR if N bytes (a row: 32 elements of SIZE bytes) are right
   there, for each space; else NULL.  */
#define RUN(S)								\
  static inline void *							\
  run_##S (struct warp *w, uint64_t addr, unsigned n, unsigned size,	\
	   enum access acc)
#define ROW(S)								\
  static inline void *							\
  row_##S (struct warp *w, uint64_t addr, unsigned size, enum access acc)
RUN (generic)
{
  const struct simt_mem *m = &w->vm->mem;
  uint64_t len = acc == ACCESS_LOAD ? m->arena_size : m->global_size;
  if (simt_mem_run_ok (m, m->arena, len, addr, n, size))
    return (void *) (uintptr_t) addr;
  struct block *b = w->block;
  uint64_t off = addr - (uint64_t) (uintptr_t) b->shared;
  if (shared_range_ok (b, off, n, size))
    return (void *) (uintptr_t) addr;
  return NULL;
}
RUN (global)
{
  const struct simt_mem *m = &w->vm->mem;
  (void) acc;
  return (simt_mem_run_ok (m, m->arena, m->global_size, addr, n, size)
	  ? (void *) (uintptr_t) addr : NULL);
}
RUN (const)
{
  const struct simt_mem *m = &w->vm->mem;
  (void) acc;
  return (simt_mem_run_ok (m, m->arena + m->global_size,
			   m->arena_size - m->global_size, addr, n, size)
	  ? (void *) (uintptr_t) addr : NULL);
}
RUN (shared)
{
  struct block *b = w->block;
  (void) acc;
  return shared_range_ok (b, addr, n, size) ? b->shared + addr : NULL;
}

ROW (generic)
{
  const struct simt_mem *m = &w->vm->mem;
  uint64_t len = acc == ACCESS_LOAD ? m->arena_size : m->global_size;
  return (arena_row_ok (m, m->arena, len, addr, size)
	  ? (void *) (uintptr_t) addr : NULL);
}
ROW (global)
{
  const struct simt_mem *m = &w->vm->mem;
  (void) acc;
  return (arena_row_ok (m, m->arena, m->global_size, addr, size)
	  ? (void *) (uintptr_t) addr : NULL);
}
ROW (const)
{
  return run_const (w, addr, WARP_SIZE * size, size, acc);
}
ROW (shared)
{
  return run_shared (w, addr, WARP_SIZE * size, size, acc);
}

/* Addresses that are scattered, but not far: where all the memory between the
   lowest and the highest is valid, one look at its shadow is enough for all
   lanes.  SPAN_MAX is where looking at each costs less.  */
#define SPAN_MAX 8192

static inline bool
span_of (const uint64_t *a, unsigned size, uint64_t *low, unsigned *n)
{
  uint64_t lo = a[0], hi = a[0], bits = 0;
  for (int i = 0; i < WARP_SIZE; i++)
    {
      lo = a[i] < lo ? a[i] : lo;
      hi = a[i] > hi ? a[i] : hi;
      bits |= a[i];
    }
  *low = lo;
  *n = (unsigned) (hi - lo) + size;
  return hi - lo < SPAN_MAX && (bits & (size - 1)) == 0;
}

/* Where a generic address of A's is in local memory, and the same for each lane: lane
   0's place.  */
static inline uint8_t *
own_local (struct warp *w, const uint64_t *a, int64_t rel, unsigned size)
{
  uint64_t at = a[0] + (uint64_t) rel - w->window_addr;
  return (extent_ok (at, w->window_size, at, size) && apart_p (a, 0)
	  ? w->window + at : NULL);
}
#define OWN_LOCAL_generic own_local (w, a, u->rel, size)
#define OWN_LOCAL_global NULL
#define OWN_LOCAL_shared NULL
#define OWN_LOCAL_const NULL

/* Plain accesses of runs are what the vectoriser likes; the thread sanitizer
   must see that PTX programs, not this one, would race.  */
#ifdef __SANITIZE_THREAD__
# define RUN_GET MEM_GET
# define RUN_PUT MEM_PUT
#else
# define RUN_GET(T, P) ((CT_##T) *(P))
# define RUN_PUT(T, P, V) (*(P) = (MT_##T) (V))
#endif

/* Lanes that load from one place load once, as on a device: all see one value,
   though another block changes it meanwhile.  libatomic's loops rely on it.  */
#define LD_EACH(S, T, D, ADDR)						\
  const void *last_ = NULL;						\
  CT_##D v_ = 0;							\
  EACH_ACTIVE (i)							\
    {									\
      const void *p = resolve_##S (w, u, i, ADDR, sizeof (MT_##T),	\
				   ACCESS_LOAD);			\
      if (p != last_)							\
	v_ = MEM_GET (T, p);						\
      last_ = p;							\
      d[i] = (ST_##D) v_;						\
    }
#define ST_EACH(S, T, ADDR)						\
  EACH_ACTIVE (i)							\
    {									\
      void *p = resolve_##S (w, u, i, ADDR, sizeof (MT_##T),		\
			     ACCESS_STORE);				\
      MEM_PUT (T, p, (CT_##T) d[i]);					\
    }

#define GATHER_LOOP(T, D, P, A, LOW)					\
  for (int i = 0; i < WARP_SIZE; i++)					\
    D[i] = MEM_GET (T, P + (A[i] - LOW));

/* With vectors, words and double words that were loaded are handed on.  */
#if THREADED
# define HAND_ON(T, D) HAND_ON_##T (D)
# define HAND_ON_u8(D)
# define HAND_ON_s8(D)
# define HAND_ON_u16(D)
# define HAND_ON_s16(D)
# define HAND_ON_u32(D) P_4 (HAND_ON_PIECE, D)
# define HAND_ON_u64(D) P_8 (HAND_ON_PIECE, D)
# define HAND_ON_PIECE(K, D) q##K = *((const vec_acc *) (D) + K);
/* Copy a row from P to D and hand it on.  */
# define COPY_ROW(T, D, P) COPY_ROW_##T (T, D, P)
# define COPY_ROW_u8(T, D, P) EACH_LANE D[i] = RUN_GET (T, P + i);
# define COPY_ROW_s8 COPY_ROW_u8
# define COPY_ROW_u16 COPY_ROW_u8
# define COPY_ROW_s16 COPY_ROW_u8
# define COPY_ROW_u32(T, D, P) P_4 (COPY_PIECE, D, P)
# define COPY_ROW_u64(T, D, P) P_8 (COPY_PIECE, D, P)
# define COPY_PIECE(K, D, P) \
    memcpy (&q##K, (const uint8_t *) (P) + VB * K, VB); \
    *((vec_acc *) (D) + K) = q##K;
/* What is at P + A - LOW for each lane.  */
# define GATHER(T, D, P, A, LOW) GATHER_##T (T, D, P, A, LOW)
# define GATHER_u8 GATHER_LOOP
# define GATHER_s8 GATHER_LOOP
# define GATHER_u16 GATHER_LOOP
# define GATHER_s16 GATHER_LOOP
# define GATHER_u32(T, D, P, A, LOW) \
    P_4 (GATHER_PIECE, D, P, A, LOW) FULL_END
# define GATHER_PIECE(K, D, P, A, LOW) \
    q##K = vec_gather_4 (K, P, A, LOW); *((vec_acc *) (D) + K) = q##K;
# define GATHER_u64(T, D, P, A, LOW) vec_gather_8 (D, P, A, LOW);
# define FAR_FN(NAME) \
    static const struct uop * __attribute__ ((noinline)) \
    NAME (struct warp *w, const struct uop *u, uint8_t *R, ACC_PARAMS)
# define FAR(ID) return far_##ID (w, u, R, ACC_ARGS)
#else
# define HAND_ON(T, D)
# define GATHER GATHER_LOOP
# define COPY_ROW(T, D, P) EACH_LANE D[i] = RUN_GET (T, P + i);
# define FAR_FN(NAME) \
    static void __attribute__ ((noinline)) \
    NAME (struct warp *w, const struct uop *u)
# define FAR(ID) far_##ID (w, u); return
#endif

#define LD_MASK(ID, S, T, D, ADDRS, ADDR)				\
  static void __attribute__ ((noinline))				\
  mask_##ID (struct warp *w, const struct uop *u)			\
  {									\
    uint8_t *R = w->R;							\
    ST_##D *d = REG (D, u->d);						\
    ADDRS;								\
    LD_EACH (S, T, D, ADDR)						\
  }
#define ST_MASK(ID, S, T, ADDRS, ADDR)					\
  static void __attribute__ ((noinline))				\
  mask_##ID (struct warp *w, const struct uop *u)			\
  {									\
    uint8_t *R = w->R;							\
    const ST_##T *d = REG (T, u->d);					\
    ADDRS;								\
    ST_EACH (S, T, ADDR)						\
  }
/* By the function for any mask.  */
#define MEM_FULL(ID)							\
  FULL_FN (full_##ID)							\
  {									\
    FULL_BEGIN;								\
    mask_##ID (w, u);							\
    FULL_END								\
  }

#define LD_WARP(ID, S, T, D)						\
  LD_MASK (ID, S, T, D, const uint64_t *a = REG (u64, u->a),		\
	   a[i] + (int64_t) u->rel)					\
  /* No row, or not plainly right.  */					\
  FAR_FN (far_##ID)							\
  {									\
    FULL_BEGIN;								\
    ST_##D *d = REG (D, u->d);						\
    const uint64_t *a = REG (u64, u->a);				\
    const unsigned size = sizeof (MT_##T);				\
    const uint8_t *p;							\
    uint64_t low;							\
    unsigned n;								\
    if (apart_p (a, 0)							\
	&& (p = run_##S (w, a[0] + (int64_t) u->rel, size, size,	\
			 ACCESS_LOAD)))					\
      {									\
	CT_##D v = MEM_GET (T, p);					\
	EACH_LANE d[i] = (ST_##D) v;					\
      }									\
    else if ((p = OWN_LOCAL_##S))					\
      for (int i = 0; i < WARP_SIZE; i++, p += w->lstride)		\
	d[i] = (ST_##D) MEM_GET (T, p);					\
    else if (span_of (a, size, &low, &n)				\
	     && (p = run_##S (w, low + (int64_t) u->rel, n, size,	\
			      ACCESS_LOAD)))				\
      {									\
	GATHER (T, d, p, a, low)					\
      }									\
    else								\
      mask_##ID (w, u);							\
    HAND_ON (T, d)							\
    FULL_END								\
  }									\
  FULL_FN (full_##ID)							\
  {									\
    FULL_BEGIN;								\
    ST_##D *d = REG (D, u->d);						\
    const uint64_t *a = REG (u64, u->a);				\
    const MT_##T *p;							\
    if (unlikely (!apart_p (a, sizeof (MT_##T)))			\
	|| unlikely (!(p = row_##S (w, a[0] + (int64_t) u->rel,		\
				    sizeof (MT_##T), ACCESS_LOAD))))	\
      {									\
	FAR (ID);							\
      }									\
    COPY_ROW (T, d, p)							\
    FULL_END								\
  }

#define ST_WARP(ID, S, T)						\
  ST_MASK (ID, S, T, const uint64_t *a = REG (u64, u->a),		\
	   a[i] + (int64_t) u->rel)					\
  FAR_FN (far_##ID)							\
  {									\
    FULL_BEGIN;								\
    const ST_##T *d = REG (T, u->d);					\
    const uint64_t *a = REG (u64, u->a);				\
    const unsigned size = sizeof (MT_##T);				\
    uint8_t *p;								\
    uint64_t low;							\
    unsigned n;								\
    if ((p = OWN_LOCAL_##S))						\
      for (int i = 0; i < WARP_SIZE; i++, p += w->lstride)		\
	MEM_PUT (T, p, (CT_##T) d[i]);					\
    else if (span_of (a, size, &low, &n)				\
	     && (p = run_##S (w, low + (int64_t) u->rel, n, size,	\
			      ACCESS_STORE)))				\
      for (int i = 0; i < WARP_SIZE; i++)				\
	MEM_PUT (T, p + (a[i] - low), (CT_##T) d[i]);			\
    else								\
      mask_##ID (w, u);							\
    FULL_END								\
  }									\
  FULL_FN (full_##ID)							\
  {									\
    FULL_BEGIN;								\
    const ST_##T *d = REG (T, u->d);					\
    const uint64_t *a = REG (u64, u->a);				\
    MT_##T *p;								\
    if (unlikely (!apart_p (a, sizeof (MT_##T)))			\
	|| unlikely (!(p = row_##S (w, a[0] + (int64_t) u->rel,		\
				    sizeof (MT_##T), ACCESS_STORE))))	\
      {									\
	FAR (ID);							\
      }									\
    EACH_LANE RUN_PUT (T, p + i, d[i]);					\
    FULL_END								\
  }

#define LD(ID, S, T, D) LD_##S (ID, S, T, D)
#define ST(ID, S, T) ST_##S (ID, S, T)
#define LD_generic LD_WARP
#define LD_global LD_WARP
#define LD_shared LD_WARP
#define LD_const LD_WARP
#define ST_generic ST_WARP
#define ST_global ST_WARP
#define ST_shared ST_WARP
#define ST_const ST_WARP
/* Each lane has local memory of its own.  */
#define LD_local(ID, S, T, D)						\
  LD_MASK (ID, S, T, D, const uint64_t *a = REG (u64, u->a),		\
	   a[i] + (int64_t) u->rel)					\
  MEM_FULL (ID)
#define ST_local(ID, S, T)						\
  ST_MASK (ID, S, T, const uint64_t *a = REG (u64, u->a),		\
	   a[i] + (int64_t) u->rel)					\
  MEM_FULL (ID)
/* Parameters of a kernel: most often a constant place.  */
#define PARAM_ADDRS const uint64_t *a = u->a == NO_REG ? NULL : REG (u64, u->a)
#define LD_param(ID, S, T, D)						\
  LD_MASK (ID, S, T, D, PARAM_ADDRS, (a ? a[i] : 0) + (int64_t) u->rel)	\
  MEM_FULL (ID)
#define ST_param(ID, S, T)						\
  ST_MASK (ID, S, T, PARAM_ADDRS, (a ? a[i] : 0) + (int64_t) u->rel)	\
  MEM_FULL (ID)
#define LD_frame(ID, S, T, D)						\
  LD_MASK (ID, S, T, D, , (uint64_t) (int64_t) u->rel)			\
  MEM_FULL (ID)
#define ST_frame(ID, S, T)						\
  ST_MASK (ID, S, T, , (uint64_t) (int64_t) u->rel)			\
  MEM_FULL (ID)
#include "code/mem-ops.def"
