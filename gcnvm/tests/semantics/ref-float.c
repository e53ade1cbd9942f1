/* The reference: floating-point instructions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCN3 manual 6.4 and 12.8 to 12.12, Vega manual 12.7 to 12.11.  */

#include <math.h>

#include "ref.h"

#define F l->f
#define M (&l->m)
#define A l->s[0]
#define B l->s[1]
#define C l->s[2]
#define X ref_double (l->sf, A)

/* A NaN passes as it is.  */

static uint64_t
subtract (const struct ref_lane *l, uint64_t a, uint64_t b)
{
  return ref_add (F, M, a, ref_nan_p (F, b) ? b : b ^ ref_sign_bit (F));
}

/* The destination's old value, as a source.  */

static uint64_t
old (const struct ref_lane *l)
{
  return ref_source (F, M, l->d);
}

static uint64_t
literal (const struct ref_lane *l)
{
  uint64_t x = F == &ref_f16 ? l->in->literal & 0xffff : l->in->literal;
  return ref_source (F, M, x);
}

/* V_MUL_LEGACY: zero times anything is zero.  */

static uint64_t
legacy_multiply (const struct ref_lane *l, uint64_t a, uint64_t b)
{
  return ref_zero_p (F, a) || ref_zero_p (F, b) ? 0 : ref_multiply (F, M, a, b);
}

static uint64_t
legacy_mad (const struct ref_lane *l, uint64_t a, uint64_t b, uint64_t c)
{
  return ref_add (F, M, legacy_multiply (l, a, b), c);
}

/* V_MAD, V_MAC: the product is rounded as well.  */

static uint64_t
twice (const struct ref_lane *l, uint64_t a, uint64_t b, uint64_t c)
{
  return ref_add (F, M, ref_multiply (F, M, a, b), c);
}

/* The same of halves: the manuals do not say whether it keeps denormals.  */

static uint64_t
half_mad (struct ref_lane *l, uint64_t a, uint64_t b, uint64_t c)
{
  static const struct ref_fpmode keep = { REF_NEAREST, true, true, true };
  uint64_t product = ref_multiply (F, &keep, a, b);
  uint64_t seen[] = { l->raw[0], l->raw[1], l->raw[2], l->d, product,
		      ref_add (F, &keep, product, c) };
  for (unsigned i = 0; i < sizeof seen / sizeof *seen; i++)
    if (ref_exponent (F, seen[i]) <= 1 && !ref_zero_p (F, seen[i]))
      l->undefined = true;
  return twice (l, a, b, c);
}

static uint64_t
flushed (const struct ref_lane *l, uint64_t x)
{
  return M->keep_out ? x : ref_flush (F, x);
}

/* V_MIN, V_MAX.  */

static uint64_t
choose (const struct ref_lane *l, uint64_t a, uint64_t b, bool max)
{
  return flushed (l, ref_minmax (F, M, a, b, max));
}

static uint64_t
three (const struct ref_lane *l, bool max)
{
  return choose (l, choose (l, A, B, max), C, max);
}

static uint64_t
nearly (struct ref_lane *l, double want, double ulps)
{
  l->vague = true;
  l->want = want;
  /* Half a unit is for rounding to the nearest one.  */
  l->ulps = ulps < 1 && M->round != REF_NEAREST ? 1 : ulps;
  l->flushed = true;
  return 0;
}

/* V_MED3: the larger of the two that are not the largest.  */

static uint64_t
median (struct ref_lane *l)
{
  if (ref_nan_p (F, A) || ref_nan_p (F, B) || ref_nan_p (F, C))
    return three (l, false);
  uint64_t top = ref_minmax (F, M, ref_minmax (F, M, A, B, true), C, true), r;
  if (ref_compare (F, top, A) == 0)
    r = choose (l, B, C, true);
  else if (ref_compare (F, top, B) == 0)
    r = choose (l, A, C, true);
  else
    r = choose (l, A, B, true);
  /* A denormal that is kept as a source and not as a result makes zeros, of
     either sign.  */
  if (M->keep_in != M->keep_out && ref_zero_p (F, r))
    return nearly (l, 0, 0);
  return r;
}

/* V_FREXP: the manuals do not say what becomes of denormals that MODE flushes.
   */

static uint64_t
mantissa (struct ref_lane *l, uint64_t x)
{
  static const struct ref_fpmode keep = { REF_NEAREST, true, true, true };
  l->undefined = !M->keep_in && ref_denormal_p (F, l->raw[0]);
  if (ref_nan_p (F, x))
    return M->ieee ? ref_quiet (F, x) : x;
  if (ref_inf_p (F, x) || ref_zero_p (F, x))
    return x;
  if (ref_denormal_p (F, x))
    x = ref_scale (F, &keep, x, F->fraction + 1);
  /* A normal number now: the exponent of 0.5.  */
  return ref_scale (F, &keep, x,
		    ref_exponent (F, ref_one (F)) - 1
		    - ref_exponent (F, x));
}

static uint64_t
exponent (struct ref_lane *l, uint64_t x)
{
  l->undefined = !l->sm.keep_in && ref_denormal_p (l->sf, l->raw[0]);
  struct ref_number n = ref_unpack (l->sf, x);
  if (n.kind != REF_IS_FINITE)
    return 0;
  int e = n.exp;
  for (unsigned __int128 s = n.sig; s; s >>= 1)
    e++;
  return e;
}

/* 2^X, finite where X is.  */

static double
power (double x)
{
  return isinf (x) ? exp2 (x) : exp2 (x > 1000 ? 1000 : x);
}

/* V_FRACT of an infinity is a NaN of any kind, of an integer a zero of any
   sign.  */

static uint64_t
fraction (struct ref_lane *l, uint64_t x)
{
  if (ref_inf_p (F, x))
    nearly (l, NAN, 0);
  else if (ref_compare (F, ref_integral (F, M, REF_DOWN, x), x) == 0)
    nearly (l, 0, 0);
  return ref_fract (F, M, x);
}

/* V_RCP_F32 of a denormal: an infinity, or the value if it is kept.  */

static uint64_t
reciprocal (struct ref_lane *l, double want, double ulps)
{
  l->undefined = ref_denormal_p (l->sf, l->raw[0]);
  return nearly (l, want, ulps);
}

/* V_RCP_F64 and the like: (2^29) ULP.  "Denormals are supported", but whether
   also where MODE flushes them is not said.  */

static uint64_t
coarse (struct ref_lane *l, double want)
{
  if (!(l->m.keep_in && l->m.keep_out))
    l->undefined = (ref_denormal_p (F, l->raw[0])
		    || fabs (want) < 0x1p-1022);
  return nearly (l, want, 536870912);
}

/* V_SIN, V_COS of turns, from -256 to 256.  The manuals give no precision.  */

static uint64_t
turn (struct ref_lane *l, double want)
{
  double x = X;
  l->undefined = !(fabs (x) <= 256) || ref_denormal_p (l->sf, l->raw[0]);
  nearly (l, want, 0);
  l->absolute = F == &ref_f16 ? 1e-3 : 1e-5;
  return 0;
}

/* V_DIV_FMAS: the power of two by which the sum is multiplied, of exponents that
   are biased by BIAS (MI300 manual; the older ones have a single factor that
   undoes nothing).  */

static int
fmas_scale (struct ref_lane *l, int bias, int by)
{
  if (!l->carry_in)
    return 0;
  return ref_exponent (F, C) > bias ? by : -by;
}

/* V_DIV_SCALE: B is the denominator, C the numerator, A that one of them which is
   multiplied by a power of two, BY or its inverse, if it has to be; carry: the
   quotient is scaled.  Quotients are compared with the least normal number by
   their factors: N / D < 2^E is N < D * 2^E.  */

static uint64_t
divide_scale (struct ref_lane *l, int far, int small, int by)
{
  static const struct ref_fpmode exact = { REF_NEAREST, true, true, false };
  const struct ref_fpmode *e = &exact;
  int least = F == &ref_f64 ? -1022 : -126;
  uint64_t sign = ref_sign_bit (F), n = C & ~sign, d = B & ~sign;
  bool finite = true;
  for (unsigned i = 1; i < 3; i++)
    finite &= !ref_nan_p (F, l->s[i]) && !ref_inf_p (F, l->s[i]);
  l->undefined = !finite || ref_nan_p (F, A);
  l->carry_out = false;
  if (ref_zero_p (F, B) || ref_zero_p (F, C))
    return ref_default_nan (F) & ~sign;
  /* A reciprocal is a denormal from 2^126, or 2^1022, on, but that is 1 over
     it exactly.  */
  uint64_t border = ref_scale (F, e, ref_one (F), -least);
  bool tiny_rcp = finite && ref_compare (F, d, border) > 0;
  /* Both sides times 2^60, 2^500: D * 2^LEAST may be a denormal itself.  */
  int up = F == &ref_f64 ? 500 : 60;
  bool tiny = finite && ref_compare (F, ref_scale (F, e, n, up),
				     ref_scale (F, e, d, least + up)) < 0;
  bool is_den = A == B, scale = false;
  int power = by;
  if (ref_exponent (F, C) - ref_exponent (F, B) >= far)
    {
      l->carry_out = true;
      scale = is_den;
    }
  else if (ref_denormal_p (F, B))
    scale = true;
  else if (tiny_rcp)
    {
      /* Not larger, as the manual has it: that would overflow.  */
      l->carry_out = tiny;
      scale = !tiny || is_den;
      power = -by;
    }
  else if (tiny)
    {
      l->carry_out = true;
      scale = !is_den;
    }
  else
    scale = ref_exponent (F, C) <= small;
  struct ref_fpmode m = exact;
  m.round = M->round;
  return scale ? ref_scale (F, &m, A, power) : A;
}

/* V_DIV_FIXUP: A is the quotient so far, B the denominator, C the numerator.
   LIMIT: where the quotient is smaller than any number.  What the manual calls
   "underflow" and "overflow" is not defined here.  */

static uint64_t
fix_up (struct ref_lane *l, int limit)
{
  for (unsigned i = 0; i < 3; i++)
    l->undefined |= ref_denormal_p (F, l->raw[i]);
  bool sign = ref_negative_p (F, B) != ref_negative_p (F, C);
  uint64_t s = sign ? ref_sign_bit (F) : 0;
  if (ref_nan_p (F, C))
    return ref_quiet (F, C);
  if (ref_nan_p (F, B))
    return ref_quiet (F, B);
  if ((ref_zero_p (F, B) && ref_zero_p (F, C))
      || (ref_inf_p (F, B) && ref_inf_p (F, C)))
    return ref_default_nan (F);
  if (ref_zero_p (F, B) || ref_inf_p (F, C))
    return ref_infinity (F, sign);
  if (ref_inf_p (F, B) || ref_zero_p (F, C))
    return s;
  if (ref_exponent (F, C) - ref_exponent (F, B) < -limit)
    l->undefined = true;
  l->undefined |= ref_nan_p (F, A);
  return s | (A & ~ref_sign_bit (F));
}

#define ROW(ID, SIG, FLAGS, EXPR) \
static void ID##_fn (struct ref_lane *l) { l->d = (EXPR); }
#include "ref-float.def"

#define ROW(ID, SIG, FLAGS, EXPR) [GCN_OP_##ID] = { ID##_fn, SIG, FLAGS },
static const struct ref_row rows[GCN_N_OPS] =
{
#include "ref-float.def"
};

const struct ref_row *
ref_float_row (enum gcn_op op)
{
  return rows[op].fn ? &rows[op] : NULL;
}
