/* Packed operations on two halves of 16 bits, mixed precision, dot products.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The VOP3P instructions in the manuals of Vega and MI100, chapter 12.

   v_pk_*: each half of the result is computed by the kernel of the operation on
   single halves, of the halves of the sources that OP_SEL (for the lower) and
   OP_SEL_HI select; NEG and NEG_HI negate floats.  v_fma_mix*: a source is an
   f32, or with OP_SEL_HI the half that OP_SEL selects; NEG_HI is its absolute
   value.  v_dot*: sums of products, in the order of the manual, what is added
   first; OP_SEL selects for the first product, OP_SEL_HI for the second one.
   Integers saturate with CLAMP in these alone.

   A constant in a packed source: integers are extended to 32 bits, so that both
   halves have their sign; a half is the lower one, the upper one is zero
   (LLVM's AMDGPUBaseInfo says so of the hardware).  */

#include <math.h>

#include "run/float-ops.h"
#include "run/vector.h"

typedef uint32_t words[LANES];

/* The operation on single halves that OP does twice, or OP.  */

static enum gcn_op
single_op (enum gcn_op op)
{
  static const struct { uint16_t packed, single; } ops[] =
  {
    { GCN_OP_v_pk_mad_i16, GCN_OP_v_mad_i16 },
    { GCN_OP_v_pk_mul_lo_u16, GCN_OP_v_mul_lo_u16 },
    { GCN_OP_v_pk_add_i16, GCN_OP_v_add_i16 },
    { GCN_OP_v_pk_sub_i16, GCN_OP_v_sub_i16 },
    { GCN_OP_v_pk_lshlrev_b16, GCN_OP_v_lshlrev_b16 },
    { GCN_OP_v_pk_lshrrev_b16, GCN_OP_v_lshrrev_b16 },
    { GCN_OP_v_pk_ashrrev_i16, GCN_OP_v_ashrrev_i16 },
    { GCN_OP_v_pk_max_i16, GCN_OP_v_max_i16 },
    { GCN_OP_v_pk_min_i16, GCN_OP_v_min_i16 },
    { GCN_OP_v_pk_mad_u16, GCN_OP_v_mad_u16 },
    { GCN_OP_v_pk_add_u16, GCN_OP_v_add_u16 },
    { GCN_OP_v_pk_sub_u16, GCN_OP_v_sub_u16 },
    { GCN_OP_v_pk_max_u16, GCN_OP_v_max_u16 },
    { GCN_OP_v_pk_min_u16, GCN_OP_v_min_u16 },
    { GCN_OP_v_pk_fma_f16, GCN_OP_v_fma_f16 },
    { GCN_OP_v_pk_add_f16, GCN_OP_v_add_f16 },
    { GCN_OP_v_pk_mul_f16, GCN_OP_v_mul_f16 },
    { GCN_OP_v_pk_min_f16, GCN_OP_v_min_f16 },
    { GCN_OP_v_pk_max_f16, GCN_OP_v_max_f16 }
  };
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if (ops[i].packed == op)
      return ops[i].single;
  return op;
}

/* Fills S with the sources of U.  *UNDEF gets the lanes of EXEC whose result is
   undefined for them, *FROM which register that comes from.  Returns false if
   the wave stops for it.  */

static bool
take_sources (struct wave *w, const struct uop *u, uint64_t exec, words s[3],
	      uint64_t *undef, unsigned *from)
{
  *undef = 0;
  for (int i = 0; i < u->n_src; i++)
    {
      uint64_t bad = 0;
      const uint32_t *t = vec_source (w, u, i, ~UINT64_C (0), &bad);
      memcpy (s[i], t, sizeof s[i]);
      bad &= exec;
      if (LIKELY (!bad))
	continue;
      if (w->vm->watch->undef_from_memory (w, u->src[i], 1))
	{
	  *undef |= bad;
	  *from = u->src[i];
	}
      else if (!w->vm->watch->undef_use (w, u, NULL, u->src[i], 1,
					 __builtin_ctzll (bad)))
	return false;
    }
  return true;
}

/* H between 0 and 1; a NaN is 0 if DX10_CLAMP says so.  */

static uint32_t
clamped_half (const struct wave *w, uint32_t h)
{
  double f = f16_to_f32 (h);
  if (f != f)
    return MODE_DX10_CLAMP (w->mode) ? 0 : h;
  return f > 1 ? 0x3c00 : f > 0 ? h : 0;
}

static uint32_t
clamped_single (const struct wave *w, float f)
{
  if (f != f)
    return MODE_DX10_CLAMP (w->mode) ? 0 : bits_of (f);
  return f > 1 ? bits_of (1.0f) : f > 0 ? bits_of (f) : 0;
}

/* Half SEL of X, an integer of 16 bits or an f16, which NEG negates.  */

static uint32_t
half_of (uint32_t x, unsigned sel, bool neg)
{
  return (x >> (sel ? 16 : 0) & 0xffff) ^ (neg ? 0x8000 : 0);
}

static void
packed (struct wave *w, const struct uop *u, words s[3], uint32_t *out)
{
  const struct gcn_insn *in = u->in;
  bool floats = in->row->d == GCN_T_h16;
  gcn_kernel *kernel = w->vm->handlers->vops[single_op (u->row)].kernel;
  uint32_t t[3][LANES] __attribute__ ((aligned (64)));
  uint32_t r[2][LANES] __attribute__ ((aligned (64)));
  for (int half = 0; half < 2; half++)
    {
      for (int i = 0; i < u->n_src; i++)
	{
	  unsigned sel = (half ? in->op_sel_hi : in->op_sel) >> i & 1;
	  bool neg = floats && (half ? in->neg_hi : in->neg) >> i & 1;
	  for (int k = 0; k < LANES; k++)
	    t[i][k] = half_of (s[i][k], sel, neg);
	}
      kernel (w, r[half], t[0], t[1], t[2], 0, LANES);
      for (int k = 0; in->clamp && k < LANES; k++)
	r[half][k] = clamped_half (w, r[half][k] & 0xffff);
    }
  for (int k = 0; k < LANES; k++)
    out[k] = (r[0][k] & 0xffff) | r[1][k] << 16;
}

/* ---- v_mad_mix*, v_fma_mix*.  */

static float
mixed_source (const struct wave *w, const struct gcn_insn *in, int i,
	      uint32_t x)
{
  float f = f32_of (x);
  if (in->op_sel_hi >> i & 1)
    f = (float) f16_in (w, half_of (x, in->op_sel >> i & 1, false));
  else if (!(MODE_DENORM_32 (w->mode) & 1))
    f = flush32 (f);
  if (in->neg_hi >> i & 1)
    f = fabsf (f);
  return in->neg >> i & 1 ? -f : f;
}

/* As f16, rounded as that is.  */

static uint32_t
as_half (const struct wave *w, float f)
{
  return f16_out (w, f);
}

static void
mixed (struct wave *w, const struct uop *u, words s[3], uint32_t *out)
{
  const struct gcn_insn *in = u->in;
  enum gcn_op op = u->row;
  bool mad = (op == GCN_OP_v_mad_mix_f32 || op == GCN_OP_v_mad_mixlo_f16
	      || op == GCN_OP_v_mad_mixhi_f16);
  bool low = op == GCN_OP_v_mad_mixlo_f16 || op == GCN_OP_v_fma_mixlo_f16;
  bool high = op == GCN_OP_v_mad_mixhi_f16 || op == GCN_OP_v_fma_mixhi_f16;
  const uint32_t *old = w->v[u->d - GCN_VGPR];
  for (int k = 0; k < LANES; k++)
    {
      float a = mixed_source (w, in, 0, s[0][k]);
      float b = mixed_source (w, in, 1, s[1][k]);
      float c = mixed_source (w, in, 2, s[2][k]);
      fesetround (host_rounding (MODE_ROUND_32 (w->mode)));
      float f = mad ? mad_f32 (a, b, c) : fma_f32 (a, b, c);
      fesetround (FE_TONEAREST);
      if (!(MODE_DENORM_32 (w->mode) & 2))
	f = flush32 (f);
      if (!low && !high)
	{
	  out[k] = in->clamp ? clamped_single (w, f) : bits_of (f);
	  continue;
	}
      fesetround (host_rounding (MODE_ROUND_64 (w->mode)));
      uint32_t h = as_half (w, f) & 0xffff;
      fesetround (FE_TONEAREST);
      if (in->clamp)
	h = clamped_half (w, h);
      out[k] = high ? h << 16 | (old[k] & 0xffff) : h | (old[k] & 0xffff0000);
    }
}

/* ---- v_dot*.  */

/* Field number I, of BITS bits, of X.  */

static int64_t
field (uint32_t x, unsigned i, unsigned bits, bool sign)
{
  uint32_t v = x << (32 - bits - i * bits);
  return sign ? (int32_t) v >> (32 - bits) : (int64_t) (v >> (32 - bits));
}

static uint32_t
dot_float (struct wave *w, const struct gcn_insn *in, uint32_t a, uint32_t b,
	   uint32_t c)
{
  float sum = f32_of (in->neg >> 2 & 1 ? c ^ UINT32_C (0x80000000) : c);
  if (!(MODE_DENORM_32 (w->mode) & 1))
    sum = flush32 (sum);
  for (int half = 0; half < 2; half++)
    {
      unsigned sel = half ? in->op_sel_hi : in->op_sel;
      unsigned neg = half ? in->neg_hi : in->neg;
      float x = (float) f16_to_f32 (half_of (a, sel & 1, neg & 1));
      float y = (float) f16_to_f32 (half_of (b, sel >> 1 & 1, neg >> 1 & 1));
      sum = add_f32 (sum, x * y);
    }
  if (!(MODE_DENORM_32 (w->mode) & 2))
    sum = flush32 (sum);
  return in->clamp ? clamped_single (w, sum) : bits_of (sum);
}

static void
dot (struct wave *w, const struct uop *u, words s[3], uint32_t *out)
{
  const struct gcn_insn *in = u->in;
  unsigned bits = 16;
  bool sign = in->row->d == GCN_T_i32;
  switch ((enum gcn_op) u->row)
    {
    case GCN_OP_v_dot2_f32_f16:
      fesetround (host_rounding (MODE_ROUND_32 (w->mode)));
      for (int k = 0; k < LANES; k++)
	out[k] = dot_float (w, in, s[0][k], s[1][k], s[2][k]);
      fesetround (FE_TONEAREST);
      return;
    case GCN_OP_v_dot4_i32_i8: case GCN_OP_v_dot4_u32_u8:
      bits = 8;
      break;
    case GCN_OP_v_dot8_i32_i4: case GCN_OP_v_dot8_u32_u4:
      bits = 4;
      break;
    default:
      break;
    }
  for (int k = 0; k < LANES; k++)
    {
      int64_t sum = sign ? (int32_t) s[2][k] : (int64_t) s[2][k];
      for (unsigned i = 0; i < 32 / bits; i++)
	{
	  /* Halves are selected, smaller fields are not.  */
	  unsigned sel = i ? in->op_sel_hi : in->op_sel;
	  unsigned x = bits == 16 ? sel & 1 : i, y = bits == 16 ? sel >> 1 & 1 : i;
	  sum += field (s[0][k], x, bits, sign) * field (s[1][k], y, bits, sign);
	}
      if (in->clamp && sign)
	sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
      else if (in->clamp)
	sum = sum > UINT32_MAX ? UINT32_MAX : sum;
      out[k] = (uint32_t) sum;
    }
}

const struct uop *
vec_halves (const struct uop *u, struct wave *w)
{
  uint64_t exec = wave_exec (w), undef;
  uint32_t s[3][LANES] __attribute__ ((aligned (64)));
  uint32_t out[LANES] __attribute__ ((aligned (64)));
  unsigned r = u->d - GCN_VGPR, from = u->src[0];
  w->vinsns++;
  w->lanes += __builtin_popcountll (exec);
  w->now = u;
  if (!exec)
    return u + 1;
  if (!take_sources (w, u, exec, s, &undef, &from))
    return NULL;
  if (u->in->row->flags & GCN_F_DOT)
    dot (w, u, s, out);
  else if (u->in->row->s[0] == GCN_T_m16)
    mixed (w, u, s, out);
  else
    packed (w, u, s, out);
  for (uint64_t e = exec; e; e &= e - 1)
    {
      unsigned k = __builtin_ctzll (e);
      w->v[r][k] = out[k];
      if (undef >> k & 1)
	w->vv[r][k] = UINT32_MAX;
    }
  /* The other half of a mixed result keeps what is undefined of it.  */
  if (!(u->in->row->flags & GCN_F_RDST))
    w->vu[r] &= ~exec;
  w->vu[r] |= undef;
  if (UNLIKELY (undef))
    w->vm->watch->undef_moved (w, u->d, from, 1);
  return u + 1;
}
