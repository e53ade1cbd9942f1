/* What the rows of lane-ops.def and mem-ops.def are written with: types and
   functions.  It stands by itself: native code (native/) has this text in it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_LANE_FNS_H
#define VM_LANE_FNS_H

#include <stdint.h>
#include <string.h>

/* For each type name of the .def files: what it is in C, and what it is kept
   as.  */
#define CT_u8 uint8_t
#define CT_s8 int8_t
#define CT_u16 uint16_t
#define CT_s16 int16_t
#define CT_u32 uint32_t
#define CT_s32 int32_t
#define CT_u64 uint64_t
#define CT_s64 int64_t
#define CT_f32 float
#define CT_f64 double
#define ST_u8 uint32_t
#define ST_s8 uint32_t
#define ST_u16 uint32_t
#define ST_s16 uint32_t
#define ST_u32 uint32_t
#define ST_s32 uint32_t
#define ST_u64 uint64_t
#define ST_s64 uint64_t
#define ST_f32 float
#define ST_f64 double

static inline uint64_t
mulhi_u64 (uint64_t a, uint64_t b)
{
  return (uint64_t) ((unsigned __int128) a * b >> 64);
}

static inline int64_t
mulhi_s64 (int64_t a, int64_t b)
{
  return (int64_t) ((__int128) a * b >> 64);
}

/* -1 needs a case of its own: the most negative number has no quotient.  */
static inline int32_t
div_s32 (int32_t a, int32_t b)
{
  return b == 0 ? -1 : b == -1 ? (int32_t) -(uint32_t) a : a / b;
}

static inline int64_t
div_s64 (int64_t a, int64_t b)
{
  return b == 0 ? -1 : b == -1 ? (int64_t) -(uint64_t) a : a / b;
}

static inline int32_t
rem_s32 (int32_t a, int32_t b)
{
  return b == 0 ? -1 : b == -1 ? 0 : a % b;
}

static inline int64_t
rem_s64 (int64_t a, int64_t b)
{
  return b == 0 ? -1 : b == -1 ? 0 : a % b;
}

static inline uint32_t
brev32 (uint32_t x)
{
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32 (x);
}

static inline uint64_t
brev64 (uint64_t x)
{
  return (uint64_t) brev32 ((uint32_t) x) << 32 | brev32 ((uint32_t) (x >> 32));
}

/* "bfe": position and length are the low 8 bits of B and C.  */
static inline uint32_t
bfe_u32 (uint32_t a, uint32_t b, uint32_t c)
{
  b &= 255, c &= 255;
  if (c == 0 || b > 31)
    return 0;
  a >>= b;
  return c > 31 ? a : a & (((uint32_t) 1 << c) - 1);
}

static inline uint64_t
bfe_u64 (uint64_t a, uint32_t b, uint32_t c)
{
  b &= 255, c &= 255;
  if (c == 0 || b > 63)
    return 0;
  a >>= b;
  return c > 63 ? a : a & (((uint64_t) 1 << c) - 1);
}

/* The sign bit of the result is bit min (pos + len - 1, msb) of A.  */
static inline uint32_t
bfe_s32 (uint32_t a, uint32_t b, uint32_t c)
{
  b &= 255, c &= 255;
  if (c == 0)
    return 0;
  uint32_t last = b + c - 1 > 31 ? 31 : b + c - 1;
  uint32_t sign = a >> last & 1 ? 0xffffffffu : 0;
  if (b > 31)
    return sign;
  uint32_t n = last - b + 1;
  a >>= b;
  return n > 31 ? a : (a & (((uint32_t) 1 << n) - 1)) | sign << n;
}

static inline uint64_t
bfe_s64 (uint64_t a, uint32_t b, uint32_t c)
{
  b &= 255, c &= 255;
  if (c == 0)
    return 0;
  uint32_t last = b + c - 1 > 63 ? 63 : b + c - 1;
  uint64_t sign = a >> last & 1 ? ~(uint64_t) 0 : 0;
  if (b > 63)
    return sign;
  uint32_t n = last - b + 1;
  a >>= b;
  return n > 63 ? a : (a & (((uint64_t) 1 << n) - 1)) | sign << n;
}

static inline int64_t
sext24 (int32_t a)
{
  return (int32_t) ((uint32_t) a << 8) >> 8;
}

/* Funnel shifts of B:A; N is at most 32.  */
static inline uint32_t
shf_l (uint32_t a, uint32_t b, uint32_t n)
{
  return (uint32_t) (((uint64_t) b << 32 | a) << n >> 32);
}

static inline uint32_t
shf_r (uint32_t a, uint32_t b, uint32_t n)
{
  return (uint32_t) (((uint64_t) b << 32 | a) >> n);
}

static inline float
bits_f32 (uint32_t x)
{
  float f;
  memcpy (&f, &x, sizeof f);
  return f;
}

static inline uint32_t
f32_bits (float f)
{
  uint32_t x;
  memcpy (&x, &f, sizeof x);
  return x;
}

static inline double
bits_f64 (uint64_t x)
{
  double f;
  memcpy (&f, &x, sizeof f);
  return f;
}

static inline uint64_t
f64_bits (double f)
{
  uint64_t x;
  memcpy (&x, &f, sizeof x);
  return x;
}

/* The manual's "canonical NaN" of single precision.  */
static inline float
canon32 (float x)
{
  return x != x ? bits_f32 (0x7fffffffu) : x;
}

/* The other operand when one is a NaN; -0 is less than +0.  */
static inline float
min_f32 (float a, float b)
{
  float r = a < b || b != b ? a : b;
  r = a == b ? bits_f32 (f32_bits (a) | f32_bits (b)) : r;
  return canon32 (r);
}

static inline float
max_f32 (float a, float b)
{
  float r = a > b || b != b ? a : b;
  r = a == b ? bits_f32 (f32_bits (a) & f32_bits (b)) : r;
  return canon32 (r);
}

static inline double
min_f64 (double a, double b)
{
  double r = a < b || b != b ? a : b;
  return a == b ? bits_f64 (f64_bits (a) | f64_bits (b)) : r;
}

static inline double
max_f64 (double a, double b)
{
  double r = a > b || b != b ? a : b;
  return a == b ? bits_f64 (f64_bits (a) & f64_bits (b)) : r;
}

/* "cvt": a value beyond the destination's range becomes its nearest limit;
   a NaN becomes 0, but the value with only the top bit set when the source
   is .f64 or the destination has 64 bits.  */
#define NAN_64 ((uint64_t) 1 << 63)

static inline int32_t
cvt_s32_f32 (float a)
{
  return (a != a ? 0 : a >= 0x1p31f ? INT32_MAX
	  : a < -0x1p31f ? INT32_MIN : (int32_t) a);
}

static inline uint32_t
cvt_u32_f32 (float a)
{
  return a != a ? 0 : a >= 0x1p32f ? UINT32_MAX : a <= 0 ? 0 : (uint32_t) a;
}

static inline int64_t
cvt_s64_f32 (float a)
{
  return (a != a ? INT64_MIN : a >= 0x1p63f ? INT64_MAX
	  : a < -0x1p63f ? INT64_MIN : (int64_t) a);
}

static inline uint64_t
cvt_u64_f32 (float a)
{
  return (a != a ? NAN_64 : a >= 0x1p64f ? UINT64_MAX
	  : a <= 0 ? 0 : (uint64_t) a);
}

static inline int32_t
cvt_s32_f64 (double a)
{
  return (a != a ? INT32_MIN : a >= 0x1p31 ? INT32_MAX
	  : a <= -0x1p31 ? INT32_MIN : (int32_t) a);
}

static inline uint32_t
cvt_u32_f64 (double a)
{
  return (a != a ? 0x80000000u : a >= 0x1p32 ? UINT32_MAX
	  : a <= 0 ? 0 : (uint32_t) a);
}

static inline int64_t
cvt_s64_f64 (double a)
{
  return (a != a ? INT64_MIN : a >= 0x1p63 ? INT64_MAX
	  : a < -0x1p63 ? INT64_MIN : (int64_t) a);
}

static inline uint64_t
cvt_u64_f64 (double a)
{
  return (a != a ? NAN_64 : a >= 0x1p64 ? UINT64_MAX
	  : a <= 0 ? 0 : (uint64_t) a);
}

/* Memory is shared by host threads: plain accesses are relaxed atomic ones,
   which cost nothing more.  */
#define MEM_GET(T, P) ((CT_##T) __atomic_load_n ((MT_##T *) (P), __ATOMIC_RELAXED))
#define MEM_PUT(T, P, V) \
  __atomic_store_n ((MT_##T *) (P), (MT_##T) (V), __ATOMIC_RELAXED)
#define MT_u8 uint8_t
#define MT_s8 int8_t
#define MT_u16 uint16_t
#define MT_s16 int16_t
#define MT_u32 uint32_t
#define MT_u64 uint64_t

#endif /* VM_LANE_FNS_H */
