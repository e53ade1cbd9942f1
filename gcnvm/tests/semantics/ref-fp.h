/* Floating point of the reference: three formats, every rounding mode.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Numbers are bits of a format, in the low bits of a uint64_t.  Everything is
   computed with integers, so that neither the host's FPU nor the compiler has
   a part in it; fp-host.c compares it with the host's FPU.  */

#ifndef REF_FP_H
#define REF_FP_H

#include <stdbool.h>
#include <stdint.h>

struct ref_format
{
  unsigned width, exponent, fraction;	/* Bits.  */
};
extern const struct ref_format ref_f16, ref_f32, ref_f64;

/* Rounding, as the MODE register's FP_ROUND says it (GCN3 manual, 6.4).  */
enum { REF_NEAREST, REF_UP, REF_DOWN, REF_ZERO };

/* What the MODE register says of one format.  */
struct ref_fpmode
{
  unsigned round;
  bool keep_in, keep_out;	/* Denormals, of sources and results.  */
  bool ieee;			/* Signaling NaNs are made quiet.  */
};

/* A number taken apart.  If finite it is (-1)^NEGATIVE * SIG * 2^EXP; the
   lowest bit of SIG may stand for more that is not zero.  */
struct ref_number
{
  enum { REF_IS_ZERO, REF_IS_FINITE, REF_IS_INF, REF_IS_NAN } kind;
  bool negative;
  unsigned __int128 sig;
  int exp;
};

extern uint64_t ref_sign_bit (const struct ref_format *);
extern uint64_t ref_infinity (const struct ref_format *, bool negative);
extern uint64_t ref_default_nan (const struct ref_format *);
extern uint64_t ref_max_finite (const struct ref_format *, bool negative);
extern uint64_t ref_one (const struct ref_format *);
extern bool ref_nan_p (const struct ref_format *, uint64_t);
extern bool ref_snan_p (const struct ref_format *, uint64_t);
extern bool ref_inf_p (const struct ref_format *, uint64_t);
extern bool ref_zero_p (const struct ref_format *, uint64_t);
extern bool ref_denormal_p (const struct ref_format *, uint64_t);
extern bool ref_negative_p (const struct ref_format *, uint64_t);
/* The biased exponent, as it is encoded.  */
extern int ref_exponent (const struct ref_format *, uint64_t);
extern uint64_t ref_quiet (const struct ref_format *, uint64_t);
/* A denormal becomes a zero of its sign.  */
extern uint64_t ref_flush (const struct ref_format *, uint64_t);
/* The same if MODE says so of sources.  */
extern uint64_t ref_source (const struct ref_format *,
			    const struct ref_fpmode *, uint64_t);

extern struct ref_number ref_unpack (const struct ref_format *, uint64_t);
extern uint64_t ref_pack (const struct ref_format *,
			  const struct ref_fpmode *, struct ref_number);

/* Arithmetic.  Sources are as ref_source gives them.  */
extern uint64_t ref_add (const struct ref_format *,
			 const struct ref_fpmode *, uint64_t, uint64_t);
extern uint64_t ref_multiply (const struct ref_format *,
			      const struct ref_fpmode *, uint64_t, uint64_t);
/* A * B + C, rounded once, times 2^SCALE.  */
extern uint64_t ref_fma (const struct ref_format *,
			 const struct ref_fpmode *, uint64_t a, uint64_t b,
			 uint64_t c, int scale);
extern uint64_t ref_scale (const struct ref_format *,
			   const struct ref_fpmode *, uint64_t, int64_t by);
extern uint64_t ref_convert (const struct ref_format *from,
			     const struct ref_format *to,
			     const struct ref_fpmode *, uint64_t);
extern uint64_t ref_from_int (const struct ref_format *,
			      const struct ref_fpmode *, int64_t);
/* An integer between LOW and HIGH; a NaN is 0.  */
extern int64_t ref_to_int (const struct ref_format *, unsigned round,
			   uint64_t, int64_t low, int64_t high);
/* An integer as a number of the same format; the sign is kept.  */
extern uint64_t ref_integral (const struct ref_format *,
			      const struct ref_fpmode *, unsigned round,
			      uint64_t);
/* -1, 0, 1; 2 if either is a NaN.  */
extern int ref_compare (const struct ref_format *, uint64_t, uint64_t);
extern uint64_t ref_minmax (const struct ref_format *,
			    const struct ref_fpmode *, uint64_t, uint64_t,
			    bool max);
extern uint64_t ref_fract (const struct ref_format *,
			   const struct ref_fpmode *, uint64_t);
extern double ref_double (const struct ref_format *, uint64_t);
extern uint64_t ref_of_double (double);

#endif /* REF_FP_H */
