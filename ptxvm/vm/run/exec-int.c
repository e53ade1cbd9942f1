/* The PTX machine: integer operations out of the ordinary.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "run/lanes.h"
#include "run/rare.h"

/* ---- Carries.  The condition code is a word with a bit for each lane: the
   carry of the last operation with .cc.  A subtraction is the addition of the
   complement, so that 1 means that there was no borrow.  The manual ("Extended
   Precision Integer Arithmetic Instructions") speaks of a borrow that subc
   reads, and leaves open what addc sees after sub.cc; the hardware has the
   one carry for both, which ptxas's constant folding shows (5 - 3 with .cc,
   then addc 0, 0 is 1), and code for 128-bit division relies on it.  */

#define CARRY(I) (u->n & 1 ? PREDW (w, u->c) >> (I) & 1 : 0)
#define NO_BORROW(I) (u->n & 1 ? PREDW (w, u->c) >> (I) & 1 : 1)
#define SET_CARRY(I, V)							\
  if (u->n & 2)								\
    PREDW (w, u->c) = (PREDW (w, u->c) & ~lane_bit (I))			\
		      | ((V) ? lane_bit (I) : 0)

FN (addcc_4)
{
  EACH (i)
    {
      uint64_t r = (uint64_t) *R4P (w, u->a, i) + *R4P (w, u->b, i)
		   + CARRY (i);
      SET_CARRY (i, r >> 32);
      *R4P (w, u->d, i) = (uint32_t) r;
    }
}

FN (addcc_8)
{
  EACH (i)
    {
      unsigned __int128 r = (unsigned __int128) *R8P (w, u->a, i)
			    + *R8P (w, u->b, i) + CARRY (i);
      SET_CARRY (i, (r >> 64) != 0);
      *R8P (w, u->d, i) = (uint64_t) r;
    }
}

FN (subcc_4)
{
  EACH (i)
    {
      uint64_t r = (uint64_t) *R4P (w, u->a, i)
		   + (uint32_t) ~*R4P (w, u->b, i) + NO_BORROW (i);
      SET_CARRY (i, r >> 32);
      *R4P (w, u->d, i) = (uint32_t) r;
    }
}

FN (subcc_8)
{
  EACH (i)
    {
      unsigned __int128 r = (unsigned __int128) *R8P (w, u->a, i)
			    + ~*R8P (w, u->b, i) + NO_BORROW (i);
      SET_CARRY (i, (r >> 64) != 0);
      *R8P (w, u->d, i) = (uint64_t) r;
    }
}

/* ---- Bit fields.  */

/* B with the low bits of A put in from POS on, LEN of them.  */
static uint64_t
bfi (uint64_t a, uint64_t b, uint32_t pos, uint32_t len, unsigned bits)
{
  pos &= 255, len &= 255;
  if (len == 0 || pos >= bits)
    return b;
  uint64_t mask = len >= bits ? ~(uint64_t) 0 : ((uint64_t) 1 << len) - 1;
  mask <<= pos;
  return (b & ~mask) | (a << pos & mask);
}

FN (bfi_4)
{
  EACH (i)
    *R4P (w, u->d, i) = (uint32_t) bfi (*R4P (w, u->a, i), *R4P (w, u->b, i),
					*R4P (w, u->c, i), *R4P (w, u->e, i),
					32);
}

FN (bfi_8)
{
  EACH (i)
    *R8P (w, u->d, i) = bfi (*R8P (w, u->a, i), *R8P (w, u->b, i),
			     *R4P (w, u->c, i), *R4P (w, u->e, i), 64);
}

/* The highest bit that is set (of a negative number: not set), all ones for
   none; SHIFTAMT: how far to shift it to the top.  */
static uint32_t
bfind (uint64_t a, unsigned bits, bool shiftamt)
{
  if (a == 0)
    return 0xffffffffu;
  uint32_t k = 63 - (uint32_t) __builtin_clzll (a);
  return shiftamt ? bits - 1 - k : k;
}

FN (bfind_u32)
{
  EACH (i) *R4P (w, u->d, i) = bfind (*R4P (w, u->a, i), 32, u->n);
}

FN (bfind_s32)
{
  EACH (i)
    {
      uint32_t a = *R4P (w, u->a, i);
      *R4P (w, u->d, i) = bfind (a >> 31 ? (uint32_t) ~a : a, 32, u->n);
    }
}

FN (bfind_u64)
{
  EACH (i) *R4P (w, u->d, i) = bfind (*R8P (w, u->a, i), 64, u->n);
}

FN (bfind_s64)
{
  EACH (i)
    {
      uint64_t a = *R8P (w, u->a, i);
      *R4P (w, u->d, i) = bfind (a >> 63 ? ~a : a, 64, u->n);
    }
}

/* "fns": the n-th set bit from BASE, upwards or (N negative) downwards.  */
static uint32_t
fns (uint32_t mask, uint32_t base, int32_t n)
{
  if (base > 31)
    return 0xffffffffu;
  if (n == 0)
    return mask >> base & 1 ? base : 0xffffffffu;
  int32_t step = n > 0 ? 1 : -1, left = n > 0 ? n : -n;
  for (int32_t pos = (int32_t) base; pos >= 0 && pos < 32; pos += step)
    if ((mask >> pos & 1) && --left == 0)
      return (uint32_t) pos;
  return 0xffffffffu;
}

FN (fns)
{
  EACH (i)
    *R4P (w, u->d, i) = fns (*R4P (w, u->a, i), *R4P (w, u->b, i),
			     (int32_t) *R4P (w, u->c, i));
}

/* n: 1 signed, 2 wrap.  */
FN (szext)
{
  EACH (i)
    {
      uint32_t a = *R4P (w, u->a, i), n = *R4P (w, u->b, i), r;
      n = u->n & 2 ? n & 31 : n > 32 ? 32 : n;
      if (n == 32)
	r = a;
      else if (n == 0)
	r = 0;
      else
	{
	  r = a & (((uint32_t) 1 << n) - 1);
	  if ((u->n & 1) && (r >> (n - 1) & 1))
	    r |= 0xffffffffu << n;
	}
      *R4P (w, u->d, i) = r;
    }
}

FN (bmsk)
{
  EACH (i)
    {
      uint32_t a = *R4P (w, u->a, i), b = *R4P (w, u->b, i);
      if (u->n & 2)
	a &= 31, b &= 31;
      uint32_t ones = b >= 32 ? 0xffffffffu : ((uint32_t) 1 << b) - 1;
      *R4P (w, u->d, i) = a >= 32 ? 0 : ones << a;
    }
}

FN (lop3)
{
  EACH (i)
    {
      uint32_t a = *R4P (w, u->a, i), b = *R4P (w, u->b, i);
      uint32_t c = *R4P (w, u->c, i), r = 0;
      for (unsigned k = 0; k < 8; k++)
	if (u->n >> k & 1)
	  r |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
      *R4P (w, u->d, i) = r;
    }
}

/* "prmt": bytes 0-3 are A's, 4-7 are B's.  */
static uint32_t
prmt (uint32_t a, uint32_t b, uint32_t sel, unsigned mode)
{
  uint64_t both = (uint64_t) b << 32 | a;
  uint32_t r = 0, n = sel & 3;
  for (unsigned k = 0; k < 4; k++)
    {
      uint32_t s;
      bool sign = false;
      switch (mode)
	{
	case PTX_SUB_F4E: s = n + k; break;
	case PTX_SUB_B4E: s = (n - k) & 7; break;
	case PTX_SUB_RC8: s = n; break;
	case PTX_SUB_ECL: s = k > n ? k : n; break;
	case PTX_SUB_ECR: s = k < n ? k : n; break;
	case PTX_SUB_RC16: s = (n & 1) * 2 + (k & 1); break;
	default:
	  s = sel >> (4 * k);
	  sign = s & 8;
	  s &= 7;
	}
      uint32_t byte = (uint32_t) (both >> (8 * s)) & 0xff;
      if (sign)
	byte = byte & 0x80 ? 0xff : 0;
      r |= byte << (8 * k);
    }
  return r;
}

FN (prmt)
{
  EACH (i)
    *R4P (w, u->d, i) = prmt (*R4P (w, u->a, i), *R4P (w, u->b, i),
			      *R4P (w, u->c, i), u->n);
}

/* n: 1 A is signed, 2 B is signed, 4 (dp2a) the upper half of B.  */
FN (dp4a)
{
  EACH (i)
    {
      uint32_t a = *R4P (w, u->a, i), b = *R4P (w, u->b, i);
      uint32_t r = *R4P (w, u->c, i);
      for (unsigned k = 0; k < 32; k += 8)
	{
	  int32_t x = u->n & 1 ? (int8_t) (a >> k) : (uint8_t) (a >> k);
	  int32_t y = u->n & 2 ? (int8_t) (b >> k) : (uint8_t) (b >> k);
	  r += (uint32_t) (x * y);
	}
      *R4P (w, u->d, i) = r;
    }
}

FN (dp2a)
{
  EACH (i)
    {
      uint32_t a = *R4P (w, u->a, i), b = *R4P (w, u->b, i);
      uint32_t r = *R4P (w, u->c, i);
      if (u->n & 4)
	b >>= 16;
      for (unsigned k = 0; k < 2; k++)
	{
	  int32_t x = (u->n & 1 ? (int16_t) (a >> (16 * k))
		       : (uint16_t) (a >> (16 * k)));
	  int32_t y = (u->n & 2 ? (int8_t) (b >> (8 * k))
		       : (uint8_t) (b >> (8 * k)));
	  r += (uint32_t) x * (uint32_t) y;
	}
      *R4P (w, u->d, i) = r;
    }
}

/* ---- Saturation and pairs of 16 bits.  */

static uint32_t
sat_s32 (int64_t x)
{
  return (uint32_t) (x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x);
}

#define S32(F, I) ((int64_t) (int32_t) *R4P (w, u->F, I))

FN (addsat_s32)
{
  EACH (i) *R4P (w, u->d, i) = sat_s32 (S32 (a, i) + S32 (b, i));
}

FN (subsat_s32)
{
  EACH (i) *R4P (w, u->d, i) = sat_s32 (S32 (a, i) - S32 (b, i));
}

FN (madhisat_s32)
{
  EACH (i)
    *R4P (w, u->d, i) = sat_s32 ((S32 (a, i) * S32 (b, i) >> 32) + S32 (c, i));
}

FN (mad24hisat_s32)
{
  EACH (i)
    {
      int64_t p = sext24 ((int32_t) *R4P (w, u->a, i))
		  * sext24 ((int32_t) *R4P (w, u->b, i));
      *R4P (w, u->d, i) = sat_s32 ((int32_t) (p >> 16) + S32 (c, i));
    }
}

/* "cvt.pack": A and B, saturated to N bits each, and C above them.  */
FN (cvt_pack)
{
  unsigned bits = u->n & 0xff;
  int64_t min = u->n & 0x100 ? -((int64_t) 1 << (bits - 1)) : 0;
  int64_t max = min + ((int64_t) 1 << bits) - 1;
  EACH (i)
    {
      int64_t a = S32 (a, i), b = S32 (b, i);
      uint32_t low = ((uint32_t) 1 << bits) - 1;
      a = a < min ? min : a > max ? max : a;
      b = b < min ? min : b > max ? max : b;
      uint32_t r = ((uint32_t) a & low) << bits | ((uint32_t) b & low);
      if (u->n & 0x200)
	r |= *R4P (w, u->c, i) << 2 * bits;
      *R4P (w, u->d, i) = r;
    }
}

/* n: 1 subtract.  */
FN (add_16x2)
{
  EACH (i)
    {
      uint32_t a = *R4P (w, u->a, i), b = *R4P (w, u->b, i);
      uint32_t lo = u->n ? a - b : a + b;
      uint32_t hi = u->n ? (a >> 16) - (b >> 16) : (a >> 16) + (b >> 16);
      *R4P (w, u->d, i) = (lo & 0xffff) | hi << 16;
    }
}

/* n: 1 signed, 2 relu.  */
static uint32_t
minmax_16x2 (uint32_t a, uint32_t b, unsigned n, bool max)
{
  uint32_t r = 0;
  for (unsigned k = 0; k < 32; k += 16)
    {
      int32_t x = n & 1 ? (int16_t) (a >> k) : (uint16_t) (a >> k);
      int32_t y = n & 1 ? (int16_t) (b >> k) : (uint16_t) (b >> k);
      int32_t v = (x < y) != max ? x : y;
      if ((n & 2) && v < 0)
	v = 0;
      r |= ((uint32_t) v & 0xffff) << k;
    }
  return r;
}

FN (min_16x2)
{
  EACH (i)
    *R4P (w, u->d, i) = minmax_16x2 (*R4P (w, u->a, i), *R4P (w, u->b, i),
				     u->n, false);
}

FN (max_16x2)
{
  EACH (i)
    *R4P (w, u->d, i) = minmax_16x2 (*R4P (w, u->a, i), *R4P (w, u->b, i),
				     u->n, true);
}
