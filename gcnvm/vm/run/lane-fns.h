/* Functions that operations are made of, for the tables of ../code.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Native code (../../native) has this text in it.  */

#ifndef GCNVM_LANE_FNS_H
#define GCNVM_LANE_FNS_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t
brev32 (uint32_t a)
{
  a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
  a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
  a = (a >> 4 & 0x0f0f0f0fu) | (a & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32 (a);
}

static inline uint32_t
ffbh_i32 (int32_t a)
{
  uint32_t t = a ^ a >> 31;
  return t ? (uint32_t) __builtin_clz (t) : UINT32_MAX;
}

static inline int32_t
i24 (uint32_t a)
{
  return (int32_t) (a << 8) >> 8;
}

static inline uint32_t
sat_u8 (int a)
{
  return a < 0 ? 0 : a > 255 ? 255 : a;
}

static inline int32_t
sat_i16 (int32_t a)
{
  return a < -32768 ? -32768 : a > 32767 ? 32767 : a;
}

static inline int32_t
bfe_i32 (int32_t a, unsigned at, unsigned n)
{
  return n ? (int32_t) ((uint32_t) (a >> at) << (32 - n)) >> (32 - n) : 0;
}

static inline uint32_t
lerp_u8 (uint32_t a, uint32_t b, uint32_t c)
{
  uint32_t r = 0;
  for (unsigned i = 0; i < 32; i += 8)
    r |= (((a >> i & 255) + (b >> i & 255) + (c >> i & 1)) >> 1) << i;
  return r;
}

static inline uint32_t
sad_u8 (uint32_t a, uint32_t b, bool masked)
{
  uint32_t r = 0;
  for (unsigned i = 0; i < 32; i += 8)
    {
      uint32_t x = a >> i & 255, y = b >> i & 255;
      if (!masked || y)
	r += x > y ? x - y : y - x;
    }
  return r;
}

/* Bytes 0 to 3 are those of B, 4 to 7 those of A.  */
static inline uint32_t
perm_b32 (uint32_t a, uint32_t b, uint32_t c)
{
  uint64_t v = (uint64_t) a << 32 | b;
  uint32_t r = 0;
  for (unsigned i = 0; i < 32; i += 8)
    {
      unsigned s = c >> i & 255;
      uint32_t x = (s < 8 ? v >> (8 * s) & 255
		    : s < 12 ? (v >> (16 * (s - 8) + 15) & 1) * 255
		    : s == 12 ? 0 : 255);
      r |= x << i;
    }
  return r;
}

static inline int64_t
bfe_i64 (int64_t a, unsigned at, unsigned n, unsigned bits)
{
  if (n == 0)
    return 0;
  a >>= at;
  if (n >= bits)
    return a;
  return (int64_t) ((uint64_t) a << (64 - n)) >> (64 - n);
}

/* A bit for each group of four that has one.  */
static inline uint64_t
quadmask (uint64_t a)
{
  uint64_t r = 0;
  for (unsigned i = 0; i < 16; i++)
    r |= (uint64_t) ((a >> (4 * i) & 15) != 0) << i;
  return r;
}

static inline uint64_t
bitreplicate (uint32_t a)
{
  uint64_t r = 0;
  for (unsigned i = 0; i < 32; i++)
    r |= (uint64_t) (a >> i & 1) * 3 << (2 * i);
  return r;
}

#endif /* GCNVM_LANE_FNS_H */
