/* References for the PTX machine: which one is for what.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef FORMS_REFER_H
#define FORMS_REFER_H

#include "forms-float.h"
#include "forms-video.h"

/* What the manual says of F with sources S; of packed formats the lower
   half.  */
static struct result
refer (const struct form *f, const bits *s)
{
  enum ptx_type t = f->type[0];
  bool fl = t == PTX_F32 || t == PTX_F64 || half_p (t);
  bits b[3];
  if (has (f, "oob"))
    return no (WRONG);
  switch (f->op)
    {
    case PTX_OP_SIN: case PTX_OP_COS: case PTX_OP_LG2: case PTX_OP_EX2:
    case PTX_OP_TANH: case PTX_OP_RSQRT:
      return approximate (f, format_of (t), s);
    case PTX_OP_RCP: case PTX_OP_SQRT: case PTX_OP_DIV:
      if (has (f, "approx") || has (f, "full"))
	return approximate (f, format_of (t), s);
      break;
    case PTX_OP_SET: case PTX_OP_SETP: return set (f, s);
    case PTX_OP_CVT: return convert (f, s);
    case PTX_OP_CVT_PACK: return pack (f, s);
    case PTX_OP_TESTP: return test_property (f, s);
    case PTX_OP_COPYSIGN:
      return bits_result (low (s[1], width (t) - 1)
			  | (s[0] & (bits) 1 << (width (t) - 1)));
    case PTX_OP_SELP: return bits_result (low (s[s[2] & 1 ? 0 : 1], width (t)));
    case PTX_OP_SLCT:
      {
	bits c = low (s[2], 32);
	if (f->type[1] == PTX_F32)
	  return bits_result (low (s[!nan_bits (F32, c)
				     && (rank (F32, has (f, "ftz")
					       ? flushed (F32, c) : c) >= -1)
				     ? 0 : 1], width (t)));
	return bits_result (low (s[c >> 31], width (t)));
      }
    default: break;
    }
  if (fl)
    return has (f, "cc") ? no (WRONG) : float_op (f, format_of (t), s);
  if (carry_p (f))
    return carry (f, s);
  if (f->op >= PTX_OP_VADD && f->op <= PTX_OP_VSET4)
    return (f->op == PTX_OP_VMAD ? video_mad (f, s)
	    : f->op < PTX_OP_VADD2 ? video_scalar (f, s)
	    : video_simd (f, s));
  if (t == PTX_U16X2 || t == PTX_S16X2)
    return pairs (f, s);
  int n = t == PTX_PRED ? 1 : width (t);
  for (int k = 0; k < 3; k++)
    b[k] = low (s[k], n);
  s128 x = val (b[0], n, signed_p (t)), y = val (b[1], n, signed_p (t));
  switch (f->op)
    {
    case PTX_OP_ADD: case PTX_OP_SUB:
      x = f->op == PTX_OP_ADD ? x + y : x - y;
      return exact (has (f, "sat") ? clip_to (x, n, signed_p (t)) : x, n);
    case PTX_OP_MUL: case PTX_OP_MAD: case PTX_OP_MUL24: case PTX_OP_MAD24:
      return int_multiply (f, s);
    case PTX_OP_SAD:
      return exact ((x > y ? x - y : y - x) + val (b[2], n, false), n);
    case PTX_OP_DIV: case PTX_OP_REM: return int_divide (f, s);
    case PTX_OP_ABS: return exact (x < 0 ? -x : x, n);
    case PTX_OP_NEG: return exact (-x, n);
    case PTX_OP_MIN: case PTX_OP_MAX:
      x = (x < y) == (f->op == PTX_OP_MIN) ? x : y;
      return exact (has (f, "relu") && x < 0 ? 0 : x, n);
    case PTX_OP_POPC: case PTX_OP_CLZ: case PTX_OP_BREV: case PTX_OP_BFIND:
      return bit_count (f, s);
    case PTX_OP_FNS: return find_nth (s);
    case PTX_OP_BFE: case PTX_OP_BFI: return bit_field (f, s);
    case PTX_OP_SZEXT: case PTX_OP_BMSK: return bit_mask (f, s);
    case PTX_OP_DP4A: case PTX_OP_DP2A: return dot_product (f, s);
    case PTX_OP_AND: return bits_result (b[0] & b[1]);
    case PTX_OP_OR: return bits_result (b[0] | b[1]);
    case PTX_OP_XOR: return bits_result (b[0] ^ b[1]);
    case PTX_OP_NOT: return bits_result (low (~b[0], n));
    case PTX_OP_CNOT: return bits_result (b[0] == 0);
    case PTX_OP_LOP3: return look_up (f, s);
    case PTX_OP_SHF: return funnel (f, s);
    case PTX_OP_SHL: case PTX_OP_SHR: return shift (f, s);
    case PTX_OP_PRMT: return permute (f, s);
    default: return no (UNKNOWN);
    }
}

/* Both halves of packed formats, one after the other.  */
static struct result
reference (const struct form *f, const bits *s)
{
  enum ptx_type t = f->type[0];
  if (!two_p (t) || f->op == PTX_OP_CVT || f->op == PTX_OP_SET
      || f->op == PTX_OP_SETP)
    return refer (f, s);
  struct form one = *f;
  one.type[0] = t == PTX_F16X2 ? PTX_F16 : PTX_BF16;
  return refer (&one, s);
}

#endif /* FORMS_REFER_H */
