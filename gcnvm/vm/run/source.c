/* Sources of vector operations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifdef __x86_64__
# include <emmintrin.h>
#endif

#include "run/vector.h"

void
broadcast (uint32_t *to, uint32_t v)
{
  for (int i = 0; i < LANES; i++)
    to[i] = v;
}

/* Derives what the MODE register implies.  */

void
wave_mode (struct wave *w)
{
  w->plain32 = (MODE_ROUND_32 (w->mode) == 0
		&& MODE_DENORM_32 (w->mode) == 3);
  w->plain64 = (MODE_ROUND_64 (w->mode) == 0
		&& MODE_DENORM_64 (w->mode) == 3);
}

/* A bit for each lane whose value in T is not zero.  */

uint64_t
pack_mask (const uint32_t *t)
{
  uint64_t m = 0;
#ifdef __x86_64__
  for (int i = 0; i < LANES; i += 4)
    {
      __m128 v = _mm_load_ps ((const float *) (t + i));
      m |= (uint64_t) _mm_movemask_ps (v) << i;
    }
#else
  for (int i = 0; i < LANES; i++)
    m |= (uint64_t) (t[i] >> 31) << i;
#endif
  return m;
}

void
expand_mask (uint32_t *to, uint64_t mask)
{
  for (int h = 0; h < 2; h++)
    {
      uint32_t m = mask >> (32 * h);
      for (int i = 0; i < 32; i++)
	to[32 * h + i] = -(m >> i & 1);
    }
}

/* Source I of U; the lanes in EXEC are wanted; SINGLE if that is one.  Adds to
   *UNDEF the lanes in which it is undefined.  */

const uint32_t *
vec_source (struct wave *w, const struct uop *u, int i, uint64_t exec,
	    uint64_t *undef)
{
  unsigned code = u->src[i], regs = u->regs[i + 1];
  if (code >= GCN_VGPR)
    {
      unsigned r = code - GCN_VGPR;
      *undef |= w->vu[r];
      if (regs > 1)
	*undef |= w->vu[r + 1];
      return w->v[r];
    }
  if (u->konst[i])
    return u->konst[i];
  uint32_t *t = w->tmp[2 * i];
  if (UNLIKELY (w->sv[code]) || (regs > 1 && UNLIKELY (w->sv[code + 1])))
    *undef = ~UINT64_C (0);
  if ((exec & (exec - 1)) == 0)
    {
      unsigned lane = __builtin_ctzll (exec);
      t[lane] = w->s[code];
      if (regs > 1)
	t[lane + LANES] = w->s[code + 1];
      return t;
    }
  broadcast (t, w->s[code]);
  if (regs > 1)
    broadcast (t + LANES, w->s[code + 1]);
  return t;
}

/* The third source of v_cndmask: a mask of 0 and -1.  */

const uint32_t *
vec_select (struct wave *w, const struct uop *u, uint64_t exec,
	    uint64_t *undef)
{
  unsigned code = u->src[2];
  uint64_t m = get64 (&w->s[code]);
  *undef |= get64 (&w->sv[code]);
  if ((exec & (exec - 1)) == 0)
    {
      unsigned lane = __builtin_ctzll (exec);
      w->tmp[4][lane] = -(uint32_t) (m >> lane & 1);
    }
  else
    expand_mask (w->tmp[4], m);
  return w->tmp[4];
}
