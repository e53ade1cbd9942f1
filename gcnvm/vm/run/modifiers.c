/* Vector operations with modifiers: DPP, SDWA, negation, clamp and so on.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* "Data parallel processing" and "Sub-dword addressing" in both manuals, 6.x,
   and the fields of VOP3.  */

#include <math.h>
#include <string.h>

#include "run/float-ops.h"
#include "run/vector.h"

/* The lane that lane I reads by IN's DPP, or -1 outside of the row or wave.  */

static int
dpp_lane (const struct gcn_insn *in, int i)
{
  unsigned c = in->dpp_ctrl;
  if (in->dpp8)
    return (i & ~7) | (int) (in->literal >> 3 * (i & 7) & 7);
  int row = i & ~15, n = c & 15, k = i & 15;
  if (c <= 0xff)
    return (i & ~3) | (c >> (2 * (i & 3)) & 3);
  if (c < 0x110)
    return k + n < 16 ? i + n : -1;
  if (c < 0x120)
    return k >= n ? i - n : -1;
  if (c < 0x130)
    return row | ((k - n) & 15);
  if (c >= 0x160)		/* row_xmask, of RDNA.  */
    return row | (k ^ n);
  if (c >= 0x150)		/* row_newbcast, from gfx90a on; row_share.  */
    return row | n;
  switch (c)
    {
    case 0x130:
      return i < LANES - 1 ? i + 1 : -1;
    case 0x134:
      return (i + 1) & (LANES - 1);
    case 0x138:
      return i - 1;
    case 0x13c:
      return (i - 1) & (LANES - 1);
    case 0x140:
      return row | (15 - k);
    case 0x141:
      return (i & ~7) | (7 - (i & 7));
    case 0x142:
      return row - 1;
    default:
      return i >= 32 ? 31 : -1;
    }
}

/* Moves source 0, at FROM, to TO by DPP, with its upper half if it is WIDE, and
   its undefined bits to the wave's seventh buffer.  A lane whose source is outside
   or switched off gets zero with bound_ctrl, and with RDNA's DPP of 8 lanes, else it
   is not written; FI of RDNA reads lanes that are off ("DPP" in the manuals of RDNA
   2 and 3).  Returns the lanes of EXEC that are written.  */

static uint64_t
dpp_source (struct wave *w, const struct uop *u, uint64_t exec, bool wide,
	    const uint32_t *from, uint32_t *to, uint64_t *undef)
{
  const struct gcn_insn *in = u->in;
  uint64_t written = 0, moved = 0;
  for (int i = 0; i < LANES; i++)
    {
      if (!(exec >> i & 1) || !(in->row_mask >> (i / 16) & 1)
	  || !(in->bank_mask >> (i / 4 % 4) & 1))
	continue;
      int j = dpp_lane (in, i);
      bool valid = j >= 0 && (in->fi || exec >> j & 1);
      if (!valid && !in->bound_ctrl && !in->dpp8)
	continue;
      to[i] = valid ? from[j] : 0;
      if (wide)
	to[i + LANES] = valid ? from[j + LANES] : 0;
      w->tmp[6][i] = 0;
      if (valid && *undef >> j & 1)
	{
	  moved |= UINT64_C (1) << i;
	  w->tmp[6][i] = w->vv[u->src[0] - GCN_VGPR][j];
	}
      written |= UINT64_C (1) << i;
    }
  *undef = moved;
  return written;
}

/* Whether negation and absolute value apply to source I.  */

static bool
float_source_p (const struct gcn_insn *in, int i)
{
  return gcn_type_float_p (in->row->s[i])
	 || in->row - gcn_rows == GCN_OP_v_cndmask_b32;
}

/* Negates and so on N values at T of source I.  */

static void
apply_sign (const struct gcn_insn *in, int i, uint32_t *t)
{
  bool neg = in->neg >> i & 1, abs = in->abs >> i & 1;
  enum gcn_type type = in->row->s[i];
  if (!(neg || abs) || !float_source_p (in, i))
    return;
  uint32_t sign = type == GCN_T_f16 ? 0x8000 : 0x80000000;
  uint32_t *p = type == GCN_T_f64 ? t + LANES : t;
  for (int k = 0; k < LANES; k++)
    {
      if (abs)
	p[k] &= ~sign;
      if (neg)
	p[k] ^= sign;
    }
}

uint64_t
vec_modified (struct wave *w, const struct uop *u, uint64_t exec,
	      const uint32_t *s[3], uint64_t *undef)
{
  const struct gcn_insn *in = u->in;
  uint64_t written = exec;
  for (int i = 0; i < u->n_src; i++)
    {
      uint64_t bad = 0;
      /* All lanes are wanted.  */
      const uint32_t *from = vec_source (w, u, i, ~UINT64_C (0), &bad);
      uint32_t *t = w->tmp[2 * i];
      bool wide = u->regs[i + 1] > 1;
      bool dpp = in->form == GCN_DPP_FORM && i == 0;
      if (dpp)
	{
	  uint32_t copy[2 * LANES];
	  memcpy (copy, from, (wide ? 2 : 1) * sizeof w->tmp[0]);
	  written = dpp_source (w, u, exec, wide, copy, t, &bad);
	}
      else if (from != t)
	memcpy (t, from, (wide ? 2 : 1) * sizeof w->tmp[0]);
      if (in->form == GCN_SDWA_FORM && i < 2)
	{
	  unsigned sel = in->src_sel[i];
	  for (uint64_t e = bad & exec; e; e &= e - 1)
	    {
	      unsigned k = __builtin_ctzll (e);
	      if (u->src[i] >= GCN_VGPR
		  && !(w->vv[u->src[i] - GCN_VGPR][k] & sdwa_mask (sel)))
		bad &= ~(UINT64_C (1) << k);
	    }
	  for (int k = 0; k < LANES; k++)
	    t[k] = sdwa_select (t[k], sel, in->sext >> i & 1);
	}
      else if (in->op_sel >> i & 1
	       && gcn_selects_halves_p (in, w->vm->opt.cpu))
	for (int k = 0; k < LANES; k++)
	  t[k] >>= 16;
      if (i < 3 && in->row->s[i])
	apply_sign (in, i, t);
      s[i] = t;
      *undef |= bad;
    }
  return written;
}

void
vec_put_sdwa (struct wave *w, const struct uop *u, uint64_t exec,
	      const uint32_t *t)
{
  const struct gcn_insn *in = u->in;
  uint32_t *d = w->v[u->d - GCN_VGPR];
  unsigned sel = in->dst_sel;
  uint32_t mask = sdwa_mask (sel);
  unsigned shift = mask ? __builtin_ctz (mask) : 0;
  unsigned bits = __builtin_popcount (mask);
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e);
      uint32_t v = (t[i] << shift) & mask;
      if (in->dst_unused == 1 && bits < 32)	/* UNUSED_SEXT */
	{
	  int32_t x = (int32_t) (t[i] << (32 - bits)) >> (32 - bits);
	  v = (uint32_t) x << shift;
	}
      else if (in->dst_unused == 2)	/* UNUSED_PRESERVE */
	v |= d[i] & ~mask;
      d[i] = v;
    }
}

/* A, not a NaN, times FACTOR, rounded and flushed; -0 becomes 0.  */

static float
output_f32 (float a, float factor)
{
  a = flush32 (a * factor);
  return a == 0 ? 0 : a;
}

static double
output_f64 (double a, double factor)
{
  a = flush64 (a * factor);
  return a == 0 ? 0 : a;
}

static uint32_t
output_f16 (struct wave *w, uint32_t h, double factor)
{
  h = f16_out (w, f16_to_f32 (h) * factor);
  return h & 0x7fff ? h : 0;
}

/* A between 0 and 1; a NaN is 0 if DX10_CLAMP says so.  */

static double
clamped (const struct wave *w, double a)
{
  if (a != a)
    return MODE_DX10_CLAMP (w->mode) ? 0 : a;
  return a > 1 ? 1 : a > 0 ? a : 0;
}

static void
output_lane (struct wave *w, enum gcn_type type, double factor, bool clamp,
	     uint32_t *t)
{
  if (type == GCN_T_f32)
    {
      float f = f32_of (*t);
      if (factor != 1 && f == f)
	*t = bits_of (output_f32 (f, factor));
      f = f32_of (*t);
      if (clamp && !(f != f && !MODE_DX10_CLAMP (w->mode)))
	*t = bits_of (clamped (w, f));
    }
  else if (type == GCN_T_f16)
    {
      uint32_t h = *t & 0xffff;
      if (factor != 1 && !nan16_p (h))
	h = output_f16 (w, h, factor);
      double f = f16_to_f32 (h);
      if (clamp && !(f != f && !MODE_DX10_CLAMP (w->mode)))
	h = f > 1 ? 0x3c00 : f > 0 ? h : 0;
      *t = h;
    }
  else
    {
      double f = f64_of (t[0] | (uint64_t) t[LANES] << 32);
      if (factor != 1 && f == f)
	f = output_f64 (f, factor);
      uint64_t b = bits_of_64 (clamp ? clamped (w, f) : f);
      t[0] = b;
      t[LANES] = b >> 32;
    }
}

/* Multiplies by OMOD and clamps the results in T, of the row's type.  OMOD is
   ignored where the mode keeps denormals or is IEEE's.  */

void
vec_output (struct wave *w, const struct uop *u, uint32_t *t)
{
  static const double factors[] = { 1, 2, 4, 0.5 };
  const struct gcn_insn *in = u->in;
  enum gcn_type type = in->row->d;
  if (!gcn_type_float_p (type))
    return;
  bool single = type == GCN_T_f32;
  bool keeps = (single ? MODE_DENORM_32 (w->mode)
		: MODE_DENORM_64 (w->mode)) & 2;
  double f = keeps || MODE_IEEE (w->mode) ? 1 : factors[in->omod];
  if (f == 1 && !in->clamp)
    return;
  fesetround (host_rounding (single ? MODE_ROUND_32 (w->mode)
			     : MODE_ROUND_64 (w->mode)));
  for (int i = 0; i < LANES; i++)
    output_lane (w, type, f, in->clamp, t + i);
  fesetround (FE_TONEAREST);
}

const struct uop *
vec_general (const struct uop *u, struct wave *w)
{
  const struct gcn_insn *in = u->in;
  uint64_t exec = wave_exec (w), undef = 0;
  const uint32_t *s[3] = { NULL, NULL, NULL };
  unsigned r = u->d - GCN_VGPR;
  w->vinsns++;
  w->lanes += __builtin_popcountll (exec);
  if (!exec)
    return u + 1;
  exec = vec_modified (w, u, exec, s, &undef);
  if (u->row == GCN_OP_v_cndmask_b32)
    s[2] = vec_select (w, u, ~UINT64_C (0), &undef);
  if (!exec)
    return u + 1;
  bool moved = in->form == GCN_DPP_FORM && u->undef == UNDEF_MOVE;
  if (UNLIKELY (undef & exec) && !moved)
    {
      w->now = u;
      if (!w->vm->watch->undef_vector (w, u, exec, s, r))
	return NULL;
    }
  else
    {
      w->vu[r] &= ~exec;
      if (u->regs[0] > 1)
	w->vu[r + 1] &= ~exec;
      if (UNLIKELY (undef & exec))
	origin_move (w, u->d, u->src[0]);
      for (uint64_t e = undef & exec; e; e &= e - 1)
	{
	  unsigned i = __builtin_ctzll (e);
	  w->vv[r][i] = w->tmp[6][i];
	  w->vu[r] |= UINT64_C (1) << i;
	}
    }
  uint32_t *t = w->tmp[8];
  u->vop->kernel (w, t, s[0], s[1], s[2], 0, LANES);
  if (in->clamp || in->omod)
    vec_output (w, u, t);
  if (in->form == GCN_SDWA_FORM)
    {
      vec_put_sdwa (w, u, exec, t);
      return u + 1;
    }
  /* With op_sel, the other half of the destination stays; on RDNA always.  */
  if (gcn_half_type_p (in->row->d)
      && (w->vm->opt.cpu & GCN_RDNA
	  || gcn_selects_halves_p (in, w->vm->opt.cpu)))
    for (int i = 0; i < LANES; i++)
      t[i] = in->op_sel & 8 ? (t[i] << 16) | (w->v[r][i] & 0xffff)
	     : (t[i] & 0xffff) | (w->v[r][i] & 0xffff0000);
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned i = __builtin_ctzll (e);
      w->v[r][i] = t[i];
      if (u->regs[0] > 1)
	w->v[r + 1][i] = t[i + LANES];
    }
  return u + 1;
}
