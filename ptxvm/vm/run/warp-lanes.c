/* The PTX machine: lane operations over a whole warp.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
#include "code/uniform.h"
#include "run/lanes.h"

/* With vectors, the handler of a whole warp jumps to the next one (the
   compiler makes jumps of calls in tail position) and hands the result on in
   vector registers; see vec-ops.def.  */
#if defined __AVX2__ && HAVE_ISAS
# define THREADED 1
# include "run/vec.h"
#else
# define THREADED 0
#endif

#define PASTE_(A, B) A##B
#define PASTE(A, B) PASTE_ (A, B)

#if HAVE_ISAS || ISA_P (ISA) == 0
#define REG(T, OFF) ((ST_##T *) __builtin_assume_aligned (R + (OFF), 64))
#define IVDEP _Pragma ("GCC ivdep")
#define EACH_LANE IVDEP for (int i = 0; i < WARP_SIZE; i++)
#define EACH_ACTIVE(I)						\
  for (uint32_t m_ = w->mask, I; m_ && (I = first_lane (m_), 1); m_ &= m_ - 1)

/* A handler of whole warps: FULL_FN (NAME) { FULL_BEGIN; ... FULL_END }.  */
#if THREADED
typedef const struct uop *full_fn (struct warp *, const struct uop *,
				   uint8_t *R, ACC_PARAMS);
static full_fn *const full_table[OP_N_PLAN];
# define FULL_FN(NAME) \
  static const struct uop * \
  NAME (struct warp *w, const struct uop *u, uint8_t *R, ACC_PARAMS)
# define FULL_BEGIN (void) w
# define JUMP return full_table[u->op] (w, u, R, ACC_ARGS)
# define FULL_END u++; JUMP;
#else
# define FULL_FN(NAME) \
  static void \
  NAME (struct warp *w, const struct uop *u)
# define FULL_BEGIN uint8_t *R = w->R; (void) R
# define FULL_END return;
#endif

/* All lanes, and those in the mask only: the latter compute in every lane
   and keep the old value where the mask has a zero.  */
#define BOTH(ID, D, FIND, READ, EXPR)					\
  FULL_FN (full_##ID)							\
  {									\
    FULL_BEGIN;								\
    ST_##D *d = REG (D, u->d);						\
    FIND;								\
    EACH_LANE { READ; d[i] = (ST_##D) (CT_##D) (EXPR); }		\
    FULL_END								\
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

/* ---- Predicates.  */

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
#define SETP_MASK(NAME, T, FIND, READ, EXPR)				\
  static inline uint32_t						\
  flags_##NAME (struct warp *w, const struct uop *u, uint8_t *R)	\
  {									\
    FLAG_##T *t = (FLAG_##T *) __builtin_assume_aligned (w->scratch, 64); \
    FIND;								\
    EACH_LANE { READ; t[i] = (EXPR) ? -1 : 0; }				\
    return (sizeof (FLAG_##T) == 8					\
	    ? top_bits_8 ((const int64_t *) t)				\
	    : top_bits_4 ((const int32_t *) t));			\
  }									\
  static void								\
  mask_##NAME (struct warp *w, const struct uop *u)			\
  {									\
    uint8_t *R = w->R;							\
    uint32_t v = flags_##NAME (w, u, R);				\
    uint32_t *p = (uint32_t *) (R + u->d);				\
    *p = (*p & ~w->mask) | (v & w->mask);				\
  }
#if THREADED
# define PREDR(OFF) (*(uint32_t *) (R + (OFF)))
/* Go on after the brac at U, whose predicate is V; to the caller where that is
   more than a jump.  */
# define BRANCH(V)							\
  {									\
    uint32_t t = u->n ? ~(V) : (V);					\
    if (t == 0)								\
      u++;								\
    else if (t != FULL_MASK || (u->rel <= 0 && w->budget <= 0))		\
      return u;								\
    else								\
      {									\
	if (u->rel <= 0)						\
	  w->budget--;							\
	u += u->rel;							\
      }									\
    JUMP;								\
  }
# define SETP_FULL(NAME, FLAGS)						\
  FULL_FN (full_##NAME)							\
  {									\
    FULL_BEGIN;								\
    PREDR (u->d) = FLAGS (NAME);					\
    FULL_END								\
  }									\
  FULL_FN (full_##NAME##_bra)						\
  {									\
    uint32_t v = FLAGS (NAME);						\
    PREDR (u->d) = v;							\
    u++;								\
    BRANCH (v)								\
  }
# define FLAGS_BY_LOOP(NAME) flags_##NAME (w, u, R)
# define FLAGS_BY_VECTOR(NAME) vec_flags_##NAME (u, R)
# define VEC_PIECE(K, SZ, T, B, CMP) \
    v |= ((uint32_t) FLAGS_##T (MEM_##T (R + u->a, K), B (T, K), CMP) \
	  << (VB / SZ * K));
# define VEC_B_REG(T, K) MEM_##T (R + u->b, K)
# define VEC_B_IMM(T, K) SPLAT_##T (IMM_##T (u))
# define SETP_VEC(NAME, T, B, SZ, CMP)					\
  static inline uint32_t						\
  vec_flags_##NAME (const struct uop *u, uint8_t *R)			\
  {									\
    uint32_t v = 0;							\
    P_##SZ (VEC_PIECE, SZ, T, B, CMP)					\
    return v;								\
  }									\
  SETP_FULL (NAME, FLAGS_BY_VECTOR)
# define SP_u16(ID, T, FLT, INT) \
    SETP_FULL (ID, FLAGS_BY_LOOP) SETP_FULL (ID##_i, FLAGS_BY_LOOP)
# define SP_s16 SP_u16
# define SP_VEC(ID, T, SZ, CMP) \
    SETP_VEC (ID, T, VEC_B_REG, SZ, CMP) SETP_VEC (ID##_i, T, VEC_B_IMM, SZ, CMP)
# define SP_u32(ID, T, FLT, INT) SP_VEC (ID, T, 4, INT)
# define SP_s32(ID, T, FLT, INT) SP_VEC (ID, T, 4, INT)
# define SP_f32(ID, T, FLT, INT) SP_VEC (ID, T, 4, FLT)
# define SP_u64(ID, T, FLT, INT) SP_VEC (ID, T, 8, INT)
# define SP_s64(ID, T, FLT, INT) SP_VEC (ID, T, 8, INT)
# define SP_f64(ID, T, FLT, INT) SP_VEC (ID, T, 8, FLT)
#else
# define SETP_FULL(NAME)						\
  FULL_FN (full_##NAME)							\
  {									\
    uint8_t *R = w->R;							\
    *(uint32_t *) (R + u->d) = flags_##NAME (w, u, R);			\
  }
# define SP_ANY(ID, T, FLT, INT) SETP_FULL (ID) SETP_FULL (ID##_i)
# define SP_u16 SP_ANY
# define SP_s16 SP_ANY
# define SP_u32 SP_ANY
# define SP_s32 SP_ANY
# define SP_f32 SP_ANY
# define SP_u64 SP_ANY
# define SP_s64 SP_ANY
# define SP_f64 SP_ANY
#endif
#define SP(ID, CMP, K, T, EXPR)						\
  SETP_MASK (ID, T, AT (a, T); AT (b, T), IN (a, T); IN (b, T), EXPR)	\
  SETP_MASK (ID##_i, T, AT (a, T); IMM (b, T), IN (a, T), EXPR)		\
  SP_##T (ID, T, FLT_##CMP, INT_##CMP)
#define PW(ID, EXPR)							\
  static void								\
  mask_##ID (struct warp *w, const struct uop *u)			\
  {									\
    uint32_t a = PREDW (w, u->a), b = PREDW (w, u->b);			\
    (void) a, (void) b;							\
    PREDW (w, u->d) = (PREDW (w, u->d) & ~w->mask) | ((EXPR) & w->mask); \
  }									\
  FULL_FN (full_##ID)							\
  {									\
    FULL_BEGIN;								\
    uint32_t a = *(uint32_t *) (R + u->a), b = *(uint32_t *) (R + u->b); \
    (void) a, (void) b;							\
    *(uint32_t *) (R + u->d) = (EXPR);					\
    FULL_END								\
  }
#include "code/lane-ops.def"

/* ---- Operations on vectors.  */

#if THREADED
# define PIECES_u32 P_4
# define PIECES_s32 P_4
# define PIECES_f32 P_4
# define PIECES_u64 P_8
# define PIECES_s64 P_8
# define PIECES_f64 P_8
# define FROM_m(V, T, K) const vec_##T V = MEM_##T (p_##V, K)
# define FROM_q(V, T, K) const vec_##T V = ACC_##T (K)
# define FROM_i(V, T, K) const vec_##T V = imm
# define READ1(K, A, MA) FROM_##MA (a, A, K)
# define READ2(K, A, MA, B, MB) FROM_##MA (a, A, K); FROM_##MB (b, B, K)
# define READ3(K, A, MA, B, MB, C, MC) \
    FROM_##MA (a, A, K); FROM_##MB (b, B, K); FROM_##MC (c, C, K)
# define VEC1(K, D, EXPR, ...) PIECE_OF (K, D, EXPR, READ1 (K, __VA_ARGS__))
# define VEC2(K, D, EXPR, ...) PIECE_OF (K, D, EXPR, READ2 (K, __VA_ARGS__))
# define VEC3(K, D, EXPR, ...) PIECE_OF (K, D, EXPR, READ3 (K, __VA_ARGS__))
# define PIECE_OF(K, D, EXPR, READ)					\
  {									\
    READ;								\
    const vec_##D r = (vec_##D) (EXPR);					\
    *(vec_##D *) (p_d + VB * (K)) = r;					\
    q##K = (vec_acc) r;							\
  }
# define VEC_FN(NAME, N, D, EXPR, IMMEDIATE, ...)			\
  FULL_FN (fast_##NAME)							\
  {									\
    FULL_BEGIN;								\
    OLD_ACC;								\
    uint8_t *p_d = R + u->d;						\
    const uint8_t *p_a = R + u->a, *p_b = R + u->b, *p_c = R + u->c;	\
    (void) p_a, (void) p_b, (void) p_c;					\
    IMMEDIATE;								\
    PIECES_##D (VEC##N, D, EXPR, __VA_ARGS__)				\
    FULL_END								\
  }
# define IMM_B(T) const vec_##T imm = SPLAT_##T (IMM_##T (u))
# define IMM3_B(T) const vec_##T imm = SPLAT_##T (IMM3_##T (u))
# define V1(ID, D, A, EXPR)						\
  VEC_FN (ID, 1, D, EXPR, , A, m)					\
  VEC_FN (ID##_fa, 1, D, EXPR, , A, q)
# define V2(ID, D, A, B, EXPR)						\
  VEC_FN (ID, 2, D, EXPR, , A, m, B, m)					\
  VEC_FN (ID##_fa, 2, D, EXPR, , A, q, B, m)				\
  VEC_FN (ID##_fb, 2, D, EXPR, , A, m, B, q)				\
  VEC_FN (ID##_i, 2, D, EXPR, IMM_B (B), A, m, B, i)			\
  VEC_FN (ID##_i_fa, 2, D, EXPR, IMM_B (B), A, q, B, i)
# define V3(ID, D, A, B, C, EXPR)					\
  VEC_FN (ID, 3, D, EXPR, , A, m, B, m, C, m)				\
  VEC_FN (ID##_fa, 3, D, EXPR, , A, q, B, m, C, m)			\
  VEC_FN (ID##_fb, 3, D, EXPR, , A, m, B, q, C, m)			\
  VEC_FN (ID##_fc, 3, D, EXPR, , A, m, B, m, C, q)			\
  VEC_FN (ID##_i, 3, D, EXPR, IMM3_B (B), A, m, B, i, C, m)		\
  VEC_FN (ID##_i_fa, 3, D, EXPR, IMM3_B (B), A, q, B, i, C, m)		\
  VEC_FN (ID##_i_fc, 3, D, EXPR, IMM3_B (B), A, m, B, i, C, q)
# include "code/vec-ops.def"
#endif

#include "run/warp-mem.h"

/* ---- Control.  What is more than a jump is left to interp_warp.  */

#if THREADED
FULL_FN (full_bra)
{
  if (u->rel <= 0)
    {
      if (w->budget <= 0)
	return u;
      w->budget--;
    }
  u += u->rel;
  JUMP;
}

FULL_FN (full_brac)
{
  BRANCH (PREDR (u->a))
}

FULL_FN (full_guard)
{
  uint32_t t = PREDR (u->a);
  t = u->n ? ~t : t;
  if (t != 0 && t != FULL_MASK)
    return u;
  u += t ? 1 : u->rel + 1;
  JUMP;
}

FULL_FN (full_join)
{
  if (w->cur->rdv)
    return u;
  FULL_END
}

FULL_FN (full_ctl)
{
  (void) w, (void) R;
  ACC_USED;
  return u;
}

FULL_FN (full_rare)
{
  rare_table[u->op] (w, u);
  FULL_END
}
#endif

/* ---- Tables.  */

#define L1(ID, ...) [OP_##ID] = full_##ID,
#define L2(ID, ...) [OP_##ID] = full_##ID, [OP_##ID##_i] = full_##ID##_i,
#define L3(ID, ...) [OP_##ID] = full_##ID, [OP_##ID##_i] = full_##ID##_i,
#define LI(ID, ...) [OP_##ID] = full_##ID,
#define SL(ID, ...) [OP_##ID] = full_##ID,
#define SLI(ID, ...) [OP_##ID] = full_##ID,
#define PW(ID, ...) [OP_##ID] = full_##ID,
#define LD(ID, ...) [OP_##ID] = full_##ID,
#define ST(ID, ...) [OP_##ID] = full_##ID,
#if THREADED
/* Those of vec-ops.def come twice, the second time with vectors.  */
# pragma GCC diagnostic ignored "-Woverride-init"
static full_fn *const full_table[OP_N_PLAN] = {
  /* What is done once is interp-uniform.c's.  */
  [OP_N ... OP_N_PLAN - 1] = full_ctl,
# define SP(ID, ...) \
    [OP_##ID] = full_##ID, [OP_##ID##_i] = full_##ID##_i, \
    [OP_##ID##_bra] = full_##ID##_bra, [OP_##ID##_i_bra] = full_##ID##_i_bra,
# include "code/lane-ops.def"
# include "code/mem-ops.def"
# define RARE(ID, ...) [OP_##ID] = full_rare,
# include "code/rare-ops.def"
# define V1(ID, ...) [OP_##ID] = fast_##ID, [OP_##ID##_fa] = fast_##ID##_fa,
# define V2(ID, ...) \
    V1 (ID) [OP_##ID##_fb] = fast_##ID##_fb, \
    [OP_##ID##_i] = fast_##ID##_i, [OP_##ID##_i_fa] = fast_##ID##_i_fa,
# define V3(ID, ...) \
    V2 (ID) [OP_##ID##_fc] = fast_##ID##_fc, \
    [OP_##ID##_i_fc] = fast_##ID##_i_fc,
# include "code/vec-ops.def"
# define CTL_SELF(ID) [OP_##ID] = full_##ID,
# define CTL(ID) [OP_##ID] = full_ctl,
# include "code/ctl-ops.def"
};

const struct uop *
PASTE (warp_full_, ISA) (struct warp *w, const struct uop *u)
{
  vec_acc z = V_ZERO;
  return full_table[u->op] (w, u, w->R, ACC_FILL (z));
}
#else
static uop_fn *const full_table[OP_N_FN] = {
# define SP(ID, ...) [OP_##ID] = full_##ID, [OP_##ID##_i] = full_##ID##_i,
# include "code/lane-ops.def"
# include "code/mem-ops.def"
# define RARE(ID, ...) [OP_##ID] = rare_##ID,
# include "code/rare-ops.def"
# define V1(ID, ...) [OP_##ID##_fa] = full_##ID,
# define V2(ID, ...) \
    V1 (ID) [OP_##ID##_fb] = full_##ID, [OP_##ID##_i_fa] = full_##ID##_i,
# define V3(ID, ...) \
    V2 (ID) [OP_##ID##_fc] = full_##ID, [OP_##ID##_i_fc] = full_##ID##_i,
# include "code/vec-ops.def"
};

const struct uop *
PASTE (warp_full_, ISA) (struct warp *w, const struct uop *u)
{
  for (;; u++)
    {
      if (likely (u->op < OP_N_FN))
	full_table[u->op] (w, u);
      else if (u->op >= OP_FIRST_FUSED && u->op < OP_N)
	full_table[u->op - OP_FIRST_FUSED + OP_setp_eq_u16] (w, u);
      else
	return u;
    }
}
#endif

uop_fn *const PASTE (warp_mask_, ISA)[OP_N_FN] = {
#define L1(ID, ...) [OP_##ID] = mask_##ID,
#define L2(ID, ...) [OP_##ID] = mask_##ID, [OP_##ID##_i] = mask_##ID##_i,
#define L3(ID, ...) [OP_##ID] = mask_##ID, [OP_##ID##_i] = mask_##ID##_i,
#define SP(ID, ...) [OP_##ID] = mask_##ID, [OP_##ID##_i] = mask_##ID##_i,
#define LI(ID, ...) [OP_##ID] = mask_##ID,
#define SL(ID, ...) [OP_##ID] = mask_##ID,
#define SLI(ID, ...) [OP_##ID] = mask_##ID,
#define PW(ID, ...) [OP_##ID] = mask_##ID,
#include "code/lane-ops.def"
#define LD(ID, ...) [OP_##ID] = mask_##ID,
#define ST(ID, ...) [OP_##ID] = mask_##ID,
#include "code/mem-ops.def"
#define RARE(ID, ...) [OP_##ID] = rare_##ID,
#include "code/rare-ops.def"
#define V1(ID, ...) [OP_##ID##_fa] = mask_##ID,
#define V2(ID, ...) \
  V1 (ID) [OP_##ID##_fb] = mask_##ID, [OP_##ID##_i_fa] = mask_##ID##_i,
#define V3(ID, ...) \
  V2 (ID) [OP_##ID##_fc] = mask_##ID, [OP_##ID##_i_fc] = mask_##ID##_i,
#include "code/vec-ops.def"
};
#endif
