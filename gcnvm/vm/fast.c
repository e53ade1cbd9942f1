/* Vector operations without modifiers on registers of 32 bits: the common case.
   Compiled for any processor and for those with AVX2 (ISA is `base' or `avx2').
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

/* Sources are VGPRs, or source 0 is a constant or an SGPR.  Everything else is
   done by vec_plain.  */

#define ISA_IS_base 0
#define ISA_IS_avx2 1
#define ISA_P_(I) ISA_IS_##I
#define ISA_P(I) ISA_P_ (I)
#if ISA_P (ISA) && defined __x86_64__
# pragma GCC target ("avx2,fma,bmi,bmi2,lzcnt,popcnt")
#endif

#ifdef __x86_64__
# include <immintrin.h>
#endif

#include "vector.h"

#define PASTE_(A, B) A##B
#define PASTE(A, B) PASTE_ (A, B)
#define NAME(N) PASTE (PASTE (N, _), ISA)

/* Puts those of T in EXEC, the wave's, into D.  */

static inline void
put_some (struct wave *w, uint64_t exec, uint32_t *d, const uint32_t *t)
{
  if (UNLIKELY (w->mask_exec != exec))
    {
      for (int h = 0; h < 2; h++)
	{
	  uint32_t m = exec >> (32 * h);
	  for (int i = 0; i < 32; i++)
	    w->mask[32 * h + i] = -(m >> i & 1);
	}
      w->mask_exec = exec;
    }
#if ISA_P (ISA) && defined __x86_64__
  /* No masked stores: what loads from one soon after has to wait for it.  */
  for (int i = 0; i < LANES; i += 8)
    {
      __m256i *p = (__m256i *) (d + i);
      __m256i v = _mm256_load_si256 ((const __m256i *) (t + i));
      __m256i m = _mm256_load_si256 ((const __m256i *) (w->mask + i));
      _mm256_store_si256 (p, _mm256_blendv_epi8 (_mm256_load_si256 (p), v, m));
    }
#else
  _Pragma ("GCC ivdep")
  for (int i = 0; i < LANES; i++)
    d[i] = (t[i] & w->mask[i]) | (d[i] & ~w->mask[i]);
#endif
}

/* Does U with sources A, B and C where EXEC is neither one lane nor all.  */

static __attribute__ ((noinline)) const struct uop *
compute_some (const struct uop *u, struct wave *w, uint64_t exec,
	      const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
  uint32_t *d = w->v[u->d - GCN_VGPR];
  gcn_kernel *k = u->vop->kernel;
  w->lanes += __builtin_popcountll (exec);
  if ((exec & (exec - 1)) != 0)
    {
      k (w, w->tmp[8], a, b, c, 0, LANES);
      put_some (w, exec, d, w->tmp[8]);
    }
  else if (exec)
    k (w, d, a, b, c, __builtin_ctzll (exec), 1);
  return u + 1;
}

/* Does U with sources A, B and C, of which UNDEF says in which lanes they are
   undefined.  */

static inline __attribute__ ((always_inline)) const struct uop *
compute (const struct uop *u, struct wave *w, uint64_t exec, uint64_t undef,
	 const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
  uint32_t at = u->at[0];
  if (UNLIKELY (undef & exec))
    return vec_plain (u, w);
  w->vinsns++;
  *(uint64_t *) ((char *) w->vu + at / 32) &= ~exec;
  unsigned n = exec == 1 ? 1 : LANES;
  if (UNLIKELY (exec != 1 && exec != ~UINT64_C (0)))
    return compute_some (u, w, exec, a, b, c);
  w->lanes += n;
  u->vop->kernel (w, (uint32_t *) ((char *) w->v + at), a, b, c, 0, n);
  return u + 1;
}

#define V(I) ((const uint32_t *) ((const char *) w->v + u->at[(I) + 1]))
#define U(I) (*(const uint64_t *) ((const char *) w->vu + u->at[(I) + 1] / 32))

/* An SGPR's value in those lanes that are wanted.  */

static inline const uint32_t *
uniform (struct wave *w, const struct uop *u, uint64_t exec)
{
  uint32_t v = w->s[u->src[0]];
  if (exec == 1)
    w->tmp[0][0] = v;
  else
    for (int i = 0; i < LANES; i++)
      w->tmp[0][i] = v;
  return w->tmp[0];
}

#define HANDLER(N, UNDEF, ...)						\
  static const struct uop *						\
  N (const struct uop *u, struct wave *w)				\
  {									\
    uint64_t exec = wave_exec (w);					\
    return compute (u, w, exec, UNDEF, __VA_ARGS__);			\
  }
#define SU(I) (w->sv[u->src[I]] ? ~UINT64_C (0) : 0)
HANDLER (fast_v, U (0), V (0), NULL, NULL)
HANDLER (fast_k, 0, u->konst[0], NULL, NULL)
HANDLER (fast_s, SU (0), uniform (w, u, exec), NULL, NULL)
HANDLER (fast_vv, U (0) | U (1), V (0), V (1), NULL)
HANDLER (fast_kv, U (1), u->konst[0], V (1), NULL)
HANDLER (fast_sv, SU (0) | U (1), uniform (w, u, exec), V (1), NULL)
HANDLER (fast_vk, U (0), V (0), u->konst[1], NULL)
HANDLER (fast_vvv, U (0) | U (1) | U (2), V (0), V (1), V (2))
HANDLER (fast_svv, SU (0) | U (1) | U (2), uniform (w, u, exec), V (1), V (2))
HANDLER (fast_kvv, U (1) | U (2), u->konst[0], V (1), V (2))

/* The kind of source I of U.  */

static int
kind (const struct uop *u, int i)
{
  return u->src[i] >= GCN_VGPR ? 'v' : u->konst[i] ? 'k' : 's';
}

/* The handler for U, which vec_plain could do as well; null for that.  */

uop_fn *
NAME (vec_fast) (const struct uop *u)
{
  static const struct { char kinds[4]; uop_fn *fn; } handlers[] =
  {
    { "v", fast_v }, { "k", fast_k }, { "s", fast_s }, { "vv", fast_vv },
    { "kv", fast_kv }, { "sv", fast_sv }, { "vk", fast_vk },
    { "vvv", fast_vvv }, { "svv", fast_svv }, { "kvv", fast_kvv }
  };
  if (u->row == GCN_OP_v_cndmask_b32)
    return NULL;
  for (int i = 0; i <= u->n_src; i++)
    if (u->regs[i] != 1)
      return NULL;
  for (size_t k = 0; k < sizeof handlers / sizeof *handlers; k++)
    {
      int i;
      for (i = 0; i < u->n_src && handlers[k].kinds[i] == kind (u, i); i++)
	;
      if (i == u->n_src && !handlers[k].kinds[i])
	return handlers[k].fn;
    }
  return NULL;
}

/* Compiled for this processor too: what vector.c has to be quick at.  */

void
NAME (vec_blend) (struct wave *w, unsigned r, const uint32_t *t)
{
  put_some (w, wave_exec (w), w->v[r], t);
}
