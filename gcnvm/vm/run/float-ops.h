/* Floating-point operations that C does not have.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_FLOAT_OPS_H
#define GCNVM_FLOAT_OPS_H

#include "run/float.h"

/* Sums and products.  An operation on two NaNs or more gives the first of them,
   made quiet (IEEE 754-2008, 6.2.3, asks for one of them; AMD's manuals do not
   say which).  C's operators cannot be left to choose: the host passes on its
   first operand, and which one that is depends on how the compiler turned a
   commutative operation round.  Of one NaN, and of an invalid operation, the
   host's result is always the same.  */
#define SUMS(T, N, FMA)							\
  static inline T							\
  add_f##N (T a, T b)							\
  {									\
    return a != a ? quiet##N (a) : a + b;				\
  }									\
  static inline T							\
  mul_f##N (T a, T b)							\
  {									\
    return a != a ? quiet##N (a) : a * b;				\
  }									\
  static inline T							\
  fma_f##N (T a, T b, T c)						\
  {									\
    T nan = a != a ? a : b;						\
    if (nan != nan)							\
      return quiet##N (nan);						\
    return FMA_ADDS (c) ? quiet##N (c) : FMA (a, b, c);			\
  }
/* Where fma is a function of the library, that of infinity, zero and a NaN is
   the sum of two NaNs.  */
#ifdef __FMA__
# define FMA_ADDS(C) false
#else
# define FMA_ADDS(C) ((C) != (C))
#endif
SUMS (float, 32, fmaf)
SUMS (double, 64, fma)
#undef SUMS
#undef FMA_ADDS

/* The lesser or greater one: of a number and a NaN the number; in IEEE mode a
   signaling NaN is the result, made quiet.  GFX9 flushes denormals here as the
   mode says, gfx803 does not.  */
#define MINMAX(NAME, T, N, LESS)					\
  static inline T							\
  NAME (const struct wave *w, T a, T b)					\
  {									\
    if (w->vm->opt.cpu != GCN_GFX803 && !(w->plain##N))			\
      {									\
	unsigned m = N == 32 ? MODE_DENORM_32 (w->mode)			\
		     : MODE_DENORM_64 (w->mode);			\
	if (m != 3)							\
	  a = flush##N (a), b = flush##N (b);				\
      }									\
    if (MODE_IEEE (w->mode) && snan##N##_p (a))				\
      return quiet##N (a);						\
    if (MODE_IEEE (w->mode) && snan##N##_p (b))				\
      return quiet##N (b);						\
    if (a != a)								\
      return b;								\
    if (b != b)								\
      return a;								\
    if (a == b)								\
      return !!signbit (a) == (LESS) ? a : b;				\
    return (LESS) == (a < b) ? a : b;					\
  }
MINMAX (min_f32, float, 32, true)
MINMAX (max_f32, float, 32, false)
MINMAX (min_f64, double, 64, true)
MINMAX (max_f64, double, 64, false)
#undef MINMAX

static inline float
med3_f32 (const struct wave *w, float a, float b, float c)
{
  if (w->vm->opt.cpu != GCN_GFX803 && MODE_DENORM_32 (w->mode) != 3)
    a = flush32 (a), b = flush32 (b), c = flush32 (c);
  if (a != a || b != b || c != c)
    return min_f32 (w, min_f32 (w, a, b), c);
  float m = max_f32 (w, max_f32 (w, a, b), c);
  if (m == a)
    return max_f32 (w, b, c);
  if (m == b)
    return max_f32 (w, a, c);
  return max_f32 (w, a, b);
}

static inline float
mad_f32 (float a, float b, float c)
{
  float p = flush32 (mul_f32 (flush32 (a), flush32 (b)));
  return flush32 (add_f32 (p, flush32 (c)));
}

static inline double
mad_f16 (const struct wave *w, double a, double b, double c)
{
  return add_f64 (f16_to_f32 (f16_out (w, mul_f64 (a, b))), c);
}

/* A half as a single; a signaling NaN becomes quiet.  */
static inline float
half_to_single (double a)
{
  float f = (float) a;
  return f != f ? quiet32 (f) : f;
}

static inline bool
nan16_p (uint32_t h)
{
  return (h & 0x7fff) > 0x7c00;
}

/* A half as v_min_f16 and the like see it.  */
static inline uint32_t
choice_f16 (const struct wave *w, uint32_t a)
{
  bool keeps = (w->vm->opt.cpu == GCN_GFX803
		|| MODE_DENORM_64 (w->mode) == 3);
  return keeps || a & 0x7c00 ? a : a & 0x8000;
}

/* As min_f32 and max_f32.  */
static inline uint32_t
minmax_f16 (const struct wave *w, uint32_t a, uint32_t b, bool less)
{
  a = choice_f16 (w, a);
  b = choice_f16 (w, b);
  if (MODE_IEEE (w->mode) && nan16_p (a) && !(a & 0x200))
    return a | 0x200;
  if (MODE_IEEE (w->mode) && nan16_p (b) && !(b & 0x200))
    return b | 0x200;
  if (nan16_p (a))
    return b;
  if (nan16_p (b))
    return a;
  /* In the order of integers; -0 is below 0.  */
  int x = a & 0x8000 ? -(int) (a & 0x7fff) - 1 : (int) a;
  int y = b & 0x8000 ? -(int) (b & 0x7fff) - 1 : (int) b;
  return less == (x < y) ? a : b;
}

static inline uint32_t
med3_f16 (const struct wave *w, uint32_t a, uint32_t b, uint32_t c)
{
  uint32_t least = minmax_f16 (w, minmax_f16 (w, a, b, true), c, true);
  if (nan16_p (a) || nan16_p (b) || nan16_p (c))
    return least;
  uint32_t m = minmax_f16 (w, minmax_f16 (w, a, b, false), c, false);
  if (f16_to_f32 (m) == f16_to_f32 (choice_f16 (w, a)))
    return minmax_f16 (w, b, c, false);
  if (f16_to_f32 (m) == f16_to_f32 (choice_f16 (w, b)))
    return minmax_f16 (w, a, c, false);
  return minmax_f16 (w, a, b, false);
}

/* Conversions to integers: towards zero, saturating, zero for a NaN.  */
static inline int32_t
to_i32 (double a)
{
  if (a != a)
    return 0;
  return a >= 2147483647.0 ? INT32_MAX : a <= -2147483648.0 ? INT32_MIN
	 : (int32_t) a;
}

static inline uint32_t
to_u32 (double a)
{
  return !(a > 0) ? 0 : a >= 4294967295.0 ? UINT32_MAX : (uint32_t) a;
}

static inline uint32_t
to_u16 (double a)
{
  return !(a > 0) ? 0 : a >= 65535 ? 65535 : (uint32_t) a;
}

static inline uint32_t
to_i16 (double a)
{
  return a != a ? 0 : (uint16_t) (a >= 32767 ? 32767 : a <= -32768 ? -32768
				  : (int) a);
}

/* To the nearest integer, whatever the mode.  */
static inline double
rndne (double a)
{
  if (!(fabs (a) < 4503599627370496.0))
    return a + 0.0;
  double t = floor (fabs (a)), r = fabs (a) - t;
  t += r > 0.5 || (r == 0.5 && fmod (t, 2) != 0);
  return copysign (t, a);
}

/* What ROUND, a function, makes of a flushed; a NaN becomes quiet.  */
#define WHOLE_32(ROUND) whole_f32 (flush_in (w, a), ROUND (flush_in (w, a)))
#define WHOLE_64(ROUND) \
  whole_f64 (flush_in_64 (w, a), ROUND (flush_in_64 (w, a)))

static inline double
flush_in_64 (const struct wave *w, double a)
{
  return MODE_DENORM_64 (w->mode) & 1 ? a : flush64 (a);
}

static inline float
whole_f32 (float a, float r)
{
  return a != a ? quiet32 (a) : r;
}

static inline double
whole_f64 (double a, double r)
{
  return a != a ? quiet64 (a) : r;
}

/* floor () in any rounding mode.  */
static inline double
floor_any (double a)
{
  if (!(fabs (a) < 0x1p52))
    return a;
  double t = (double) (int64_t) a;
  return t > a ? t - 1 : t;
}

static inline float
fract_f32 (float a)
{
  if (isinf (a))
    return f32_of (0x7fc00000);
  float r = a - (float) floor_any (a);
  return r >= 1 ? 0x1.fffffep-1f : r;
}

static inline double
fract_f64 (double a)
{
  if (isinf (a))
    return f64_of (UINT64_C (0x7ff8000000000000));
  double r = a - floor_any (a);
  return r >= 1 ? 0x1.fffffffffffffp-1 : r;
}

static inline double
fract_f16 (double a)
{
  double r = a - floor (a);
  return r > 0x1.ffcp-1 ? 0x1.ffcp-1 : r;
}

static inline float
exp_f32 (float a)
{
  return flush32 ((float) exp2 (flush32 (a)));
}

static inline float
log_f32 (float a)
{
  return (float) log2 (flush32 (a));
}

static inline double
rsq_f64 (double a)
{
  return 1 / sqrt (a);
}

/* The argument counts turns.  Beyond 256 of them the result is 0 and 1.  */
static inline double
sin_f32 (double a)
{
  if (isinf (a))
    return a - a;
  if (fabs (a) > 256)
    return 0;
  double t = a - rndne (a);
  return t == 0 ? copysign (0, a) : t == 0.5 || t == -0.5 ? 0
	 : sin (t * 6.283185307179586476925);
}

static inline double
cos_f32 (double a)
{
  if (isinf (a))
    return a - a;
  if (fabs (a) > 256)
    return 1;
  double t = a - rndne (a);
  return fabs (t) == 0.25 ? 0 : cos (t * 6.283185307179586476925);
}

static inline int32_t
frexp_exp (double a)
{
  int e = 0;
  if (isnan (a) || isinf (a))
    return 0;
  frexp (a, &e);
  return e;
}

static inline double
frexp_mant (double a)
{
  int e;
  return isnan (a) || isinf (a) ? a + 0.0 : frexp (a, &e);
}

static inline uint32_t
cvt_pk_u8 (float a, uint32_t b, uint32_t c)
{
  unsigned at = 8 * (b & 3);
  uint32_t v = !(a > 0) ? 0 : a >= 255 ? 255 : (uint32_t) rndne (a);
  return (c & ~(255u << at)) | v << at;
}

static inline uint32_t
norm_i16 (double a)
{
  a = a != a ? 0 : a > 1 ? 1 : a < -1 ? -1 : a;
  return (uint16_t) (int) rndne (a * 32767);
}

static inline uint32_t
norm_u16 (double a)
{
  a = !(a > 0) ? 0 : a > 1 ? 1 : a;
  return (uint16_t) rndne (a * 65535);
}

/* Whether A is in one of the classes of MASK: signaling, quiet NaN, -inf,
   -normal, -denormal, -0, +0, +denormal, +normal, +inf.  */
static inline bool
class_p (double a, bool snan, double least_normal, uint32_t mask)
{
  bool minus = signbit (a);
  unsigned bit;
  if (a != a)
    bit = snan ? 0 : 1;
  else if (isinf (a))
    bit = minus ? 2 : 9;
  else if (a == 0)
    bit = minus ? 5 : 6;
  else if (fabs (a) < least_normal)
    bit = minus ? 4 : 7;
  else
    bit = minus ? 3 : 8;
  return mask >> bit & 1;
}

/* The last step of a division: B / C is wanted, A is near it ("V_DIV_FIXUP").
   S0 is the quotient, S1 the denominator, S2 the numerator.  What the manuals
   call underflow and overflow is the quotient rounded as ROUND says.  A quotient
   that overflowed before is a NaN, as infinities were subtracted; the manual of
   MI300 has the overflow for it.  */
#define DIV_FIXUP(NAME, T, N, INF_BITS, NAN_BITS, MIN_EXP)		\
  static inline T							\
  NAME (T q, T den, T num, unsigned round)				\
  {									\
    bool minus = !!signbit (den) ^ !!signbit (num);			\
    bool away = round == (minus ? 2 : 1);				\
    T inf = f##N##_of (INF_BITS), zero = 0, nan = f##N##_of (NAN_BITS);	\
    if (num != num)							\
      return quiet##N (num);						\
    if (den != den)							\
      return quiet##N (den);						\
    if ((den == 0 && num == 0) || (isinf (den) && isinf (num)))		\
      return nan;							\
    if (den == 0 || isinf (num))					\
      return minus ? -inf : inf;					\
    if (isinf (den) || num == 0)					\
      return minus ? -zero : zero;					\
    int e = ilogb (num) - ilogb (den);					\
    if (e < MIN_EXP)							\
      q = away ? f##N##_of (1) : zero;					\
    else if (q != q)							\
      q = round == 0 || away ? inf : f##N##_of (INF_BITS - 1);		\
    return (T) copysign (q, minus ? -1.0 : 1.0);			\
  }
DIV_FIXUP (div_fixup_f32, float, 32, 0x7f800000, 0xffc00000, -150)
DIV_FIXUP (div_fixup_f64, double, 64, UINT64_C (0x7ff0000000000000),
	   UINT64_C (0xfff8000000000000), -1075)
#undef DIV_FIXUP

/* Faces of a cube.  */
static inline float
cube_id (float x, float y, float z)
{
  if (fabsf (z) >= fabsf (x) && fabsf (z) >= fabsf (y))
    return z < 0 ? 5 : 4;
  if (fabsf (y) >= fabsf (x))
    return y < 0 ? 3 : 2;
  return x < 0 ? 1 : 0;
}

static inline float
cube_sc (float x, float y, float z)
{
  if (fabsf (z) >= fabsf (x) && fabsf (z) >= fabsf (y))
    return z < 0 ? -x : x;
  if (fabsf (y) >= fabsf (x))
    return x;
  return x < 0 ? z : -z;
}

static inline float
cube_tc (float x, float y, float z)
{
  if (fabsf (z) >= fabsf (x) && fabsf (z) >= fabsf (y))
    return -y;
  if (fabsf (y) >= fabsf (x))
    return y < 0 ? -z : z;
  return -y;
}

static inline float
cube_ma (float x, float y, float z)
{
  if (fabsf (z) >= fabsf (x) && fabsf (z) >= fabsf (y))
    return 2 * z;
  return fabsf (y) >= fabsf (x) ? 2 * y : 2 * x;
}

#endif /* GCNVM_FLOAT_OPS_H */
