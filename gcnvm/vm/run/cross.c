/* Moves between lanes, and operations of several results.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <math.h>
#include <string.h>

#include "run/float-ops.h"
#include "run/vector.h"

/* A scalar operand of U: VALUE and the bits of it that are undefined.  */

static uint32_t
scalar_source (struct wave *w, const struct uop *u, int i, uint32_t *undef)
{
  if (u->konst[i])
    {
      *undef = 0;
      return u->konst[i][0];
    }
  *undef = w->sv[u->src[i]];
  return w->s[u->src[i]];
}

/* The lane that source I of U names; -1 if it is undefined and the wave
   ends.  */

static int
lane_number (struct wave *w, const struct uop *u, int i)
{
  uint32_t undef, lane = scalar_source (w, u, i, &undef) & (LANES - 1);
  if (UNLIKELY (undef & (LANES - 1)))
    {
      w->now = u;
      if (!w->vm->watch->undef_use (w, u, "lane number", u->src[i], 1, -1))
	return -1;
    }
  return lane;
}

/* The scalar destination of U gets source 0 in LANE.  */

static void
read_lane (struct wave *w, const struct uop *u, int lane)
{
  if (u->src[0] >= GCN_VGPR)
    {
      unsigned r = u->src[0] - GCN_VGPR;
      w->s[u->d] = w->v[r][lane];
      w->sv[u->d] = w->vu[r] >> lane & 1 ? w->vv[r][lane] : 0;
    }
  else
    w->s[u->d] = scalar_source (w, u, 0, &w->sv[u->d]);
  if (UNLIKELY (w->sv[u->d]))
    origin_move (w, u->d, u->src[0]);
}

const struct uop *
vec_readlane (const struct uop *u, struct wave *w)
{
  int lane = lane_number (w, u, 1);
  w->vinsns++;
  if (lane < 0)
    return NULL;
  read_lane (w, u, lane);
  return u + 1;
}

const struct uop *
vec_writelane (const struct uop *u, struct wave *w)
{
  int lane = lane_number (w, u, 1);
  unsigned r = u->d - GCN_VGPR;
  uint32_t undef;
  w->vinsns++;
  if (lane < 0)
    return NULL;
  w->v[r][lane] = scalar_source (w, u, 0, &undef);
  w->vu[r] &= ~(UINT64_C (1) << lane);
  if (undef)
    {
      w->vv[r][lane] = undef;
      w->vu[r] |= UINT64_C (1) << lane;
      origin_move (w, u->d, u->src[0]);
    }
  return u + 1;
}

/* With EXEC zero it is lane 0.  */

const struct uop *
vec_readfirstlane (const struct uop *u, struct wave *w)
{
  uint64_t exec = wave_exec (w);
  int lane = exec ? __builtin_ctzll (exec) : 0;
  w->vinsns++;
  if (u->src[0] >= GCN_VGPR && UNLIKELY (!exec))
    exec_zero (w, u);
  read_lane (w, u, lane);
  return u + 1;
}

const struct uop *
vec_swap (const struct uop *u, struct wave *w)
{
  uint64_t exec = wave_exec (w);
  unsigned a = u->d - GCN_VGPR, b = u->src[0] - GCN_VGPR;
  w->vinsns++;
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e);
      uint32_t t = w->v[a][i], tv = w->vv[a][i];
      w->v[a][i] = w->v[b][i];
      w->v[b][i] = t;
      w->vv[a][i] = w->vv[b][i];
      w->vv[b][i] = tv;
    }
  uint64_t ua = w->vu[a], ub = w->vu[b];
  uint8_t by = w->undef_by[a];
  w->undef_by[a] = w->undef_by[b];
  w->undef_by[b] = by;
  w->vu[a] = (ua & ~exec) | (ub & exec);
  w->vu[b] = (ub & ~exec) | (ua & exec);
  if (UNLIKELY (w->init != NULL))
    {
      uint16_t *o = w->init->origin, from = o[u->d];
      o[u->d] = o[u->src[0]];
      o[u->src[0]] = from;
    }
  return u + 1;
}

/* Copies the undefined bits of lane J of register FROM to lane I of TO.  */

static void
move_undef (struct wave *w, unsigned to, int i, unsigned from, int j)
{
  w->vu[to] &= ~(UINT64_C (1) << i);
  if (w->vu[from] >> j & 1)
    {
      w->vv[to][i] = w->vv[from][j];
      w->vu[to] |= UINT64_C (1) << i;
      origin_move (w, GCN_VGPR + to, GCN_VGPR + from);
    }
}

/* Write VALUE to register R for the lanes in EXEC; BITS are what is undefined of those
   in UNDEF, as it was in register FROM.  */

static void
put_lanes (struct wave *w, unsigned r, uint64_t exec, const uint32_t *value,
	   uint64_t undef, const uint32_t *bits, unsigned from)
{
  w->vu[r] = (w->vu[r] & ~exec) | (undef & exec);
  if (UNLIKELY (undef & exec))
    origin_move (w, GCN_VGPR + r, GCN_VGPR + from);
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e);
      w->v[r][i] = value[i];
      if (undef >> i & 1)
	w->vv[r][i] = bits[i];
    }
}

/* ds_bpermute_b32: each lane reads the lane whose number times four it has in
   the address, zero from one that is switched off.  ds_permute_b32: each lane
   gives its value away likewise; who gets none has zero.  */

const struct uop *
vec_permute (const struct uop *u, struct wave *w)
{
  w->accesses.issued_lgkm++;
  uint64_t exec = wave_exec (w);
  unsigned address = u->in->src[0] - GCN_VGPR, r = u->in->dst - GCN_VGPR;
  unsigned data = u->in->src[1] - GCN_VGPR;
  uint32_t value[LANES], undef[LANES];
  uint64_t bad = w->vu[address] & exec, some = 0;
  w->vinsns++;
  w->lanes += __builtin_popcountll (exec);
  if (UNLIKELY (bad))
    {
      w->now = u;
      if (!w->vm->watch->undef_use (w, u, "lane address", u->in->src[0], 1,
				    __builtin_ctzll (bad)))
	return NULL;
    }
  memset (value, 0, sizeof value);
  memset (undef, 0, sizeof undef);
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e);
      unsigned j = (w->v[address][i] + u->in->offset) / 4 % LANES;
      /* RDNA in waves of 64 stays within each half ("Data sharing" in the
	 manuals of RDNA 2 and 3).  */
      if (w->vm->opt.cpu & GCN_RDNA)
	j = j % 32 + i / 32 * 32;
      unsigned from = i, to = j;
      if (u->row == GCN_OP_ds_bpermute_b32)
	{
	  from = j;
	  to = i;
	}
      if (!(exec >> from & 1))
	continue;
      value[to] = w->v[data][from];
      if (w->vu[data] >> from & 1)
	{
	  undef[to] = w->vv[data][from];
	  some |= UINT64_C (1) << to;
	}
    }
  put_lanes (w, r, exec, value, some, undef, data);
  return u + 1;
}

const struct uop *
vec_swizzle (const struct uop *u, struct wave *w)
{
  w->accesses.issued_lgkm++;
  uint64_t exec = wave_exec (w);
  unsigned from = u->in->src[0] - GCN_VGPR, r = u->in->dst - GCN_VGPR;
  unsigned v = u->in->offset;
  uint32_t value[LANES];
  w->vinsns++;
  w->lanes += __builtin_popcountll (exec);
  uint64_t undef = 0;
  uint32_t bits[LANES];
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e), j;
      if (v & 0x8000)
	j = (i & ~3u) | (v >> (2 * (i & 3)) & 3);
      else
	j = (i & 32) | ((((i & v) | v >> 5) ^ v >> 10) & 31);
      value[i] = exec >> j & 1 ? w->v[from][j] : 0;
      if (exec >> j & 1 && w->vu[from] >> j & 1)
	{
	  undef |= UINT64_C (1) << i;
	  bits[i] = w->vv[from][j];
	}
    }
  put_lanes (w, r, exec, value, undef, bits, from);
  return u + 1;
}

/* v_movrel*: M0 is added to the number of the source, the destination.  */

const struct uop *
vec_movrel (const struct uop *u, struct wave *w)
{
  uint64_t exec = wave_exec (w);
  uint32_t m0 = w->s[GCN_M0];
  unsigned r = u->d - GCN_VGPR;
  w->vinsns++;
  w->now = u;
  if (w->sv[GCN_M0]
      && !w->vm->watch->undef_use (w, u, "register index", GCN_M0, 1, -1))
    return NULL;
  if (u->row != GCN_OP_v_movrels_b32)
    r += m0;
  unsigned from = u->src[0];
  if (u->row != GCN_OP_v_movreld_b32 && from >= GCN_VGPR)
    from += m0;
  if (r >= w->n_vgprs || (from >= GCN_VGPR && from - GCN_VGPR >= w->n_vgprs))
    {
      wave_report (w, u, GCNVM_R_INSN, true, -1, 0, NULL,
		   "M0 is 0x%x: no such vector register", m0);
      return wave_fail (w, GCNVM_ILLEGAL_INSN);
    }
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e);
      if (from >= GCN_VGPR)
	{
	  w->v[r][i] = w->v[from - GCN_VGPR][i];
	  move_undef (w, r, i, from - GCN_VGPR, i);
	}
      else
	{
	  uint32_t undef;
	  w->v[r][i] = scalar_source (w, u, 0, &undef);
	  w->vu[r] &= ~(UINT64_C (1) << i);
	}
    }
  return u + 1;
}

/* v_mad_u64_u32, v_mad_i64_i32: the carry or overflow goes to the scalar
   pair.  */

const struct uop *
vec_mad64 (const struct uop *u, struct wave *w)
{
  uint64_t exec = wave_exec (w), undef = 0, m = 0;
  unsigned r = u->d - GCN_VGPR;
  w->vinsns++;
  w->lanes += __builtin_popcountll (exec);
  if (exec)
    {
      const uint32_t *s[3];
      for (int i = 0; i < 3; i++)
	s[i] = vec_source (w, u, i, exec, &undef);
      w->now = u;
      if (!(undef & exec))
	{
	  w->vu[r] &= ~exec;
	  w->vu[r + 1] &= ~exec;
	}
      else if (!w->vm->watch->undef_vector (w, u, exec, s, r))
	return NULL;
      for (uint64_t e = exec; e; e &= e - 1)
	{
	  unsigned i = __builtin_ctzll (e);
	  uint64_t c = s[2][i] | (uint64_t) s[2][i + LANES] << 32, v;
	  bool out;
	  if (u->row == GCN_OP_v_mad_u64_u32)
	    out = __builtin_add_overflow ((uint64_t) s[0][i] * s[1][i], c,
					  &v);
	  else
	    {
	      int64_t x;
	      out = __builtin_add_overflow ((int64_t) (int32_t) s[0][i]
					    * (int32_t) s[1][i],
					    (int64_t) c, &x);
	      v = x;
	    }
	  w->v[r][i] = v;
	  w->v[r + 1][i] = v >> 32;
	  m |= (uint64_t) out << i;
	}
    }
  put_mask (w, u->sdst, m);
  return u + 1;
}

/* v_div_scale: S1 is the denominator, S2 the numerator, S0 the one of the two
   that is scaled; VCC says where v_div_fmas has to undo it.  Where the reciprocal
   and the quotient are both denormals, the manuals' pseudocode makes the
   denominator larger, which would make it infinite; it must become smaller for
   the quotient to come out.  UP keeps the comparison of quotients, which does not
   depend on the rounding mode, away from denormals.  */

#define DIV_SCALE(NAME, T, EXPONENT, BIG, TINY_EXP, SCALE, LEAST, UP)	\
  static T								\
  NAME (T s0, T den, T num, bool *vcc)					\
  {									\
    bool is_den = memcmp (&s0, &den, sizeof s0) == 0;			\
    T r = s0;								\
    *vcc = false;							\
    if (den == 0 || num == 0)						\
      return NAN;							\
    bool finite = isfinite (den) && isfinite (num);			\
    bool tiny_rcp = finite && fabs (den) > 1 / LEAST;			\
    bool tiny = finite && fabs (num) * UP < fabs (den) * (LEAST * UP);	\
    if (EXPONENT (num) - EXPONENT (den) >= BIG)				\
      {									\
	*vcc = true;							\
	if (is_den)							\
	  r = ldexp (s0, SCALE);					\
      }									\
    else if (fabs (den) < LEAST)					\
      r = ldexp (s0, SCALE);						\
    else if (tiny_rcp)							\
      {									\
	*vcc = tiny;							\
	if (!tiny || is_den)						\
	  r = ldexp (s0, -SCALE);					\
      }									\
    else if (tiny)							\
      {									\
	*vcc = true;							\
	if (!is_den)							\
	  r = ldexp (s0, SCALE);					\
      }									\
    else if (EXPONENT (num) <= TINY_EXP)				\
      r = ldexp (s0, SCALE);						\
    return r;								\
  }

/* The biased exponents.  */

static int
exponent_32 (float a)
{
  return bits_of (a) >> 23 & 0xff;
}

static int
exponent_64 (double a)
{
  return bits_of_64 (a) >> 52 & 0x7ff;
}

DIV_SCALE (div_scale_f32, float, exponent_32, 96, 23, 64, 0x1p-126, 1.0)
DIV_SCALE (div_scale_f64, double, exponent_64, 768, 53, 128, 0x1p-1022,
	   0x1p500)

/* A sum in each of two formats that have more than twice a result's digits, at
   the least two more.  Rounded towards zero, with the last bit set if that is not
   exact ("rounded to odd"), it can be rounded again and is then rounded once.  */

static double
odd_sum (double a, double b)
{
  volatile double va = a, vb = b;
  int mode = fegetround ();
  fesetround (FE_UPWARD);
  volatile double up = va + vb;
  fesetround (FE_DOWNWARD);
  volatile double down = va + vb;
  fesetround (mode);
  if (up == down)
    return up == 0 ? va + vb : up;
  double odd = fabs (up) < fabs (down) ? up : down;
  return f64_of (bits_of_64 (odd) | 1);
}

static __float128
odd_sum_128 (__float128 a, __float128 b)
{
  volatile __float128 va = a, vb = b;
  int mode = fegetround ();
  fesetround (FE_UPWARD);
  volatile __float128 up = va + vb;
  fesetround (FE_DOWNWARD);
  volatile __float128 down = va + vb;
  fesetround (mode);
  if (up == down)
    return up == 0 ? va + vb : up;
  unsigned __int128 bits;
  __float128 odd = up > 0 ? down : up;
  memcpy (&bits, &odd, sizeof bits);
  bits |= 1;
  memcpy (&odd, &bits, sizeof bits);
  return odd;
}

/* v_div_fmas: A * B + C, and where VCC says so times 2^64 or 2^-64 (2^128,
   2^-128), by C's exponent, rounded once.  The manuals of GCN3 and Vega have one
   factor, 2^32; that of MI300 has these, without which no quotient that was
   scaled would come out.  */

static float
div_fmas_f32 (float a, float b, float c, bool vcc)
{
  float r = fma_f32 (a, b, c);
  if (!vcc || r != r)
    return r;
  return odd_sum ((double) a * b, c)
	 * (exponent_32 (c) > 127 ? 0x1p64 : 0x1p-64);
}

static double
div_fmas_f64 (double a, double b, double c, bool vcc)
{
  double r = fma_f64 (a, b, c);
  if (!vcc || r != r)
    return r;
  return odd_sum_128 ((__float128) a * b, c)
	 * (exponent_64 (c) > 1023 ? 0x1p128 : 0x1p-128);
}

static float
in_f32 (const struct wave *w, const uint32_t *s, unsigned i)
{
  return flush_in (w, f32_of (s[i]));
}

static double
in_f64 (const struct wave *w, const uint32_t *s, unsigned i)
{
  return flush_in_64 (w, f64_of (s[i] | (uint64_t) s[i + LANES] << 32));
}

/* One lane of v_div_scale and v_div_fmas on single, then double precision.  */

static uint32_t
div_lane_32 (const struct wave *w, enum gcn_op op, const uint32_t *s[3],
	     unsigned i, bool *vcc)
{
  if (op == GCN_OP_v_div_scale_f32)
    return bits_of (div_scale_f32 (f32_of (s[0][i]), f32_of (s[1][i]),
				   f32_of (s[2][i]), vcc));
  return bits_of (flush_out (w, div_fmas_f32 (in_f32 (w, s[0], i),
					      in_f32 (w, s[1], i),
					      in_f32 (w, s[2], i), *vcc)));
}

static uint64_t
div_lane_64 (const struct wave *w, enum gcn_op op, const uint32_t *s[3],
	     unsigned i, bool *vcc)
{
  double v[3];
  if (op == GCN_OP_v_div_scale_f64)
    {
      for (int k = 0; k < 3; k++)
	v[k] = f64_of (s[k][i] | (uint64_t) s[k][i + LANES] << 32);
      return bits_of_64 (div_scale_f64 (v[0], v[1], v[2], vcc));
    }
  for (int k = 0; k < 3; k++)
    v[k] = in_f64 (w, s[k], i);
  double r = div_fmas_f64 (v[0], v[1], v[2], *vcc);
  return bits_of_64 (MODE_DENORM_64 (w->mode) & 2 ? r : flush64 (r));
}

/* The lanes in EXEC of U, with sources S and carries VCC, into W->tmp[8].
   Returns the carries.  */

static uint64_t
div_lanes (struct wave *w, const struct uop *u, const uint32_t *s[3],
	   uint64_t exec, uint64_t vcc)
{
  bool wide = u->regs[0] > 1;
  uint32_t *t = w->tmp[8];
  uint64_t m = 0;
  fesetround (host_rounding (wide ? MODE_ROUND_64 (w->mode)
			     : MODE_ROUND_32 (w->mode)));
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e);
      bool flag = vcc >> i & 1;
      if (wide)
	{
	  uint64_t x = div_lane_64 (w, u->row, s, i, &flag);
	  t[i] = x;
	  t[i + LANES] = x >> 32;
	}
      else
	t[i] = div_lane_32 (w, u->row, s, i, &flag);
      m |= (uint64_t) flag << i;
    }
  fesetround (FE_TONEAREST);
  vec_output (w, u, t);
  return m;
}

const struct uop *
vec_div_scale (const struct uop *u, struct wave *w)
{
  uint64_t exec = wave_exec (w), undef = 0, m = 0;
  const uint32_t *s[3] = { NULL, NULL, NULL };
  unsigned r = u->d - GCN_VGPR;
  bool fmas = (u->row == GCN_OP_v_div_fmas_f32
	       || u->row == GCN_OP_v_div_fmas_f64);
  w->vinsns++;
  w->lanes += __builtin_popcountll (exec);
  if (exec)
    {
      vec_modified (w, u, exec, s, &undef);
      if (fmas)
	undef |= get64 (&w->sv[GCN_VCC]);
      w->now = u;
      if (undef & exec && !w->vm->watch->undef_vector (w, u, exec, s, r))
	return NULL;
      m = div_lanes (w, u, s, exec, get64 (&w->s[GCN_VCC]));
    }
  for (unsigned k = 0; k < u->regs[0]; k++)
    {
      if (!(undef & exec))
	w->vu[r + k] &= ~exec;
      for (uint64_t e = exec; e; e &= e - 1)
	w->v[r + k][__builtin_ctzll (e)]
	  = w->tmp[8 + k][__builtin_ctzll (e)];
    }
  if (!fmas)
    put_mask (w, u->sdst, m);
  return u + 1;
}

/* The lane that lane I reads by permlane U, whose lanes are in SELECT: within its
   row, within the other row of its half of the wave, or in the other half.  */

static int
permlane_from (const struct uop *u, uint64_t select, int i)
{
  int lane = select >> 4 * (i & 15) & 15;
  if (u->row == GCN_OP_v_permlane64_b32)
    return i ^ 32;
  return (u->row == GCN_OP_v_permlane16_b32 ? i & ~15 : (i & ~15) ^ 16) | lane;
}

/* v_permlane16_b32, v_permlanex16_b32, v_permlane64_b32 of RDNA.  Of the first two,
   OP_SEL has whether lanes that are off are read ("FI"), and else whether they are
   zero or their readers keep what they have ("BOUND_CTRL").  */

const struct uop *
vec_permlane (const struct uop *u, struct wave *w)
{
  const struct gcn_insn *in = u->in;
  uint64_t exec = wave_exec (w), select = 0, undef;
  unsigned from = u->src[0] - GCN_VGPR, to = u->d - GCN_VGPR;
  bool all = u->row == GCN_OP_v_permlane64_b32 || in->op_sel & 1;
  uint32_t t[LANES], vv[LANES];
  w->vinsns++;
  w->lanes += __builtin_popcountll (exec);
  for (int i = 1; i < 3 && u->row != GCN_OP_v_permlane64_b32; i++)
    {
      uint32_t bad;
      select |= (uint64_t) scalar_source (w, u, i, &bad) << 32 * (i - 1);
      w->now = u;
      if (UNLIKELY (bad) && !w->vm->watch->undef_use (w, u, "lane number",
						      u->src[i], 1, -1))
	return NULL;
    }
  memcpy (t, w->v[from], sizeof t);
  memcpy (vv, w->vv[from], sizeof vv);
  undef = w->vu[from];
  for (uint64_t e = exec; e; e &= e - 1)
    {
      int i = __builtin_ctzll (e), j = permlane_from (u, select, i);
      bool on = all || exec >> j & 1;
      if (!on && !(in->op_sel & 2))
	continue;
      w->v[to][i] = on ? t[j] : 0;
      w->vu[to] &= ~(UINT64_C (1) << i);
      if (on && undef >> j & 1)
	{
	  w->vu[to] |= UINT64_C (1) << i;
	  w->vv[to][i] = vv[j];
	}
    }
  if (UNLIKELY (w->vu[to] & exec))
    origin_move (w, u->d, u->src[0]);
  return u + 1;
}
