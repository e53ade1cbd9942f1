/* Packed halves, mixed precision and dot products, of the reference.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The VOP3P instructions in the manuals of Vega and MI100, chapter 12.  Halves
   are put into registers of nobody's, and the reference of the operation on
   single ones is asked.  What that knows only nearly, as which NaN it is, is not
   compared.  */

#include <string.h>

#include "ref.h"

enum { FREE_VGPR = REF_VGPRS - 4, RESULT = REF_VGPRS - 1 };

static const struct { uint16_t packed, single; } ops[] =
{
  { GCN_OP_v_pk_mad_i16, GCN_OP_v_mad_i16 },
  { GCN_OP_v_pk_mad_u16, GCN_OP_v_mad_u16 },
  { GCN_OP_v_pk_mul_lo_u16, GCN_OP_v_mul_lo_u16 },
  { GCN_OP_v_pk_add_i16, GCN_OP_v_add_u16 },
  { GCN_OP_v_pk_sub_i16, GCN_OP_v_sub_u16 },
  { GCN_OP_v_pk_add_u16, GCN_OP_v_add_u16 },
  { GCN_OP_v_pk_sub_u16, GCN_OP_v_sub_u16 },
  { GCN_OP_v_pk_lshlrev_b16, GCN_OP_v_lshlrev_b16 },
  { GCN_OP_v_pk_lshrrev_b16, GCN_OP_v_lshrrev_b16 },
  { GCN_OP_v_pk_ashrrev_i16, GCN_OP_v_ashrrev_i16 },
  { GCN_OP_v_pk_max_i16, GCN_OP_v_max_i16 },
  { GCN_OP_v_pk_min_i16, GCN_OP_v_min_i16 },
  { GCN_OP_v_pk_max_u16, GCN_OP_v_max_u16 },
  { GCN_OP_v_pk_min_u16, GCN_OP_v_min_u16 },
  { GCN_OP_v_pk_fma_f16, GCN_OP_v_fma_f16 },
  { GCN_OP_v_pk_add_f16, GCN_OP_v_add_f16 },
  { GCN_OP_v_pk_mul_f16, GCN_OP_v_mul_f16 },
  { GCN_OP_v_pk_min_f16, GCN_OP_v_min_f16 },
  { GCN_OP_v_pk_max_f16, GCN_OP_v_max_f16 }
};

static unsigned
count (const struct gcn_insn *in)
{
  return in->row->s[2] ? 3 : 2;
}

/* Source I of IN in LANE, a word.  */

static uint32_t
word (struct ref_wave *w, const struct gcn_insn *in, unsigned i, unsigned lane)
{
  static const uint16_t halves[] = { 0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
				     0xc000, 0x4400, 0xc400, 0x3118 };
  unsigned code = in->src[i];
  if (code >= GCN_VGPR)
    return w->v[code - GCN_VGPR][lane];
  if (in->row->s[i] == GCN_T_h16 && code >= GCN_FLOAT_FIRST
      && code <= GCN_FLOAT_LAST)
    return halves[code - GCN_FLOAT_FIRST];
  return ref_scalar_source (w, in, code, 32, REF_UNSIGNED);
}

/* Executes row OP on N registers from FREE_VGPR on; neither signs nor halves are
   selected.  */

static bool
single (struct ref_wave *w, const struct gcn_insn *in, enum gcn_op op,
	unsigned n, bool clamp)
{
  struct gcn_insn one = *in;
  one.row = &gcn_rows[op];
  one.form = GCN_E64;
  one.dst = GCN_VGPR + RESULT;
  one.op_sel = one.op_sel_hi = one.neg = one.neg_hi = one.abs = 0;
  one.clamp = clamp;
  for (unsigned i = 0; i < 3; i++)
    one.src[i] = i < n ? GCN_VGPR + FREE_VGPR + i : GCN_NO_OPERAND;
  memset (&w->nearly[RESULT], 0, sizeof w->nearly[RESULT]);
  return ref_vector (w, &one);
}

/* Puts OUT into the destination of IN; what of it is in VAGUE is not known.  */

static void
put (struct ref_wave *w, const struct gcn_insn *in, const uint32_t *out,
     uint64_t vague)
{
  uint64_t exec = ref_exec (w);
  unsigned d = in->dst - GCN_VGPR;
  for (unsigned k = 0; k < REF_LANES; k++)
    if (exec >> k & 1)
      w->v[d][k] = out[k];
  w->nearly[d].lanes &= ~exec;
  w->nearly[d].undefined = (w->nearly[d].undefined & ~exec) | (vague & exec);
}

static bool
packed (struct ref_wave *w, const struct gcn_insn *in, enum gcn_op op)
{
  uint32_t out[REF_LANES] = { 0 };
  uint64_t vague = 0;
  bool floats = in->row->d == GCN_T_h16;
  for (unsigned high = 0; high < 2; high++)
    {
      unsigned sel = high ? in->op_sel_hi : in->op_sel;
      unsigned neg = high ? in->neg_hi : in->neg;
      for (unsigned i = 0; i < count (in); i++)
	for (unsigned k = 0; k < REF_LANES; k++)
	  {
	    uint32_t x = word (w, in, i, k) >> 16 * (sel >> i & 1) & 0xffff;
	    if (floats && neg >> i & 1)
	      x ^= 0x8000;
	    w->v[FREE_VGPR + i][k] = x;
	  }
      if (!single (w, in, op, count (in), in->clamp))
	return false;
      vague |= w->nearly[RESULT].lanes | w->nearly[RESULT].undefined;
      for (unsigned k = 0; k < REF_LANES; k++)
	out[k] |= (w->v[RESULT][k] & 0xffff) << 16 * high;
    }
  put (w, in, out, vague);
  return true;
}

static struct ref_fpmode
mode (const struct ref_wave *w, bool half)
{
  struct ref_fpmode m;
  unsigned denormals = w->mode >> (half ? 6 : 4);
  m.round = w->mode >> (half ? 2 : 0) & 3;
  m.keep_in = denormals & 1;
  m.keep_out = denormals >> 1 & 1;
  m.ieee = w->mode >> 9 & 1;
  return m;
}

static bool
mixed (struct ref_wave *w, const struct gcn_insn *in)
{
  enum gcn_op op = ref_op (in);
  bool low = op == GCN_OP_v_mad_mixlo_f16 || op == GCN_OP_v_fma_mixlo_f16;
  bool high = op == GCN_OP_v_mad_mixhi_f16 || op == GCN_OP_v_fma_mixhi_f16;
  bool mad = in->row->name[2] == 'm';
  struct ref_fpmode m16 = mode (w, true);
  unsigned d = in->dst - GCN_VGPR;
  uint32_t out[REF_LANES];
  for (unsigned i = 0; i < 3; i++)
    for (unsigned k = 0; k < REF_LANES; k++)
      {
	uint64_t x = word (w, in, i, k);
	if (in->op_sel_hi >> i & 1)
	  {
	    struct ref_fpmode exact = { REF_NEAREST, true, true, false };
	    x = x >> 16 * (in->op_sel >> i & 1) & 0xffff;
	    x = ref_convert (&ref_f16, &ref_f32, &exact,
			     ref_source (&ref_f16, &m16, x));
	  }
	if (in->neg_hi >> i & 1)
	  x &= 0x7fffffff;
	if (in->neg >> i & 1)
	  x ^= 0x80000000;
	w->v[FREE_VGPR + i][k] = x;
      }
  if (!single (w, in, mad ? GCN_OP_v_mad_f32 : GCN_OP_v_fma_f32, 3,
	       in->clamp && !low && !high))
    return false;
  uint64_t vague = w->nearly[RESULT].lanes | w->nearly[RESULT].undefined;
  for (unsigned k = 0; k < REF_LANES; k++)
    {
      uint64_t x = w->v[RESULT][k];
      out[k] = x;
      if (ref_nan_p (&ref_f32, x))
	vague |= UINT64_C (1) << k;
      if (!low && !high)
	continue;
      x = ref_convert (&ref_f32, &ref_f16, &m16, x);
      if (in->clamp && !ref_nan_p (&ref_f16, x))
	x = ref_negative_p (&ref_f16, x) || ref_zero_p (&ref_f16, x) ? 0
	    : ref_compare (&ref_f16, x, 0x3c00) > 0 ? 0x3c00 : x;
      out[k] = high ? x << 16 | (w->v[d][k] & 0xffff)
	       : x | (w->v[d][k] & 0xffff0000);
    }
  vague |= w->nearly[d].lanes | w->nearly[d].undefined;
  put (w, in, out, vague);
  return true;
}

/* Of WIDTH bits, field number I of X.  */

static int64_t
part (uint32_t x, unsigned width, unsigned i, bool sign)
{
  uint64_t v = x >> width * i & ((1u << width) - 1);
  return sign && v >> (width - 1) ? (int64_t) v - (1 << width) : (int64_t) v;
}

static bool
dot (struct ref_wave *w, const struct gcn_insn *in)
{
  const char *name = in->row->name;
  unsigned width = name[5] == '2' ? 16 : name[5] == '4' ? 8 : 4;
  bool floats = name[7] == 'f', sign = name[7] == 'i';
  struct ref_fpmode m = mode (w, false), exact = { REF_NEAREST, true, true,
						    false };
  uint32_t out[REF_LANES];
  uint64_t vague = 0;
  for (unsigned k = 0; k < REF_LANES; k++)
    {
      uint32_t a = word (w, in, 0, k), b = word (w, in, 1, k);
      uint32_t c = word (w, in, 2, k);
      if (floats)
	{
	  uint64_t sum = in->neg & 4 ? c ^ 0x80000000 : c;
	  sum = ref_source (&ref_f32, &m, sum);
	  struct ref_fpmode inner = m;
	  inner.keep_out = true;
	  for (unsigned i = 0; i < 2; i++)
	    {
	      unsigned sel = i ? in->op_sel_hi : in->op_sel;
	      unsigned neg = i ? in->neg_hi : in->neg;
	      uint64_t x = a >> 16 * (sel & 1) & 0xffff;
	      uint64_t y = b >> 16 * (sel >> 1 & 1) & 0xffff;
	      x = ref_convert (&ref_f16, &ref_f32, &exact,
			       neg & 1 ? x ^ 0x8000 : x);
	      y = ref_convert (&ref_f16, &ref_f32, &exact,
			       neg & 2 ? y ^ 0x8000 : y);
	      sum = ref_add (&ref_f32, &inner, sum,
			     ref_multiply (&ref_f32, &exact, x, y));
	    }
	  if (!m.keep_out)
	    sum = ref_flush (&ref_f32, sum);
	  if (ref_nan_p (&ref_f32, sum))
	    vague |= UINT64_C (1) << k;
	  else if (in->clamp)
	    sum = ref_negative_p (&ref_f32, sum) ? 0
		  : ref_compare (&ref_f32, sum, 0x3f800000) > 0 ? 0x3f800000
		  : sum;
	  out[k] = sum;
	  continue;
	}
      int64_t sum = sign ? (int32_t) c : (int64_t) c;
      for (unsigned i = 0; i < 32 / width; i++)
	{
	  unsigned sel = i ? in->op_sel_hi : in->op_sel;
	  unsigned x = width == 16 ? sel & 1 : i;
	  unsigned y = width == 16 ? sel >> 1 & 1 : i;
	  sum += part (a, width, x, sign) * part (b, width, y, sign);
	}
      int64_t least = sign ? -0x80000000ll : 0;
      int64_t most = sign ? 0x7fffffffll : 0xffffffffll;
      out[k] = in->clamp && sum < least ? least : in->clamp && sum > most ? most
	       : sum;
    }
  put (w, in, out, vague);
  return true;
}

bool
ref_halves (struct ref_wave *w, const struct gcn_insn *in)
{
  const struct gcn_row *r = in->row;
  if (r->enc != GCN_ENC_VOP3P || r->flags & GCN_F_MAI)
    return false;
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if (ops[i].packed == ref_op (in))
      return packed (w, in, ops[i].single);
  switch (ref_op (in))
    {
    case GCN_OP_v_mad_mix_f32: case GCN_OP_v_mad_mixlo_f16:
    case GCN_OP_v_mad_mixhi_f16: case GCN_OP_v_fma_mix_f32:
    case GCN_OP_v_fma_mixlo_f16: case GCN_OP_v_fma_mixhi_f16:
      return mixed (w, in);
    case GCN_OP_v_dot2_f32_f16: case GCN_OP_v_dot2_i32_i16:
    case GCN_OP_v_dot2_u32_u16: case GCN_OP_v_dot4_i32_i8:
    case GCN_OP_v_dot4_u32_u8: case GCN_OP_v_dot8_i32_i4:
    case GCN_OP_v_dot8_u32_u4:
      return dot (w, in);
    default:
      return false;
    }
}
