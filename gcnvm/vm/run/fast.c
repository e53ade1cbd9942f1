/* Vector operations without modifiers: the common case.
   Compiled for any processor and for those with AVX2 (ISA is `base' or `avx2').
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Sources are VGPRs, or one of them is a constant or an SGPR; nothing that is
   read is undefined.  Everything else is done by vec_plain.  */

#include "run/fast.h"

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
#if WITH_AVX2
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
      if (u->regs[0] > 1)
	put_some (w, exec, d + LANES, w->tmp[9]);
    }
  else if (exec)
    k (w, d, a, b, c, __builtin_ctzll (exec), 1);
  return u + 1;
}

/* Does U with sources A, B and C; UNDEF says in which lanes these are undefined;
   WIDE: its result is a pair.  */

static inline __attribute__ ((always_inline)) const struct uop *
compute (const struct uop *u, struct wave *w, uint64_t exec, uint64_t undef,
	 bool wide, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
  uint32_t at = u->at[0];
  if (UNLIKELY (undef & exec))
    return vec_plain (u, w);
  w->vinsns++;
  uint64_t *vu = (uint64_t *) ((char *) w->vu + at / 32);
  vu[0] &= ~exec;
  if (wide)
    vu[1] &= ~exec;
  unsigned n = exec == 1 ? 1 : LANES;
  if (UNLIKELY (exec != 1 && exec != ALL_LANES))
    return compute_some (u, w, exec, a, b, c);
  w->lanes += n;
  u->vop->kernel (w, (uint32_t *) ((char *) w->v + at), a, b, c, 0, n);
  return u + 1;
}

#define HANDLER(N, UNDEF, ...)						\
  static const struct uop *						\
  N (const struct uop *u, struct wave *w)				\
  {									\
    uint64_t exec = wave_exec (w);					\
    return compute (u, w, exec, UNDEF, false, __VA_ARGS__);		\
  }
#define S0 uniform (w, u, 0, exec)
HANDLER (fast_v, U (0), V (0), NULL, NULL)
HANDLER (fast_k, 0, u->konst[0], NULL, NULL)
HANDLER (fast_s, SU (0), S0, NULL, NULL)
HANDLER (fast_vv, U (0) | U (1), V (0), V (1), NULL)
HANDLER (fast_kv, U (1), u->konst[0], V (1), NULL)
HANDLER (fast_sv, SU (0) | U (1), S0, V (1), NULL)
HANDLER (fast_vk, U (0), V (0), u->konst[1], NULL)
HANDLER (fast_vvv, U (0) | U (1) | U (2), V (0), V (1), V (2))
HANDLER (fast_svv, SU (0) | U (1) | U (2), S0, V (1), V (2))
HANDLER (fast_kvv, U (1) | U (2), u->konst[0], V (1), V (2))

/* The same where operands may be pairs.  */

#define UW(I) (u->regs[(I) + 1] > 1 ? U2 (I) : U (I))
#define SUW(I) (u->regs[(I) + 1] > 1 ? SU2 (I) : SU (I))
#define SW(I) (u->regs[(I) + 1] > 1 ? uniform2 (w, u, I, exec)		\
	       : uniform (w, u, I, exec))
#define WIDE(N, UNDEF, ...)						\
  static const struct uop *						\
  N (const struct uop *u, struct wave *w)				\
  {									\
    uint64_t exec = wave_exec (w);					\
    return compute (u, w, exec, UNDEF, u->regs[0] > 1, __VA_ARGS__);	\
  }
WIDE (wide_v, UW (0), V (0), NULL, NULL)
WIDE (wide_k, 0, u->konst[0], NULL, NULL)
WIDE (wide_s, SUW (0), SW (0), NULL, NULL)
WIDE (wide_vv, UW (0) | UW (1), V (0), V (1), NULL)
WIDE (wide_kv, UW (1), u->konst[0], V (1), NULL)
WIDE (wide_sv, SUW (0) | UW (1), SW (0), V (1), NULL)
WIDE (wide_vk, UW (0), V (0), u->konst[1], NULL)
WIDE (wide_vs, UW (0) | SUW (1), V (0), SW (1), NULL)
WIDE (wide_vvv, UW (0) | UW (1) | UW (2), V (0), V (1), V (2))
WIDE (wide_vsv, UW (0) | SUW (1) | UW (2), V (0), SW (1), V (2))
WIDE (wide_svv, SUW (0) | UW (1) | UW (2), SW (0), V (1), V (2))
WIDE (wide_kvv, UW (1) | UW (2), u->konst[0], V (1), V (2))

/* v_cndmask_b32 with the mask in u->src[2].  */

static inline __attribute__ ((always_inline)) const struct uop *
select_lanes (const struct uop *u, struct wave *w, uint64_t undef,
	      const uint32_t *a, const uint32_t *b)
{
  uint64_t exec = wave_exec (w), m = get64 (&w->s[u->src[2]]);
  undef |= get64 (&w->sv[u->src[2]]);
  if (exec != 1 || UNLIKELY (undef & exec))
    return vec_plain (u, w);
  w->vinsns++;
  w->lanes++;
  *(uint64_t *) ((char *) w->vu + u->at[0] / 32) &= ~exec;
  *(uint32_t *) ((char *) w->v + u->at[0]) = m & 1 ? *b : *a;
  return u + 1;
}

#define SELECT(N, UNDEF, A, B)						\
  static const struct uop *						\
  N (const struct uop *u, struct wave *w)				\
  {									\
    return select_lanes (u, w, UNDEF, A, B);				\
  }
SELECT (select_vv, U (0) | U (1), V (0), V (1))
SELECT (select_kv, U (1), u->konst[0], V (1))
SELECT (select_sv, SU (0) | U (1), &w->s[u->src[0]], V (1))
SELECT (select_vk, U (0), V (0), u->konst[1])
SELECT (select_kk, 0, u->konst[0], u->konst[1])

struct handler
{
  char kinds[4];
  uop_fn *fn;
};

/* The handler of the N in HANDLERS that U's sources fit, or null.  */

static uop_fn *
find (const struct uop *u, const struct handler *handlers, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (kinds_p (u, handlers[i].kinds, u->n_src))
      return handlers[i].fn;
  return NULL;
}

/* The handler for U, which vec_plain could do as well; null for that.  */

uop_fn *
NAME (vec_fast) (const struct uop *u)
{
  static const struct handler narrow[] =
  {
    { "v", fast_v }, { "k", fast_k }, { "s", fast_s }, { "vv", fast_vv },
    { "kv", fast_kv }, { "sv", fast_sv }, { "vk", fast_vk },
    { "vvv", fast_vvv }, { "svv", fast_svv }, { "kvv", fast_kvv }
  }, wide[] =
  {
    { "v", wide_v }, { "k", wide_k }, { "s", wide_s }, { "vv", wide_vv },
    { "kv", wide_kv }, { "sv", wide_sv }, { "vk", wide_vk },
    { "vs", wide_vs }, { "vvv", wide_vvv }, { "vsv", wide_vsv },
    { "svv", wide_svv }, { "kvv", wide_kvv }
  };
  static const struct { char kinds[3]; uop_fn *fn; } selects[] =
  {
    { "vv", select_vv }, { "kv", select_kv }, { "sv", select_sv },
    { "vk", select_vk }, { "kk", select_kk }
  };
  if (u->row == GCN_OP_v_cndmask_b32)
    {
      for (size_t i = 0; i < sizeof selects / sizeof *selects; i++)
	if (kinds_p (u, selects[i].kinds, 2))
	  return selects[i].fn;
      return NULL;
    }
  bool one = true;
  for (int i = 0; i <= u->n_src; i++)
    {
      if (u->regs[i] > 2)
	return NULL;
      one &= u->regs[i] == 1;
    }
  return one ? find (u, narrow, sizeof narrow / sizeof *narrow)
	 : find (u, wide, sizeof wide / sizeof *wide);
}

/* Compiled for this processor too: what must be quick in vector.c.  */

void
NAME (vec_blend) (struct wave *w, unsigned r, const uint32_t *t)
{
  put_some (w, wave_exec (w), w->v[r], t);
}
