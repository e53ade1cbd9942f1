/* The test of semantics: random values.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "sem.h"

uint32_t
sem_next (struct sem_random *r)
{
  r->state += UINT64_C (0x9e3779b97f4a7c15);
  uint64_t z = r->state;
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return (z ^ z >> 31) >> 16;
}

uint32_t
sem_below (struct sem_random *r, uint32_t n)
{
  return sem_next (r) % n;
}

bool
sem_one_in (struct sem_random *r, uint32_t n)
{
  return sem_below (r, n) == 0;
}

/* ---- Values.  */

uint32_t
sem_int (struct sem_random *r)
{
  static const uint32_t edges[] =
  {
    0, 1, 2, 31, 32, 63, 64, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff,
    0x10000, 0x7fffff, 0x800000, 0xffffff, 0x1000000, 0x7fffffff, 0x80000000,
    0x80000001, 0xfffffffe, 0xffffffff, 0xffff8000, 0xff800000
  };
  switch (sem_below (r, 4))
    {
    case 0:
      return edges[sem_below (r, sizeof edges / sizeof *edges)];
    case 1:
      return sem_below (r, 72);
    default:
      return sem_next (r);
    }
}

/* A number of F: specials, small integers, neighbours, anything.  */

uint64_t
sem_float (struct sem_random *r, const struct ref_format *f)
{
  uint64_t any = (uint64_t) sem_next (r) << 32 | sem_next (r);
  uint64_t sign = any >> 63 ? ref_sign_bit (f) : 0, one = ref_one (f);
  uint64_t fraction = any & ((UINT64_C (1) << f->fraction) - 1);
  uint64_t inf = ref_infinity (f, false);
  const uint64_t specials[] =
  {
    0, 1, (UINT64_C (1) << f->fraction) - 1, UINT64_C (1) << f->fraction,
    one, one - 1, one + 1, inf - 1, inf, inf + 1,
    inf | UINT64_C (1) << (f->fraction - 1), one >> 1
  };
  switch (sem_below (r, 8))
    {
    case 0: case 1:
      return sign | specials[sem_below (r, sizeof specials
					/ sizeof *specials)];
    case 2:
      return sign | fraction;
    case 3: case 4:
      {
	/* Near one: sums cancel, conversions to integers round.  */
	uint64_t e = ((one >> f->fraction) - 8 + sem_below (r, 40));
	if (f->exponent == 5)
	  e = (one >> f->fraction) - 8 + sem_below (r, 16);
	return sign | e << f->fraction | fraction;
      }
    case 5:
      {
	/* Few bits: exact results and ties.  */
	uint64_t e = (one >> f->fraction) - 2 + sem_below (r, 6);
	return sign | e << f->fraction | (fraction >> (f->fraction - 4)
					  << (f->fraction - 4));
      }
    default:
      return sign | (any & (ref_sign_bit (f) - 1));
    }
}

/* What register D, of either kind, starts with: see source_vgpr.  */

static uint32_t
value (struct sem_random *r, unsigned d, uint32_t *high)
{
  uint64_t x;
  *high = sem_int (r);
  if (d < 8)
    return sem_float (r, &ref_f32);
  if (d >= 16 && d < 20)
    return sem_float (r, &ref_f16) << 16 | sem_float (r, &ref_f16);
  if (d >= 16)
    return sem_int (r);
  x = sem_float (r, &ref_f64);
  *high = x >> 32;
  return x;
}

static void
fill_lanes (struct sem_random *r, struct sem_state *s, uint64_t data)
{
  for (unsigned lane = 0; lane < REF_LANES; lane++)
    {
      uint64_t a = data + 64 * lane, far = a + SEM_FAR;
      for (unsigned d = 0; d < SEM_VGPRS; d += 2)
	{
	  uint32_t high;
	  s->v[lane][d] = value (r, d, &high);
	  if (d >= 8 && d < 16)
	    s->v[lane][d + 1] = high;
	  else
	    s->v[lane][d + 1] = value (r, d + 1, &high);
	}
      for (unsigned d = 0; d < SEM_AGPRS; d++)
	s->a[lane][d] = d % 2 ? sem_int (r) : sem_float (r, &ref_f32);
      s->v[lane][SEM_ADDRESS] = a;
      s->v[lane][SEM_ADDRESS + 1] = a >> 32;
      s->v[lane][SEM_OFFSET] = s->v[lane][SEM_LDS_ADDRESS] = 64 * lane;
      s->v[lane][SEM_LANE_ADDRESS] = sem_next (r) % 512;
      s->v[lane][SEM_FAR_ADDRESS] = far;
      s->v[lane][SEM_FAR_ADDRESS + 1] = far >> 32;
    }
}

/* EXEC of GROUP: one with all lanes, one with a single one, mostly lane 0, one
   random, one with few or none.  */

static uint64_t
random_exec (struct sem_random *r, unsigned group)
{
  uint64_t any = (uint64_t) sem_next (r) << 32 | sem_next (r);
  uint64_t few = (uint64_t) sem_next (r) << 32 | sem_next (r);
  switch (group)
    {
    case 0:
      return ~UINT64_C (0);
    case 1:
      return UINT64_C (1) << (sem_one_in (r, 3) ? sem_below (r, 64) : 0);
    case 2:
      return any;
    default:
      return sem_one_in (r, 8) ? 0 : any & few & few >> 7;
    }
}

/* The start of GROUP.  */

void
sem_fill (struct sem_random *r, struct sem_state *s, uint64_t data,
	  unsigned group)
{
  uint32_t high;
  uint64_t exec = random_exec (r, group);
  fill_lanes (r, s, data);
  for (unsigned i = 0; i < SEM_SGPRS; i++)
    s->s[i] = i < 16 ? sem_int (r) : sem_float (r, &ref_f32);
  for (unsigned i = 20; i < 24; i += 2)
    {
      s->s[i] = value (r, 8, &high);
      s->s[i + 1] = high;
    }
  /* No stride, so the size is in bytes.  */
  s->s[SEM_BUFFER] = data;
  s->s[SEM_BUFFER + 1] = data >> 32;
  s->s[SEM_BUFFER + 2] = SEM_DATA;
  s->s[SEM_BUFFER + 3] = 0;
  s->s[SEM_BASE] = data;
  s->s[SEM_BASE + 1] = data >> 32;
  s->s[SEM_SCALAR_OFFSET] = sem_below (r, 128) * 16;
  s->s[SEM_LANE] = sem_int (r);
  for (unsigned i = 0; i < 2; i++)
    {
      s->vcc[i] = sem_one_in (r, 4) ? 0 : sem_next (r);
      s->exec[i] = exec >> 32 * i;
    }
  s->m0 = UINT32_MAX;
  s->scc = sem_below (r, 2);
  for (unsigned i = 0; i < SEM_LDS / 4; i++)
    s->lds[i] = i % 4 ? sem_next (r) : sem_int (r);
  for (unsigned i = 0; i < SEM_DATA; i += 4)
    {
      uint32_t x = i % 16 ? sem_next (r) : sem_int (r);
      memcpy (s->data + i, &x, 4);
    }
}
