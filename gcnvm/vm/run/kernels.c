/* Computes what vector operations give, lane by lane.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Compiled for any processor and for those with AVX2 (ISA is `base' or
   `avx2'); vector.c chooses.  */

#define ISA_IS_base 0
#define ISA_IS_avx2 1
#define ISA_P_(I) ISA_IS_##I
#define ISA_P(I) ISA_P_ (I)
#if ISA_P (ISA) && defined __x86_64__ && !defined __clang__
# pragma GCC target ("avx2,fma,f16c,bmi,bmi2,lzcnt,popcnt")
#endif

#include "run/float-ops.h"
#include "run/lane-fns.h"

#define PASTE_(A, B) A##B
#define PASTE(A, B) PASTE_ (A, B)
#define MIN(A, B) ((A) < (B) ? (A) : (B))
#define MAX(A, B) ((A) > (B) ? (A) : (B))
#define MED(A, B, C) MAX (MIN (A, B), MIN (MAX (A, B), C))
#define DIFF(A, B) ((A) > (B) ? (A) - (B) : (B) - (A))
/* A mask of the lanes below I, from lane BASE on.  */
#define LOWER(I, BASE) \
  ((I) <= (BASE) ? 0 : (I) >= (BASE) + 32 ? UINT32_MAX \
   : (UINT32_C (1) << ((I) - (BASE))) - 1)

/* Registers by type, of lane I.  */
#define TYPE_u16 uint32_t
#define TYPE_i16 int32_t
#define TYPE_u32 uint32_t
#define TYPE_i32 int32_t
#define TYPE_u64 uint64_t
#define TYPE_i64 int64_t
#define TYPE_f16 double
#define TYPE_h16 double
#define TYPE_f32 float
#define TYPE_f64 double
#define TYPE_none uint32_t
#define IN_u16(P, I) ((uint32_t) (uint16_t) (P)[I])
#define IN_i16(P, I) ((int32_t) (int16_t) (P)[I])
#define IN_u32(P, I) ((P)[I])
#define IN_i32(P, I) ((int32_t) (P)[I])
#define IN_u64(P, I) ((P)[I] | (uint64_t) (P)[(I) + LANES] << 32)
#define IN_i64(P, I) ((int64_t) IN_u64 (P, I))
#define IN_f16(P, I) f16_in (w, (P)[I])
/* With denormals in any mode.  */
#define IN_h16(P, I) f16_to_f32 ((P)[I] & 0xffff)
#define IN_f32(P, I) f32_of ((P)[I])
#define IN_f64(P, I) f64_of (IN_u64 (P, I))
#define IN_none(P, I) 0
#define OUT_u16(P, I, R) (P)[I] = (uint16_t) (R)
#define OUT_u32(P, I, R) (P)[I] = (uint32_t) (R)
#define OUT_i32(P, I, R) (P)[I] = (uint32_t) (R)
#define OUT_u64(P, I, R) \
  do { uint64_t r_ = (R); (P)[I] = r_; (P)[(I) + LANES] = r_ >> 32; } while (0)
#define OUT_i64(P, I, R) OUT_u64 (P, I, R)
#define OUT_f16(P, I, R) (P)[I] = f16_out (w, R)
#define OUT_f32(P, I, R) (P)[I] = bits_of (R)
#define OUT_f64(P, I, R) OUT_u64 (P, I, bits_of_64 (R))
/* The same with denormals flushed as the mode says.  */
#define FIN_u32(P, I) IN_u32 (P, I)
#define FIN_i32(P, I) IN_i32 (P, I)
#define FIN_none(P, I) 0
#define FIN_f32(P, I) \
  (d32 & 1 ? IN_f32 (P, I) : flush32 (IN_f32 (P, I)))
#define FIN_f64(P, I) \
  (d64 & 1 ? IN_f64 (P, I) : flush64 (IN_f64 (P, I)))
#define FIN_f16(P, I) IN_f16 (P, I)
#define FOUT_f32(P, I, R) OUT_f32 (P, I, d32 & 2 ? (R) : flush32 (R))
#define FOUT_f64(P, I, R) OUT_f64 (P, I, d64 & 2 ? (R) : flush64 (R))
#define PLAIN_f32 w->plain32
#define PLAIN_f64 w->plain64
#define ROUND_f32 MODE_ROUND_32 (w->mode)
#define ROUND_f64 MODE_ROUND_64 (w->mode)

#define UNUSED (void) w, (void) a_, (void) b_, (void) c_
#define KERNEL(ID)							\
  static void								\
  kernel_##ID (const struct wave *w, uint32_t *d, const uint32_t *a_,	\
	       const uint32_t *b_, const uint32_t *c_, unsigned first,	\
	       unsigned n)
/* One lane, or all.  */
#define LANES_DO(BODY)							\
  do									\
    {									\
      UNUSED;								\
      if (n == 1)							\
	{								\
	  unsigned i = first;						\
	  BODY;								\
	}								\
      else								\
	_Pragma ("GCC ivdep")						\
	for (unsigned i = 0; i < LANES; i++)				\
	  {								\
	    BODY;							\
	  }								\
    }									\
  while (0)
#define OPERANDS(IN, A, B, C)						\
  TYPE_##A a = IN##_##A (a_, i);					\
  TYPE_##B b = IN##_##B (b_, i);					\
  TYPE_##C c = IN##_##C (c_, i);					\
  (void) a, (void) b, (void) c

#define K(ID, D, A, B, C, RULE, EXPR)					\
  KERNEL (ID)								\
  {									\
    LANES_DO (OPERANDS (IN, A, B, C); OUT_##D (d, i, EXPR));		\
  }
#define CMP(ID, A, B, EXPR)						\
  KERNEL (ID)								\
  {									\
    LANES_DO (OPERANDS (IN, A, B, none); d[i] = (EXPR) ? UINT32_MAX : 0); \
  }
#include "code/kernels-int.def"

#define F(ID, D, A, B, C, EXPR)						\
  KERNEL (ID)								\
  {									\
    if (LIKELY (w->plain32 && w->plain64))				\
      LANES_DO (OPERANDS (IN, A, B, C); OUT_##D (d, i, EXPR));		\
    else								\
      {									\
	unsigned d32 = MODE_DENORM_32 (w->mode);			\
	unsigned d64 = MODE_DENORM_64 (w->mode);			\
	(void) d32, (void) d64;						\
	fesetround (host_rounding (ROUND_##D));			\
	for (unsigned i = first; i < first + n; i++)			\
	  {								\
	    OPERANDS (FIN, A, B, C);					\
	    TYPE_##D r = EXPR;						\
	    FOUT_##D (d, i, r);						\
	  }								\
	fesetround (FE_TONEAREST);					\
      }									\
  }
#define G(ID, D, A, B, C, EXPR)						\
  KERNEL (ID)								\
  {									\
    LANES_DO (OPERANDS (IN, A, B, C); OUT_##D (d, i, EXPR));		\
  }
/* Halves: what the double loses is lost in the mode's direction.  */
#define H(ID, D, A, B, C, EXPR)						\
  KERNEL (ID)								\
  {									\
    unsigned round = MODE_ROUND_64 (w->mode);				\
    if (UNLIKELY (round != 0))						\
      fesetround (host_rounding (round));				\
    LANES_DO (OPERANDS (IN, A, B, C); OUT_##D (d, i, EXPR));		\
    if (UNLIKELY (round != 0))						\
      fesetround (FE_TONEAREST);					\
  }
#define FCMP(ID, A, EXPR)						\
  KERNEL (ID)								\
  {									\
    if (LIKELY (w->plain32 && w->plain64))				\
      LANES_DO (OPERANDS (IN, A, A, none); d[i] = (EXPR) ? UINT32_MAX : 0); \
    else								\
      {									\
	unsigned d32 = MODE_DENORM_32 (w->mode);			\
	unsigned d64 = MODE_DENORM_64 (w->mode);			\
	(void) d32, (void) d64;						\
	LANES_DO (OPERANDS (FIN, A, A, none);				\
		  d[i] = (EXPR) ? UINT32_MAX : 0);			\
      }									\
  }
#include "code/kernels-float.def"

#define CLASS(ID, A, SNAN, LEAST)					\
  KERNEL (ID)								\
  {									\
    LANES_DO (OPERANDS (IN, A, u32, none);				\
	      d[i] = class_p (a, SNAN, LEAST, b) ? UINT32_MAX : 0);	\
  }
/* A half's quiet bit gets lost as a double; it is looked at by itself.  */
#define SNAN16 (!(a_[i] & 0x200))
#define CLASSES(P)							\
  CLASS (P##_class_f16, h16, SNAN16, 0x1p-14)				\
  CLASS (P##_class_f32, f32, snan32_p (a), 0x1p-126)			\
  CLASS (P##_class_f64, f64, snan64_p (a), 0x1p-1022)
CLASSES (v_cmp)
CLASSES (v_cmpx)

/* The table.  */
struct kernel_row
{
  uint16_t op;
  uint8_t undef;
  gcn_kernel *kernel;
};

extern const struct kernel_row PASTE (kernel_rows_, ISA)[];
const struct kernel_row PASTE (kernel_rows_, ISA)[] =
{
#define K(ID, D, A, B, C, RULE, EXPR) \
  { GCN_OP_##ID, UNDEF_##RULE, kernel_##ID },
#define CMP(ID, A, B, EXPR) { GCN_OP_##ID, UNDEF_REPORT, kernel_##ID },
#include "code/kernels-int.def"
#define F(ID, D, A, B, C, EXPR) { GCN_OP_##ID, UNDEF_REPORT, kernel_##ID },
#define G(ID, D, A, B, C, EXPR) { GCN_OP_##ID, UNDEF_REPORT, kernel_##ID },
#define H(ID, D, A, B, C, EXPR) { GCN_OP_##ID, UNDEF_REPORT, kernel_##ID },
#define FCMP(ID, A, EXPR) { GCN_OP_##ID, UNDEF_REPORT, kernel_##ID },
#include "code/kernels-float.def"
#undef CLASS
#define CLASS(ID, A, SNAN, LEAST) { GCN_OP_##ID, UNDEF_REPORT, kernel_##ID },
CLASSES (v_cmp)
CLASSES (v_cmpx)
  { GCN_N_OPS, 0, NULL }
};
