/* Atomic operations of one lane.  Compiled for any processor and for those with
   AVX2.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What a thread does: integers, in memory, with all that is read defined.
   Everything else is done by mem_flat, which has not seen the access before.  */

#include "run/rows.h"

/* Does KIND at P with DATA and the value CMP to compare with; the old value goes
   to *OLD_.  False if it is another one.  ALONE: nobody else writes there.  */
#define RMW(BITS, FN, EXPR)						\
  *old_ = (alone ? PLAIN_RMW (uint##BITS##_t, p, EXPR)			\
	  : __atomic_##FN (p, data, __ATOMIC_SEQ_CST));			\
  return true
#define DO(BITS)							\
  static inline bool							\
  do_##BITS (enum atomic_kind kind, uint##BITS##_t *p,			\
	     uint##BITS##_t data, uint##BITS##_t cmp, uint64_t *old_, bool alone) \
  {									\
    switch (kind)							\
      {									\
      case ATOMIC_ADD:							\
	RMW (BITS, fetch_add, old + data);				\
      case ATOMIC_SUB:							\
	RMW (BITS, fetch_sub, old - data);				\
      case ATOMIC_AND:							\
	RMW (BITS, fetch_and, old & data);				\
      case ATOMIC_OR:							\
	RMW (BITS, fetch_or, old | data);				\
      case ATOMIC_XOR:							\
	RMW (BITS, fetch_xor, old ^ data);				\
      case ATOMIC_SWAP:							\
	RMW (BITS, exchange_n, data);					\
      case ATOMIC_CMPSWAP:						\
	if (alone)							\
	  cmp = PLAIN_RMW (uint##BITS##_t, p, old == cmp ? data : old);	\
	else								\
	  __atomic_compare_exchange_n (p, &cmp, data, false,		\
				       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	*old_ = cmp;							\
	return true;							\
      default:								\
	return false;							\
      }									\
  }
DO (32)
DO (64)

static inline __attribute__ ((always_inline)) const struct uop *
atomic (const struct uop *u, struct wave *w, unsigned regs, bool saddr)
{
  uint64_t exec = wave_exec (w), x, cmp = 0, old;
  enum atomic_kind kind = u->ib;
  unsigned d = u->src[1] - GCN_VGPR, words = kind == ATOMIC_CMPSWAP ? 2 : 1;
  struct row r;
  if (UNLIKELY (!exec) || (exec & (exec - 1)) != 0
      || !row_p (w, u, exec, regs, saddr, &r) || r.address % (4 * regs))
    return mem_flat (u, w);
  words *= regs;
  uint64_t undef = 0;
  for (unsigned k = 0; k < words; k++)
    undef |= w->vu[d + k];
  if (UNLIKELY (undef & exec)
      || (r.defined && (r.defined[0] & r.defined[regs - 1]) != UINT32_MAX))
    return mem_flat (u, w);
  const uint32_t *v = w->v[d] + r.f;
  void *p = (void *) (uintptr_t) r.address;
  x = v[0] | (regs > 1 ? (uint64_t) v[LANES] << 32 : 0);
  if (kind == ATOMIC_CMPSWAP)
    cmp = v[regs * LANES]
	  | (regs > 1 ? (uint64_t) v[3 * LANES] << 32 : 0);
  bool alone = alone_at (w, p);
  if (!(regs > 1 ? do_64 (kind, p, x, cmp, &old, alone)
	: do_32 (kind, p, x, cmp, &old, alone)))
    return mem_flat (u, w);
  count (w, u, &r);
  if (u->d != GCN_NO_OPERAND)
    for (unsigned k = 0; k < regs; k++)
      {
	w->v[u->d - GCN_VGPR + k][r.f] = old >> (32 * k);
	w->vu[u->d - GCN_VGPR + k] &= ~exec;
      }
  return u + 1;
}

#define HANDLERS(REGS)							\
  static const struct uop *						\
  atomic_##REGS (const struct uop *u, struct wave *w)			\
  {									\
    return atomic (u, w, REGS, false);					\
  }									\
  static const struct uop *						\
  atomic_s_##REGS (const struct uop *u, struct wave *w)			\
  {									\
    return atomic (u, w, REGS, true);					\
  }
HANDLERS (1)
HANDLERS (2)

/* The handler for U, which mem_flat could do as well; null for that.  */

uop_fn *
NAME (fast_atomic) (const struct uop *u)
{
  static uop_fn *const handlers[2][2] =
  { { atomic_1, atomic_s_1 }, { atomic_2, atomic_s_2 } };
  const struct gcn_insn *in = u->in;
  const struct gcn_row *row = in->row;
  unsigned regs = u->regs[0];
  if ((row->enc != GCN_ENC_FLAT && row->enc != GCN_ENC_GLOBAL)
      || !(row->flags & GCN_F_ATOM) || regs < 1 || regs > 2
      || in->src[0] == GCN_NO_OPERAND || in->src[1] == GCN_NO_OPERAND)
    return NULL;
  return handlers[regs - 1][in->saddr != GCN_NO_OPERAND];
}
