/* Floating point of the reference: three formats, every rounding mode.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* IEEE 754-2008; where AMD's own rules differ, the manual's section is named:
   chapter 6.4 "Denormalized and rounding modes" of the GCN3 and Vega manuals,
   and chapter 12 for single instructions.  */

#include <string.h>

#include "ref-fp.h"

typedef unsigned __int128 u128;

const struct ref_format ref_f16 = { 16, 5, 10 };
const struct ref_format ref_f32 = { 32, 8, 23 };
const struct ref_format ref_f64 = { 64, 11, 52 };

static uint64_t
ones (unsigned n)
{
  return n >= 64 ? ~UINT64_C (0) : (UINT64_C (1) << n) - 1;
}

static int
bias (const struct ref_format *f)
{
  return (1 << (f->exponent - 1)) - 1;
}

uint64_t
ref_sign_bit (const struct ref_format *f)
{
  return UINT64_C (1) << (f->width - 1);
}

uint64_t
ref_infinity (const struct ref_format *f, bool negative)
{
  return ones (f->exponent) << f->fraction
	 | (negative ? ref_sign_bit (f) : 0);
}

/* What an invalid operation gives: the manual's results of log (-1), 0/0 and
   the like are 0xffc00000.  */

uint64_t
ref_default_nan (const struct ref_format *f)
{
  return ref_infinity (f, true) | UINT64_C (1) << (f->fraction - 1);
}

uint64_t
ref_max_finite (const struct ref_format *f, bool negative)
{
  return ref_infinity (f, negative) - 1;
}

uint64_t
ref_one (const struct ref_format *f)
{
  return (uint64_t) bias (f) << f->fraction;
}

static uint64_t
magnitude (const struct ref_format *f, uint64_t x)
{
  return x & ones (f->width - 1);
}

bool
ref_nan_p (const struct ref_format *f, uint64_t x)
{
  return magnitude (f, x) > ref_infinity (f, false);
}

bool
ref_snan_p (const struct ref_format *f, uint64_t x)
{
  return ref_nan_p (f, x) && !(x >> (f->fraction - 1) & 1);
}

bool
ref_inf_p (const struct ref_format *f, uint64_t x)
{
  return magnitude (f, x) == ref_infinity (f, false);
}

bool
ref_zero_p (const struct ref_format *f, uint64_t x)
{
  return magnitude (f, x) == 0;
}

int
ref_exponent (const struct ref_format *f, uint64_t x)
{
  return x >> f->fraction & ones (f->exponent);
}

bool
ref_denormal_p (const struct ref_format *f, uint64_t x)
{
  return ref_exponent (f, x) == 0 && !ref_zero_p (f, x);
}

bool
ref_negative_p (const struct ref_format *f, uint64_t x)
{
  return x >> (f->width - 1) & 1;
}

uint64_t
ref_quiet (const struct ref_format *f, uint64_t x)
{
  return x | UINT64_C (1) << (f->fraction - 1);
}

uint64_t
ref_flush (const struct ref_format *f, uint64_t x)
{
  return ref_denormal_p (f, x) ? x & ref_sign_bit (f) : x;
}

uint64_t
ref_source (const struct ref_format *f, const struct ref_fpmode *m, uint64_t x)
{
  return m->keep_in ? x : ref_flush (f, x);
}

struct ref_number
ref_unpack (const struct ref_format *f, uint64_t x)
{
  struct ref_number n = { REF_IS_FINITE, ref_negative_p (f, x), 0, 0 };
  int e = ref_exponent (f, x);
  n.sig = x & ones (f->fraction);
  if (ref_nan_p (f, x))
    n.kind = REF_IS_NAN;
  else if (ref_inf_p (f, x))
    n.kind = REF_IS_INF;
  else if (ref_zero_p (f, x))
    n.kind = REF_IS_ZERO;
  if (e)
    n.sig |= (u128) 1 << f->fraction;
  n.exp = (e ? e : 1) - bias (f) - (int) f->fraction;
  return n;
}

static int
top_bit (u128 x)
{
  int n = -1;
  while (x)
    {
      x >>= 1;
      n++;
    }
  return n;
}

/* X >> N; what is lost shows in the lowest bit.  */

static u128
shift_jam (u128 x, int n)
{
  if (n <= 0)
    return x;
  if (n > 127)
    return x != 0;
  return x >> n | ((x & (((u128) 1 << n) - 1)) != 0);
}

/* Whether SIG / 2^DROP is rounded away from zero.  */

static bool
round_up_p (unsigned round, bool negative, u128 sig, int drop)
{
  if (drop <= 0)
    return false;
  u128 rest = drop > 127 ? sig : sig & (((u128) 1 << drop) - 1);
  u128 half = drop > 127 ? 0 : (u128) 1 << (drop - 1);
  switch (round)
    {
    case REF_UP:
      return rest && !negative;
    case REF_DOWN:
      return rest && negative;
    case REF_ZERO:
      return false;
    default:
      if (drop > 127)
	return false;
      return rest > half || (rest == half && (sig >> drop & 1));
    }
}

static u128
round_sig (unsigned round, bool negative, u128 sig, int drop)
{
  u128 kept = drop > 127 ? 0 : drop <= 0 ? sig << -drop : sig >> drop;
  return kept + round_up_p (round, negative, sig, drop);
}

/* An overflow: GCN3 manual 6.4, the usual rules of IEEE 754, 7.4.  */

static uint64_t
overflow (const struct ref_format *f, unsigned round, bool negative)
{
  bool inf = round == REF_NEAREST || round == (negative ? REF_DOWN : REF_UP);
  return inf ? ref_infinity (f, negative) : ref_max_finite (f, negative);
}

/* Rounds N to F.  A result that is a denormal then is flushed.  */

uint64_t
ref_pack (const struct ref_format *f, const struct ref_fpmode *m,
	  struct ref_number n)
{
  uint64_t sign = n.negative ? ref_sign_bit (f) : 0;
  if (n.kind == REF_IS_INF)
    return ref_infinity (f, n.negative);
  if (n.kind == REF_IS_ZERO || n.sig == 0)
    return sign;
  int least = 1 - bias (f) - (int) f->fraction;
  int drop = top_bit (n.sig) - (int) f->fraction;
  u128 kept = round_sig (m->round, n.negative, n.sig, drop);
  int e = n.exp + drop;
  if (kept >> (f->fraction + 1))
    {
      kept >>= 1;
      e++;
    }
  if (e < least)
    {
      /* Round again, from the start, at the place that denormals have.  */
      kept = round_sig (m->round, n.negative, n.sig, least - n.exp);
      e = least;
    }
  if (!(kept >> f->fraction))
    return sign | (m->keep_out ? (uint64_t) kept : 0);
  uint64_t field = e - least + 1;
  if (field >= ones (f->exponent))
    return overflow (f, m->round, n.negative);
  return sign | field << f->fraction | ((uint64_t) kept & ones (f->fraction));
}

/* The NaN that an operation on A, B, C passes on: the first one.  GCN3 manual
   3.5, IEEE: signaling ones are made quiet.  */

static uint64_t
pass_nan (const struct ref_format *f, const struct ref_fpmode *m, uint64_t x)
{
  return m->ieee ? ref_quiet (f, x) : x;
}

static struct ref_number
add_numbers (struct ref_number a, struct ref_number b, unsigned round)
{
  if (a.kind == REF_IS_ZERO && b.kind == REF_IS_ZERO)
    {
      if (a.negative != b.negative)
	a.negative = round == REF_DOWN;
      return a;
    }
  if (a.kind == REF_IS_ZERO)
    return b;
  if (b.kind == REF_IS_ZERO)
    return a;
  /* Both tops to bit 125, then the smaller one down.  */
  int up = 125 - top_bit (a.sig);
  a.sig <<= up;
  a.exp -= up;
  up = 125 - top_bit (b.sig);
  b.sig <<= up;
  b.exp -= up;
  if (a.exp < b.exp)
    {
      struct ref_number t = a;
      a = b;
      b = t;
    }
  b.sig = shift_jam (b.sig, a.exp - b.exp);
  if (a.negative == b.negative)
    a.sig += b.sig;
  else if (a.sig == b.sig)
    {
      a.kind = REF_IS_ZERO;
      a.negative = round == REF_DOWN;
    }
  else if (a.sig > b.sig)
    a.sig -= b.sig;
  else
    {
      a.sig = b.sig - a.sig;
      a.negative = b.negative;
    }
  return a;
}

uint64_t
ref_add (const struct ref_format *f, const struct ref_fpmode *m, uint64_t x,
	 uint64_t y)
{
  struct ref_number a = ref_unpack (f, x), b = ref_unpack (f, y);
  if (a.kind == REF_IS_NAN)
    return pass_nan (f, m, x);
  if (b.kind == REF_IS_NAN)
    return pass_nan (f, m, y);
  if (a.kind == REF_IS_INF && b.kind == REF_IS_INF && a.negative != b.negative)
    return ref_default_nan (f);
  if (a.kind == REF_IS_INF)
    return x;
  if (b.kind == REF_IS_INF)
    return y;
  return ref_pack (f, m, add_numbers (a, b, m->round));
}

static struct ref_number
multiply_numbers (struct ref_number a, struct ref_number b)
{
  struct ref_number n = { REF_IS_FINITE, a.negative != b.negative,
			  a.sig * b.sig, a.exp + b.exp };
  if (a.kind == REF_IS_INF || b.kind == REF_IS_INF)
    n.kind = REF_IS_INF;
  else if (a.kind == REF_IS_ZERO || b.kind == REF_IS_ZERO)
    n.kind = REF_IS_ZERO;
  return n;
}

static bool
invalid_product_p (struct ref_number a, struct ref_number b)
{
  return (a.kind == REF_IS_INF && b.kind == REF_IS_ZERO)
	 || (a.kind == REF_IS_ZERO && b.kind == REF_IS_INF);
}

uint64_t
ref_multiply (const struct ref_format *f, const struct ref_fpmode *m,
	      uint64_t x, uint64_t y)
{
  struct ref_number a = ref_unpack (f, x), b = ref_unpack (f, y);
  if (a.kind == REF_IS_NAN)
    return pass_nan (f, m, x);
  if (b.kind == REF_IS_NAN)
    return pass_nan (f, m, y);
  if (invalid_product_p (a, b))
    return ref_default_nan (f);
  return ref_pack (f, m, multiply_numbers (a, b));
}

uint64_t
ref_fma (const struct ref_format *f, const struct ref_fpmode *m, uint64_t x,
	 uint64_t y, uint64_t z, int scale)
{
  struct ref_number a = ref_unpack (f, x), b = ref_unpack (f, y);
  struct ref_number c = ref_unpack (f, z);
  if (a.kind == REF_IS_NAN)
    return pass_nan (f, m, x);
  if (b.kind == REF_IS_NAN)
    return pass_nan (f, m, y);
  if (c.kind == REF_IS_NAN)
    return pass_nan (f, m, z);
  if (invalid_product_p (a, b))
    return ref_default_nan (f);
  struct ref_number p = multiply_numbers (a, b);
  if (p.kind == REF_IS_INF && c.kind == REF_IS_INF && p.negative != c.negative)
    return ref_default_nan (f);
  if (p.kind == REF_IS_INF || c.kind == REF_IS_INF)
    return ref_infinity (f, p.kind == REF_IS_INF ? p.negative : c.negative);
  struct ref_number n = add_numbers (p, c, m->round);
  n.exp += scale;
  return ref_pack (f, m, n);
}

uint64_t
ref_scale (const struct ref_format *f, const struct ref_fpmode *m, uint64_t x,
	   int64_t by)
{
  struct ref_number n = ref_unpack (f, x);
  if (n.kind == REF_IS_NAN)
    return pass_nan (f, m, x);
  if (by > 10000)
    by = 10000;
  if (by < -10000)
    by = -10000;
  n.exp += by;
  return ref_pack (f, m, n);
}

uint64_t
ref_convert (const struct ref_format *from, const struct ref_format *to,
	     const struct ref_fpmode *m, uint64_t x)
{
  struct ref_number n = ref_unpack (from, x);
  if (n.kind != REF_IS_NAN)
    return ref_pack (to, m, n);
  /* The payload keeps its upper bits; one that is lost gives a quiet NaN.  */
  uint64_t fraction = x & ones (from->fraction);
  if (m->ieee || from->fraction > to->fraction)
    fraction |= UINT64_C (1) << (from->fraction - 1);
  if (from->fraction > to->fraction)
    fraction >>= from->fraction - to->fraction;
  else
    fraction <<= to->fraction - from->fraction;
  return ref_infinity (to, n.negative) | fraction;
}

uint64_t
ref_from_int (const struct ref_format *f, const struct ref_fpmode *m,
	      int64_t x)
{
  struct ref_number n = { x ? REF_IS_FINITE : REF_IS_ZERO, x < 0,
			  x < 0 ? -(u128) x & ~UINT64_C (0) : (u128) x, 0 };
  return ref_pack (f, m, n);
}

int64_t
ref_to_int (const struct ref_format *f, unsigned round, uint64_t x,
	    int64_t low, int64_t high)
{
  struct ref_number n = ref_unpack (f, x);
  if (n.kind == REF_IS_NAN || n.kind == REF_IS_ZERO)
    return 0;
  if (n.kind == REF_IS_INF || n.exp > 40)
    return n.negative ? low : high;
  u128 v = round_sig (round, n.negative, n.sig, -n.exp);
  if (n.negative)
    return (__int128) -v < low ? low : (int64_t) -(__int128) v;
  return v > (u128) (high < 0 ? 0 : high) ? high : (int64_t) v;
}

uint64_t
ref_integral (const struct ref_format *f, const struct ref_fpmode *m,
	      unsigned round, uint64_t x)
{
  struct ref_number n = ref_unpack (f, x);
  if (n.kind == REF_IS_NAN)
    return pass_nan (f, m, x);
  if (n.kind != REF_IS_FINITE || n.exp >= 0)
    return x;
  n.sig = round_sig (round, n.negative, n.sig, -n.exp);
  n.exp = 0;
  return ref_pack (f, m, n);
}

int
ref_compare (const struct ref_format *f, uint64_t x, uint64_t y)
{
  if (ref_nan_p (f, x) || ref_nan_p (f, y))
    return 2;
  if (ref_zero_p (f, x) && ref_zero_p (f, y))
    return 0;
  int64_t a = magnitude (f, x), b = magnitude (f, y);
  a = ref_negative_p (f, x) ? -a : a;
  b = ref_negative_p (f, y) ? -b : b;
  return a < b ? -1 : a > b;
}

/* V_MIN_F32, V_MAX_F32 and their like: the pseudo-code of chapter 12.  */

uint64_t
ref_minmax (const struct ref_format *f, const struct ref_fpmode *m,
	    uint64_t x, uint64_t y, bool max)
{
  if (m->ieee && ref_snan_p (f, x))
    return ref_quiet (f, x);
  if (m->ieee && ref_snan_p (f, y))
    return ref_quiet (f, y);
  if (ref_nan_p (f, x))
    return y;
  if (ref_nan_p (f, y))
    return x;
  if (ref_zero_p (f, x) && ref_zero_p (f, y)
      && ref_negative_p (f, x) != ref_negative_p (f, y))
    return (ref_negative_p (f, x) == max) ? y : x;
  int c = ref_compare (f, x, y);
  return (max ? c >= 0 : c < 0) ? x : y;
}

/* V_FRACT: x + -floor (x), "obey round mode, result clamped to" the largest
   number below 1.  Of an infinity it is inf - inf.  An integer's is +0 in
   every rounding mode.  */

uint64_t
ref_fract (const struct ref_format *f, const struct ref_fpmode *m, uint64_t x)
{
  if (ref_nan_p (f, x))
    return pass_nan (f, m, x);
  if (ref_inf_p (f, x))
    return ref_default_nan (f);
  uint64_t floor = ref_integral (f, m, REF_DOWN, x);
  if (ref_compare (f, floor, x) == 0)
    return 0;
  uint64_t r = ref_add (f, m, x, floor ^ ref_sign_bit (f));
  return ref_compare (f, r, ref_one (f)) >= 0 ? ref_one (f) - 1 : r;
}

double
ref_double (const struct ref_format *f, uint64_t x)
{
  const struct ref_fpmode m = { REF_NEAREST, true, true, true };
  uint64_t b = ref_convert (f, &ref_f64, &m, x);
  double d;
  memcpy (&d, &b, 8);
  return d;
}

uint64_t
ref_of_double (double d)
{
  uint64_t b;
  memcpy (&b, &d, 8);
  return b;
}
