/* The reference: integer instructions of the vector unit.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCN3 manual 12.8 to 12.12, Vega manual 12.7 to 12.11.  */

#include "ref.h"

static uint64_t
reverse (uint64_t x)
{
  uint64_t r = 0;
  for (unsigned i = 0; i < 32; i++)
    r |= (x >> i & 1) << (31 - i);
  return r;
}

/* Bits above the highest one that is not SIGN, or -1.  */

static uint64_t
leading (uint64_t x, uint64_t sign)
{
  for (unsigned i = 0; i < 32; i++)
    if ((x >> (31 - i) & 1) != sign)
      return i;
  return UINT32_MAX;
}

static uint64_t
trailing (uint64_t x)
{
  for (unsigned i = 0; i < 32; i++)
    if (x >> i & 1)
      return i;
  return UINT32_MAX;
}

static uint64_t
ones (uint64_t x)
{
  uint64_t n = 0;
  for (; x; x >>= 1)
    n += x & 1;
  return n;
}

static uint64_t
clip (uint64_t x, int64_t low, int64_t high)
{
  int64_t v = x;
  return v < low ? low : v > high ? high : v;
}

static uint64_t
u24 (uint64_t x)
{
  return x & 0xffffff;
}

static uint64_t
i24 (uint64_t x)
{
  x = u24 (x);
  return x & 0x800000 ? x - 0x1000000 : x;
}

static uint64_t
carry (struct ref_lane *l, uint64_t sum)
{
  l->carry_out = sum >> 32 & 1;
  return sum;
}

static uint64_t
borrow (struct ref_lane *l, uint64_t a, uint64_t b, bool in)
{
  l->carry_out = b + in > a;
  return a - b - in;
}

static uint64_t
extract_signed (uint64_t x, unsigned offset, unsigned width)
{
  if (width == 0)
    return 0;
  uint64_t v = (uint64_t) ((int64_t) x >> offset);
  uint64_t top = UINT64_C (1) << (width - 1);
  v &= (top << 1) - 1;
  return (v ^ top) - top;
}

static uint64_t
lerp (uint64_t a, uint64_t b, uint64_t c)
{
  uint64_t r = 0;
  for (unsigned i = 0; i < 32; i += 8)
    r |= (((a >> i & 255) + (b >> i & 255) + (c >> i & 1)) >> 1 & 255) << i;
  return r;
}

/* The smallest (0), middle (1) or largest (2) of three.  */

static uint64_t
median (uint64_t a, uint64_t b, uint64_t c, unsigned which)
{
  int64_t x[3] = { a, b, c };
  for (unsigned i = 0; i < 2; i++)
    for (unsigned k = 0; k < 2; k++)
      if (x[k] > x[k + 1])
	{
	  int64_t t = x[k];
	  x[k] = x[k + 1];
	  x[k + 1] = t;
	}
  return x[which];
}

/* The sum of absolute differences of fields of BITS bits.  MASKED: fields of B
   that are zero do not count.  */

static uint64_t
sad (uint64_t a, uint64_t b, unsigned bits, bool masked)
{
  uint64_t sum = 0, mask = (UINT64_C (1) << bits) - 1;
  for (unsigned i = 0; i < 32; i += bits)
    {
      uint64_t x = a >> i & mask, y = b >> i & mask;
      if (!(masked && y == 0))
	sum += x > y ? x - y : y - x;
    }
  return sum;
}

static uint64_t
wide_mad (struct ref_lane *l, uint64_t product, uint64_t c)
{
  l->carry_out = product + c < c;
  return product + c;
}

static uint64_t
wide_mad_signed (struct ref_lane *l, uint64_t product, uint64_t c)
{
  /* The manuals do not say what a signed sum carries: that it overflows.  */
  __int128 exact = (__int128) (int64_t) product + (int64_t) c;
  l->carry_out = exact != (int64_t) exact;
  return product + c;
}

/* V_PERM_B32: each byte of C selects one of X, a sign, 0 or 255.  */

static uint64_t
permute (uint64_t x, uint64_t c)
{
  uint64_t r = 0;
  for (unsigned i = 0; i < 32; i += 8)
    {
      unsigned sel = c >> i & 255, byte;
      if (sel < 8)
	byte = x >> 8 * sel & 255;
      else if (sel < 12)
	/* The sign of bytes 1, 3, 5, 7.  */
	byte = x >> (16 * (sel - 8) + 15) & 1 ? 255 : 0;
      else
	byte = sel == 12 ? 0 : 255;
      r |= (uint64_t) byte << i;
    }
  return r;
}

#define A l->s[0]
#define B l->s[1]
#define C l->s[2]
#define ROW(ID, SIG, FLAGS, EXPR) \
static void ID##_fn (struct ref_lane *l) { l->d = (EXPR); }
#include "ref-int.def"

#define ROW(ID, SIG, FLAGS, EXPR) [GCN_OP_##ID] = { ID##_fn, SIG, FLAGS },
static const struct ref_row rows[GCN_N_OPS] =
{
#include "ref-int.def"
};

const struct ref_row *
ref_int_row (enum gcn_op op)
{
  return rows[op].fn ? &rows[op] : NULL;
}
