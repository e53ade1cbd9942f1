/* What units of native code are written with.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#ifndef NATIVE_PRELUDE_H
#define NATIVE_PRELUDE_H

#ifndef FULL_MASK
# define FULL_MASK 0xffffffffu
#endif
#define GET(T, OFF) ((CT_##T) *(ST_##T *) (R + (OFF)))
#define PUT(T, OFF, V) (*(ST_##T *) (R + (OFF)) = (ST_##T) (V))
#define PUT_ALL(T, OFF, V)				\
  do							\
    {							\
      const ST_##T e_ = (ST_##T) (V);			\
      ST_##T *p_ = (ST_##T *) (R + (OFF));		\
      for (int i_ = 0; i_ < 32; i_++)			\
	p_[i_] = e_;					\
    }							\
  while (0)
#define PRED(OFF) (*(uint32_t *) (R + (OFF)))
#define LANE(T, OFF, I) (((ST_##T *) (R + (OFF)))[I])

/* The variable of the register OFF, of its class, goes to lane 0's place, or (A) to
   every lane's.  */
#define SPILL_P(OFF) (PRED (OFF) = v##OFF##_0)
#define SPILL_4(OFF) PUT (u32, OFF, v##OFF##_1)
#define SPILL_8(OFF) PUT (u64, OFF, v##OFF##_2)
#define SPILL_F4(OFF) PUT (f32, OFF, v##OFF##_1)
#define SPILL_F8(OFF) PUT (f64, OFF, v##OFF##_2)
#define SPILL_A4(OFF) PUT_ALL (u32, OFF, v##OFF##_1)
#define SPILL_A8(OFF) PUT_ALL (u64, OFF, v##OFF##_2)
#define SPILL_AF4(OFF) PUT_ALL (f32, OFF, v##OFF##_1)
#define SPILL_AF8(OFF) PUT_ALL (f64, OFF, v##OFF##_2)

/* A load or store of a variable that is a number with a point: by that kind of the
   processor's registers, at once.  */
#if defined __x86_64__ || defined __aarch64__
# define FLOAT_GET(BITS, P, V) (V = *(volatile const __typeof__ (V) *) (P))
# define FLOAT_PUT(BITS, P, V) (*(volatile __typeof__ (V) *) (P) = V)
#else
# define FLOAT_GET(BITS, P, V) (V = bits_f##BITS (MEM_GET (u##BITS, P)))
# define FLOAT_PUT(BITS, P, V) MEM_PUT (u##BITS, P, f##BITS##_bits (V))
#endif

/* The sign of such a variable, of NaN too; as an operation of C's, the compiler might put
   it elsewhere.  */
#ifdef __AVX__
# define SIGN(INSN, D, A)						\
  __asm__ (INSN : "=x" (D) : "x" (A), "x" ((__typeof__ (A)) -0.0))
# define NEGATE_32(D, A) SIGN ("vxorps %2, %1, %0", D, A)
# define NEGATE_64(D, A) SIGN ("vxorpd %2, %1, %0", D, A)
# define ABSOLUTE_32(D, A) SIGN ("vandnps %1, %2, %0", D, A)
# define ABSOLUTE_64(D, A) SIGN ("vandnpd %1, %2, %0", D, A)
#else
# define NEGATE_32(D, A) (D = bits_f32 (f32_bits (A) ^ 0x80000000u))
# define NEGATE_64(D, A) (D = bits_f64 (f64_bits (A) ^ (uint64_t) 1 << 63))
# define ABSOLUTE_32(D, A) (D = bits_f32 (f32_bits (A) & 0x7fffffffu))
# define ABSOLUTE_64(D, A) (D = bits_f64 (f64_bits (A) & ~((uint64_t) 1 << 63)))
#endif

/* As lock_failed; AD has OLD, a T.  */
#define LOCK_FAILED(T, AD, OLD)						\
  do									\
    {									\
      const _Bool gives_ = lock_wait_try (x0->lock, (const void *) (AD), (OLD), \
					  sizeof (T));			\
      const int64_t n_ = gives_ || x->crew ? bu : LOCK_TRY;		\
      bu -= n_;								\
      x0->lost += n_;							\
    }									\
  while (0)

/* ---- Memory in loops.  */

/* A window is what an access in a loop was right in: elements of its size, nW of them from
   loW on, that lie in granules all of whose bytes are valid.  The next access of the same
   kind is looked at no further if it is there, which is half the work.  Nothing that native
   code does makes such memory wrong; what the host frees meanwhile is seen when it is
   entered again, a slice later at most.  movesW counts the accesses that were elsewhere,
   those that took long several times: a window is not worth it for the first few, nor where
   they are all over the memory.  */
#define IN_WINDOW(W, AD, SIZE)						\
  ({ const unsigned bits_ = (unsigned) __builtin_ctz (SIZE);		\
     const uint64_t off_ = (AD) - lo##W;				\
     likely ((off_ >> bits_ | off_ << (-bits_ & 63)) < n##W); })
/* The access at AD was right, and not in window W.  */
#define FIRST_MOVE 8
#define MOST_MOVES 32
#define MOVE_WINDOW(W, AD, SIZE)					\
  do									\
    if (++moves##W >= FIRST_MOVE && moves##W < MOST_MOVES)		\
      {									\
	const struct window w_						\
	  = window_at (x0, lo##W, n##W, &moves##W, (AD),		\
		       (unsigned) __builtin_ctz (SIZE));		\
	lo##W = w_.lo;							\
	n##W = w_.n;							\
      }									\
  while (0)

struct window
{
  uint64_t lo, n;
};

/* What is called there leaves all registers as they are, or the loop's values could not be
   in any.  */
#if defined __x86_64__ && !defined __clang__
# define WITH_IT __attribute__ ((target ("general-regs-only")))
# define KEEPS_REGISTERS						\
  WITH_IT __attribute__ ((noinline, no_caller_saved_registers))
#else
# define WITH_IT
# define KEEPS_REGISTERS __attribute__ ((noinline))
#endif
#define INSIDE static inline WITH_IT __attribute__ ((always_inline))

/* Where the granules end that are valid from FROM up to END, or down to END; numbers of
   granules.  A byte of the shadow is BOUNDS_GRANULE or less.  */
#define ALL_VALID (UINT64_C (0x0101010101010101) * BOUNDS_GRANULE)
#define VALID_64(P)							\
  (((P)[0] & (P)[1] & (P)[2] & (P)[3] & (P)[4] & (P)[5] & (P)[6] & (P)[7]) \
   == ALL_VALID)
INSIDE uint64_t
valid_up (const uint8_t *shadow, uint64_t from, uint64_t end)
{
  while (end - from >= 64 && VALID_64 ((const uint64_t *) (shadow + from)))
    from += 64;
  while (from < end && shadow[from] == BOUNDS_GRANULE)
    from++;
  return from;
}

INSIDE uint64_t
valid_down (const uint8_t *shadow, uint64_t from, uint64_t end)
{
  while (from - end >= 64 && VALID_64 ((const uint64_t *) (shadow + from) - 8))
    from -= 64;
  while (from > end && shadow[from - 1] == BOUNDS_GRANULE)
    from--;
  return from;
}

/* Granules that are looked at for a new range, and for more of one at most.  */
#define RANGE_FIRST 1024
#define RANGE_MOST 16384
#define STACK_MOST 64
#define SHARED_MOST 256		/* Of 8 bytes.  */

/* The range that the granule G is in, which is valid; *MOVES grows with the work.  */
INSIDE struct native_range *
range_of (const struct native_state *x, uint64_t g, int *moves)
{
  struct native_ranges *all = x->ranges;
  const uint8_t *shadow = x->m.shadow_of_0;
  const uint64_t begin = x->m.arena / BOUNDS_GRANULE;
  const uint64_t end = begin + x->m.global_size / BOUNDS_GRANULE;
  const uint64_t now = __atomic_load_n (x->invalid, __ATOMIC_ACQUIRE);
  struct native_range *r;
  if (all->made != now)
    {
      all->made = now;
      for (int i = 0; i < NATIVE_RANGES; i++)
	all->v[i].lo = all->v[i].hi = 0;
    }
  for (r = all->v; r < all->v + NATIVE_RANGES; r++)
    if (g - r->lo < r->hi - r->lo)
      return r;
  for (r = all->v; r < all->v + NATIVE_RANGES; r++)
    {
      const uint64_t len = r->hi - r->lo;
      const uint64_t more = len < RANGE_MOST ? len : RANGE_MOST;
      if (g - r->hi < more)
	{
	  r->hi = valid_up (shadow, r->hi, end - r->hi < more ? end : r->hi + more);
	  if (g < r->hi)
	    return r;
	}
      else if (r->lo - g <= more && len)
	{
	  r->lo = valid_down (shadow, r->lo,
			      r->lo - begin < more ? begin : r->lo - more);
	  if (g >= r->lo)
	    return r;
	}
    }
  *moves += 3;
  r = &all->v[all->next++ % NATIVE_RANGES];
  r->lo = valid_down (shadow, g, g - begin < RANGE_FIRST / 4 ? begin
				 : g - RANGE_FIRST / 4);
  r->hi = valid_up (shadow, g, end - g < RANGE_FIRST ? end : g + RANGE_FIRST);
  return r;
}

/* Whether AD is in memory of the host's that the device can write, the bytes from *LO up to
   *HI, with nothing of the block's in it.  */
INSIDE bool
host_window (const struct bounds *m, uint64_t ad, uint64_t *lo, uint64_t *hi)
{
  const uint64_t own[3][2]
    = { { m->local, m->local_size }, { m->shared, m->shared_size },
	{ (uint64_t) (uintptr_t) m->params, m->param_bytes } };
  for (int k = 0; k < BOUNDS_HOST && m->host; k++)
    if (ad - m->host[3 * k] < m->host[3 * k + 1] - m->host[3 * k] && m->host[3 * k + 2])
      {
	*lo = (m->host[3 * k] + BOUNDS_GRANULE - 1) & -(uint64_t) BOUNDS_GRANULE;
	*hi = m->host[3 * k + 1];
	for (int i = 0; i < 3; i++)
	  if (own[i][0] > ad && own[i][0] < *hi)
	    *hi = own[i][0] & -(uint64_t) BOUNDS_GRANULE;
	  else if (own[i][0] <= ad && own[i][0] + own[i][1] > *lo)
	    *lo = ((own[i][0] + own[i][1] + BOUNDS_GRANULE - 1)
		   & -(uint64_t) BOUNDS_GRANULE);
	return *lo <= ad && ad < *hi;
      }
  return false;
}

/* The window for accesses of 1 << BITS bytes that has AD, which is right; it may have no
   elements.  OLD_LO and OLD_N are the one that there was.  */
static KEEPS_REGISTERS struct window
window_at (const struct native_state *x, uint64_t old_lo, uint64_t old_n, int *moves,
	   uint64_t ad, unsigned bits)
{
  const struct bounds *m = &x->m;
  const uint64_t off = ad - m->shared;
  const uint64_t fixed = (m->shared_static + BOUNDS_GRANULE - 1)
			 & -(uint64_t) BOUNDS_GRANULE;
  uint64_t lo, hi;
  if (ad - m->arena < m->global_size)
    {
      const uint64_t g = ad / BOUNDS_GRANULE;
      /* The end of an allocation.  */
      if (m->shadow_of_0[g] != BOUNDS_GRANULE)
	{
	  *moves += 3;
	  return (struct window) { old_lo, old_n };
	}
      /* On stacks gaps come and go, though not while native code runs.  */
      if (ad - x->stacks < x->stacks_size)
	{
	  lo = valid_down (m->shadow_of_0, g, g - STACK_MOST);
	  hi = valid_up (m->shadow_of_0, g, g + STACK_MOST);
	}
      else
	{
	  const struct native_range *r = range_of (x, g, moves);
	  lo = r->lo;
	  hi = r->hi;
	}
      lo *= BOUNDS_GRANULE;
      hi *= BOUNDS_GRANULE;
    }
  /* Shared memory: without red zones, or with.  */
  else if (off < m->shared_plain)
    {
      lo = m->shared;
      hi = lo + m->shared_plain;
    }
  else if (off >= fixed && off < m->shared_size)
    {
      lo = m->shared + fixed;
      hi = m->shared + m->shared_size;
    }
  else if (off < m->shared_static && m->shared_valid[off / 8] == 8)
    {
      uint64_t most = SHARED_MOST;
      lo = hi = off / 8;
      while (lo * 8 > m->shared_plain && most && m->shared_valid[lo - 1] == 8)
	lo--, most--;
      while (hi * 8 + 8 <= m->shared_static && most && m->shared_valid[hi] == 8)
	hi++, most--;
      lo = m->shared + lo * 8;
      hi = m->shared + hi * 8;
    }
  else if (!host_window (m, ad, &lo, &hi))
    {
      *moves += 3;
      return (struct window) { old_lo, old_n };
    }
  return (struct window) { lo, (hi - lo) >> bits };
}

/* Atomic operations, as where the interpreter is: plain where nobody else writes.  */
#define ATOM_ADD(T, P, B)						\
  (x->alone ? PLAIN_RMW (T, P, old + (B))				\
   : __atomic_fetch_add ((T *) (P), (B), __ATOMIC_SEQ_CST))
#define ATOM_EXCH(T, P, B)						\
  (x->alone ? PLAIN_RMW (T, P, (B))					\
   : __atomic_exchange_n ((T *) (P), (B), __ATOMIC_SEQ_CST))
#define ATOM_CAS(T, P, B, C)						\
  (x->alone ? PLAIN_RMW (T, P, old == (B) ? (C) : old)			\
   : ({ T e_ = (B);							\
	__atomic_compare_exchange_n ((T *) (P), &e_, (C), 0,		\
				     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	e_; }))

/* As warp_fence.  */
#define FENCE FENCE_IF (x->fences)

#endif /* NATIVE_PRELUDE_H */
