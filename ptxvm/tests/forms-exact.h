/* References for the PTX machine: exact arithmetic, rounded once.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* A result is found by definition: of all numbers of the format, the one that
   the rounding names, by comparing candidates with the exact result.  Numbers
   are integers times powers of two; sums of their products are compared as
   integers of 5120 bits.  Nothing here uses the host's arithmetic of
   floats.  */

#ifndef FORMS_EXACT_H
#define FORMS_EXACT_H

#include <stdbool.h>
#include <stdint.h>

#define UNUSED __attribute__ ((unused))

typedef uint64_t bits;
typedef unsigned __int128 u128;
typedef __int128 s128;

struct format { int ebits, mbits; };
static const struct format F16 = { 5, 10 }, BF16 = { 8, 7 }, TF32 = { 8, 10 },
  F32 = { 8, 23 }, F64 = { 11, 52 };

enum class { ZERO, FINITE, INF, NOTANUM };
struct num { enum class cls; bool neg; u128 m; int e; };
enum round { RN, RZ, RM, RP, RNA };

static bits
low (bits x, int n)
{
  return n >= 64 ? x : x & (((bits) 1 << n) - 1);
}

static int
emin_of (struct format f)	/* Exponent of the smallest normal number.  */
{
  return 2 - (1 << (f.ebits - 1));
}

static bits
inf_of (struct format f)
{
  return (((bits) 1 << f.ebits) - 1) << f.mbits;
}

static struct num
decode (struct format f, bits x)
{
  bits frac = low (x, f.mbits), exp = low (x >> f.mbits, f.ebits);
  struct num r = { ZERO, x >> (f.ebits + f.mbits) & 1, 0, 0 };
  if (exp == low (~(bits) 0, f.ebits))
    r.cls = frac ? NOTANUM : INF;
  else if (exp || frac)
    {
      r.cls = FINITE;
      r.m = frac | (exp ? (bits) 1 << f.mbits : 0);
      r.e = emin_of (f) - f.mbits + (int) (exp ? exp - 1 : 0);
    }
  return r;
}

static struct num
integer (bool neg, bits magnitude)
{
  return (struct num) { magnitude ? FINITE : ZERO, neg, magnitude, 0 };
}

/* Sums.  */
#define BIG_WORDS 80
#define BIG_UNIT -2500
struct big { bits w[BIG_WORDS]; };

/* B += M * 2^E, or -= if NEG.  */
static void
big_add (struct big *b, bool neg, u128 m, int e)
{
  int shift = e - BIG_UNIT, word = shift / 64;
  bits part[3] = { (bits) (m << shift % 64), 0, 0 };
  u128 rest = shift % 64 ? m >> (64 - shift % 64) : m >> 64;
  part[1] = (bits) rest;
  part[2] = (bits) (rest >> 64);
  u128 carry = neg;
  for (int k = word; k < BIG_WORDS; k++)
    {
      bits p = k - word < 3 ? part[k - word] : 0;
      carry += (u128) b->w[k] + (neg ? ~p : p);
      b->w[k] = (bits) carry;
      carry >>= 64;
    }
}

static int
big_sign (const struct big *b)
{
  if (b->w[BIG_WORDS - 1] >> 63)
    return -1;
  for (int k = 0; k < BIG_WORDS; k++)
    if (b->w[k])
      return 1;
  return 0;
}

enum exact_op { X_FMA, X_DIV, X_SQRT };
/* x * y + z, x / y, or the root of x; all finite.  */
struct exact { enum exact_op op; struct num x, y, z; };

/* The sign of the exact result less C.  */
static int
exact_cmp (const struct exact *q, struct num c)
{
  struct big b = { { 0 } };
  switch (q->op)
    {
    case X_FMA:
      big_add (&b, q->x.neg != q->y.neg, q->x.m * q->y.m, q->x.e + q->y.e);
      big_add (&b, q->z.neg, q->z.m, q->z.e);
      big_add (&b, !c.neg, c.m, c.e);
      return big_sign (&b);
    case X_DIV:
      big_add (&b, q->x.neg, q->x.m, q->x.e);
      big_add (&b, c.neg == q->y.neg, c.m * q->y.m, c.e + q->y.e);
      return q->y.neg ? -big_sign (&b) : big_sign (&b);
    default:
      if (c.neg)
	return 1;
      big_add (&b, false, q->x.m, q->x.e);
      big_add (&b, true, c.m * c.m, 2 * c.e);
      return big_sign (&b);
    }
}

/* The exact result Q, which is not zero, in F.  FTZ: as zero, if it is below the
   normal numbers when rounded to as many digits with no limit to the
   exponent.  */
static bits
exact_round (const struct exact *q, struct format f, enum round rnd, bool ftz)
{
  bool neg = exact_cmp (q, (struct num) { ZERO, false, 0, 0 }) < 0;
  bits sign = (bits) neg << (f.ebits + f.mbits);
  int s = neg ? -1 : 1;
  bool away = (rnd == RP && !neg) || (rnd == RM && neg);
  if (ftz)
    {
      /* The smallest normal number, less a half or a whole of the unit in the
	 last place below it.  */
      int d = rnd == RN ? f.mbits + 2 : f.mbits + 1;
      struct num t = { FINITE, neg, ((u128) 1 << d) - 1, emin_of (f) - d };
      if (!away && rnd != RN)
	t = (struct num) { FINITE, neg, 1, emin_of (f) };
      int c = s * exact_cmp (q, t);
      if (c < 0 || (away && c == 0))
	return sign;
    }
  bits lo = 0, hi = inf_of (f) - 1;
  while (lo < hi)
    {
      bits mid = lo + (hi - lo + 1) / 2;
      struct num c = decode (f, mid);
      c.neg = neg;
      if (s * exact_cmp (q, c) >= 0)
	lo = mid;
      else
	hi = mid - 1;
    }
  struct num c = decode (f, lo);
  if (lo == 0)
    c.e = emin_of (f) - f.mbits;
  c.neg = neg;
  if (exact_cmp (q, c) == 0)
    return sign | lo;
  /* Half a unit above it.  */
  struct num half = { FINITE, neg, 2 * c.m + 1, c.e - 1 };
  int h = s * exact_cmp (q, half);
  bool up = (rnd == RN ? h > 0 || (h == 0 && (lo & 1))
	     : rnd == RNA ? h >= 0 : away);
  return sign | (lo + up);
}

#endif /* FORMS_EXACT_H */
