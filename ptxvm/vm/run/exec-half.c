/* The PTX machine: half precision and bfloat16.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "code/translate.h"
#include "run/lanes.h"
#include "run/rare.h"

/* ---- Formats.  */

float
half_to_float (uint16_t h)
{
  uint32_t sign = (uint32_t) (h & 0x8000) << 16, e = h >> 10 & 31;
  uint32_t m = h & 0x3ff;
  if (e == 31)
    return bits_f32 (sign | 0x7f800000u | m << 13);
  if (e)
    return bits_f32 (sign | (e + 112) << 23 | m << 13);
  float f = (float) m * 0x1p-24f;
  return sign ? -f : f;
}

float
bf16_to_float (uint16_t h)
{
  return bits_f32 ((uint32_t) h << 16);
}

/* X in a format with EBITS of exponent and MBITS of fraction.  */
static uint16_t
narrow (double x, unsigned ebits, unsigned mbits, unsigned rnd)
{
  uint64_t b = f64_bits (x);
  bool neg = b >> 63;
  uint16_t sign = (uint16_t) (neg << 15);
  uint16_t inf = (uint16_t) (((1u << ebits) - 1) << mbits);
  int bias = (1 << (ebits - 1)) - 1;

  if (isnan (x))
    return 0x7fff;
  if (isinf (x))
    return sign | inf;
  if (x == 0)
    return sign;
  int e;
  double m = frexp (fabs (x), &e);	/* 0.5 <= m < 1.  */
  e--;
  /* The unit in the last place.  */
  int ulp = (e < 1 - bias ? 1 - bias : e) - (int) mbits;
  double q = ldexp (m, e + 1 - ulp);	/* |x| in those units: exact.  */
  double fl = floor (q), frac = q - fl;
  uint32_t n = (uint32_t) fl;
  bool up = false;
  switch (rnd)
    {
    case PTX_RND_RZ: case PTX_RND_RZI: break;
    case PTX_RND_RM: case PTX_RND_RMI: up = neg && frac > 0; break;
    case PTX_RND_RP: case PTX_RND_RPI: up = !neg && frac > 0; break;
    case PTX_RND_RNA: up = frac >= 0.5; break;
    default: up = frac > 0.5 || (frac == 0.5 && (n & 1)); break;
    }
  n += up;
  /* N's bits above the fraction add to the exponent.  */
  uint32_t biased = e < 1 - bias ? 0 : (uint32_t) (e + bias - 1);
  uint32_t r = (biased << mbits) + n;
  if (r >= inf)
    {
      bool to_max = (rnd == PTX_RND_RZ || rnd == PTX_RND_RZI
		     || (rnd == PTX_RND_RM && !neg)
		     || (rnd == PTX_RND_RP && neg));
      r = to_max ? inf - 1u : inf;
    }
  return (uint16_t) (sign | r);
}

uint16_t
float_to_half (double x, unsigned rnd)
{
  return narrow (x, 5, 10, rnd);
}

uint16_t
float_to_bf16 (double x, unsigned rnd)
{
  return narrow (x, 8, 7, rnd);
}

/* ---- Arithmetic: in double precision, rounded once.  */

/* A + B rounded to odd: what is lost is kept as a sticky last bit.  */
static double
add_odd (double a, double b)
{
  double s = a + b;
  if (!isfinite (s))
    return s;
  double bb = s - a;
  double err = (a - (s - bb)) + (b - bb);
  if (err == 0 || (f64_bits (s) & 1))
    return s;
  uint64_t k = f64_bits (s);
  return bits_f64 ((err > 0) == (s > 0) ? k + 1 : k - 1);
}


static double
widen (uint16_t h, bool bf16)
{
  return (double) (bf16 ? bf16_to_float (h) : half_to_float (h));
}

static uint16_t
one_half (unsigned kind, bool bf16, unsigned flags, uint16_t a, uint16_t b,
	  uint16_t c)
{
  unsigned mbits = bf16 ? 7 : 10;
  uint16_t emask = (uint16_t) (0x7fff >> mbits << mbits);
  if (flags & PTX_F_FTZ)
    {
      if (!(a & emask))
	a &= 0x8000;
      if (!(b & emask))
	b &= 0x8000;
      if (!(c & emask))
	c &= 0x8000;
    }
  if (kind == HALF_NEG)
    return a ^ 0x8000;
  if (kind == HALF_ABS)
    return a & 0x7fff;
  double x = widen (a, bf16), y = widen (b, bf16), z = widen (c, bf16), r;
  switch (kind)
    {
    case HALF_ADD: r = add_odd (x, y); break;
    case HALF_SUB: r = add_odd (x, -y); break;
    case HALF_MUL: r = x * y; break;
    case HALF_FMA: r = add_odd (x * y, z); break;
    case HALF_EX2: r = exp2 (x); break;
    case HALF_TANH: r = tanh (x); break;
    default:
      {
	bool xor = flags & PTX_F_XORSIGN;
	uint16_t sign = (uint16_t) ((a ^ b) & 0x8000);
	if (xor)
	  x = fabs (x), y = fabs (y);
	if ((flags & PTX_F_NAN) && (isnan (x) || isnan (y)))
	  return 0x7fff;
	r = kind == HALF_MIN ? min_f64 (x, y) : max_f64 (x, y);
	if (xor && !isnan (r))
	  r = sign ? -fabs (r) : fabs (r);
	break;
      }
    }
  if (flags & PTX_F_SAT)
    r = isnan (r) || r <= 0 ? 0 : r >= 1 ? 1 : r;
  if ((flags & PTX_F_RELU) && signbit (r) && !isnan (r))
    r = 0;
  /* What is subnormal when rounded to as many digits with a longer exponent
     is flushed.  */
  double tiny = bf16 ? 0x1p-126 * (1 - 0x1p-9) : 0x1p-14 * (1 - 0x1p-12);
  if ((flags & PTX_F_FTZ) && fabs (r) < tiny)
    r = copysign (0, r);
  return (bf16 ? float_to_bf16 (r, PTX_RND_RN)
	  : float_to_half (r, PTX_RND_RN));
}

/* The operation KIND on values of TYPE, for atomics as well.  */
uint32_t
half_op (unsigned kind, enum ptx_type type, unsigned flags, uint32_t a,
	 uint32_t b, uint32_t c)
{
  bool bf16 = type == PTX_BF16 || type == PTX_BF16X2;
  uint32_t r = one_half (kind, bf16, flags, (uint16_t) a, (uint16_t) b,
			 (uint16_t) c);
  if (type == PTX_F16X2 || type == PTX_BF16X2)
    r |= (uint32_t) one_half (kind, bf16, flags, (uint16_t) (a >> 16),
			      (uint16_t) (b >> 16), (uint16_t) (c >> 16))
	 << 16;
  return r;
}

FN (half)
{
  EACH (i)
    *R4P (w, u->d, i) = half_op (u->n & 255, u->n >> 8, u->e,
				 *R4P (w, u->a, i), *R4P (w, u->b, i),
				 *R4P (w, u->c, i));
}

static bool
compare (unsigned cmp, double a, double b)
{
  switch (cmp)
    {
    case PTX_CMP_EQ: return a == b;
    case PTX_CMP_NE: return a < b || a > b;
    case PTX_CMP_LT: return a < b;
    case PTX_CMP_LE: return a <= b;
    case PTX_CMP_GT: return a > b;
    case PTX_CMP_GE: return a >= b;
    case PTX_CMP_EQU: return !(a < b || a > b);
    case PTX_CMP_NEU: return a != b;
    case PTX_CMP_LTU: return !(a >= b);
    case PTX_CMP_LEU: return !(a > b);
    case PTX_CMP_GTU: return !(a <= b);
    case PTX_CMP_GEU: return !(a < b);
    case PTX_CMP_NUM: return !isnan (a) && !isnan (b);
    default: return isnan (a) || isnan (b);
    }
}

/* Both .f16 halves of X, zeros for subnormal ones.  */
static uint32_t
flush_halves (uint32_t x)
{
  if (!(x & 0x7c00))
    x &= ~0x3ffu;
  if (!(x & 0x7c000000))
    x &= ~0x3ff0000u;
  return x;
}

/* n: comparison and type; d: the predicate of the only or low half, c that
   of the high one; e: flags.  */
FN (half_setp)
{
  enum ptx_type type = u->n >> 8;
  bool bf16 = type == PTX_BF16 || type == PTX_BF16X2;
  uint32_t p = 0, q = 0;
  EACH (i)
    {
      uint32_t a = *R4P (w, u->a, i), b = *R4P (w, u->b, i);
      if (u->e & PTX_F_FTZ)
	a = flush_halves (a), b = flush_halves (b);
      if (compare (u->n & 255, widen ((uint16_t) a, bf16),
		   widen ((uint16_t) b, bf16)))
	p |= lane_bit (i);
      if (compare (u->n & 255, widen ((uint16_t) (a >> 16), bf16),
		   widen ((uint16_t) (b >> 16), bf16)))
	q |= lane_bit (i);
    }
  PREDW (w, u->d) = (PREDW (w, u->d) & ~w->mask) | p;
  if (type == PTX_F16X2 || type == PTX_BF16X2)
    PREDW (w, u->c) = (PREDW (w, u->c) & ~w->mask) | q;
}
