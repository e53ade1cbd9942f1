/* The reference: vector instructions without memory, in all of their forms.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCN3 and Vega manuals, 6: operands, modifiers, DPP and SDWA; 13 (12): fields.
   A row says what one lane computes; this file fetches and writes.  */

#include <math.h>
#include <string.h>

#include "ref.h"

const struct ref_format *
ref_letter_format (char c)
{
  return c == 'h' ? &ref_f16 : c == 'f' ? &ref_f32 : c == 'd' ? &ref_f64 : NULL;
}

static unsigned
letter_bits (char c)
{
  return strchr ("hws", c) ? 16 : strchr ("dUI", c) ? 64 : 32;
}

static uint64_t
sign_extend (uint64_t x, unsigned bits)
{
  uint64_t top = UINT64_C (1) << (bits - 1);
  x &= (top << 1) - 1;
  return (x ^ top) - top;
}

const struct ref_row *
ref_vector_row (enum gcn_op op)
{
  const struct ref_row *r = ref_int_row (op);
  if (!r)
    r = ref_float_row (op);
  return r ? r : ref_convert_row (op);
}

/* MODE's fields: FP_ROUND 3:0, FP_DENORM 7:4, the lower two of each for 32
   bits; IEEE 9.  */

static struct ref_fpmode
mode_of (const struct ref_wave *w, const struct ref_format *f, unsigned flags)
{
  unsigned at = f == &ref_f32 ? 0 : 2;
  unsigned denorm = w->mode >> (4 + at) & 3;
  struct ref_fpmode m = { w->mode >> at & 3, denorm & 1, denorm >> 1 & 1,
			  w->mode >> 9 & 1 };
  if (flags & REF_FLUSH)
    m.keep_in = m.keep_out = false;
  if (flags & REF_GFX9_FLUSH && w->cpu == GCN_GFX803)
    m.keep_in = m.keep_out = true;
  return m;
}

/* The lane that LANE reads with DPP's CTRL, or -1 if there is none.  */

static int
dpp_lane (unsigned ctrl, int lane)
{
  int row = lane & ~15, in_row = lane & 15, n = ctrl & 15;
  if (ctrl <= 0xff)
    return (lane & ~3) | (ctrl >> 2 * (lane & 3) & 3);
  switch (ctrl & 0x1f0)
    {
    case 0x150:			/* ROW_NEWBCAST, MI200.  */
      return row | n;
    case 0x100:
      return in_row + n < 16 ? lane + n : -1;
    case 0x110:
      return in_row >= n ? lane - n : -1;
    case 0x120:
      return row | ((in_row - n) & 15);
    default:
      break;
    }
  switch (ctrl)
    {
    case 0x130: return lane < 63 ? lane + 1 : -1;
    case 0x134: return (lane + 1) & 63;
    case 0x138: return lane - 1;
    case 0x13c: return (lane - 1) & 63;
    case 0x140: return row | (15 - in_row);
    case 0x141: return (lane & ~7) | (7 - (lane & 7));
    case 0x142: return row - 1;
    default: return lane < 32 ? -1 : 31;
    }
}

/* Whether LANE takes part.  *FROM is the lane whose source 0 it reads, or -1
   for a zero.  */

static bool
takes_part (const struct ref_wave *w, const struct gcn_insn *in, int lane,
	    int *from)
{
  uint64_t exec = ref_exec (w);
  *from = lane;
  if (!(exec >> lane & 1))
    return false;
  if (in->form != GCN_DPP_FORM)
    return true;
  if (!(in->row_mask >> (lane >> 4) & 1)
      || !(in->bank_mask >> (lane >> 2 & 3) & 1))
    return false;
  *from = dpp_lane (in->dpp_ctrl, lane);
  if (*from >= 0 && exec >> *from & 1)
    return true;
  *from = -1;
  return in->bound_ctrl;
}

/* Source I, as SIG's letter C says, of LANE; LANE -1 is a zero.  */

static uint64_t
fetch (struct ref_wave *w, const struct gcn_insn *in, unsigned i, char c,
       int lane)
{
  unsigned code = in->src[i], bits = letter_bits (c);
  const struct ref_format *f = ref_letter_format (c);
  uint64_t x = 0;
  if (code >= GCN_VGPR && lane >= 0)
    {
      x = w->v[code - GCN_VGPR][lane];
      if (bits == 64)
	x |= (uint64_t) w->v[code - GCN_VGPR + 1][lane] << 32;
    }
  else if (code < GCN_VGPR)
    x = ref_scalar_source (w, in, code,
			   code < 128 && bits == 16 ? 32 : bits,
			   c == 'd' ? REF_FLOAT
			   : c == 'I' ? REF_SIGNED : REF_UNSIGNED);
  if (in->form == GCN_SDWA_FORM)
    {
      unsigned sel = in->src_sel[i];
      unsigned shift = sel <= GCN_BYTE_3 ? 8 * sel : sel == GCN_WORD_1 ? 16 : 0;
      unsigned wide = sel <= GCN_BYTE_3 ? 8 : sel <= GCN_WORD_1 ? 16 : 32;
      x = x >> shift & ((UINT64_C (1) << wide) - 1);
      if (in->sext >> i & 1)
	x = sign_extend (x, wide) & UINT32_MAX;
    }
  if (bits == 16)
    {
      if (in->row->flags & GCN_F_OPSEL && in->op_sel >> i & 1)
	x >>= 16;
      x &= 0xffff;
    }
  if (f && in->abs >> i & 1)
    x &= ~ref_sign_bit (f);
  if (f && in->neg >> i & 1)
    x ^= ref_sign_bit (f);
  if (c == 'i')
    x = sign_extend (x, 32);
  if (c == 's')
    x = sign_extend (x, 16);
  return x;
}

/* OMOD and CLAMP on a float: manual 6.2.3.  */

static uint64_t
finish_float (const struct ref_lane *l, uint64_t x, unsigned mode)
{
  const struct ref_format *f = l->f;
  static const int by[] = { 0, 1, 2, -1 };
  struct ref_fpmode m = mode_of (l->w, f, 0);
  if (l->in->omod && !m.keep_out && !m.ieee)
    {
      x = ref_scale (f, &m, x, by[l->in->omod]);
      if (ref_zero_p (f, x))
	x = 0;
    }
  if (!l->in->clamp)
    return x;
  if (ref_nan_p (f, x))
    return mode >> 8 & 1 ? 0 : x;
  if (ref_negative_p (f, x))
    return 0;
  return ref_compare (f, x, ref_one (f)) > 0 ? ref_one (f) : x;
}

/* What register OLD becomes when X, of 16 or 32 bits by letter C, is
   written.  */

static uint32_t
place (const struct ref_wave *w, const struct gcn_insn *in, unsigned flags,
       char c, uint32_t old, uint32_t x)
{
  if (letter_bits (c) == 16)
    x &= 0xffff;
  if (in->form == GCN_SDWA_FORM)
    {
      unsigned sel = in->dst_sel;
      if (sel == GCN_DWORD)
	return x;
      unsigned wide = sel <= GCN_BYTE_3 ? 8 : 16;
      unsigned at = sel <= GCN_BYTE_3 ? 8 * sel : sel == GCN_WORD_1 ? 16 : 0;
      uint32_t mask = ((UINT32_C (1) << wide) - 1) << at;
      uint32_t part = x << at & mask;
      if (in->dst_unused == 2)
	return (old & ~mask) | part;
      if (in->dst_unused == 1 && part >> (at + wide - 1) & 1)
	return part | (uint32_t) ~((UINT64_C (1) << (at + wide)) - 1);
      return part;
    }
  if (flags & REF_HIGH && letter_bits (c) == 16 && w->cpu != GCN_GFX803)
    return in->op_sel & 8 ? (old & 0xffff) | x << 16 : (old & 0xffff0000) | x;
  return x;
}

static void
prepare (struct ref_wave *w, const struct gcn_insn *in,
	 const struct ref_row *r, const char *sig, int lane, int from,
	 struct ref_lane *l)
{
  memset (l, 0, sizeof *l);
  l->w = w;
  l->in = in;
  l->lane = lane;
  l->f = ref_letter_format (sig[0]);
  l->sf = ref_letter_format (sig[1]);
  unsigned flags = r ? r->flags : 0;
  if (l->f)
    l->m = mode_of (w, l->f, flags);
  if (l->sf)
    l->sm = mode_of (w, l->sf, flags);
  for (unsigned i = 0; sig[i + 1]; i++)
    {
      const struct ref_format *f = ref_letter_format (sig[i + 1]);
      l->raw[i] = l->s[i] = fetch (w, in, i, sig[i + 1], i ? lane : from);
      if (f && !(flags & REF_RAW))
	{
	  struct ref_fpmode m = mode_of (w, f, flags);
	  l->s[i] = ref_source (f, &m, l->s[i]);
	}
    }
}

/* V_CMP and V_CMPX.  */

static bool
compare (struct ref_wave *w, const struct gcn_insn *in)
{
  const char *name = in->row->name;
  bool x = strncmp (name, "v_cmpx_", 7) == 0;
  static const char letters[][4] = { "f16h", "f32f", "f64d", "i16s", "u16w",
				     "i32i", "u32u", "i64I", "u64U" };
  char sig[4] = "u";
  const char *type = name + strlen (name) - 3;
  bool class = strstr (name, "_class_") != NULL;
  static const struct ref_row class_row = { NULL, "", REF_RAW };
  name += x ? 7 : 6;
  for (unsigned i = 0; i < 9; i++)
    if (strncmp (type, letters[i], 3) == 0)
      sig[1] = sig[2] = letters[i][3];
  if (class)
    sig[2] = 'b';
  uint64_t result = 0;
  for (int lane = 0; lane < REF_LANES; lane++)
    {
      struct ref_lane l;
      int from;
      if (!takes_part (w, in, lane, &from))
	continue;
      prepare (w, in, class ? &class_row : NULL, sig, lane, from, &l);
      if (!ref_compare_lane (&l, name))
	return false;
      result |= (uint64_t) l.pass << lane;
    }
  ref_set_pair (w, in->sdst, result);
  if (x)
    ref_set_pair (w, GCN_EXEC, result);
  return true;
}

/* What operations without IEEE do with a signaling NaN is not said: the result
   is some NaN then.  Of two NaNs the first is passed on, and which one may not
   depend on the compiler that the machine was built with.  */

static void
open_nan (const struct ref_row *r, struct ref_lane *l)
{
  bool signaling = false;
  if (!l->f || l->vague || l->m.ieee || !ref_nan_p (l->f, l->d))
    return;
  for (unsigned i = 0; i < 4; i++)
    {
      bool last = i == 3 || !r->sig[i + 1];
      const struct ref_format *f = last ? l->f
				   : ref_letter_format (r->sig[i + 1]);
      uint64_t x = last ? l->old : l->raw[i];
      if (f && (!last || r->flags & REF_OLD) && ref_nan_p (f, x))
	signaling |= ref_snan_p (f, x);
      if (last)
	break;
    }
  if (l->in->row->flags & GCN_F_MADK)
    {
      uint64_t bits = 2 * ref_sign_bit (l->f) - 1;
      signaling |= ref_snan_p (l->f, l->in->literal & bits);
    }
  if (!signaling || (l->in->clamp && l->w->mode >> 8 & 1))
    return;
  l->vague = true;
  l->want = NAN;
}

/* What is known of register D's lane from now on.  */

static void
note (struct ref_wave *w, unsigned d, const struct ref_lane *l)
{
  uint64_t bit = UINT64_C (1) << l->lane;
  struct ref_nearly *n = &w->nearly[d];
  n->undefined = (n->undefined & ~bit) | (l->undefined ? bit : 0);
  n->lanes &= ~bit;
  if (!l->vague)
    return;
  n->format = l->f;
  n->lanes |= bit;
  n->want[l->lane] = l->want;
  n->ulps = l->ulps;
  n->absolute = l->absolute;
  n->flushed = l->flushed;
  n->shift = 0;
  if (l->in->form == GCN_SDWA_FORM && l->in->dst_sel == GCN_WORD_1)
    n->shift = 16;
  else if (l->in->form == GCN_SDWA_FORM && l->in->dst_sel < GCN_WORD_0)
    n->undefined |= bit;
  if (l->in->row->flags & GCN_F_OPSEL && l->in->op_sel & 8)
    n->shift = 16;
}

static void
finish (struct ref_wave *w, const struct ref_row *r, struct ref_lane *l,
	uint32_t out[2])
{
  unsigned d = l->in->dst - GCN_VGPR;
  open_nan (r, l);
  if (l->f && !l->vague)
    l->d = finish_float (l, l->d, w->mode);
  out[0] = place (w, l->in, r->flags, r->sig[0], w->v[d][l->lane], l->d);
  out[1] = l->d >> 32;
  note (w, d, l);
  if (letter_bits (r->sig[0]) == 64)
    note (w, d + 1, l);
}

bool
ref_vector (struct ref_wave *w, const struct gcn_insn *in)
{
  if (in->row->enc == GCN_ENC_VOPC)
    return compare (w, in);
  const struct ref_row *r = ref_vector_row (ref_op (in));
  if (!r)
    return false;
  bool wide = letter_bits (r->sig[0]) == 64;
  unsigned d = in->dst - GCN_VGPR;
  uint64_t done = 0, carry = 0;
  uint32_t out[REF_LANES][2];
  uint64_t carry_in = 0;
  if (r->flags & REF_CARRY_IN)
    carry_in = ref_pair (w, in->row->enc == GCN_ENC_VOP2 ? in->src[2]
			 : GCN_VCC);
  for (int lane = 0; lane < REF_LANES; lane++)
    {
      struct ref_lane l;
      int from;
      if (!takes_part (w, in, lane, &from))
	continue;
      prepare (w, in, r, r->sig, lane, from, &l);
      l.carry_in = carry_in >> lane & 1;
      l.d = w->v[d][lane];
      if (wide)
	l.d |= (uint64_t) w->v[d + 1][lane] << 32;
      if (letter_bits (r->sig[0]) == 16)
	l.d &= 0xffff;
      l.old = l.d;
      r->fn (&l);
      finish (w, r, &l, out[lane]);
      done |= UINT64_C (1) << lane;
      carry |= (uint64_t) l.carry_out << lane;
    }
  for (unsigned lane = 0; lane < REF_LANES; lane++)
    if (done >> lane & 1)
      {
	w->v[d][lane] = out[lane][0];
	if (wide)
	  w->v[d + 1][lane] = out[lane][1];
      }
  if (r->flags & REF_CARRY_OUT)
    ref_set_pair (w, in->sdst, carry);
  return true;
}
