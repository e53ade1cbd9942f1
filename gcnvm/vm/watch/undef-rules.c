/* Undefined bits of registers: which of them a result has.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "watch/parts.h"

/* The undefined bits of A rule-by-rule.  A, B: values; VA, VB: their undefined
   bits; C, VC: of the third source.  *BAD is set if it has to be reported.  */

uint64_t
undef_result_bits (enum undef_rule rule, uint64_t a, uint64_t b, uint64_t c,
	     uint64_t va, uint64_t vb, uint64_t vc, unsigned bits, bool *bad)
{
  unsigned amount = bits - 1;
  *bad = false;
  switch (rule)
    {
    case UNDEF_MOVE: case UNDEF_NOT:
      return va | vb;
    case UNDEF_XOR:
      return va | vb;
    case UNDEF_AND: case UNDEF_NAND:
      return (va & vb) | (va & b) | (vb & a);
    case UNDEF_OR: case UNDEF_NOR:
      return (va & vb) | (va & ~b) | (vb & ~a);
    case UNDEF_ANDN2:
      return (va & vb) | (va & ~b) | (vb & a);
    case UNDEF_ORN2:
      return (va & vb) | (va & b) | (vb & ~a);
    case UNDEF_SHL:
      *bad = vb & amount;
      return va << (b & amount);
    case UNDEF_SHR:
      *bad = vb & amount;
      return va >> (b & amount);
    case UNDEF_SAR:
      *bad = vb & amount;
      return (bits == 64 ? (uint64_t) ((int64_t) va >> (b & amount))
	      : (uint64_t) ((int32_t) va >> (b & amount)));
    case UNDEF_SHLREV:
      return undef_result_bits (UNDEF_SHL, b, a, c, vb, va, vc, bits, bad);
    case UNDEF_SHRREV:
      return undef_result_bits (UNDEF_SHR, b, a, c, vb, va, vc, bits, bad);
    case UNDEF_SARREV:
      return undef_result_bits (UNDEF_SAR, b, a, c, vb, va, vc, bits, bad);
    case UNDEF_SELECT:		/* v_cndmask: b where c.  */
      return vc ? (a ^ b) | va | vb : c ? vb : va;
    case UNDEF_BFI:
      return va | (a & vb) | (~a & vc);
    case UNDEF_BFE:
      *bad = vb || vc;
      return va ? ~UINT64_C (0) : 0;
    case UNDEF_ALL:
      return ~UINT64_C (0);
    case UNDEF_IGNORE:
      return 0;
    default:
      *bad = true;
      return 0;
    }
}

/* Bitfield extraction of a scalar: only the bits taken count; with SIGN, the last
   of them is copied to the left.  */

uint64_t
undef_scalar_bfe (uint64_t va, uint64_t b, unsigned bits, bool sign)
{
  unsigned at = b & (bits - 1), n = b >> 16 & 127;
  va >>= at;
  if (n < 64)
    va &= (UINT64_C (1) << n) - 1;
  if (sign && n && n < 64 && va >> (n - 1) & 1)
    va |= UINT64_MAX << n;
  return va;
}

/* What RULE, of an operation that is reported with registers that were never
   written, makes undefined if the bits V of its operands came from memory.  */

uint64_t
undef_memory_bits (enum undef_rule rule, uint64_t v)
{
  return rule == UNDEF_LEFT ? v | -v : UINT64_MAX;
}

/* Whether the comparison NAME of A and B, of BITS bits, gives the same whatever
   their undefined bits are.  */

bool
undef_compare_known_p (const char *name, struct simt_partly a, struct simt_partly b,
		 unsigned bits)
{
  if (strstr (name, "_f16") || strstr (name, "_f32") || strstr (name, "_f64")
      || strstr (name, "_class"))
    return !(a.v | b.v);
  if (strstr (name, "_eq_") || strstr (name, "_lg_") || strstr (name, "_ne_"))
    return simt_equal_known_p (a, b, bits);
  if (strstr (name, "_bitcmp"))
    return !(a.v >> (b.x & (bits - 1)) & 1) && !(b.v & (bits - 1));
  return simt_order_known_p (a, b, bits, strstr (name, "_i") != NULL);
}
