/* The PTX machine: rounding, approximations and conversions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Compiled with -frounding-math: directed rounding is the host's.  */

#include <fenv.h>

#include "code/translate.h"
#include "run/lanes.h"
#include "run/rare.h"

static int
host_rounding (unsigned rnd)
{
  switch (rnd)
    {
    case PTX_RND_RZ: case PTX_RND_RZI: return FE_TOWARDZERO;
    case PTX_RND_RM: case PTX_RND_RMI: return FE_DOWNWARD;
    case PTX_RND_RP: case PTX_RND_RPI: return FE_UPWARD;
    default: return FE_TONEAREST;
    }
}

/* Operations with a rounding direction.  The volatile copies keep the
   compiler from moving them out of the changed mode.  */
#define RND_FN(T, FMA, SQRT)						\
  static T								\
  rnd_##T (unsigned kind, T x, T y, T z)				\
  {									\
    volatile T a = x, b = y, c = z, r;					\
    switch (kind)							\
      {									\
      case RND_ADD: r = a + b; break;					\
      case RND_SUB: r = a - b; break;					\
      case RND_MUL: r = a * b; break;					\
      case RND_FMA: r = FMA (a, b, c); break;				\
      case RND_DIV: r = a / b; break;					\
      case RND_SQRT: r = SQRT (a); break;				\
      default: r = (T) 1 / a; break;					\
      }									\
    return r;								\
  }
RND_FN (float, fmaf, sqrtf)
RND_FN (double, fma, sqrt)

FN (rnd_f32)
{
  fesetround (host_rounding (u->n >> 8));
  EACH (i)
    {
      float r = rnd_float (u->n & 255, bits_f32 (*R4P (w, u->a, i)),
			   bits_f32 (*R4P (w, u->b, i)),
			   bits_f32 (*R4P (w, u->c, i)));
      *R4P (w, u->d, i) = f32_bits (canon32 (r));
    }
  fesetround (FE_TONEAREST);
}

FN (rnd_f64)
{
  fesetround (host_rounding (u->n >> 8));
  EACH (i)
    {
      double r = rnd_double (u->n & 255, bits_f64 (*R8P (w, u->a, i)),
			     bits_f64 (*R8P (w, u->b, i)),
			     bits_f64 (*R8P (w, u->c, i)));
      *R8P (w, u->d, i) = f64_bits (r);
    }
  fesetround (FE_TONEAREST);
}

/* True if the operation of N on X, Y and Z is below the normal numbers of
   single precision when rounded to 24 bits with no limit to the exponent.  RZ
   has no use for this: it never rounds up to a normal number.  */
static bool
tiny (unsigned n, double x, double y, double z)
{
  unsigned rnd = n >> 8;
  fesetround (host_rounding (rnd));
  double r = rnd_double (n & 255, x, y, z);
  fesetround (FE_TONEAREST);
  if (rnd == PTX_RND_NONE || rnd == PTX_RND_RN)
    return fabs (r) < 0x1p-126 * (1 - 0x1p-25);
  return fabs (r) <= 0x1p-126 * (1 - 0x1p-24);
}

/* With .ftz a result is flushed that is subnormal when rounded as a normal
   number is (so ptxas's constants), which D, rounded as a subnormal number
   is, does not show where it became the smallest normal one.  */
FN (tiny_f32)
{
  EACH (i)
    {
      uint32_t d = *R4P (w, u->d, i);
      if (unlikely ((d & 0x7fffffff) == 0x00800000)
	  && tiny (u->n, (double) bits_f32 (*R4P (w, u->a, i)),
		   (double) bits_f32 (*R4P (w, u->b, i)),
		   (double) bits_f32 (*R4P (w, u->c, i))))
	*R4P (w, u->d, i) = d & 0x80000000;
    }
}

/* n of the approximations: the double's low word is neither read nor written,
   and subnormal numbers are zeros ("rcp.approx.ftz.f64",
   "rsqrt.approx.ftz.f64").  */
static double
gross (double x)
{
  if (fabs (x) < 0x1p-1022)
    x = copysign (0, x);
  return isnan (x) ? x : bits_f64 (f64_bits (x) & ~(uint64_t) 0xffffffff);
}

/* The angle X as a part of a turn, in radians, as chips find it: X times 1 / (2 pi) in
   single precision, towards zero, of which 25 bits behind the point are kept.  So of a
   large angle little is left, and from 2^26 on nothing (measured on an H200, where sine
   and cosine of what this gives are right to 2^-21; the manual promises nothing beyond
   100 pi).  */
static double
part_of_turn (double x)
{
  double turns = x * 0x1.45f306p-3;	/* Exact.  */
  float single = (float) turns;
  if (fabs ((double) single) > fabs (turns))
    single = nextafterf (single, 0);
  double part = fmod ((double) single, 1);
  return trunc (part * 0x1p25) * 0x1p-25 * (2 * M_PI);
}

static double
approximate (unsigned kind, double x)
{
  switch (kind)
    {
    case APPROX_SIN: return sin (part_of_turn (x));
    case APPROX_COS: return cos (part_of_turn (x));
    case APPROX_LG2: return log2 (x);
    case APPROX_EX2: return exp2 (x);
    case APPROX_TANH: return tanh (x);
    case APPROX_RCP_GROSS: return gross (1 / gross (x));
    case APPROX_RSQRT_GROSS: return gross (1 / sqrt (gross (x)));
    default: return 1 / sqrt (x);
    }
}

FN (approx_f32)
{
  EACH (i)
    {
      float x = bits_f32 (*R4P (w, u->a, i));
      *R4P (w, u->d, i)
	= f32_bits (canon32 ((float) approximate (u->n, (double) x)));
    }
}

FN (approx_f64)
{
  EACH (i)
    *R8P (w, u->d, i)
      = f64_bits (approximate (u->n, bits_f64 (*R8P (w, u->a, i))));
}

/* div.approx: a divisor above 2^126 makes 0, or a NaN of an infinity ("div",
   floating point).  */
FN (div_approx_f32)
{
  EACH (i)
    {
      float a = bits_f32 (*R4P (w, u->a, i)), b = bits_f32 (*R4P (w, u->b, i));
      float r = a / b;
      if (fabsf (b) > 0x1p126f && !isinf (b))
	r = isinf (a) ? NAN : isnan (a) ? a : copysignf (0, r);
      *R4P (w, u->d, i) = f32_bits (canon32 (r));
    }
}

/* n: 1 maximum, 2 .NaN, 4 .xorsign.abs, 8 three operands, 16 .abs.  */
FN (minmax_f32)
{
  EACH (i)
    {
      uint32_t a = *R4P (w, u->a, i), b = *R4P (w, u->b, i), sign = 0;
      if (u->n & 4)
	{
	  sign = (a ^ b) & 0x80000000u;
	  a &= 0x7fffffffu, b &= 0x7fffffffu;
	}
      uint32_t c = u->n & 8 ? *R4P (w, u->c, i) : 0;
      if (u->n & 16)
	a &= 0x7fffffffu, b &= 0x7fffffffu, c &= 0x7fffffffu;
      float x = bits_f32 (a), y = bits_f32 (b), r;
      r = u->n & 1 ? max_f32 (x, y) : min_f32 (x, y);
      bool nan = isnan (x) || isnan (y);
      if (u->n & 8)
	{
	  float z = bits_f32 (c);
	  r = u->n & 1 ? max_f32 (r, z) : min_f32 (r, z);
	  nan = nan || isnan (z);
	}
      uint32_t v = f32_bits (r);
      if (u->n & 4)
	v |= sign;
      if (((u->n & 2) && nan) || isnan (r))
	v = 0x7fffffffu;
      *R4P (w, u->d, i) = v;
    }
}

static bool
testp (double x, unsigned what, bool single)
{
  int c = single ? fpclassify ((float) x) : fpclassify (x);
  switch (what)
    {
    case PTX_SUB_FINITE: return c != FP_NAN && c != FP_INFINITE;
    case PTX_SUB_INFINITE: return c == FP_INFINITE;
    case PTX_SUB_NUMBER: return c != FP_NAN;
    case PTX_SUB_NOTANUMBER: return c == FP_NAN;
    /* The manual counts zero as normal.  */
    case PTX_SUB_NORMAL: return c == FP_NORMAL || c == FP_ZERO;
    default: return c == FP_SUBNORMAL;
    }
}

FN (testp_f32)
{
  uint32_t v = 0;
  EACH (i)
    if (testp ((double) bits_f32 (*R4P (w, u->a, i)), u->n, true))
      v |= lane_bit (i);
  PREDW (w, u->d) = (PREDW (w, u->d) & ~w->mask) | v;
}

FN (testp_f64)
{
  uint32_t v = 0;
  EACH (i)
    if (testp (bits_f64 (*R8P (w, u->a, i)), u->n, false))
      v |= lane_bit (i);
  PREDW (w, u->d) = (PREDW (w, u->d) & ~w->mask) | v;
}

/* ---- Conversions of every kind.  */

struct value
{
  enum { V_FLOAT, V_SIGNED, V_UNSIGNED } kind;
  double f;
  int64_t s;
  uint64_t u;
};

static struct value
read_value (enum ptx_type type, uint64_t bits)
{
  struct value v = { V_FLOAT, 0, 0, 0 };
  switch (type)
    {
    case PTX_F16: v.f = (double) half_to_float ((uint16_t) bits); break;
    case PTX_BF16: v.f = (double) bf16_to_float ((uint16_t) bits); break;
    case PTX_F32: v.f = (double) bits_f32 ((uint32_t) bits); break;
    case PTX_F64: v.f = bits_f64 (bits); break;
    case PTX_S8: v.kind = V_SIGNED; v.s = (int8_t) bits; break;
    case PTX_S16: v.kind = V_SIGNED; v.s = (int16_t) bits; break;
    case PTX_S32: v.kind = V_SIGNED; v.s = (int32_t) bits; break;
    case PTX_S64: v.kind = V_SIGNED; v.s = (int64_t) bits; break;
    case PTX_U8: v.kind = V_UNSIGNED; v.u = (uint8_t) bits; break;
    case PTX_U16: v.kind = V_UNSIGNED; v.u = (uint16_t) bits; break;
    case PTX_U32: v.kind = V_UNSIGNED; v.u = (uint32_t) bits; break;
    default: v.kind = V_UNSIGNED; v.u = bits; break;
    }
  return v;
}

/* X rounded to an integer.  */
static double
round_to_int (double x, unsigned rnd)
{
  switch (rnd)
    {
    case PTX_RND_RZI: case PTX_RND_RZ: return trunc (x);
    case PTX_RND_RMI: case PTX_RND_RM: return floor (x);
    case PTX_RND_RPI: case PTX_RND_RP: return ceil (x);
    default: return rint (x);
    }
}

/* A float to an integer type: saturating.  */
static uint64_t
float_to_int (enum ptx_type to, enum ptx_type from, double x)
{
  bool sign = ptx_type_signed_p (to);
  unsigned bits = 8 * ptx_type_size (to);
  if (isnan (x))
    {
      if (from != PTX_F64 && bits < 64)
	return 0;
      uint64_t top = (uint64_t) 1 << (bits - 1);
      return sign ? -top : top;
    }
  if (sign)
    {
      double lim = ldexp (1, (int) bits - 1);
      int64_t max = (int64_t) (((uint64_t) 1 << (bits - 1)) - 1);
      return (uint64_t) (x >= lim ? max : x < -lim ? -max - 1 : (int64_t) x);
    }
  double lim = ldexp (1, (int) bits);
  uint64_t max = bits == 64 ? UINT64_MAX : ((uint64_t) 1 << bits) - 1;
  return x >= lim ? max : x <= 0 ? 0 : (uint64_t) x;
}

/* An integer as a double, rounded to odd where it does not fit, so that a
   second rounding to something shorter is as if it were the only one.  */
static double
int_to_odd (struct value v)
{
  fesetround (FE_TOWARDZERO);
  volatile double r = v.kind == V_SIGNED ? (double) v.s : (double) v.u;
  fesetround (FE_TONEAREST);
  double d = r;
  bool exact = (v.kind == V_SIGNED
		? (d < 0x1p63 && (int64_t) d == v.s)
		: (d < 0x1p64 && (uint64_t) d == v.u));
  return exact ? d : bits_f64 (f64_bits (d) | 1);
}

static double
flush (double x)
{
  return fabs (x) < 0x1p-126 ? copysign (0, x) : x;
}

/* tf32: single precision with 10 bits of fraction; .rna: ties away from
   zero.  */
static uint32_t
to_tf32 (float x, unsigned rnd)
{
  uint32_t b = f32_bits (x);
  if (isnan (x))
    return 0x7fffffffu;
  if (isinf (x))
    return b;
  if (rnd == PTX_RND_RN)
    b += 0xfffu + (b >> 13 & 1);
  else if (rnd == PTX_RND_RNA)
    b += 0x1000u;
  return b & 0xffffe000u;
}

static uint64_t
float_result (enum ptx_type to, double x, unsigned rnd, unsigned flags)
{
  if (flags & PTX_F_SAT)
    x = isnan (x) || x <= 0 ? 0 : x >= 1 ? 1 : x;
  if ((flags & PTX_F_RELU) && signbit (x) && !isnan (x))
    x = 0;
  switch (to)
    {
    case PTX_F16:
      {
	uint16_t h = float_to_half (x, rnd);
	if ((flags & PTX_F_SATFINITE) && (h & 0x7fff) == 0x7c00)
	  h = (uint16_t) ((h & 0x8000) | 0x7bff);
	return h;
      }
    case PTX_BF16:
      {
	uint16_t h = float_to_bf16 (x, rnd);
	if ((flags & PTX_F_SATFINITE) && (h & 0x7fff) == 0x7f80)
	  h--;
	return h;
      }
    case PTX_TF32:
      {
	uint32_t b = to_tf32 ((float) x, rnd);
	if ((flags & PTX_F_SATFINITE) && (b & 0x7fffffff) == 0x7f800000)
	  b = (b & 0x80000000) | 0x7f7fe000;
	return b;
      }
    case PTX_F32:
      {
	fesetround (host_rounding (rnd));
	volatile double v = x;
	volatile float f = (float) v;
	fesetround (FE_TONEAREST);
	float r = canon32 (f);
	if (flags & PTX_F_FTZ)
	  r = (float) flush ((double) r);
	return f32_bits (r);
      }
    default:
      return f64_bits (x);
    }
}

static uint64_t
convert (enum ptx_type to, enum ptx_type from, uint64_t bits, unsigned rnd,
	 unsigned flags)
{
  struct value v = read_value (from, bits);
  if (v.kind == V_FLOAT)
    {
      if ((flags & PTX_F_FTZ) && from == PTX_F32)
	v.f = flush (v.f);
      if (!ptx_type_float_p (to))
	return float_to_int (to, from, round_to_int (v.f, rnd));
      if (rnd >= PTX_RND_RNI && !isnan (v.f))
	v.f = copysign (round_to_int (v.f, rnd), v.f);
      return float_result (to, v.f, rnd, flags);
    }
  if (to == PTX_F64)
    {
      fesetround (host_rounding (rnd));
      volatile double r = v.kind == V_SIGNED ? (double) v.s : (double) v.u;
      fesetround (FE_TONEAREST);
      return float_result (to, r, rnd, flags);
    }
  return float_result (to, int_to_odd (v), rnd, flags);
}

/* n: destination and source type; c: rounding; e: flags, and bit 31 when two
   values are packed, a in the upper half.  */
FN (cvt)
{
  enum ptx_type to = u->n & 255, from = u->n >> 8;
  bool from8 = ptx_type_size (from) == 8, to8 = ptx_type_size (to) == 8;
  bool pair = u->e >> 31;
  enum ptx_type one = (to == PTX_F16X2 ? PTX_F16
		       : to == PTX_BF16X2 ? PTX_BF16 : to);
  EACH (i)
    {
      uint64_t a = from8 ? *R8P (w, u->a, i) : *R4P (w, u->a, i);
      uint64_t r = convert (one, from, a, u->c, u->e);
      if (pair)
	r = r << 16 | convert (one, from, *R4P (w, u->b, i), u->c, u->e);
      if (to8)
	*R8P (w, u->d, i) = r;
      else
	*R4P (w, u->d, i) = (uint32_t) r;
    }
}
