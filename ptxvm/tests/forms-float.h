/* References for the PTX machine: floating point.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* Results are the exact ones of forms-exact.h, rounded as the manual's section
   says.  Of NaN results no more is asked than that they are NaNs.  */

#ifndef FORMS_FLOAT_H
#define FORMS_FLOAT_H

#include <math.h>

#include "forms-int.h"

static bool
half_p (enum ptx_type t)
{
  return (t == PTX_F16 || t == PTX_F16X2 || t == PTX_BF16
	  || t == PTX_BF16X2);
}

static bool
two_p (enum ptx_type t)
{
  return t == PTX_F16X2 || t == PTX_BF16X2;
}

static struct format
format_of (enum ptx_type t)
{
  return (t == PTX_F16 || t == PTX_F16X2 ? F16
	  : t == PTX_BF16 || t == PTX_BF16X2 ? BF16
	  : t == PTX_F64 ? F64 : F32);
}

static int
format_width (struct format f)
{
  return 1 + f.ebits + f.mbits;
}

static bits
one_of (struct format f)
{
  return (((bits) 1 << (f.ebits - 1)) - 1) << f.mbits;
}

/* X, or a zero of its sign if it is subnormal.  */
static bits
flushed (struct format f, bits x)
{
  int n = f.ebits + f.mbits;
  return (x >> f.mbits & low (~(bits) 0, f.ebits)) == 0
	 ? x & (bits) 1 << n : low (x, n + 1);
}

static int
rounding (const struct form *f)
{
  return (has (f, "rz") ? RZ : has (f, "rm") ? RM : has (f, "rp") ? RP
	  : has (f, "rna") ? RNA : RN);
}

static UNUSED struct result
bits_result (bits d)
{
  return (struct result) { .verdict = EXACT, .d = d };
}

/* The sign of an exact sum that is zero.  */
static bool
zero_sign (bool a, bool b, enum round rnd)
{
  return a == b ? a : rnd == RM;
}

/* X * Y + Z.  */
static UNUSED struct result
multiply_add (struct format f, struct num x, struct num y, struct num z,
	      enum round rnd, bool ftz)
{
  bits sign = (bits) 1 << (f.ebits + f.mbits);
  bool neg = x.neg != y.neg;
  if (x.cls == NOTANUM || y.cls == NOTANUM || z.cls == NOTANUM
      || (x.cls == INF && y.cls == ZERO) || (x.cls == ZERO && y.cls == INF))
    return no (NAN_RESULT);
  if (x.cls == INF || y.cls == INF)
    return (z.cls == INF && z.neg != neg ? no (NAN_RESULT)
	    : bits_result (inf_of (f) | (neg ? sign : 0)));
  if (z.cls == INF)
    return bits_result (inf_of (f) | (z.neg ? sign : 0));
  struct exact q = { X_FMA, x, y, z };
  if (exact_cmp (&q, (struct num) { ZERO, false, 0, 0 }) == 0)
    return bits_result (zero_sign (neg, z.neg, rnd) ? sign : 0);
  return bits_result (exact_round (&q, f, rnd, ftz));
}

static UNUSED struct result
divide (struct format f, struct num x, struct num y, enum round rnd, bool ftz)
{
  bits sign = x.neg != y.neg ? (bits) 1 << (f.ebits + f.mbits) : 0;
  if (x.cls == NOTANUM || y.cls == NOTANUM
      || (x.cls == y.cls && (x.cls == INF || x.cls == ZERO)))
    return no (NAN_RESULT);
  if (x.cls == INF || y.cls == ZERO)
    return bits_result (sign | inf_of (f));
  if (x.cls == ZERO || y.cls == INF)
    return bits_result (sign);
  struct exact q = { X_DIV, x, y, { ZERO, false, 0, 0 } };
  return bits_result (exact_round (&q, f, rnd, ftz));
}

static UNUSED struct result
square_root (struct format f, struct num x, enum round rnd)
{
  if (x.cls == NOTANUM || (x.neg && x.cls != ZERO))
    return no (NAN_RESULT);
  if (x.cls == INF)
    return bits_result (inf_of (f));
  if (x.cls == ZERO)
    return bits_result ((bits) x.neg << (f.ebits + f.mbits));
  struct exact q = { X_SQRT, x, x, x };
  return bits_result (exact_round (&q, f, rnd, false));
}

/* Order by bits: numbers of one format, no NaNs; -0 below +0.  */
static s128
rank (struct format f, bits x)
{
  int n = f.ebits + f.mbits;
  return x >> n & 1 ? -(s128) low (x, n) - 1 : (s128) low (x, n);
}

static bool
nan_bits (struct format f, bits x)
{
  return decode (f, x).cls == NOTANUM;
}

static UNUSED struct result
min_max (const struct form *f, struct format t, const bits *s)
{
  int n = t.ebits + t.mbits;
  bool max = f->op == PTX_OP_MAX, any = false;
  bits best = 0, sign = 0;
  bool nan = false;
  for (unsigned k = 0; k < f->n_src; k++)
    {
      bits x = has (f, "abs") ? low (s[k], n) : low (s[k], n + 1);
      sign ^= s[k] >> n & 1;
      if (nan_bits (t, x))
	nan = true;
      else if (!any || (max ? rank (t, x) > rank (t, best)
			: rank (t, x) < rank (t, best)))
	any = true, best = x;
    }
  if (!any || (nan && has (f, "NaN")))
    return no (NAN_RESULT);
  return bits_result (has (f, "xorsign") ? best | sign << n : best);
}

static UNUSED struct result
saturated (struct format f, struct result r)
{
  if (r.verdict == NAN_RESULT
      || (r.verdict == EXACT && rank (f, r.d) <= 0))
    return bits_result (0);
  if (r.verdict == EXACT && rank (f, r.d) > rank (f, one_of (f)))
    r.d = one_of (f);
  return r;
}

/* One operation in format T.  */
static UNUSED struct result
float_op (const struct form *f, struct format t, const bits *from)
{
  enum round rnd = rounding (f);
  bool ftz = has (f, "ftz");
  int n = format_width (t);
  bits sign = (bits) 1 << (n - 1), s[3] = { 0, 0, 0 };
  for (unsigned k = 0; k < f->n_src && k < 3; k++)
    s[k] = ftz ? flushed (t, low (from[k], n)) : low (from[k], n);
  struct num x = decode (t, s[0]), y = decode (t, s[1]), z = decode (t, s[2]);
  struct num one = decode (t, one_of (t));
  struct result r;
  switch (f->op)
    {
    case PTX_OP_SUB:
      y.neg = !y.neg;
      /* Fall through.  */
    case PTX_OP_ADD:
      r = multiply_add (t, x, one, y, rnd, ftz);
      break;
    case PTX_OP_MUL:
      z = (struct num) { ZERO, x.neg != y.neg, 0, 0 };
      r = multiply_add (t, x, y, z, rnd, ftz);
      break;
    case PTX_OP_FMA: case PTX_OP_MAD:
      if (!has (f, "rn") && !has (f, "rz") && !has (f, "rm")
	  && !has (f, "rp"))
	return no (WRONG);
      r = multiply_add (t, x, y, z, rnd, ftz);
      break;
    case PTX_OP_DIV: r = divide (t, x, y, rnd, ftz); break;
    case PTX_OP_RCP: r = divide (t, one, x, rnd, ftz); break;
    case PTX_OP_SQRT: r = square_root (t, x, rnd); break;
    case PTX_OP_MIN: case PTX_OP_MAX: r = min_max (f, t, s); break;
    case PTX_OP_NEG: case PTX_OP_ABS:
      if (x.cls == NOTANUM)
	return no (NAN_RESULT);
      r = bits_result (f->op == PTX_OP_NEG ? s[0] ^ sign : s[0] & ~sign);
      break;
    default:
      return no (UNKNOWN);
    }
  if (has (f, "sat"))
    r = saturated (t, r);
  if (has (f, "relu") && r.verdict == EXACT && (r.d & sign))
    r.d = 0;
  return r;
}

static double
number (struct format f, bits x)
{
  struct num v = decode (f, x);
  double d = (v.cls == NOTANUM ? NAN : v.cls == INF ? INFINITY
	      : ldexp ((double) (bits) v.m, v.e));
  return v.neg ? -d : d;
}

/* The angle X, bits of an .f32, within a turn as a GPU has it: 24 bits of its product
   with 1 / (2 pi), and 25 bits behind the point of these.  By integers, unlike the
   machine.  */
static double
turned (bits x)
{
  int e = (int) (x >> 23 & 255);
  bits m = e ? (x & 0x7fffff) | 0x800000 : x & 0x7fffff;
  if (e == 255)
    return NAN;
  bits product = m * 0xa2f983;
  /* In units of 2^-25.  */
  int shift = (e ? e : 1) - 150 - 26 + 25, drop = 0;
  while (product >> drop >> 24)
    drop++;
  product = product >> drop << drop;
  bits part = shift >= 25 ? 0 : shift >= 0 ? product << shift
	      : shift > -64 ? product >> -shift : 0;
  double angle = (double) (part & 0x1ffffff) * 0x1p-25 * 2 * M_PI;
  return x >> 31 & 1 ? -angle : angle;
}

/* Approximations, and the bounds of their sections.  */
static UNUSED struct result
approximate (const struct form *f, struct format t, const bits *s)
{
  bool ftz = has (f, "ftz"), full = has (f, "full");
  bool gross = t.mbits == 52 && ftz;
  bits a = ftz ? flushed (t, s[0]) : s[0], b = ftz ? flushed (t, s[1]) : s[1];
  double x = number (t, gross ? a & ~(bits) 0xffffffff : a), y = number (t, b);
  struct result r = { .verdict = NEAR, .rel = 0x1p-22 };
  if (gross && isnan (number (t, a)))
    x = NAN;
  switch (f->op)
    {
    case PTX_OP_DIV:
      r.to = x / y;
      if (!full && fabs (y) > 0x1p126 && !isinf (y))
	r.to = isinf (x) ? NAN : x * 0;
      break;
    case PTX_OP_RCP: r.to = 1 / x; r.rel = gross ? 0x1p-19 : 0x1p-22; break;
    case PTX_OP_SQRT: r.to = sqrt (x); break;
    case PTX_OP_RSQRT:
      r.to = 1 / sqrt (x);
      r.rel = gross ? 0x1p-19 : 0x1p-22;
      break;
    case PTX_OP_SIN: case PTX_OP_COS:
      x = turned (a);
      r.to = f->op == PTX_OP_SIN ? sin (x) : cos (x);
      r.abs = 0x1p-20;
      break;
    case PTX_OP_LG2: r.to = log2 (x); r.abs = 0x1p-22; break;
    case PTX_OP_EX2:
      r.to = exp2 (x);
      r.rel = t.mbits == 23 ? 0x1p-22 : t.mbits == 10 ? 0x1p-9 : 0x1p-7;
      break;
    case PTX_OP_TANH:
      r.to = tanh (x);
      r.rel = t.mbits == 7 ? 0x1p-8 : 0x1p-10;
      r.abs = t.mbits == 7 ? 0x1p-8 : 0x1p-10;
      break;
    default:
      return no (UNKNOWN);
    }
  double least = ldexp (1, emin_of (t));
  if (ftz && fabs (r.to) < least)
    r.abs += least;
  r.abs += ldexp (1, emin_of (t) - t.mbits);
  return r;
}

static bool
float_compare (const struct form *f, struct format t, bits a, bits b)
{
  bool nan = nan_bits (t, a) || nan_bits (t, b);
  bits zero = (bits) 1 << (t.ebits + t.mbits);
  s128 x = rank (t, low (a, format_width (t)) == zero ? 0 : a);
  s128 y = rank (t, low (b, format_width (t)) == zero ? 0 : b);
  static const struct { const char *word; int yes; } cmp[] = {
    /* 1 less, 2 equal, 4 greater, 8 unordered.  */
    { "eq", 2 }, { "ne", 5 }, { "lt", 1 }, { "le", 3 }, { "gt", 4 },
    { "ge", 6 }, { "equ", 10 }, { "neu", 13 }, { "ltu", 9 }, { "leu", 11 },
    { "gtu", 12 }, { "geu", 14 }, { "num", 7 }, { "nan", 8 }
  };
  int is = nan ? 8 : x < y ? 1 : x == y ? 2 : 4;
  for (size_t k = 0; k < sizeof cmp / sizeof *cmp; k++)
    if (has (f, cmp[k].word))
      return cmp[k].yes & is;
  return false;
}

/* Half K of the comparison of S[0] and S[1], of type T.  */
static bool
compare (const struct form *f, enum ptx_type t, const bits *s, int k)
{
  int n = width (t);
  if (t == PTX_F32 || t == PTX_F64 || half_p (t))
    {
      struct format m = format_of (t);
      bits a = low (s[0] >> 16 * k, format_width (m));
      bits b = low (s[1] >> 16 * k, format_width (m));
      if (has (f, "ftz"))
	a = flushed (m, a), b = flushed (m, b);
      return float_compare (f, m, a, b);
    }
  s128 x = val (s[0], n, signed_p (t)), y = val (s[1], n, signed_p (t));
  return (has (f, "eq") ? x == y : has (f, "ne") ? x != y
	  : has (f, "lt") || has (f, "lo") ? x < y
	  : has (f, "le") || has (f, "ls") ? x <= y
	  : has (f, "gt") || has (f, "hi") ? x > y : x >= y);
}

static UNUSED struct result
set (const struct form *f, const bits *s)
{
  bool setp = f->op == PTX_OP_SETP;
  enum ptx_type t = f->type[setp ? 0 : 1], d = f->type[0];
  bool c = f->n_src > 2 ? s[2] & 1 : 0, half[2];
  for (int k = 0; k < 2; k++)
    {
      bool v = k && !two_p (t) ? !half[0] && false : compare (f, t, s, k);
      if (setp && k && !two_p (t))
	v = !compare (f, t, s, 0);
      half[k] = (has (f, "and") ? v && c : has (f, "or") ? v || c
		 : has (f, "xor") ? v != c : v);
    }
  if (setp)
    return (struct result) { .verdict = EXACT, .d = half[0], .p = half[1] };
  bits yes = (d == PTX_F32 || half_p (d) ? one_of (format_of (d))
	      : two_p (t) ? 0xffff : low (~(bits) 0, width (d)));
  return bits_result ((half[0] ? yes : 0)
		      | (two_p (t) && half[1] ? yes << 16 : 0));
}

static UNUSED struct result
test_property (const struct form *f, const bits *s)
{
  struct format t = format_of (f->type[0]);
  struct num x = decode (t, s[0]);
  bool sub = x.cls == FINITE && x.m < (bits) 1 << t.mbits;
  bool r = (has (f, "finite") ? x.cls == FINITE || x.cls == ZERO
	    : has (f, "infinite") ? x.cls == INF
	    : has (f, "number") ? x.cls != NOTANUM
	    : has (f, "notanumber") ? x.cls == NOTANUM
	    : has (f, "subnormal") ? sub
	    : x.cls == ZERO || (x.cls == FINITE && !sub));
  return bits_result (r);
}

/* The integer that X is rounded to, of at most 2^100.  */
static s128
to_integer (const struct form *f, struct num x)
{
  s128 limit = (s128) 1 << 100, m = (s128) x.m;
  if (x.cls == ZERO)
    return 0;
  if (x.cls == INF || x.e > 70)
    return x.neg ? -limit : limit;
  if (x.e >= 0)
    m <<= x.e;
  else
    {
      int k = x.e < -120 ? 120 : -x.e;
      s128 q = m >> k, rest = m - (q << k), half = (s128) 1 << (k - 1);
      bool up = (has (f, "rni") ? rest > half || (rest == half && (q & 1))
		 : has (f, "rzi") ? false
		 : has (f, "rmi") ? x.neg && rest : !x.neg && rest);
      m = q + up;
    }
  return x.neg ? -m : m;
}

static UNUSED struct result
convert (const struct form *f, const bits *s)
{
  enum ptx_type d = f->type[0], from = f->type[1];
  bool ff = from == PTX_F32 || from == PTX_F64 || half_p (from);
  bool df = d == PTX_F32 || d == PTX_F64 || half_p (d) || d == PTX_TF32;
  bool ftz = has (f, "ftz"), whole = has (f, "rni") || has (f, "rzi")
	     || has (f, "rmi") || has (f, "rpi");
  struct format t = d == PTX_TF32 ? TF32 : format_of (d);
  struct num x;
  if (two_p (d) || f->n_src == 2)
    {
      if (f->n_src != 2 || !two_p (d) || from != PTX_F32 || has (f, "sat")
	  || ftz || has (f, "rn") == has (f, "rz"))
	return no (WRONG);
      /* Two of .f32: the first is the upper half.  */
      struct form one = *f;
      one.type[0] = d == PTX_F16X2 ? PTX_F16 : PTX_BF16;
      one.n_src = 1;
      struct result hi = convert (&one, s), lo = convert (&one, s + 1);
      if (hi.verdict == NAN_RESULT)
	hi = bits_result (0x7fff);
      if (lo.verdict == NAN_RESULT)
	lo = bits_result (0x7fff);
      return bits_result (hi.d << 16 | lo.d);
    }
  if (!ff && !df)
    return int_convert (f, s);
  if (d == PTX_TF32 && from != PTX_F32)
    return no (WRONG);
  if (ff)
    {
      bits b = low (s[0], width (from));
      x = decode (format_of (from), ftz && from == PTX_F32
		  ? flushed (F32, b) : b);
    }
  else
    {
      s128 v = val (s[0], width (from), signed_p (from));
      x = integer (v < 0, (bits) (v < 0 ? -v : v));
    }
  if (!df)
    {
      int n = width (d);
      if (x.cls == NOTANUM)
	return exact (from != PTX_F64 && n < 64 ? 0
		      : val ((bits) 1 << (n - 1), n, signed_p (d)),
		      n < 16 ? 32 : n);
      return exact (clip_to (to_integer (f, x), n, signed_p (d)),
		    n < 16 ? 32 : n);
    }
  struct result r;
  struct num one = { FINITE, false, 1, 0 };
  bits sign = (bits) 1 << (t.ebits + t.mbits);
  if (whole && x.cls == FINITE)
    {
      if (x.e < 0)
	{
	  s128 v = to_integer (f, x);
	  x = integer (x.neg, (bits) (v < 0 ? -v : v));
	}
    }
  struct num zero = { ZERO, x.neg, 0, 0 };
  r = multiply_add (t, x, one, zero, rounding (f), ftz && d == PTX_F32);
  if (has (f, "satfinite") && r.verdict == EXACT
      && (r.d & ~sign) == inf_of (t))
    r.d--;
  if (has (f, "relu") && r.verdict == EXACT && (r.d & sign))
    r.d = 0;
  if (has (f, "sat"))
    r = saturated (t, r);
  if (d == PTX_TF32)
    r.d <<= 13;
  return r;
}

#endif /* FORMS_FLOAT_H */
