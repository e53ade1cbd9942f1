/* References for the PTX machine: integer instructions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* Each reference is written from the instruction's section of the PTX ISA
   manual, mostly bit by bit or with 128 bits.  A form is an instruction with
   its types and modifiers as words; references look at the words, not at what
   the parser made of them.  */

#ifndef FORMS_INT_H
#define FORMS_INT_H

#include <string.h>

#include "forms-exact.h"
#include "ptx-int.h"

#define MAX_WORDS 10

struct form
{
  enum ptx_op op;
  const char *name;
  enum ptx_type type[3];
  unsigned n_types;
  const char *word[MAX_WORDS];	/* Modifiers.  */
  unsigned n_words;
  unsigned n_src;
  bool pair;			/* The destination is `d|p'.  */
  const char *sel[4];		/* Parts of d, a, b, c, or "".  */
};

/* What a reference says of a result.  */
enum verdict
{
  UNKNOWN,			/* It has no such instruction.  */
  WRONG,			/* The manual has none: must be refused.  */
  EXACT,			/* OUT is the result.  */
  NAN_RESULT,			/* Any NaN of the result's format.  */
  NEAR				/* TO is the result but for BOUND.  */
};

struct result
{
  enum verdict verdict;
  bits d, p;			/* P: the second destination.  */
  double to, rel, abs;		/* NEAR: to * (1 +- rel) +- abs.  */
};

static bool
has (const struct form *f, const char *word)
{
  for (unsigned k = 0; k < f->n_words; k++)
    if (strcmp (f->word[k], word) == 0)
      return true;
  return false;
}

static int
width (enum ptx_type t)
{
  return 8 * (int) ptx_type_size (t);
}

static bool
signed_p (enum ptx_type t)
{
  return t == PTX_S8 || t == PTX_S16 || t == PTX_S32 || t == PTX_S64;
}

/* The value of X, of N bits, with or without a sign.  */
static s128
val (bits x, int n, bool sign)
{
  s128 v = low (x, n);
  return sign && x >> (n - 1) & 1 ? v - ((s128) 1 << n) : v;
}

static s128
clip (s128 x, s128 lo, s128 hi)
{
  return x < lo ? lo : x > hi ? hi : x;
}

static s128
clip_to (s128 x, int n, bool sign)
{
  return (sign ? clip (x, -((s128) 1 << (n - 1)), ((s128) 1 << (n - 1)) - 1)
	  : clip (x, 0, ((s128) 1 << n) - 1));
}

static UNUSED struct result
exact (s128 x, int n)
{
  return (struct result) { .verdict = EXACT, .d = low ((bits) x, n) };
}

static UNUSED struct result
no (enum verdict v)
{
  return (struct result) { .verdict = v };
}

/* X over Y, rounded down, whatever their signs.  */
static s128
floor_shift (s128 x, int n)
{
  s128 q = x / ((s128) 1 << n);
  return q * ((s128) 1 << n) > x ? q - 1 : q;
}

static UNUSED struct result
int_multiply (const struct form *f, const bits *s)
{
  enum ptx_type t = f->type[0];
  int n = width (t);
  bool sign = signed_p (t), mad = f->n_src == 3;
  bool m24 = f->op == PTX_OP_MUL24 || f->op == PTX_OP_MAD24;
  s128 x, r;
  if (m24)
    {
      x = val (s[0], 24, sign) * val (s[1], 24, sign);
      if (has (f, "wide") || has (f, "lo") == has (f, "hi"))
	return no (WRONG);
      r = has (f, "hi") ? floor_shift (x, 16) : x;
      r = val ((bits) r, 32, sign);
    }
  else
    {
      x = (s128) ((u128) val (s[0], n, sign) * (u128) val (s[1], n, sign));
      if (has (f, "wide"))
	{
	  if (n == 64 || has (f, "sat") || has (f, "cc"))
	    return no (WRONG);
	  return exact (x + (mad ? val (s[2], 2 * n, false) : 0), 2 * n);
	}
      if (!has (f, "hi") && !has (f, "lo"))
	return no (WRONG);
      bits high;
      if (n < 64)
	high = (bits) floor_shift (x, n);
      else if (sign)
	high = (bits) ((u128) x >> 64);
      else
	high = (bits) ((u128) low (s[0], 64) * low (s[1], 64) >> 64);
      r = has (f, "hi") ? val (high, n, sign) : x;
    }
  if (mad && has (f, "sat"))
    {
      if (t != PTX_S32 || !has (f, "hi"))
	return no (WRONG);
      return exact (clip_to (r + val (s[2], n, sign), n, sign), n);
    }
  if (has (f, "sat"))
    return no (WRONG);
  return exact (r + (mad ? val (s[2], n, sign) : 0), n);
}

/* Extended precision: S[3] is the carry that comes in, P the one that goes
   out.  */
static UNUSED struct result
carry (const struct form *f, const bits *s)
{
  enum ptx_type t = f->type[0];
  int n = width (t);
  bits in = s[3] & 1, x = low (s[0], n), y = low (s[1], n);
  if (n < 32 || has (f, "sat") || has (f, "wide") || *ptx_type_name (t) == 'b')
    return no (WRONG);
  if (f->op == PTX_OP_MAD || f->op == PTX_OP_MADC)
    {
      struct form product = *f;
      product.n_src = 2;
      struct result p = int_multiply (&product, s);
      if (p.verdict != EXACT)
	return p;
      x = p.d;
      y = low (s[2], n);
    }
  if (f->op == PTX_OP_ADD || f->op == PTX_OP_MAD)
    in = 0;
  if (f->op == PTX_OP_SUB)
    in = 1;
  /* Subtraction adds the complement: the carry is 1 without a borrow.  */
  if (f->op == PTX_OP_SUB || f->op == PTX_OP_SUBC)
    y = low (~y, n);
  u128 sum = (u128) x + y + in;
  struct result r = exact ((s128) (bits) sum, n);
  r.p = has (f, "cc") ? sum >> n : in;
  return r;
}

static UNUSED bool
carry_p (const struct form *f)
{
  return (has (f, "cc") || f->op == PTX_OP_ADDC || f->op == PTX_OP_SUBC
	  || f->op == PTX_OP_MADC);
}

static UNUSED struct result
int_divide (const struct form *f, const bits *s)
{
  int n = width (f->type[0]);
  bool sign = signed_p (f->type[0]), rem = f->op == PTX_OP_REM;
  s128 x = val (s[0], n, sign), y = val (s[1], n, sign);
  /* Not in the manual: what an H200 does.  */
  if (y == 0)
    return exact (-1, n);
  return exact (rem ? x % y : x / y, n);
}

static UNUSED struct result
bit_field (const struct form *f, const bits *s)
{
  int n = width (f->type[0]), msb = n - 1;
  if (f->op == PTX_OP_BFE)
    {
      int pos = (int) (s[1] & 255), len = (int) (s[2] & 255);
      int top = pos + len - 1 < msb ? pos + len - 1 : msb;
      bits d = 0, sbit = 0;
      if (signed_p (f->type[0]) && len)
	sbit = s[0] >> top & 1;
      for (int k = 0; k <= msb; k++)
	d |= (k < len && pos + k <= msb ? s[0] >> (pos + k) & 1 : sbit) << k;
      return exact ((s128) d, n);
    }
  int pos = (int) (s[2] & 255), len = (int) (s[3] & 255);
  bits d = s[1];
  for (int k = 0; k < len && pos + k <= msb; k++)
    d = (d & ~((bits) 1 << (pos + k))) | (s[0] >> k & 1) << (pos + k);
  return exact ((s128) d, n);
}

static UNUSED struct result
bit_count (const struct form *f, const bits *s)
{
  int n = width (f->type[0]), ones = 0, zeros = 0, found = -1;
  bits rev = 0;
  for (int k = 0; k < n; k++)
    {
      bits b = s[0] >> k & 1;
      ones += (int) b;
      zeros = b ? 0 : zeros + 1;
      rev |= b << (n - 1 - k);
      if (b != (signed_p (f->type[0]) ? s[0] >> (n - 1) & 1 : 0))
	found = k;
    }
  switch (f->op)
    {
    case PTX_OP_POPC: return exact (ones, 32);
    case PTX_OP_CLZ: return exact (zeros, 32);
    case PTX_OP_BREV: return exact ((s128) rev, n);
    default:
      return exact (found >= 0 && has (f, "shiftamt") ? n - 1 - found : found,
		    32);
    }
}

static UNUSED struct result
shift (const struct form *f, const bits *s)
{
  int n = width (f->type[0]);
  bits by = low (s[1], 32);
  if (f->op == PTX_OP_SHL)
    return exact (by >= (bits) n ? 0 : (s128) s[0] << by, n);
  s128 x = val (s[0], n, signed_p (f->type[0]));
  return exact (floor_shift (x, by >= (bits) n ? n : (int) by), n);
}

static UNUSED struct result
funnel (const struct form *f, const bits *s)
{
  bits by = low (s[2], 32), all = low (s[1], 32) << 32 | low (s[0], 32);
  if (has (f, "wrap") == has (f, "clamp") || has (f, "l") == has (f, "r"))
    return no (WRONG);
  by = has (f, "wrap") ? by % 32 : by > 32 ? 32 : by;
  return exact (has (f, "l") ? (s128) ((u128) all << by >> 32)
		: (s128) (all >> by), 32);
}

static UNUSED struct result
permute (const struct form *f, const bits *s)
{
  static const struct { const char *word; uint8_t byte[4][4]; } modes[] = {
    /* The manual's table: byte 3 first, a row for each value of c.  */
    { "f4e", { { 3, 2, 1, 0 }, { 4, 3, 2, 1 }, { 5, 4, 3, 2 },
	       { 6, 5, 4, 3 } } },
    { "b4e", { { 5, 6, 7, 0 }, { 6, 7, 0, 1 }, { 7, 0, 1, 2 },
	       { 0, 1, 2, 3 } } },
    { "rc8", { { 0, 0, 0, 0 }, { 1, 1, 1, 1 }, { 2, 2, 2, 2 },
	       { 3, 3, 3, 3 } } },
    { "ecl", { { 3, 2, 1, 0 }, { 3, 2, 1, 1 }, { 3, 2, 2, 2 },
	       { 3, 3, 3, 3 } } },
    { "ecr", { { 0, 0, 0, 0 }, { 1, 1, 1, 0 }, { 2, 2, 1, 0 },
	       { 3, 2, 1, 0 } } },
    { "rc16", { { 1, 0, 1, 0 }, { 3, 2, 3, 2 }, { 1, 0, 1, 0 },
		{ 3, 2, 3, 2 } } }
  };
  bits all = low (s[1], 32) << 32 | low (s[0], 32), d = 0;
  for (int k = 0; k < 4; k++)
    {
      bits sel = s[2] >> 4 * k & 15;
      for (size_t m = 0; m < sizeof modes / sizeof *modes; m++)
	if (has (f, modes[m].word))
	  sel = modes[m].byte[s[2] & 3][3 - k];
      bits byte = all >> 8 * (sel & 7) & 255;
      if (sel & 8)
	byte = byte >> 7 ? 255 : 0;
      d |= byte << 8 * k;
    }
  return exact ((s128) d, 32);
}

static UNUSED struct result
dot_product (const struct form *f, const bits *s)
{
  bool two = f->op == PTX_OP_DP2A;
  s128 r = (s128) s[2];
  if (two && has (f, "lo") == has (f, "hi"))
    return no (WRONG);
  for (int k = 0; k < (two ? 2 : 4); k++)
    {
      int n = two ? 16 : 8, at = two && has (f, "hi") ? k + 2 : k;
      r += val (s[0] >> n * k, n, signed_p (f->type[0]))
	   * val (s[1] >> 8 * at, 8, signed_p (f->type[1]));
    }
  return exact (r, 32);
}

static UNUSED struct result
find_nth (const bits *s)
{
  bits mask = low (s[0], 32), base = low (s[1], 32);
  s128 off = val (s[2], 32, true);
  if (base > 31)
    return exact (-1, 32);
  if (off == 0)
    return exact (mask >> base & 1 ? (s128) base : -1, 32);
  int count = (int) (off > 40 ? 40 : off < -40 ? -40 : off);
  int step = count > 0 ? 1 : -1;
  for (int pos = (int) base; pos >= 0 && pos < 32; pos += step)
    if (mask >> pos & 1)
      if ((count -= step) == 0)
	return exact (pos, 32);
  return exact (-1, 32);
}

static UNUSED struct result
bit_mask (const struct form *f, const bits *s)
{
  bits a = low (s[0], 32), b = low (s[1], 32), d = 0;
  bool wrap = has (f, "wrap");
  if (wrap == has (f, "clamp"))
    return no (WRONG);
  if (f->op == PTX_OP_SZEXT)
    {
      int n = (int) (wrap ? b % 32 : b > 32 ? 32 : b);
      return exact (n ? val (a, n, signed_p (f->type[0])) : 0, 32);
    }
  a = wrap ? a % 32 : a > 32 ? 32 : a;
  b = wrap ? b % 32 : b > 32 ? 32 : b;
  for (bits k = 0; k < b && a + k < 32; k++)
    d |= (bits) 1 << (a + k);
  return exact ((s128) d, 32);
}

static UNUSED struct result
look_up (const struct form *f, const bits *s)
{
  bool either = has (f, "or"), both = has (f, "and");
  struct result r = exact (0, 32);
  if (has (f, "xor") || f->pair != (either || both)
      || (f->n_src == 5) != f->pair)
    return no (WRONG);
  for (int k = 0; k < 32; k++)
    {
      bits at = (s[0] >> k & 1) << 2 | (s[1] >> k & 1) << 1 | (s[2] >> k & 1);
      r.d |= (s[3] >> at & 1) << k;
    }
  r.p = either ? r.d != 0 || (s[4] & 1) : r.d != 0 && (s[4] & 1);
  return r;
}

/* Pairs of 16 bits.  */
static UNUSED struct result
pairs (const struct form *f, const bits *s)
{
  bool sign = f->type[0] == PTX_S16X2;
  bits d = 0;
  for (int k = 0; k < 32; k += 16)
    {
      s128 x = val (s[0] >> k, 16, sign), y = val (s[1] >> k, 16, sign), v;
      switch (f->op)
	{
	case PTX_OP_ADD: v = x + y; break;
	case PTX_OP_SUB: v = x - y; break;
	case PTX_OP_MIN: v = x < y ? x : y; break;
	default: v = x > y ? x : y; break;
	}
      if (has (f, "relu") && v < 0)
	v = 0;
      d |= low ((bits) v, 16) << k;
    }
  if (has (f, "relu") && !sign)
    return no (WRONG);
  return exact ((s128) d, 32);
}

static UNUSED struct result
int_convert (const struct form *f, const bits *s)
{
  enum ptx_type to = f->type[0], from = f->type[1];
  int n = width (to);
  s128 x = val (s[0], width (from), signed_p (from));
  if (has (f, "sat"))
    x = clip_to (x, n, signed_p (to));
  /* A wider register gets the value extended.  */
  return exact (val ((bits) x, n, signed_p (to)), n < 16 ? 32 : n);
}

static UNUSED struct result
pack (const struct form *f, const bits *s)
{
  static const struct { enum ptx_type t; int n; bool sign; } to[] = {
    { PTX_U2, 2, false }, { PTX_S2, 2, true }, { PTX_U4, 4, false },
    { PTX_S4, 4, true }, { PTX_U8, 8, false }, { PTX_S8, 8, true },
    { PTX_U16, 16, false }, { PTX_S16, 16, true }
  };
  for (size_t k = 0; k < sizeof to / sizeof *to; k++)
    if (to[k].t == f->type[0])
      {
	int n = to[k].n;
	bits a = low ((bits) clip_to (val (s[0], 32, true), n, to[k].sign), n);
	bits b = low ((bits) clip_to (val (s[1], 32, true), n, to[k].sign), n);
	if (!has (f, "sat") || (n == 16) != (f->n_src == 2)
	    || f->n_types != f->n_src)
	  return no (WRONG);
	return exact ((s128) (b | a << n
			      | (n < 16 ? low (s[2], 32) << 2 * n : 0)), 32);
      }
  return no (WRONG);
}

#endif /* FORMS_INT_H */
