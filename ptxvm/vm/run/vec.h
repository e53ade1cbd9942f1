/* Registers of whole warps as vectors.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* For warp-lanes.c, where it is compiled for AVX2 or AVX-512.  A register of
   32 bits is NP4 vectors of VB bytes, one of 64 bits NP8.  The value that the
   last operation wrote is also in q0, q1, ..., which the handlers hand on as
   arguments, so that it stays in vector registers.  */

#ifndef VM_VEC_H
#define VM_VEC_H

#ifdef __AVX512F__
# define VB 64
# define P_4(M, ...) M (0, __VA_ARGS__) M (1, __VA_ARGS__)
# define P_8(M, ...) P_4 (M, __VA_ARGS__) M (2, __VA_ARGS__) M (3, __VA_ARGS__)
typedef __m512i vec_acc;
# define ACC_PARAMS vec_acc q0, vec_acc q1, vec_acc q2, vec_acc q3
# define ACC_ARGS q0, q1, q2, q3
# define ACC_USED (void) q0, (void) q1, (void) q2, (void) q3
# define ACC_FILL(Z) Z, Z, Z, Z
# define OLD_ACC const vec_acc o0 = q0, o1 = q1, o2 = q2, o3 = q3; \
    (void) o0, (void) o1, (void) o2, (void) o3
# define V_ZERO _mm512_setzero_si512 ()
# define V(NAME) _mm512_##NAME
# define V_F32 __m512
# define V_F64 __m512d
# define HALF __m256i
#else
# define VB 32
# define P_4(M, ...) M (0, __VA_ARGS__) M (1, __VA_ARGS__) \
    M (2, __VA_ARGS__) M (3, __VA_ARGS__)
# define P_8(M, ...) P_4 (M, __VA_ARGS__) M (4, __VA_ARGS__) \
    M (5, __VA_ARGS__) M (6, __VA_ARGS__) M (7, __VA_ARGS__)
typedef __m256i vec_acc;
# define ACC_PARAMS vec_acc q0, vec_acc q1, vec_acc q2, vec_acc q3, \
    vec_acc q4, vec_acc q5, vec_acc q6, vec_acc q7
# define ACC_ARGS q0, q1, q2, q3, q4, q5, q6, q7
# define ACC_USED (void) q0, (void) q1, (void) q2, (void) q3, \
    (void) q4, (void) q5, (void) q6, (void) q7
# define ACC_FILL(Z) Z, Z, Z, Z, Z, Z, Z, Z
# define OLD_ACC const vec_acc o0 = q0, o1 = q1, o2 = q2, o3 = q3, \
    o4 = q4, o5 = q5, o6 = q6, o7 = q7; \
    (void) o0, (void) o1, (void) o2, (void) o3, \
    (void) o4, (void) o5, (void) o6, (void) o7
# define V_ZERO _mm256_setzero_si256 ()
# define V(NAME) _mm256_##NAME
# define V_F32 __m256
# define V_F64 __m256d
# define HALF __m128i
#endif

#define VEC_TYPE(N, T) \
  typedef T vec_##N __attribute__ ((vector_size (VB), may_alias));
VEC_TYPE (u32, uint32_t)
VEC_TYPE (s32, int32_t)
VEC_TYPE (u64, uint64_t)
VEC_TYPE (s64, int64_t)
VEC_TYPE (f32, float)
VEC_TYPE (f64, double)
#undef VEC_TYPE
typedef vec_u64 vec_w32;
typedef vec_s64 vec_x32;
typedef vec_u32 vec_n64;

/* ---- What vec-ops.def calls.  */

static inline vec_u64
vec_mul_u32 (vec_u64 a, vec_u64 b)
{
  return (vec_u64) V (mul_epu32) ((vec_acc) a, (vec_acc) b);
}

static inline vec_s64
vec_mul_s32 (vec_s64 a, vec_s64 b)
{
  return (vec_s64) V (mul_epi32) ((vec_acc) a, (vec_acc) b);
}

#define VEC_FN2(NAME, T, TB, BUILTIN)					\
  static inline vec_##T							\
  NAME (vec_##T a, vec_##TB b)						\
  {									\
    return (vec_##T) V (BUILTIN) ((vec_acc) a, (vec_acc) b);		\
  }
VEC_FN2 (vec_min_u32, u32, u32, min_epu32)
VEC_FN2 (vec_min_s32, s32, s32, min_epi32)
VEC_FN2 (vec_max_u32, u32, u32, max_epu32)
VEC_FN2 (vec_max_s32, s32, s32, max_epi32)
/* These clamp the amount as PTX does.  */
VEC_FN2 (vec_shl_b32, u32, u32, sllv_epi32)
VEC_FN2 (vec_shr_u32, u32, u32, srlv_epi32)
VEC_FN2 (vec_shr_s32, s32, u32, srav_epi32)
VEC_FN2 (vec_shl_b64, u64, u64, sllv_epi64)
VEC_FN2 (vec_shr_u64, u64, u64, srlv_epi64)
#undef VEC_FN2

/* The canonical NaN for any.  */
static inline vec_f32
vec_canon (vec_f32 a)
{
  vec_u32 nan = (vec_u32) (a != a);
  return (vec_f32) (((vec_u32) a & ~nan) | (nan & 0x7fffffffu));
}

static inline vec_f32
vec_fma_f32 (vec_f32 a, vec_f32 b, vec_f32 c)
{
  return (vec_f32) V (fmadd_ps) ((V_F32) a, (V_F32) b, (V_F32) c);
}

static inline vec_f64
vec_fma_f64 (vec_f64 a, vec_f64 b, vec_f64 c)
{
  return (vec_f64) V (fmadd_pd) ((V_F64) a, (V_F64) b, (V_F64) c);
}

/* ---- Vector K of an operand: from memory at P, from the last result (o0, o1,
   ...: its copy), or a constant.  */

#define FROM_MEMORY(T, P, K) (*(const vec_##T *) ((P) + VB * (K)))
#define MEM_u32(P, K) FROM_MEMORY (u32, P, K)
#define MEM_s32(P, K) FROM_MEMORY (s32, P, K)
#define MEM_u64(P, K) FROM_MEMORY (u64, P, K)
#define MEM_s64(P, K) FROM_MEMORY (s64, P, K)
#define MEM_f32(P, K) FROM_MEMORY (f32, P, K)
#define MEM_f64(P, K) FROM_MEMORY (f64, P, K)
#define MEM_HALF(P, K) (*(const HALF *) ((P) + VB / 2 * (K)))
#define MEM_w32(P, K) ((vec_u64) V (cvtepu32_epi64) (MEM_HALF (P, K)))
#define MEM_x32(P, K) ((vec_s64) V (cvtepi32_epi64) (MEM_HALF (P, K)))
#define MEM_n64(P, K) \
  vec_narrow ((vec_acc) MEM_u64 (P, 2 * (K)), \
	      (vec_acc) MEM_u64 (P, 2 * (K) + 1))

#define ACC_u32(K) ((vec_u32) o##K)
#define ACC_s32(K) ((vec_s32) o##K)
#define ACC_u64(K) ((vec_u64) o##K)
#define ACC_s64(K) ((vec_s64) o##K)
#define ACC_f32(K) ((vec_f32) o##K)
#define ACC_f64(K) ((vec_f64) o##K)
#define ACC_w32(K) ((vec_u64) V (cvtepu32_epi64) (ACC_HALF_##K))
#define ACC_x32(K) ((vec_s64) V (cvtepi32_epi64) (ACC_HALF_##K))
#define ACC_n64(K) vec_narrow (ACC_PAIR_##K)
#define ACC_PAIR_0 o0, o1
#define ACC_PAIR_1 o2, o3
#define ACC_PAIR_2 o4, o5
#define ACC_PAIR_3 o6, o7
#define ACC_HALF_0 LOW_HALF (o0)
#define ACC_HALF_1 HIGH_HALF (o0)
#define ACC_HALF_2 LOW_HALF (o1)
#define ACC_HALF_3 HIGH_HALF (o1)
#define ACC_HALF_4 LOW_HALF (o2)
#define ACC_HALF_5 HIGH_HALF (o2)
#define ACC_HALF_6 LOW_HALF (o3)
#define ACC_HALF_7 HIGH_HALF (o3)
#ifdef __AVX512F__
# define LOW_HALF(Q) _mm512_castsi512_si256 (Q)
# define HIGH_HALF(Q) _mm512_extracti64x4_epi64 (Q, 1)
#else
# define LOW_HALF(Q) _mm256_castsi256_si128 (Q)
# define HIGH_HALF(Q) _mm256_extracti128_si256 (Q, 1)
#endif

/* The low halves of the elements of A, then of B.  */
static inline vec_u32
vec_narrow (vec_acc a, vec_acc b)
{
#ifdef __AVX512F__
  return (vec_u32) _mm512_inserti64x4
		     (_mm512_castsi256_si512 (_mm512_cvtepi64_epi32 (a)),
		      _mm512_cvtepi64_epi32 (b), 1);
#else
  __m256i v = (__m256i) _mm256_shuffle_ps ((__m256) a, (__m256) b, 0x88);
  return (vec_u32) _mm256_permute4x64_epi64 (v, 0xd8);
#endif
}

#define SPLAT_u32(X) ((vec_u32) V (set1_epi32) ((int) (X)))
#define SPLAT_s32(X) ((vec_s32) V (set1_epi32) ((int) (X)))
#define SPLAT_u64(X) ((vec_u64) V_SET1_64 ((long long) (X)))
#define SPLAT_s64(X) ((vec_s64) V_SET1_64 ((long long) (X)))
#define SPLAT_f32(X) ((vec_f32) V (set1_ps) (X))
#define SPLAT_f64(X) ((vec_f64) V (set1_pd) (X))
#define SPLAT_w32(X) SPLAT_u64 ((uint64_t) (uint32_t) (X))
#define SPLAT_x32(X) ((vec_s64) V_SET1_64 ((long long) (int32_t) (X)))
#ifdef __AVX512F__
# define V_SET1_64 _mm512_set1_epi64
#else
# define V_SET1_64 _mm256_set1_epi64x
#endif
#define IMM_w32 IMM_u32
#define IMM_x32 IMM_s32
#define IMM3_w32 IMM3_u32
#define IMM3_x32 IMM3_s32

/* ---- Comparisons.  */

/* Lanes where vectors of T compare so, by the names of setp.  */
#define FLAGS_f32(A, B, CMP) VEC_CMP_PS ((V_F32) (A), (V_F32) (B), CMP)
#define FLAGS_f64(A, B, CMP) VEC_CMP_PD ((V_F64) (A), (V_F64) (B), CMP)
#define FLT_EQ _CMP_EQ_OQ
#define FLT_NE _CMP_NEQ_OQ
#define FLT_LT _CMP_LT_OQ
#define FLT_LE _CMP_LE_OQ
#define FLT_GT _CMP_GT_OQ
#define FLT_GE _CMP_GE_OQ
#define FLT_NUM _CMP_ORD_Q
#define FLT_NAN _CMP_UNORD_Q
#define FLT_EQU _CMP_EQ_UQ
#define FLT_NEU _CMP_NEQ_UQ
#define FLT_LTU _CMP_NGE_UQ
#define FLT_LEU _CMP_NGT_UQ
#define FLT_GTU _CMP_NLE_UQ
#define FLT_GEU _CMP_NLT_UQ
#ifdef __AVX512F__
# define VEC_CMP_PS _mm512_cmp_ps_mask
# define VEC_CMP_PD _mm512_cmp_pd_mask
# define FLAGS_u32(A, B, CMP) \
    _mm512_cmp_epu32_mask ((vec_acc) (A), (vec_acc) (B), CMP)
# define FLAGS_s32(A, B, CMP) \
    _mm512_cmp_epi32_mask ((vec_acc) (A), (vec_acc) (B), CMP)
# define FLAGS_u64(A, B, CMP) \
    _mm512_cmp_epu64_mask ((vec_acc) (A), (vec_acc) (B), CMP)
# define FLAGS_s64(A, B, CMP) \
    _mm512_cmp_epi64_mask ((vec_acc) (A), (vec_acc) (B), CMP)
# define INT_EQ _MM_CMPINT_EQ
# define INT_NE _MM_CMPINT_NE
# define INT_LT _MM_CMPINT_LT
# define INT_LE _MM_CMPINT_LE
# define INT_GT _MM_CMPINT_NLE
# define INT_GE _MM_CMPINT_NLT
#else
# define VEC_CMP_PS(A, B, IMM) _mm256_movemask_ps (_mm256_cmp_ps (A, B, IMM))
# define VEC_CMP_PD(A, B, IMM) _mm256_movemask_pd (_mm256_cmp_pd (A, B, IMM))
# define FLAGS_u32(A, B, CMP) _mm256_movemask_ps ((__m256) ((A) CMP (B)))
# define FLAGS_s32 FLAGS_u32
# define FLAGS_u64(A, B, CMP) _mm256_movemask_pd ((__m256d) ((A) CMP (B)))
# define FLAGS_s64 FLAGS_u64
# define INT_EQ ==
# define INT_NE !=
# define INT_LT <
# define INT_LE <=
# define INT_GT >
# define INT_GE >=
#endif

/* ---- Addresses.  */

/* The lanes' addresses A beside A[0] + lane * STEP.  */
static inline bool
vec_progression (const uint64_t *a, uint64_t step)
{
#ifdef __AVX512F__
  const vec_u64 lanes = { 0, 1, 2, 3, 4, 5, 6, 7 };
  __m512i at = (__m512i) (lanes * step + a[0]);
  __m512i by = _mm512_set1_epi64 ((long long) (8 * step));
  __mmask8 bad = 0;
  for (int k = 0; k < 4; k++)
    {
      bad |= _mm512_cmpneq_epu64_mask (_mm512_load_si512 (a + 8 * k), at);
      at = _mm512_add_epi64 (at, by);
    }
  return !bad;
#else
  const vec_u64 lanes = { 0, 1, 2, 3 };
  __m256i at = (__m256i) (lanes * step + a[0]);
  __m256i by = _mm256_set1_epi64x ((long long) (4 * step));
  __m256i bad = _mm256_setzero_si256 ();
  for (int k = 0; k < 8; k++)
    {
      __m256i v = _mm256_load_si256 ((const __m256i *) (a + 4 * k));
      bad = _mm256_or_si256 (bad, _mm256_xor_si256 (v, at));
      at = _mm256_add_epi64 (at, by);
    }
  return _mm256_testz_si256 (bad, bad);
#endif
}

/* Vector K of what is at P + A[i] - LOW; that is less than 4 GiB from P.  */
static inline vec_acc
vec_gather_4 (unsigned k, const uint8_t *p, const uint64_t *a, uint64_t low)
{
  vec_acc l = V_SET1_64 ((long long) low);
  const vec_acc *v = (const vec_acc *) a + 2 * k;
#ifdef __AVX512F__
  vec_acc at = (vec_acc) vec_narrow (v[0] - l, v[1] - l);
  return _mm512_i32gather_epi32 (at, p, 1);
#else
  const int *q = (const int *) p;
  return _mm256_set_m128i (_mm256_i64gather_epi32 (q, v[1] - l, 1),
			   _mm256_i64gather_epi32 (q, v[0] - l, 1));
#endif
}

/* D[i] = the same.  */
static inline void
vec_gather_8 (uint64_t *d, const uint8_t *p, const uint64_t *a, uint64_t low)
{
  vec_acc l = V_SET1_64 ((long long) low);
  for (int k = 0; k < WARP_SIZE * 8 / VB; k++)
    {
      vec_acc at = *(const vec_acc *) (a + VB / 8 * k) - l;
#ifdef __AVX512F__
      *((vec_acc *) d + k) = _mm512_i64gather_epi64 (at, p, 1);
#else
      *((vec_acc *) d + k) = _mm256_i64gather_epi64 ((const long long *) p,
						     at, 1);
#endif
    }
}

#endif /* VM_VEC_H */
