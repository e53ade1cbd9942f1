/* Floating-point numbers: their bits, rounding, denormals, NaNs.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* For kernels.c.  Half precision numbers are computed as double.  */

#ifndef GCNVM_FLOAT_H
#define GCNVM_FLOAT_H

#include <fenv.h>
#include <math.h>
#include <string.h>

#include "vm-int.h"

static inline float
f32_of (uint32_t v)
{
  float f;
  memcpy (&f, &v, 4);
  return f;
}

static inline uint32_t
bits_of (float f)
{
  uint32_t v;
  memcpy (&v, &f, 4);
  return v;
}

static inline double
f64_of (uint64_t v)
{
  double f;
  memcpy (&f, &v, 8);
  return f;
}

static inline uint64_t
bits_of_64 (double f)
{
  uint64_t v;
  memcpy (&v, &f, 8);
  return v;
}

/* The host's rounding for ROUND, the MODE register's: to nearest even, up,
   down, to zero.  */
static inline int
host_rounding (unsigned round)
{
  return (round == 0 ? FE_TONEAREST : round == 1 ? FE_UPWARD
	  : round == 2 ? FE_DOWNWARD : FE_TOWARDZERO);
}

/* Zero with the sign of A for a denormal.  */
static inline float
flush32 (float a)
{
  uint32_t v = bits_of (a);
  return v << 1 < 0x01000000u ? f32_of (v & 0x80000000u) : a;
}

static inline double
flush64 (double a)
{
  uint64_t v = bits_of_64 (a);
  return v << 1 < UINT64_C (0x0020000000000000)
	 ? f64_of (v & UINT64_C (0x8000000000000000)) : a;
}

/* As the mode says for inputs (bit 0 of it) and outputs (bit 1).  */
static inline float
flush_in (const struct wave *w, float a)
{
  return MODE_DENORM_32 (w->mode) & 1 ? a : flush32 (a);
}

static inline float
flush_out (const struct wave *w, float a)
{
  return MODE_DENORM_32 (w->mode) & 2 ? a : flush32 (a);
}

/* Halves.  */
static inline float
f16_to_f32 (uint32_t h)
{
  uint32_t sign = (h & 0x8000) << 16, e = h >> 10 & 31, m = h & 0x3ff;
  if (e == 31)
    return f32_of (sign | 0x7f800000 | m << 13);
  if (e)
    return f32_of (sign | (e + 112) << 23 | m << 13);
  return f32_of (sign | bits_of ((float) m * 0x1p-24f));
}

/* A as a half, rounded as MODE says (0 to nearest even, 1 up, 2 down, 3 to
   zero); KEEP denormals.  */
static inline uint32_t
f32_to_f16_64 (double a, unsigned mode, bool keep)
{
  uint64_t v = bits_of_64 (a);
  uint32_t sign = v >> 48 & 0x8000;
  int e = (int) (v >> 52 & 0x7ff) - 1023;
  uint64_t m = v & UINT64_C (0xfffffffffffff);
  if (e == 1024)
    return sign | 0x7c00 | (m ? 0x200 | m >> 42 : 0);
  if (e == -1023)
    m = 0, e = -200;
  else
    m |= UINT64_C (1) << 52;
  /* M holds 53 bits; of a normal half 11 stay.  */
  int drop = e >= -14 ? 42 : 42 + (-14 - e);
  uint64_t rest, half, q;
  if (drop > 63)
    {
      q = 0;
      rest = m != 0;
      half = 2;
    }
  else
    {
      q = m >> drop;
      rest = m & ((UINT64_C (1) << drop) - 1);
      half = UINT64_C (1) << (drop - 1);
    }
  bool up = (mode == 0 ? rest > half || (rest == half && (q & 1))
	     : mode == 1 ? rest && !sign
	     : mode == 2 ? rest && sign : false);
  q += up;
  uint32_t r = e >= -14 ? ((uint32_t) (e + 14) << 10) + (uint32_t) q
	       : (uint32_t) q;
  if (r >= 0x7c00)
    r = mode == 0 || (mode == 1 && !sign) || (mode == 2 && sign) ? 0x7c00
	: 0x7bff;
  if (!keep && r < 0x400)
    r = 0;
  return sign | r;
}

static inline uint32_t
f32_to_f16 (float a, unsigned mode, bool keep)
{
  return f32_to_f16_64 (a, mode, keep);
}

static inline double
f16_in (const struct wave *w, uint32_t h)
{
  h &= 0xffff;
  if (!(MODE_DENORM_64 (w->mode) & 1) && !(h & 0x7c00))
    h &= 0x8000;
  return f16_to_f32 (h);
}

static inline uint32_t
f16_out (const struct wave *w, double a)
{
  return f32_to_f16_64 (a, MODE_ROUND_64 (w->mode),
			MODE_DENORM_64 (w->mode) & 2);
}

static inline bool
snan32_p (float a)
{
  uint32_t v = bits_of (a);
  return (v & 0x7fffffff) > 0x7f800000 && !(v & 0x400000);
}

static inline float
quiet32 (float a)
{
  return f32_of (bits_of (a) | 0x400000);
}

static inline bool
snan64_p (double a)
{
  uint64_t v = bits_of_64 (a) & INT64_MAX;
  return v > UINT64_C (0x7ff0000000000000) && !(v >> 51 & 1);
}

static inline double
quiet64 (double a)
{
  return f64_of (bits_of_64 (a) | UINT64_C (1) << 51);
}

#endif /* GCNVM_FLOAT_H */
