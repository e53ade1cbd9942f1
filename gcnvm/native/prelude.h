/* What units of native code are written with.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* After float.h and the like, which it makes do without vm-int.h.  */

#ifndef GCNVM_NATIVE_PRELUDE_H
#define GCNVM_NATIVE_PRELUDE_H

#define MIN(A, B) ((A) < (B) ? (A) : (B))
#define MAX(A, B) ((A) > (B) ? (A) : (B))
#define MED(A, B, C) MAX (MIN (A, B), MIN (MAX (A, B), C))
#define DIFF(A, B) ((A) > (B) ? (A) - (B) : (B) - (A))
/* As in kernels.c, of lane 0.  */
#define LOWER(I, BASE) 0

/* What sops.def has for itself.  */
#define NZ scc = r != 0
#define SAVE(E) r = exec; exec = E; scc = exec != 0
#define LSHL_ADD(N) \
  uint64_t t = ((uint64_t) a << N) + b; r = t; scc = t > UINT32_MAX

/* Types, and registers as values of them.  */
#define PAIR(LOW, HIGH) ((uint64_t) (HIGH) << 32 | (LOW))
#define HIGH_HALF UINT64_C (0xffffffff00000000)
/* Of registers AT and AT + 1, which may have been written one by one just now: a load of both
   would wait until these stores are done.  */
#define PAIR_AT(AT) PAIR (OPAQUE ((AT)[0]), (AT)[1])
#define PUT64(AT, X) \
  do { const uint64_t x_ = X; __builtin_memcpy (AT, &x_, 8); } while (0)
#define T_u16 uint32_t
#define T_i16 int32_t
#define T_u32 uint32_t
#define T_i32 int32_t
#define T_u64 uint64_t
#define T_i64 int64_t
#define T_old uint32_t
#define T_old64 uint64_t
#define T_f32 float
#define T_f64 double
#define IN_u16(X) ((uint32_t) (uint16_t) (X))
#define IN_i16(X) ((int32_t) (int16_t) (X))
#define IN_u32(X) ((uint32_t) (X))
#define IN_i32(X) ((int32_t) (X))
#define IN_u64(X) ((uint64_t) (X))
#define IN_i64(X) ((int64_t) (X))
#define IN_f32(X) f32_of (X)
#define IN_f64(X) f64_of (X)
#define OUT_u32(X) ((uint32_t) (X))
#define OUT_i32(X) ((uint32_t) (X))
#define OUT_u64(X) ((uint64_t) (X))
#define OUT_i64(X) ((uint64_t) (X))
#define OUT_f32(X) bits_of (X)
#define OUT_f64(X) bits_of_64 (X)
/* Bit 0 of HOW: without its sign; bit 1: with the other one.  */
#define SIGN32(HOW, X) \
  (((HOW) & 1 ? (X) & 0x7fffffffu : (uint32_t) (X)) \
   ^ ((HOW) & 2 ? 0x80000000u : 0))
#define SIGN64(HOW, X) \
  (((HOW) & 1 ? (X) & UINT64_C (0x7fffffffffffffff) : (uint64_t) (X)) \
   ^ ((HOW) & 2 ? UINT64_C (0x8000000000000000) : 0))

/* X, an integer, of which the compiler is to know nothing: of a constant that is a NaN,
   and of one whose sign is changed, it does not keep the sign when it computes or
   turns a sum into a difference.  */
#define OPAQUE(X) \
  ({ __typeof__ (X) x_ = (X); __asm__ ("" : "+r" (x_)); x_; })

/* ---- Memory.  Other threads may change it.  */
#define LOAD(T, AT) (*(const volatile T *) (AT))
#define STORE(T, AT, X) (*(volatile T *) (AT) = (T) (X))

/* Atomic operations: FN at AT with B gives what EXPR is, of OLD; plain where nobody else
   writes.  T becomes what was there, and B is put there if that was T.  */
#define ALONE_P(AT) ((AT) - x->arena < x->alone)
#define ATOMIC(TYPE, AT, FN, B, EXPR)					\
  (ALONE_P (AT) ? PLAIN_RMW (TYPE, AT, EXPR) : __atomic_##FN ((TYPE *) (AT), B, 5))
#define ATOMIC_CMPSWAP(TYPE, AT, T, B)					\
  do									\
    {									\
      if (ALONE_P (AT))							\
	T = PLAIN_RMW (TYPE, AT, old == (T) ? (B) : old);		\
      else								\
	__atomic_compare_exchange_n ((TYPE *) (AT), &(T), B, 0, 5, 5);	\
    }									\
  while (0)

/* In a long unit this is called, and leaves the caller's registers alone: a place where it
   is called is little work for the compiler.  */
#if SHORT_UNIT
# define INTEGERS_ALONE
# define BY_CALL inline __attribute__ ((always_inline))
# define SELDOM __attribute__ ((noinline, cold))
#elif defined __x86_64__
# define INTEGERS_ALONE __attribute__ ((target ("general-regs-only")))
# define BY_CALL INTEGERS_ALONE \
  __attribute__ ((noinline, no_caller_saved_registers))
# define SELDOM BY_CALL
#else
# define INTEGERS_ALONE
# define BY_CALL __attribute__ ((noinline))
# define SELDOM BY_CALL
#endif

/* Whether the N bytes at AT can be used, ALIGN being a power of two, as
   simt_mem_run_ok, where they are not within 16 that can.  */
static SELDOM _Bool
more_ok (const struct native_state *x, uint64_t at, unsigned n, unsigned align)
{
  const uint8_t *s = x->shadow_of_0 + at / 16;
  unsigned end = (unsigned) (at & 15) + n;
  if (at - x->arena >= x->arena_most || at & (align - 1) || end <= 16
      || (align == n && n <= 16))
    return 0;
  for (; end > 16; end -= 16, s++)
    if (*s != 16)
      return 0;
  return end <= *s;
}

/* The same of up to 64 bytes, of which most are within 16.  */
#define RUN_OK(X, AT, N, ALIGN)						\
  (LIKELY ((AT) - (X)->arena < (X)->arena_most && !((AT) & ((ALIGN) - 1)) \
	   && ((AT) & 15) + (N) <= (X)->shadow_of_0[(AT) / 16])		\
   || more_ok (X, AT, N, ALIGN))

/* Whether AT is in the group's private memory, if any of that may be undefined.  */
#define private_p(X, AT) ((AT) - (X)->group_scratch < (X)->group_span)

/* Where it is said which of the N bytes at AT, in the group's private memory, are defined;
   null: all are.  NO_PLACE if they cannot be used, or that cannot be said at once, as they
   are not the wave's or those of another one that it has used before.  */
#define NO_PLACE ((uint8_t *) 1)
static SELDOM uint8_t *
other_place (const struct native_state *x, uint64_t at, unsigned n, unsigned align)
{
  if (!RUN_OK (x, at, n, align))
    return NO_PLACE;
  if (at - x->scratch < x->scratch_size)
    {
      *x->beyond = 1;
      return x->defined + (at - x->scratch);
    }
  if (at - x->near < x->near_size)
    {
      *x->near_beyond = 1;
      return x->near_defined + (at - x->near);
    }
  return NO_PLACE;
}
static INTEGERS_ALONE inline __attribute__ ((always_inline)) uint8_t *
place_of (const struct native_state *x, uint64_t at, unsigned n, unsigned align)
{
  const uint64_t own = at - x->scratch, near = at - x->near;
  if (LIKELY (own < x->scratch_most && !(at & (align - 1))))
    return x->defined + own;
  if (LIKELY (near < x->near_most && !(at & (align - 1))))
    return x->near_defined + near;
  return other_place (x, at, n, align);
}
static __attribute__ ((unused)) BY_CALL uint8_t *
private_place (const struct native_state *x, uint64_t at, unsigned n, unsigned align)
{
  return place_of (x, at, n, align);
}

/* Whether the N bytes at D say that all is defined.  */
#define ALL_THERE(D, N)							\
  ({									\
    uint64_t all_ = ~(uint64_t) 0;					\
    for (unsigned k_ = 0; k_ < (N); k_ += 8)				\
      {									\
	uint64_t bits_ = ~(uint64_t) 0;					\
	__builtin_memcpy (&bits_, (D) + k_, (N) - k_ < 8 ? (N) % 8 : 8);	\
	all_ &= bits_;							\
      }									\
    all_ == ~(uint64_t) 0;						\
  })

/* Whether the N bytes at AT in private memory can be used, and are defined.  */
#define PRIVATE(N)							\
  static BY_CALL _Bool							\
  defined_##N (const struct native_state *x, uint64_t at, unsigned align) \
  {									\
    const uint8_t *const d = place_of (x, at, N, align);		\
    return LIKELY (d != NO_PLACE) && ALL_THERE (d, N);			\
  }
PRIVATE (1)
PRIVATE (2)
PRIVATE (4)
PRIVATE (8)
PRIVATE (12)
PRIVATE (16)
PRIVATE (32)
PRIVATE (64)

#define LOAD_OK(X, AT, N, ALIGN) \
  (private_p (X, AT) ? defined_##N (X, AT, ALIGN) : RUN_OK (X, AT, N, ALIGN))
#define ATOMIC_OK LOAD_OK
/* D, a variable, becomes the place that DEFINE writes.  */
#define STORE_OK(X, AT, N, ALIGN, D)					\
  (private_p (X, AT)							\
   ? (D = private_place (X, AT, N, ALIGN)) != NO_PLACE			\
   : (D = 0, RUN_OK (X, AT, N, ALIGN)))
/* A store of N defined bytes to where STORE_OK was true.  */
#define DEFINE(D, N)							\
  do									\
    {									\
      const uint64_t v_[2] = { ~(uint64_t) 0, ~(uint64_t) 0 };		\
      if (D)								\
	__builtin_memcpy (D, v_, N);					\
    }									\
  while (0)

/* ---- Windows, for accesses in loops.  Number W.  */

/* AT was not in window W.  If that happens often, ask for one that it is in, which comes when
   native code is entered again: false, so that it is left.  */
static __attribute__ ((unused)) BY_CALL _Bool
missed (struct native_state *x, uint64_t at, unsigned w)
{
  struct native_window *const v = &x->window[w];
  if (UNLIKELY (++v->misses > (uint32_t) WINDOW_MISSES << v->fills))
    {
      v->misses = 0;
      v->want = at;
      x->windows_wanted = 1;
      return 0;
    }
  return 1;
}
/* What LOAD_OK and the like say where it is not in the window.  */
#define MISSED(N)							\
  static __attribute__ ((unused)) BY_CALL _Bool				\
  loads_##N (struct native_state *x, uint64_t at, unsigned align, unsigned w) \
  {									\
    return missed (x, at, w) && LOAD_OK (x, at, N, align);		\
  }
MISSED (1)
MISSED (2)
MISSED (4)
MISSED (8)
MISSED (12)
MISSED (16)
static __attribute__ ((unused)) BY_CALL uint8_t *
stores (struct native_state *x, uint64_t at, unsigned n, unsigned align, unsigned w)
{
  uint8_t *d;
  return missed (x, at, w) && STORE_OK (x, at, n, align, d) ? d : NO_PLACE;
}
/* As LOAD_OK and the like.  */
#define LOAD_OK_IN(X, AT, N, ALIGN, W)					\
  ({									\
    const struct native_window *const v_ = &(X)->window[W];		\
    const uint64_t off_ = (AT) - v_->lo;				\
    (LIKELY (off_ < v_->n && !((AT) & ((ALIGN) - 1)))			\
     && (LIKELY (!v_->defined) || ALL_THERE (v_->defined + off_, N)))	\
      || loads_##N (X, AT, ALIGN, W);					\
  })
#define ATOMIC_OK_IN LOAD_OK_IN
#define STORE_OK_IN(X, AT, N, ALIGN, D, W)				\
  ({									\
    const struct native_window *const v_ = &(X)->window[W];		\
    const uint64_t off_ = (AT) - v_->lo;				\
    D = (LIKELY (off_ < v_->n && !((AT) & ((ALIGN) - 1)))		\
	 ? (LIKELY (!v_->defined) ? 0 : v_->defined + off_)		\
	 : stores (X, AT, N, ALIGN, W));				\
    D != NO_PLACE;							\
  })

/* ---- What is saved and restored in one go (native_saves), where it is a few lanes.  */
/* LANE, BY4, LOW and HIGH of T.  */
#define TEMPORARIES(T) \
  ({ uint32_t t_; __builtin_memcpy (&t_, T, 4); t_; })
/* Whether T, with BASE, has the temporaries of what has been done last, so that they stay
   pending, and all of it is in the wave's private memory.  */
static BY_CALL _Bool
rows_as_before (const struct native_state *x, const struct native_saves *t,
		uint64_t base)
{
  uint64_t at = base + t->from - x->scratch;
  return (t->own && x->pending == t->own
	  && TEMPORARIES (x->rows) == TEMPORARIES (t)
	  && at < x->scratch_most && t->to - t->from <= x->scratch_most - at
	  && base % 4 == 0 && !*x->any_computed
	  && (uint32_t) base <= UINT32_MAX - t->offset - 256
	  && x->v[t->lane][0] == 0
	  && !(x->vu[t->lane] | x->sv[t->base] | x->sv[t->base1]));
}
/* The shadow of what is at BASE, or null.  */
#define SHADOW(BASE) (x->defined ? x->defined + ((BASE) - x->scratch) : 0)
/* Whether N dwords with shadow D, which may be null, are defined; that they are.  */
static inline __attribute__ ((always_inline)) _Bool
dwords_defined (const uint8_t *d, unsigned n)
{
  uint32_t all = UINT32_MAX;
  for (unsigned k = 0; d && k < n; k++)
    all &= ((const uint32_t *) d)[k];
  return all == UINT32_MAX;
}
#define DEFINE_DWORDS(D, N) \
  do { if (D) __builtin_memset (D, 0xff, 4 * (N)); } while (0)
/* T is done.  */
#define SAVED(T, BASE)							\
  do									\
    {									\
      x->rows = &(T);							\
      x->rows_at = (BASE) + (T).offset;					\
      V[(T).by4][0] = 0;						\
      V[(T).low][0] = (uint32_t) ((BASE) + (T).offset);			\
      V[(T).high][0] = (BASE) >> 32;					\
      VU[(T).by4] = VU[(T).low] = VU[(T).high] = 0;			\
      S[106] = S[107] = SV[106] = SV[107] = 0;				\
      *x->vinsns += (T).vinsns;						\
      *x->lanes += (T).lanes;						\
    }									\
  while (0)

/* ---- Flow.  */
/* Operation K of function F.  */
#define UOP(F, K) \
  ((const void *) ((const char *) first[F] + (size_t) (K) * UOP_SIZE))
#define PC(U) (*(const uint64_t *) ((const char *) (U) + PC_AT))
typedef const void *handler_fn (const void *, void *);
#define HANDLER(U) (*(handler_fn *const *) ((const char *) (U) + FN_AT))
/* The operation at address TO if native code can be entered there, else null.  */
#define NATIVE_AT(TO)							\
  ({									\
    const uint64_t at_ = (TO) - x->map_base;				\
    const void *u_ = 0;							\
    if (at_ < x->map_size && at_ % 4 == 0)				\
      u_ = __atomic_load_n (&x->map[at_ / 4], __ATOMIC_ACQUIRE);	\
    if (u_ && *(const uint16_t *) ((const char *) u_ + OP_AT) != OP_NATIVE) \
      u_ = 0;								\
    u_;									\
  })
/* Native code is left by the way WAY, before operation U.  */
#define LEAVE(U, COUNTED, WAY) \
  do { vi += (COUNTED); u = (U); goto WAY; } while (0)
/* Before anybody looks at all lanes; at lane N, not 0, of register R, or writes it.  */
#define SETTLE								\
  do { if (UNLIKELY (x->pending)) x->settle (x->wave); } while (0)
#define SETTLE_LANE(R, N)						\
  do									\
    {									\
      if ((N) && UNLIKELY (x->pending >> ((R) & 63) & 1))		\
	x->settle (x->wave);						\
    }									\
  while (0)
/* Handlers are called: before the first of some, and each.  */
#define CALLS do { SETTLE; *x->states = STATES; } while (0)
#define CALL(U, COUNTED)						\
  do									\
    {									\
      u = HANDLER (U) (U, x->wave);					\
      if (UNLIKELY (u != (const char *) (U) + UOP_SIZE))		\
	{								\
	  vi += (COUNTED);						\
	  goto out;							\
	}								\
    }									\
  while (0)
/* A load or store was issued: one that counts for VM, for LGKM in any order; what S_WAITCNT
   waits for.  */
#define ISSUED_VM A->issued_vm++
#define ISSUED_LGKM A->unordered = ++A->issued_lgkm
#define WAITED_ALL_BUT(N, ISSUED, DONE)					\
  do									\
    {									\
      if (A->ISSUED >= (N) && A->ISSUED - (N) > A->DONE)			\
	A->DONE = A->ISSUED - (N);					\
    }									\
  while (0)
/* A block of N instructions ends, which take WAIT_STATES; mostly as many.  */
#define END(N, WAIT_STATES, COUNTED) \
  bu -= (N), st += (uint64_t) (WAIT_STATES) - (N), vi += (COUNTED)
/* The wave's states by now.  */
#define STATES (st + (uint64_t) (bu0 - bu))
/* The slice is over; operation U is next.  */
#define SLICE(U, WAY) do { slice = 1; u = (U); goto WAY; } while (0)

/* What returns to ADDRESS is called (wave_called); it is the innermost call; it returns.  */
#define CALLED(ADDRESS)							\
  do									\
    {									\
      uint64_t depth_ = ++*x->depth;					\
      x->calls[depth_ % NATIVE_CALLS]					\
	= (struct native_call) { depth_, ADDRESS };			\
    }									\
  while (0)
#define INNERMOST_P(ADDRESS)						\
  (*x->depth								\
   && x->calls[*x->depth % NATIVE_CALLS].depth == *x->depth		\
   && x->calls[*x->depth % NATIVE_CALLS].address == (ADDRESS))
#define RETURNED --*x->depth

#define BEGIN								\
  static const struct vm vm_ = { { CPU } };				\
  static const struct wave w_ = { &vm_, MODE, 1, 1 };			\
  static const struct wave *const w = &w_;				\
  __attribute__ ((visibility ("default"))) const void *			\
  native (struct native_state *x, const void *const *first,		\
	  uint32_t entry)						\
  {									\
    uint32_t *const S = x->s, *const SV = x->sv;			\
    uint64_t *const VU = x->vu;						\
    uint32_t (*const V)[64] = x->v, (*const VV)[64] = x->vv;		\
    const void *u;							\
    _Bool slice = 0;							\
    int64_t bu = *x->budget;						\
    const int64_t bu0 = bu;						\
    uint64_t st = *x->states, vi = 0, ln = 0;				\
    struct access_counts *const A = x->accesses;			\
    enum { i = 0 };							\
    if (UNLIKELY (x->mode != MODE))					\
      return UOP (0, entry + 1);
#define FINISH								\
  out:									\
    if (slice)								\
      {									\
	*x->next = u;							\
	*x->stop = x->slice;						\
	u = 0;								\
      }									\
    *x->budget = bu;							\
    *x->insns += (uint64_t) (bu0 - bu);					\
    *x->states = STATES;						\
    *x->vinsns += vi;							\
    *x->lanes += vi + ln;						\
    return u;								\
  }

#endif /* GCNVM_NATIVE_PRELUDE_H */
