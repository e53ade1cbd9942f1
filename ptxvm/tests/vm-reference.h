/* Tests of the PTX machine: what each instruction must compute, in C.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each function computes a result in another way than the machine does: by
   wider arithmetic, by bits, or by a definition taken word by word from the
   manual.  Operands and results are the bits of registers.  */

#ifndef TESTS_VM_REFERENCE_H
#define TESTS_VM_REFERENCE_H

#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define UNUSED __attribute__ ((unused))
typedef uint64_t bits;
typedef bits (*ref_fn) (bits a, bits b, bits c);

static float f32 (bits x) { float f; uint32_t u = (uint32_t) x; memcpy (&f, &u, 4); return f; }
static double f64 (bits x) { double f; memcpy (&f, &x, 8); return f; }
static bits b32 (float f) { uint32_t u; memcpy (&u, &f, 4); return u; }
static bits b64 (double f) { bits u; memcpy (&u, &f, 8); return u; }
static int64_t sx (bits x, int n) { return (int64_t) (x << (64 - n)) >> (64 - n); }
static bits zx (bits x, int n) { return n == 64 ? x : x & (((bits) 1 << n) - 1); }
static bits nan32 (float f) { return isnan (f) ? 0x7fffffff : b32 (f); }

#define REF(NAME, EXPR) \
  static UNUSED bits NAME (bits a, bits b, bits c) \
  { (void) a, (void) b, (void) c; return (bits) (EXPR); }

/* Integers, by 128-bit arithmetic.  */
typedef __int128 wide;
typedef unsigned __int128 uwide;
REF (r_add, a + b)
REF (r_sub, a - b)
REF (r_mul, (wide) a * b)
#define MULS(N) \
  REF (r_mulhi_u##N, (uwide) zx (a, N) * zx (b, N) >> N) \
  REF (r_mulhi_s##N, (wide) sx (a, N) * sx (b, N) >> N) \
  REF (r_madhi_u##N, ((uwide) zx (a, N) * zx (b, N) >> N) + c) \
  REF (r_madhi_s##N, ((wide) sx (a, N) * sx (b, N) >> N) + c) \
  REF (r_div_u##N, zx (b, N) ? (bits) (zx (a, N) / zx (b, N)) : ~(bits) 0) \
  REF (r_div_s##N, sx (b, N) ? (bits) ((wide) sx (a, N) / sx (b, N)) : ~(bits) 0) \
  REF (r_rem_u##N, zx (b, N) ? zx (a, N) % zx (b, N) : ~(bits) 0) \
  REF (r_rem_s##N, sx (b, N) ? (bits) ((wide) sx (a, N) % sx (b, N)) : ~(bits) 0) \
  REF (r_min_u##N, zx (a, N) < zx (b, N) ? a : b) \
  REF (r_min_s##N, sx (a, N) < sx (b, N) ? a : b) \
  REF (r_max_u##N, zx (a, N) > zx (b, N) ? a : b) \
  REF (r_max_s##N, sx (a, N) > sx (b, N) ? a : b) \
  REF (r_abs_s##N, sx (a, N) < 0 ? -a : a) \
  REF (r_shl_##N, zx (b, 32) >= N ? 0 : a << b % 64) \
  REF (r_shr_u##N, zx (b, 32) >= N ? 0 : zx (a, N) >> b % 64) \
  REF (r_shr_s##N, sx (a, N) >> (zx (b, 32) >= N ? N - 1 : b % 64)) \
  REF (r_sad_u##N, c + (zx (a, N) < zx (b, N) ? b - a : a - b)) \
  REF (r_sad_s##N, c + (sx (a, N) < sx (b, N) ? b - a : a - b)) \
  REF (r_clz_##N, N - count_to_top (zx (a, N))) \
  REF (r_popc_##N, count_ones (zx (a, N))) \
  REF (r_brev_##N, reverse (a, N)) \
  REF (r_cnot_##N, zx (a, N) == 0) \
  REF (r_bfind_u##N, find_bit (zx (a, N), 0, N, 0)) \
  REF (r_bfind_s##N, find_bit (zx (a, N), a >> (N - 1) & 1, N, 0)) \
  REF (r_bfinds_u##N, find_bit (zx (a, N), 0, N, 1)) \
  REF (r_bfe_u##N, extract (a, b, c, N, false)) \
  REF (r_bfe_s##N, extract (a, b, c, N, true)) \
  REF (r_bfi_##N, insert (a, b, c & 63, c >> 8 & 63, N))

static bits
count_to_top (bits x)
{
  bits n = 0;
  while (x)
    x >>= 1, n++;
  return n;
}

static bits
count_ones (bits x)
{
  bits n = 0;
  for (int k = 0; k < 64; k++)
    n += x >> k & 1;
  return n;
}

static bits
reverse (bits x, int n)
{
  bits r = 0;
  for (int k = 0; k < n; k++)
    if (x >> k & 1)
      r |= (bits) 1 << (n - 1 - k);
  return r;
}

/* The manual's pseudocode of bfind.  */
static bits
find_bit (bits x, bool negative, int n, bool shiftamt)
{
  for (int k = n - 1; k >= 0; k--)
    if ((x >> k & 1) != negative)
      return (bits) (shiftamt ? n - 1 - k : k);
  return 0xffffffff;
}

/* The manual's pseudocode of bfe, bit by bit.  */
static bits
extract (bits a, bits b, bits c, int n, bool sign)
{
  int msb = n - 1, pos = (int) (b & 255), len = (int) (c & 255);
  bits sbit, d = 0;
  if (!sign || len == 0)
    sbit = 0;
  else
    sbit = a >> (pos + len - 1 < msb ? pos + len - 1 : msb) & 1;
  for (int i = 0; i <= msb; i++)
    d |= (i < len && pos + i <= msb ? a >> (pos + i) & 1 : sbit) << i;
  return d;
}

/* And that of bfi.  */
static bits
insert (bits a, bits b, bits pos, bits len, int n)
{
  bits f = b;
  for (bits i = 0; i < len && pos + i <= (bits) n - 1; i++)
    {
      f &= ~((bits) 1 << (pos + i));
      f |= (a >> i & 1) << (pos + i);
    }
  return f;
}

MULS (16)
MULS (32)
MULS (64)
#define WIDES(N) \
  REF (r_mulw_u##N, zx (a, N) * zx (b, N)) \
  REF (r_mulw_s##N, sx (a, N) * sx (b, N)) \
  REF (r_madw_u##N, zx (a, N) * zx (b, N) + c) \
  REF (r_madw_s##N, (bits) (sx (a, N) * sx (b, N)) + c)
WIDES (16)
WIDES (32)

REF (r_mad, a * b + c)
REF (r_neg, -a)
REF (r_and, a & b)
REF (r_or, a | b)
REF (r_xor, a ^ b)
REF (r_not, ~a)
REF (r_copy, a)
REF (r_mul24lo_u, zx (a, 24) * zx (b, 24))
REF (r_mul24lo_s, sx (a, 24) * sx (b, 24))
REF (r_mul24hi_u, zx (a, 24) * zx (b, 24) >> 16)
REF (r_mul24hi_s, sx (a, 24) * sx (b, 24) >> 16)
REF (r_mad24, zx (a, 24) * zx (b, 24) + c)
static bits
sat32 (wide x)
{
  return (bits) (x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x);
}
REF (r_addsat, sat32 ((wide) sx (a, 32) + sx (b, 32)))
REF (r_subsat, sat32 ((wide) sx (a, 32) - sx (b, 32)))
REF (r_madsat, sat32 (((wide) sx (a, 32) * sx (b, 32) >> 32) + sx (c, 32)))
REF (r_shf_l, (zx (b, 32) << 32 | zx (a, 32)) << (c & 31) >> 32)
REF (r_shf_r, (zx (b, 32) << 32 | zx (a, 32)) >> (c & 31))
REF (r_shf_lc, zx (c, 32) >= 32 ? a : (zx (b, 32) << 32 | zx (a, 32)) << (c & 31) >> 32)
REF (r_shf_rc, zx (c, 32) >= 32 ? b : (zx (b, 32) << 32 | zx (a, 32)) >> (c & 31))
REF (r_selp, a & 1 ? b : c)
REF (r_slct, sx (c, 32) >= 0 ? a : b)
REF (r_slctf, f32 (c) >= 0 ? a : b)
/* lop3 0xe8 is the majority, 0x96 the parity, 0x1b picks by its table.  */
REF (r_maj, (a & b) | (a & c) | (b & c))
REF (r_parity, a ^ b ^ c)
REF (r_lop1b, (~a & ~b & ~c) | (~a & ~b & c) | (~a & b & c) | (a & ~b & ~c))
static bits
prmt (bits a, bits b, const int *byte, const int *sign)
{
  bits all = zx (b, 32) << 32 | zx (a, 32), d = 0;
  for (int k = 0; k < 4; k++)
    {
      bits x = all >> (8 * byte[k]) & 0xff;
      d |= (sign[k] ? (x & 0x80 ? 0xff : 0) : x) << (8 * k);
    }
  return d;
}
static bits
r_prmt (bits a, bits b, bits c)
{
  int byte[4], sign[4];
  for (int k = 0; k < 4; k++)
    {
      byte[k] = c >> (4 * k) & 7;
      sign[k] = c >> (4 * k + 3) & 1;
    }
  return prmt (a, b, byte, sign);
}
/* The manual's table of special modes, rows by c & 3, bytes 3 to 0.  */
static bits
r_prmt_mode (bits a, bits b, bits c, const int t[4][4])
{
  int byte[4];
  static const int none[4];
  for (int k = 0; k < 4; k++)
    byte[k] = t[c & 3][3 - k];
  return prmt (a, b, byte, none);
}
#define PRMT(NAME, ...) \
  static bits NAME (bits a, bits b, bits c) \
  { static const int t[4][4] = { __VA_ARGS__ }; return r_prmt_mode (a, b, c, t); }
PRMT (r_f4e, { 3, 2, 1, 0 }, { 4, 3, 2, 1 }, { 5, 4, 3, 2 }, { 6, 5, 4, 3 })
PRMT (r_b4e, { 5, 6, 7, 0 }, { 6, 7, 0, 1 }, { 7, 0, 1, 2 }, { 0, 1, 2, 3 })
PRMT (r_rc8, { 0, 0, 0, 0 }, { 1, 1, 1, 1 }, { 2, 2, 2, 2 }, { 3, 3, 3, 3 })
PRMT (r_ecl, { 3, 2, 1, 0 }, { 3, 2, 1, 1 }, { 3, 2, 2, 2 }, { 3, 3, 3, 3 })
PRMT (r_ecr, { 0, 0, 0, 0 }, { 1, 1, 1, 0 }, { 2, 2, 1, 0 }, { 3, 2, 1, 0 })
PRMT (r_rc16, { 1, 0, 1, 0 }, { 3, 2, 3, 2 }, { 1, 0, 1, 0 }, { 3, 2, 3, 2 })
static bits
r_dp4a (bits a, bits b, bits c)
{
  for (int k = 0; k < 32; k += 8)
    c += (bits) (sx (a >> k & 255, 8) * (int64_t) (b >> k & 255));
  return c;
}
static bits
r_dp2a (bits a, bits b, bits c)
{
  return c + zx (a, 16) * (b >> 16 & 255) + (zx (a, 32) >> 16) * (b >> 24 & 255);
}
REF (r_vadd, zx (a, 8) + (sx (b >> 16, 16)))
REF (r_vsubsat, sat32 ((wide) sx (a, 32) - sx (b, 32)))
REF (r_vabsdiff, (sx (a, 32) < sx (b, 32) ? b - a : a - b) + c)
REF (r_vset, zx (a, 32) < zx (b, 32))
REF (r_carry, a + b < a)

/* Floating point.  */
REF (r_addf, nan32 (f32 (a) + f32 (b)))
REF (r_subf, nan32 (f32 (a) - f32 (b)))
REF (r_mulf, nan32 (f32 (a) * f32 (b)))
REF (r_divf, nan32 (f32 (a) / f32 (b)))
REF (r_fmaf, nan32 (fmaf (f32 (a), f32 (b), f32 (c))))
REF (r_sqrtf, nan32 (sqrtf (f32 (a))))
REF (r_rcpf, nan32 (1 / f32 (a)))
REF (r_addd, b64 (f64 (a) + f64 (b)))
REF (r_subd, b64 (f64 (a) - f64 (b)))
REF (r_muld, b64 (f64 (a) * f64 (b)))
REF (r_divd, b64 (f64 (a) / f64 (b)))
REF (r_fmad, b64 (fma (f64 (a), f64 (b), f64 (c))))
REF (r_sqrtd, b64 (sqrt (f64 (a))))
REF (r_negf, a ^ 0x80000000)
REF (r_absf, a & 0x7fffffff)
REF (r_negd, a ^ (bits) 1 << 63)
REF (r_absd, a & ~((bits) 1 << 63))
REF (r_cpsf, (a & 0x80000000) | (b & 0x7fffffff))
REF (r_cpsd, (a & (bits) 1 << 63) | (b & ~((bits) 1 << 63)))

/* Order of floating-point numbers by their bits: -0 below +0.  */
static int64_t
rank (bits x, int n)
{
  return x >> (n - 1) & 1 ? -(int64_t) zx (x, n - 1) - 1 : (int64_t) zx (x, n - 1);
}
#define MINMAX(T, N, F, NAN_) \
  REF (r_min##T, isnan (F (a)) ? (isnan (F (b)) ? NAN_ : b) : isnan (F (b)) ? a \
       : rank (a, N) < rank (b, N) ? a : b) \
  REF (r_max##T, isnan (F (a)) ? (isnan (F (b)) ? NAN_ : b) : isnan (F (b)) ? a \
       : rank (a, N) > rank (b, N) ? a : b)
MINMAX (f, 32, f32, 0x7fffffff)
MINMAX (d, 64, f64, ~(bits) 0)
REF (r_minnanf, isnan (f32 (a)) || isnan (f32 (b)) ? 0x7fffffff : r_minf (a, b, c))

static bits
flushed (bits x)
{
  return (x & 0x7f800000) == 0 ? x & 0x80000000 : x;
}
REF (r_addftz, flushed (r_addf (flushed (a), flushed (b), 0)))
REF (r_mulftz, flushed (r_mulf (flushed (a), flushed (b), 0)))
REF (r_addsatf, f32 (r_addf (a, b, 0)) > 0 ? (f32 (r_addf (a, b, 0)) < 1 ? r_addf (a, b, 0) : 0x3f800000) : 0)

/* Directed rounding: nudge the nearest result by the sign of its error, which
   fma gives exactly.  */
static bits
toward (double r, double err, int mode)
{
  if (err == 0 || isinf (r) || isnan (r))
    return b64 (r);
  if (mode == FE_UPWARD && err > 0)
    r = nextafter (r, INFINITY);
  if (mode == FE_DOWNWARD && err < 0)
    r = nextafter (r, -INFINITY);
  if (mode == FE_TOWARDZERO && (r > 0) != (err > 0))
    r = nextafter (r, 0);
  return b64 (r);
}
static bits
dir_mul (bits a, bits b, int mode)
{
  double x = f64 (a), y = f64 (b), r = x * y;
  return toward (r, fma (x, y, -r), mode);
}
REF (r_muld_rz, dir_mul (a, b, FE_TOWARDZERO))
REF (r_muld_rm, dir_mul (a, b, FE_DOWNWARD))
REF (r_muld_rp, dir_mul (a, b, FE_UPWARD))
/* Single precision products and sums of these values are exact in double;
   what is lost in narrowing says which way to go.  */
static bits
narrow (double x, int mode)
{
  float r = (float) x;
  double err = x - (double) r;
  if (isnan (x))
    return 0x7fffffff;
  if (isinf (r) && !isinf (x))
    return (mode == FE_TOWARDZERO || (mode == FE_UPWARD) != (x > 0)
	    ? b32 (copysignf (0x1.fffffep127f, r)) : b32 (r));
  if (err == 0 || isinf (r))
    return b32 (r);
  if (mode == FE_UPWARD && err > 0)
    r = nextafterf (r, INFINITY);
  if (mode == FE_DOWNWARD && err < 0)
    r = nextafterf (r, -INFINITY);
  if (mode == FE_TOWARDZERO && fabs (x) < fabs ((double) r))
    r = nextafterf (r, 0);
  return b32 (copysignf (r, (float) x));
}
REF (r_mulf_rz, narrow ((double) f32 (a) * (double) f32 (b), FE_TOWARDZERO))
REF (r_mulf_rm, narrow ((double) f32 (a) * (double) f32 (b), FE_DOWNWARD))
REF (r_mulf_rp, narrow ((double) f32 (a) * (double) f32 (b), FE_UPWARD))
REF (r_cvt_f32_f64, isnan (f64 (a)) ? 0x7fffffff : b32 ((float) f64 (a)))
REF (r_cvt_f32_f64_rz, narrow (f64 (a), FE_TOWARDZERO))
REF (r_cvt_f32_f64_rp, narrow (f64 (a), FE_UPWARD))
REF (r_cvt_f64_f32, b64 ((double) f32 (a)))

/* Comparisons, by rank.  */
#define CMP(T, N, F) \
  static int ord_##T (bits a, bits b) /* -1, 0, 1, or 2: unordered.  */ \
  { return isnan (F (a)) || isnan (F (b)) ? 2 : F (a) == F (b) ? 0 \
      : rank (a, N) < rank (b, N) ? -1 : 1; } \
  REF (r_eq_##T, ord_##T (a, b) == 0) REF (r_ne_##T, ord_##T (a, b) == 1 || ord_##T (a, b) == -1) \
  REF (r_lt_##T, ord_##T (a, b) == -1) REF (r_le_##T, ord_##T (a, b) <= 0) \
  REF (r_gt_##T, ord_##T (a, b) == 1) REF (r_ge_##T, ord_##T (a, b) == 0 || ord_##T (a, b) == 1) \
  REF (r_equ_##T, ord_##T (a, b) == 0 || ord_##T (a, b) == 2) REF (r_neu_##T, ord_##T (a, b) != 0) \
  REF (r_ltu_##T, ord_##T (a, b) == -1 || ord_##T (a, b) == 2) \
  REF (r_leu_##T, ord_##T (a, b) != 1) REF (r_gtu_##T, ord_##T (a, b) > 0) \
  REF (r_geu_##T, ord_##T (a, b) != -1) REF (r_num_##T, ord_##T (a, b) != 2) \
  REF (r_nan_##T, ord_##T (a, b) == 2)
CMP (f, 32, f32)
CMP (d, 64, f64)
#define ICMP(N) \
  REF (r_eq_##N, zx (a, N) == zx (b, N)) REF (r_ne_##N, zx (a ^ b, N) != 0) \
  REF (r_lt_u##N, (wide) zx (a, N) - zx (b, N) < 0) REF (r_le_u##N, !((wide) zx (b, N) - zx (a, N) < 0)) \
  REF (r_lt_s##N, (wide) sx (a, N) - sx (b, N) < 0) REF (r_ge_s##N, !((wide) sx (a, N) - sx (b, N) < 0)) \
  REF (r_gt_s##N, (wide) sx (b, N) - sx (a, N) < 0)
ICMP (16)
ICMP (32)
ICMP (64)

/* Conversions to integers: a number is clamped to the range; a NaN is 0, or
   the top bit with a double or a 64-bit result.  */
static bits
to_int (double x, int n, bool sign, bool from_double)
{
  if (isnan (x))
    return (from_double || n == 64
	    ? (sign ? (bits) 0 - ((bits) 1 << (n - 1)) : (bits) 1 << (n - 1))
	    : 0);
  double lo = sign ? -ldexp (1, n - 1) : 0, hi = ldexp (1, sign ? n - 1 : n);
  if (x >= hi)
    return sign ? ((bits) 1 << (n - 1)) - 1 : zx (~(bits) 0, n);
  if (x <= lo)
    return sign ? -((bits) 1 << (n - 1)) : 0;
  return sign ? (bits) (int64_t) x : (bits) x;
}
#define F2I(N, S, SIGN) \
  REF (r_##S##N##_f_z, to_int (trunc (f32 (a)), N, SIGN, false)) \
  REF (r_##S##N##_d_z, to_int (trunc (f64 (a)), N, SIGN, true)) \
  REF (r_##S##N##_f_n, to_int (nearbyint (f32 (a)), N, SIGN, false)) \
  REF (r_##S##N##_d_m, to_int (floor (f64 (a)), N, SIGN, true)) \
  REF (r_##S##N##_f_p, to_int (ceil (f32 (a)), N, SIGN, false))
F2I (8, s, true)
F2I (8, u, false)
F2I (16, s, true)
F2I (16, u, false)
F2I (32, s, true)
F2I (32, u, false)
F2I (64, s, true)
F2I (64, u, false)
/* From integers: by way of long double, which holds 64 bits.  */
REF (r_f_s32, b32 ((float) (long double) sx (a, 32)))
REF (r_f_u64, b32 ((float) (long double) a))
REF (r_f_s64, b32 ((float) (long double) (int64_t) a))
REF (r_d_s64, b64 ((double) (long double) (int64_t) a))
REF (r_d_u64, b64 ((double) (long double) a))
REF (r_d_u16, b64 ((double) zx (a, 16)))
REF (r_rint, isnan (f32 (a)) ? 0x7fffffff : b32 (nearbyintf (f32 (a))))
REF (r_floor, isnan (f64 (a)) ? a | (bits) 1 << 51 : b64 (floor (f64 (a))))
REF (r_s8_32, sx (a, 8))
REF (r_u8_32, zx (a, 8))
REF (r_s16_64, sx (a, 16))
REF (r_s32_64, sx (a, 32))
REF (r_u32_64, zx (a, 32))
static bits
clamp (wide x, wide lo, wide hi)
{
  return (bits) (x < lo ? lo : x > hi ? hi : x);
}
REF (r_sat_s8_s32, clamp (sx (a, 32), -128, 127))
REF (r_sat_u8_s64, clamp ((int64_t) a, 0, 255))
REF (r_sat_u32_s64, clamp ((int64_t) a, 0, UINT32_MAX))
REF (r_sat_s32_u64, clamp (a, 0, INT32_MAX))
REF (r_sat_u64_s64, clamp ((int64_t) a, 0, INT64_MAX))

/* Half precision, by definition: the value of its bits as a double, and the
   nearest of all 65536.  */
static double
half (bits h)
{
  int e = (int) (h >> 10 & 31), m = (int) (h & 1023);
  double v = e == 31 ? (m ? NAN : INFINITY)
	     : e ? ldexp (1024 + m, e - 25) : ldexp (m, -24);
  return h & 0x8000 ? -v : v;
}
static bits
to_half (double x)
{
  if (isnan (x))
    return 0x7fff;
  bits sign = signbit (x) ? 0x8000 : 0;
  x = fabs (x);
  if (x >= 65520)
    return sign | 0x7c00;
  bits lo = 0, hi = 0x7bff;
  while (lo < hi)
    {
      bits mid = (lo + hi + 1) / 2;
      if (half (mid) <= x)
	lo = mid;
      else
	hi = mid - 1;
    }
  double d = x - half (lo), up = (lo == 0x7bff ? 65536 : half (lo + 1)) - x;
  return sign | (d < up || (d == up && !(lo & 1)) ? lo : lo + 1);
}
REF (r_f16_f32, to_half (f32 (a)))
REF (r_f32_f16, isnan (half (a)) ? 0x7fffffff : b32 ((float) half (a)))
REF (r_f16_s32, to_half ((double) sx (a, 32)))
REF (r_addh, to_half (half (a) + half (b)))
REF (r_mulh, to_half (half (a) * half (b)))
REF (r_addh2, to_half (half (a) + half (b)) | to_half (half (a >> 16) + half (b >> 16)) << 16)
REF (r_lth, half (a) < half (b))
static bits
to_bf16 (bits a)
{
  if (isnan (f32 (a)))
    return 0x7fff;
  bits keep = a >> 16, rest = a & 0xffff;
  return keep + (rest > 0x8000 || (rest == 0x8000 && (keep & 1)));
}
REF (r_bf16_f32, to_bf16 (a))

/* testp.  */
REF (r_fin, (a & 0x7f800000) != 0x7f800000)
REF (r_inf, (a & 0x7fffffff) == 0x7f800000)
REF (r_notnum, (a & 0x7fffffff) > 0x7f800000)
REF (r_subn, (a & 0x7f800000) == 0 && (a & 0x7fffff) != 0)
REF (r_infd, (a & ~((bits) 1 << 63)) == (bits) 0x7ff << 52)

#endif /* TESTS_VM_REFERENCE_H */
