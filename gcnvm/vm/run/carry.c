/* Additions and subtractions with carry: the common case.  Compiled for any
   processor and for those with AVX2.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Addresses are computed by pairs of these, in one lane where a thread runs and
   in all lanes where registers are saved.  Source 1 is a VGPR, source 0 that, an
   SGPR or a constant; EXEC is 1 or all lanes, and nothing is undefined.
   Everything else is done by vec_carry.  */

#include "run/fast.h"

/* The value and the carry of A and B with carry K, which is 0 or 1.  */
#define VALUE_add(A, B, K) ((A) + (B))
#define OUT_add(A, B, K, R) ((R) < (A))
#define VALUE_addc(A, B, K) ((A) + (B) + (K))
#define OUT_addc(A, B, K, R) (((R) < (A)) | (((R) == (A)) & (K)))
#define VALUE_sub(A, B, K) ((A) - (B))
#define OUT_sub(A, B, K, R) ((A) < (B))
#define VALUE_subb(A, B, K) ((A) - (B) - (K))
#define OUT_subb(A, B, K, R) (((A) < (B)) | (((A) == (B)) & (K)))
#define VALUE_subrev(A, B, K) VALUE_sub (B, A, K)
#define OUT_subrev(A, B, K, R) OUT_sub (B, A, K, R)
#define VALUE_subbrev(A, B, K) VALUE_subb (B, A, K)
#define OUT_subbrev(A, B, K, R) OUT_subb (B, A, K, R)
/* Whether source 0, zero, without a carry leaves source 1 as it is.  */
#define LEFT_add true
#define LEFT_addc true
#define LEFT_sub false
#define LEFT_subb false
#define LEFT_subrev true
#define LEFT_subbrev true

/* All lanes: values into D, carries into C as 0 and -1, where K has 0 and -1.
   D may be PA or PB.  */
#define ALL(OP)								\
  static inline void							\
  all_##OP (uint32_t *d, uint32_t *c, const uint32_t *pa,		\
	    const uint32_t *pb, const uint32_t *pk)			\
  {									\
    _Pragma ("GCC ivdep")						\
    for (int i = 0; i < LANES; i++)					\
      {									\
	uint32_t a = pa[i], b = pb[i], k = -pk[i];			\
	uint32_t r = VALUE_##OP (a, b, k);				\
	(void) k;							\
	c[i] = -(uint32_t) (OUT_##OP (a, b, k, r));			\
	d[i] = r;							\
      }									\
  }

/* The handler of OP, with a carry to read if CARRY, for one kind of the other source
   than B, which is a VGPR: its undefined lanes are UNDEF, its value in lane 0 is ONE
   and in all lanes MANY.  Zero is added to the upper half of an address.  */
#define HANDLER(OP, CARRY, KIND, B, UNDEF, ONE, MANY)			\
  static const struct uop *						\
  OP##_##KIND (const struct uop *u, struct wave *w)			\
  {									\
    uint64_t exec = wave_exec (w), carry = 0, undef = (UNDEF) | U (B);	\
    if (CARRY)								\
      {									\
	carry = get64 (&w->s[u->src[2]]);				\
	undef |= get64 (&w->sv[u->src[2]]);				\
      }									\
    if (UNLIKELY ((undef & exec) || (exec != 1 && exec != ALL_LANES)))	\
      return vec_carry (u, w);						\
    uint32_t *d = (uint32_t *) ((char *) w->v + u->at[0]);		\
    *(uint64_t *) ((char *) w->vu + u->at[0] / 32) &= ~exec;		\
    w->vinsns++;							\
    if (exec == 1)							\
      {									\
	uint32_t a = ONE, b = *V (B), k = carry & 1;			\
	uint32_t r = VALUE_##OP (a, b, k);				\
	(void) k;							\
	w->lanes++;							\
	*d = r;								\
	put_mask (w, u->sdst, OUT_##OP (a, b, k, r));			\
      }									\
    else if (#KIND[0] == 'k' && LEFT_##OP && !carry			\
	     && !u->konst[0][0])					\
      {									\
	w->lanes += LANES;						\
	if (d != V (B))							\
	  memcpy (d, V (B), LANES * sizeof *d);				\
	put_mask (w, u->sdst, 0);					\
      }									\
    else								\
      {									\
	w->lanes += LANES;						\
	if (CARRY)							\
	  expand (w->tmp[4], carry);					\
	all_##OP (d, w->tmp[9], MANY, V (B),				\
		  (CARRY) ? w->tmp[4] : V (B));				\
	put_mask (w, u->sdst, mask_of (w->tmp[9]));			\
      }									\
    return u + 1;							\
  }
#define HANDLERS(OP, CARRY)						\
  ALL (OP)								\
  HANDLER (OP, CARRY, v, 1, U (0), *V (0), V (0))			\
  HANDLER (OP, CARRY, k, 1, 0, *u->konst[0], u->konst[0])		\
  HANDLER (OP, CARRY, s, 1, SU (0), w->s[u->src[0]],			\
	   uniform (w, u, 0, exec))

HANDLERS (add, false)
HANDLERS (addc, true)
HANDLERS (sub, false)
HANDLERS (subb, true)
HANDLERS (subrev, false)
HANDLERS (subbrev, true)
HANDLER (add, false, turned, 0, SU (1), w->s[u->src[1]],
	 uniform (w, u, 1, exec))

/* The handler for U, which vec_carry could do as well; null for that.  */

uop_fn *
NAME (fast_carry) (const struct uop *u)
{
#define ROW(OP, ROW) { GCN_OP_##ROW, { OP##_v, OP##_k, OP##_s } }
  static const struct { uint16_t op; uop_fn *fn[3]; } rows[] =
  {
    ROW (add, v_add_co_u32), ROW (addc, v_addc_co_u32),
    ROW (sub, v_sub_co_u32), ROW (subb, v_subb_co_u32),
    ROW (subrev, v_subrev_co_u32), ROW (subbrev, v_subbrev_co_u32)
  };
  if (u->in->form >= GCN_SDWA_FORM || u->in->clamp)
    return NULL;
  if (kind (u, 1) == 's' && kind (u, 0) == 'v')
    return u->row == GCN_OP_v_add_co_u32 ? add_turned : NULL;
  if (kind (u, 1) != 'v')
    return NULL;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].op == u->row)
      return rows[i].fn[kind (u, 0) == 'v' ? 0 : kind (u, 0) == 'k' ? 1 : 2];
  return NULL;
}
