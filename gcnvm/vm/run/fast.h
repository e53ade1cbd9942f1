/* What the files share that are compiled for any processor and for those with
   AVX2 (ISA is `base' or `avx2').
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* To be included first: the processor is said before any other header, so that
   what is inline there is compiled for it too.  */

#ifndef GCNVM_FAST_H
#define GCNVM_FAST_H

#define ISA_IS_base 0
#define ISA_IS_avx2 1
#define ISA_P_(I) ISA_IS_##I
#define ISA_P(I) ISA_P_ (I)
/* Clang has no such pragma; its code is for any processor.  */
#if ISA_P (ISA) && defined __x86_64__ && !defined __clang__
# pragma GCC target ("avx2,fma,bmi,bmi2,lzcnt,popcnt")
# define WITH_AVX2 1
#else
# define WITH_AVX2 0
#endif

#ifdef __x86_64__
# include <immintrin.h>
#endif

#include <string.h>

#include "run/vector.h"

#define PASTE_(A, B) A##B
#define PASTE(A, B) PASTE_ (A, B)
#define NAME(N) PASTE (PASTE (N, _), ISA)

#define ALL_LANES (~UINT64_C (0))

/* Source I of U as a VGPR: its lanes; those of them with undefined bits, of the
   register itself and of both of a pair.  */
#define V(I) ((const uint32_t *) ((const char *) w->v + u->at[(I) + 1]))
#define U(I) (*(const uint64_t *) ((const char *) w->vu + u->at[(I) + 1] / 32))
#define U2(I) \
  (((const uint64_t *) ((const char *) w->vu + u->at[(I) + 1] / 32))[0] \
   | ((const uint64_t *) ((const char *) w->vu + u->at[(I) + 1] / 32))[1])
/* The same of an SGPR.  */
#define SU(I) (w->sv[u->src[I]] ? ALL_LANES : 0)
#define SU2(I) (w->sv[u->src[I]] | w->sv[u->src[I] + 1] ? ALL_LANES : 0)

/* The value V in those lanes of EXEC, or in all, in buffer T.  */

static inline const uint32_t *
spread (uint32_t *t, uint32_t v, uint64_t exec)
{
  if (exec == 1)
    t[0] = v;
  else
    for (int i = 0; i < LANES; i++)
      t[i] = v;
  return t;
}

/* SGPR source I of U in those lanes of EXEC.  */

static inline const uint32_t *
uniform (struct wave *w, const struct uop *u, int i, uint64_t exec)
{
  return spread (w->tmp[2 * i], w->s[u->src[i]], exec);
}

/* The same of a pair.  */

static inline const uint32_t *
uniform2 (struct wave *w, const struct uop *u, int i, uint64_t exec)
{
  spread (w->tmp[2 * i + 1], w->s[u->src[i] + 1], exec);
  return spread (w->tmp[2 * i], w->s[u->src[i]], exec);
}

/* The kind of source I of U: a VGPR, a constant or an SGPR.  */

static inline int
kind (const struct uop *u, int i)
{
  return u->src[i] >= GCN_VGPR ? 'v' : u->konst[i] ? 'k' : 's';
}

/* Whether the first N sources of U are of KINDS.  */

static inline bool
kinds_p (const struct uop *u, const char *kinds, int n)
{
  int i;
  for (i = 0; i < n && kinds[i] == kind (u, i); i++)
    ;
  return i == n && !kinds[i];
}

/* A bit for each lane of T, whose values are 0 and -1.  */

static inline uint64_t
mask_of (const uint32_t *t)
{
  uint64_t m = 0;
#if WITH_AVX2
  for (int i = 0; i < LANES; i += 8)
    {
      __m256i v = _mm256_load_si256 ((const __m256i *) (t + i));
      m |= (uint64_t) (uint32_t) _mm256_movemask_ps (_mm256_castsi256_ps (v))
	   << i;
    }
#else
  m = pack_mask (t);
#endif
  return m;
}

/* The lanes of MASK as 0 and -1.  */

static inline void
expand (uint32_t *to, uint64_t mask)
{
#if WITH_AVX2
  __m256i bits = _mm256_setr_epi32 (1, 2, 4, 8, 16, 32, 64, 128);
  for (int i = 0; i < LANES; i += 8)
    {
      __m256i v = _mm256_and_si256 (_mm256_set1_epi32 (mask >> i), bits);
      _mm256_store_si256 ((__m256i *) (to + i), _mm256_cmpeq_epi32 (v, bits));
    }
#else
  expand_mask (to, mask);
#endif
}

#endif /* GCNVM_FAST_H */
