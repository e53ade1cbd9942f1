/* The reference: scalar arithmetic, SOP2 and SOP1.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Vega manual 12.1 SOP2 and 12.3 SOP1; 5.3 for SCC.  */

#include "ref.h"

#define ONES(N) ((N) >= 64 ? ~UINT64_C (0) : (UINT64_C (1) << (N)) - 1)

static unsigned
count_ones (uint64_t x)
{
  unsigned n = 0;
  for (; x; x &= x - 1)
    n++;
  return n;
}

/* The number of the lowest bit that is set, or -1.  */

static uint32_t
lowest (uint64_t x)
{
  for (unsigned i = 0; i < 64; i++)
    if (x >> i & 1)
      return i;
  return UINT32_MAX;
}

/* How many bits of the BITS of X are above the highest one set, or -1.  */

static uint32_t
highest (uint64_t x, unsigned bits)
{
  for (unsigned i = 0; i < bits; i++)
    if (x >> (bits - 1 - i) & 1)
      return i;
  return UINT32_MAX;
}

/* The same of the first bit that is not like the sign.  */

static uint32_t
highest_signed (uint64_t x, unsigned bits)
{
  uint64_t sign = x >> (bits - 1) & 1;
  return highest (sign ? ~x & ONES (bits) : x, bits);
}

static uint64_t
reverse (uint64_t x, unsigned bits)
{
  uint64_t r = 0;
  for (unsigned i = 0; i < bits; i++)
    r |= (x >> i & 1) << (bits - 1 - i);
  return r;
}

static uint64_t
sign_extend (uint64_t x, unsigned bits)
{
  if (bits == 0)
    return 0;
  if (bits >= 64)
    return x;
  return (x & ONES (bits)) | (x >> (bits - 1) & 1 ? ~ONES (bits) : 0);
}

/* S_WQM: each group of four bits all one if any is.  S_QUADMASK: a bit for each
   group.  */

static uint64_t
quads (uint64_t x, unsigned bits, bool whole)
{
  uint64_t r = 0;
  for (unsigned i = 0; i < bits; i += 4)
    if (x >> i & 15)
      r |= whole ? UINT64_C (15) << i : UINT64_C (1) << i / 4;
  return r;
}

/* S_BFE: S1[4:0] or S1[5:0] is the offset, S1[22:16] the width.  */

static uint64_t
extract (uint64_t x, uint32_t s1, unsigned bits, bool is_signed)
{
  unsigned offset = s1 & (bits - 1), width = s1 >> 16 & 0x7f;
  if (!is_signed)
    return (x & ONES (bits)) >> offset & ONES (width);
  x = (uint64_t) ((int64_t) sign_extend (x, bits) >> offset);
  return sign_extend (x, width) & ONES (bits);
}

static void
put (struct ref_wave *w, const struct gcn_insn *in, unsigned bits, uint64_t x)
{
  w->s[in->dst] = x;
  if (bits == 64)
    w->s[in->dst + 1] = x >> 32;
}

/* S_ADD and the like: A + B or A - B with a carry, of 32 bits.  */

static uint32_t
add (uint32_t a, uint32_t b, bool carry, bool *out)
{
  uint64_t sum = (uint64_t) a + b + carry;
  *out = sum >> 32;
  return sum;
}

static uint32_t
subtract (uint32_t a, uint32_t b, bool borrow, bool *out)
{
  *out = (uint64_t) b + borrow > a;
  return a - b - borrow;
}

/* Whether A + B or A - B, which is R, overflows as a signed number.  */

static bool
overflows (uint32_t a, uint32_t b, uint32_t r, bool minus)
{
  int64_t exact = (int64_t) (int32_t) a
		  + (minus ? -(int64_t) (int32_t) b : (int32_t) b);
  return exact != (int32_t) r;
}

/* SOP2 of two 32-bit sources with a 32-bit result: false if OP is not one.
   *FLAG is what SCC becomes; 2 leaves it alone.  (A case a row makes this
   function and those below long.)  */

static bool
sop2_32 (enum gcn_op op, uint32_t a, uint32_t b, bool scc, uint32_t *d,
	 unsigned *flag)
{
  bool carry = scc;
  uint32_t r;
  *flag = 2;
  switch (op)
    {
    case GCN_OP_s_add_u32:
      r = add (a, b, false, &carry);
      *flag = carry;
      break;
    case GCN_OP_s_addc_u32:
      r = add (a, b, scc, &carry);
      *flag = carry;
      break;
    case GCN_OP_s_sub_u32:
      r = subtract (a, b, false, &carry);
      *flag = carry;
      break;
    case GCN_OP_s_subb_u32:
      r = subtract (a, b, scc, &carry);
      *flag = carry;
      break;
    case GCN_OP_s_add_i32:
      r = a + b;
      *flag = overflows (a, b, r, false);
      break;
    case GCN_OP_s_sub_i32:
      r = a - b;
      *flag = overflows (a, b, r, true);
      break;
    case GCN_OP_s_min_i32:
      *flag = (int32_t) a < (int32_t) b;
      r = *flag ? a : b;
      break;
    case GCN_OP_s_min_u32:
      *flag = a < b;
      r = *flag ? a : b;
      break;
    case GCN_OP_s_max_i32:
      *flag = (int32_t) a > (int32_t) b;
      r = *flag ? a : b;
      break;
    case GCN_OP_s_max_u32:
      *flag = a > b;
      r = *flag ? a : b;
      break;
    case GCN_OP_s_cselect_b32:
      r = scc ? a : b;
      break;
    case GCN_OP_s_bfm_b32:
      r = (uint32_t) ONES (a & 31) << (b & 31);
      break;
    case GCN_OP_s_mul_i32:
      r = (uint32_t) ((int64_t) (int32_t) a * (int32_t) b);
      break;
    case GCN_OP_s_mul_hi_u32:
      r = (uint64_t) a * b >> 32;
      break;
    case GCN_OP_s_mul_hi_i32:
      r = (uint64_t) ((int64_t) (int32_t) a * (int32_t) b) >> 32;
      break;
    case GCN_OP_s_absdiff_i32:
      r = a - b;
      if ((int32_t) r < 0)
	r = -r;
      *flag = r != 0;
      break;
    case GCN_OP_s_lshl1_add_u32: case GCN_OP_s_lshl2_add_u32:
    case GCN_OP_s_lshl3_add_u32: case GCN_OP_s_lshl4_add_u32:
      {
	uint64_t sum = ((uint64_t) a << (op - GCN_OP_s_lshl1_add_u32 + 1)) + b;
	r = sum;
	*flag = sum >> 32 != 0;
	break;
      }
    case GCN_OP_s_pack_ll_b32_b16:
      r = (a & 0xffff) | b << 16;
      break;
    case GCN_OP_s_pack_lh_b32_b16:
      r = (a & 0xffff) | (b & 0xffff0000);
      break;
    case GCN_OP_s_pack_hh_b32_b16:
      r = a >> 16 | (b & 0xffff0000);
      break;
    default:
      return false;
    }
  *d = r;
  return true;
}

/* The bitwise ones, shifts and bit fields, of 32 and 64 bits: SCC says whether
   the result is not zero.  Returns the width, 0 if OP is not one.  */

static unsigned
sop2_bits (enum gcn_op op, uint64_t a, uint64_t b, uint64_t *d)
{
  unsigned bits = 32;
  switch (op)
    {
#define BOTH(NAME, EXPR) \
    case GCN_OP_s_##NAME##_b64: bits = 64; /* FALLTHRU */ \
    case GCN_OP_s_##NAME##_b32: *d = (EXPR); break;
    BOTH (and, a & b)
    BOTH (or, a | b)
    BOTH (xor, a ^ b)
    BOTH (andn2, a & ~b)
    BOTH (orn2, a | ~b)
    BOTH (nand, ~(a & b))
    BOTH (nor, ~(a | b))
    BOTH (xnor, ~(a ^ b))
    BOTH (lshl, a << (b & (bits - 1)))
    BOTH (lshr, (a & ONES (bits)) >> (b & (bits - 1)))
#undef BOTH
    case GCN_OP_s_ashr_i64:
      bits = 64;
      /* FALLTHRU */
    case GCN_OP_s_ashr_i32:
      *d = (uint64_t) ((int64_t) sign_extend (a, bits) >> (b & (bits - 1)));
      break;
    case GCN_OP_s_bfe_u32: case GCN_OP_s_bfe_i32:
      *d = extract (a, b, 32, op == GCN_OP_s_bfe_i32);
      break;
    case GCN_OP_s_bfe_u64: case GCN_OP_s_bfe_i64:
      bits = 64;
      *d = extract (a, b, 64, op == GCN_OP_s_bfe_i64);
      break;
    default:
      return 0;
    }
  *d &= ONES (bits);
  return bits;
}

/* The widths of the sources of SOP2's row R by its name: b64 operands but for
   counts.  */

static void
sop2_widths (enum gcn_op op, unsigned *first, unsigned *second)
{
  *first = *second = 32;
  switch (op)
    {
    case GCN_OP_s_cselect_b64: case GCN_OP_s_and_b64: case GCN_OP_s_or_b64:
    case GCN_OP_s_xor_b64: case GCN_OP_s_andn2_b64: case GCN_OP_s_orn2_b64:
    case GCN_OP_s_nand_b64: case GCN_OP_s_nor_b64: case GCN_OP_s_xnor_b64:
      *first = *second = 64;
      break;
    case GCN_OP_s_lshl_b64: case GCN_OP_s_lshr_b64: case GCN_OP_s_ashr_i64:
    case GCN_OP_s_bfe_u64: case GCN_OP_s_bfe_i64:
      *first = 64;
      break;
    default:
      break;
    }
}

static bool
sop2 (struct ref_wave *w, const struct gcn_insn *in)
{
  enum gcn_op op = ref_op (in);
  unsigned first, second, flag, bits;
  uint64_t d64;
  uint32_t d;
  enum ref_kind kind = (op == GCN_OP_s_ashr_i64 || op == GCN_OP_s_bfe_i64
			? REF_SIGNED : REF_UNSIGNED);
  sop2_widths (op, &first, &second);
  uint64_t a = ref_scalar_source (w, in, in->src[0], first, kind);
  uint64_t b = ref_scalar_source (w, in, in->src[1], second, kind);
  if (sop2_32 (op, a, b, w->scc, &d, &flag))
    {
      put (w, in, 32, d);
      if (flag < 2)
	w->scc = flag;
      return true;
    }
  bits = sop2_bits (op, a, b, &d64);
  if (bits)
    {
      put (w, in, bits, d64);
      w->scc = d64 != 0;
      return true;
    }
  if (op == GCN_OP_s_cselect_b64)
    put (w, in, 64, w->scc ? a : b);
  else if (op == GCN_OP_s_bfm_b64)
    put (w, in, 64, ONES (a & 63) << (b & 63));
  else
    return false;
  return true;
}

/* SOP1 with a result D of BITS bits.  SET says whether SCC becomes D != 0.  */

static bool
sop1_plain (struct ref_wave *w, const struct gcn_insn *in)
{
  enum gcn_op op = ref_op (in);
  unsigned wide = 32, bits = 32;	/* Of source and result.  */
  bool set = false;
  uint64_t d;
  switch (op)
    {
    case GCN_OP_s_mov_b64: case GCN_OP_s_not_b64: case GCN_OP_s_wqm_b64:
    case GCN_OP_s_brev_b64: case GCN_OP_s_quadmask_b64:
      wide = bits = 64;
      break;
    case GCN_OP_s_bcnt0_i32_b64: case GCN_OP_s_bcnt1_i32_b64:
    case GCN_OP_s_ff0_i32_b64: case GCN_OP_s_ff1_i32_b64:
    case GCN_OP_s_flbit_i32_b64: case GCN_OP_s_flbit_i32_i64:
      wide = 64;
      break;
    case GCN_OP_s_bitreplicate_b64_b32:
      bits = 64;
      break;
    default:
      break;
    }
  uint64_t a = 0;
  if (in->row->s[0])
    a = ref_scalar_source (w, in, in->src[0], wide,
			   op == GCN_OP_s_flbit_i32_i64
			   ? REF_SIGNED : REF_UNSIGNED);
  switch (op)
    {
    case GCN_OP_s_mov_b32: case GCN_OP_s_mov_b64:
      d = a;
      break;
    case GCN_OP_s_not_b32: case GCN_OP_s_not_b64:
      d = ~a & ONES (bits);
      set = true;
      break;
    case GCN_OP_s_wqm_b32: case GCN_OP_s_wqm_b64:
      d = quads (a, bits, true);
      set = true;
      break;
    case GCN_OP_s_quadmask_b32: case GCN_OP_s_quadmask_b64:
      d = quads (a, bits, false);
      set = true;
      break;
    case GCN_OP_s_brev_b32: case GCN_OP_s_brev_b64:
      d = reverse (a, bits);
      break;
    case GCN_OP_s_bcnt0_i32_b32: case GCN_OP_s_bcnt0_i32_b64:
      d = count_ones (~a & ONES (wide));
      set = true;
      break;
    case GCN_OP_s_bcnt1_i32_b32: case GCN_OP_s_bcnt1_i32_b64:
      d = count_ones (a);
      set = true;
      break;
    case GCN_OP_s_ff0_i32_b32: case GCN_OP_s_ff0_i32_b64:
      d = lowest (~a & ONES (wide));
      break;
    case GCN_OP_s_ff1_i32_b32: case GCN_OP_s_ff1_i32_b64:
      d = lowest (a);
      break;
    case GCN_OP_s_flbit_i32_b32: case GCN_OP_s_flbit_i32_b64:
      d = highest (a, wide);
      break;
    case GCN_OP_s_flbit_i32: case GCN_OP_s_flbit_i32_i64:
      d = highest_signed (a, wide);
      break;
    case GCN_OP_s_sext_i32_i8:
      d = sign_extend (a, 8);
      break;
    case GCN_OP_s_sext_i32_i16:
      d = sign_extend (a, 16);
      break;
    case GCN_OP_s_abs_i32:
      d = (int32_t) a < 0 ? -(uint32_t) a : (uint32_t) a;
      set = true;
      break;
    case GCN_OP_s_bitreplicate_b64_b32:
      d = 0;
      for (unsigned i = 0; i < 32; i++)
	if (a >> i & 1)
	  d |= UINT64_C (3) << 2 * i;
      break;
    default:
      return false;
    }
  put (w, in, bits, d);
  if (set)
    w->scc = d != 0;
  return true;
}

/* S_*_SAVEEXEC_B64 and S_*_WREXEC_B64.  */

static bool
sop1_exec (struct ref_wave *w, const struct gcn_insn *in)
{
  uint64_t old = ref_exec (w), e;
  uint64_t a = 0;
  bool write = false;
  if (in->row->s[0])
    a = ref_scalar_source (w, in, in->src[0], 64, REF_UNSIGNED);
  switch (ref_op (in))
    {
    case GCN_OP_s_and_saveexec_b64: e = a & old; break;
    case GCN_OP_s_or_saveexec_b64: e = a | old; break;
    case GCN_OP_s_xor_saveexec_b64: e = a ^ old; break;
    case GCN_OP_s_andn2_saveexec_b64: e = a & ~old; break;
    case GCN_OP_s_orn2_saveexec_b64: e = a | ~old; break;
    case GCN_OP_s_nand_saveexec_b64: e = ~(a & old); break;
    case GCN_OP_s_nor_saveexec_b64: e = ~(a | old); break;
    case GCN_OP_s_xnor_saveexec_b64: e = ~(a ^ old); break;
    case GCN_OP_s_andn1_saveexec_b64: e = ~a & old; break;
    case GCN_OP_s_orn1_saveexec_b64: e = ~a | old; break;
    case GCN_OP_s_andn1_wrexec_b64: e = ~a & old; write = true; break;
    case GCN_OP_s_andn2_wrexec_b64: e = a & ~old; write = true; break;
    default:
      return false;
    }
  put (w, in, 64, write ? e : old);
  ref_set_pair (w, GCN_EXEC, e);
  w->scc = e != 0;
  return true;
}

/* The rest: what reads the destination, M0 or the program counter.  */

static bool
sop1_other (struct ref_wave *w, const struct gcn_insn *in)
{
  enum gcn_op op = ref_op (in);
  uint32_t a = 0;
  if (op != GCN_OP_s_getpc_b64)
    a = ref_scalar_source (w, in, in->src[0], 32, REF_UNSIGNED);
  switch (op)
    {
    case GCN_OP_s_cmov_b32:
      if (w->scc)
	put (w, in, 32, a);
      return true;
    case GCN_OP_s_cmov_b64:
      if (w->scc)
	put (w, in, 64, ref_scalar_source (w, in, in->src[0], 64,
					   REF_UNSIGNED));
      return true;
    case GCN_OP_s_bitset0_b32:
      w->s[in->dst] &= ~(UINT32_C (1) << (a & 31));
      return true;
    case GCN_OP_s_bitset1_b32:
      w->s[in->dst] |= UINT32_C (1) << (a & 31);
      return true;
    case GCN_OP_s_bitset0_b64:
      put (w, in, 64, ref_pair (w, in->dst) & ~(UINT64_C (1) << (a & 63)));
      return true;
    case GCN_OP_s_bitset1_b64:
      put (w, in, 64, ref_pair (w, in->dst) | UINT64_C (1) << (a & 63));
      return true;
    case GCN_OP_s_getpc_b64:
      put (w, in, 64, w->next_pc);
      return true;
    case GCN_OP_s_setpc_b64:
      w->next_pc = ref_pair (w, in->src[0]);
      return true;
    case GCN_OP_s_swappc_b64:
      {
	uint64_t to = ref_pair (w, in->src[0]);
	put (w, in, 64, w->next_pc);
	w->next_pc = to;
	return true;
      }
    case GCN_OP_s_movrels_b32: case GCN_OP_s_movrels_b64:
    case GCN_OP_s_movreld_b32: case GCN_OP_s_movreld_b64:
      {
	bool wide = (op == GCN_OP_s_movrels_b64 || op == GCN_OP_s_movreld_b64);
	bool source = (op == GCN_OP_s_movrels_b32
		       || op == GCN_OP_s_movrels_b64);
	unsigned from = in->src[0] + (source ? w->s[GCN_M0] : 0);
	unsigned to = in->dst + (source ? 0 : w->s[GCN_M0]);
	if (from + wide > 101 || to + wide > 101)
	  {
	    w->trouble = "an SGPR index that is out of range";
	    return true;
	  }
	uint32_t lo = w->s[from], hi = w->s[from + wide];
	w->s[to] = lo;
	if (wide)
	  w->s[to + 1] = hi;
	return true;
      }
    default:
      return false;
    }
}

extern bool ref_control (struct ref_wave *w, const struct gcn_insn *in);

bool
ref_scalar (struct ref_wave *w, const struct gcn_insn *in)
{
  switch (in->row->enc)
    {
    case GCN_ENC_SOP2:
      return sop2 (w, in);
    case GCN_ENC_SOP1:
      return (sop1_plain (w, in) || sop1_exec (w, in) || sop1_other (w, in));
    case GCN_ENC_SOPC: case GCN_ENC_SOPK: case GCN_ENC_SOPP:
      return ref_control (w, in);
    default:
      return false;
    }
}
