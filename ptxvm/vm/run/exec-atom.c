/* The PTX machine: atomic operations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "code/effects.h"
#include "code/translate.h"
#include "run/lanes.h"
#include "run/rare.h"

/* The new value for OLD under operation SUB with B and (cas) C.  */
static uint64_t
apply (unsigned sub, enum ptx_type type, bool flush, uint64_t old, uint64_t b,
       uint64_t c)
{
  unsigned size = ptx_type_size (type);
  switch (sub)
    {
    case PTX_SUB_EXCH: return b;
    case PTX_SUB_CAS: return old == b ? c : old;
    case PTX_SUB_AND: return old & b;
    case PTX_SUB_OR: return old | b;
    case PTX_SUB_XOR: return old ^ b;
    case PTX_SUB_INC: return old >= b ? 0 : old + 1;
    case PTX_SUB_DEC: return old == 0 || old > b ? b : old - 1;
    default: break;
    }
  if (type == PTX_F16 || type == PTX_BF16 || type == PTX_F16X2
      || type == PTX_BF16X2)
    return half_op (sub == PTX_SUB_ADD ? HALF_ADD
		    : sub == PTX_SUB_MIN ? HALF_MIN : HALF_MAX, type, 0,
		    (uint32_t) old, (uint32_t) b, 0);
  if (type == PTX_F32)
    {
      float x = bits_f32 ((uint32_t) old), y = bits_f32 ((uint32_t) b), r;
      if (flush && fabsf (x) < 0x1p-126f)
	x = copysignf (0, x);
      if (flush && fabsf (y) < 0x1p-126f)
	y = copysignf (0, y);
      r = (sub == PTX_SUB_ADD ? x + y
	   : sub == PTX_SUB_MIN ? min_f32 (x, y) : max_f32 (x, y));
      if (flush && fabsf (r) < 0x1p-126f)
	r = copysignf (0, r);
      return f32_bits (canon32 (r));
    }
  if (type == PTX_F64)
    {
      double x = bits_f64 (old), y = bits_f64 (b);
      return f64_bits (sub == PTX_SUB_ADD ? x + y
		       : sub == PTX_SUB_MIN ? min_f64 (x, y)
		       : max_f64 (x, y));
    }
  if (sub == PTX_SUB_ADD)
    return old + b;
  bool less;
  if (ptx_type_signed_p (type))
    less = (size == 8 ? (int64_t) old < (int64_t) b
	    : (int32_t) old < (int32_t) b);
  else
    less = old < b;
  return less == (sub == PTX_SUB_MIN) ? old : b;
}

#define ATOMIC_LOOP(T)							\
  do									\
    {									\
      if (alone)							\
	{								\
	  old = PLAIN_RMW (T, p, (T) apply (sub, type, flush, old,	\
					    (T) b, (T) c));		\
	  break;							\
	}								\
      T old_ = __atomic_load_n ((T *) p, __ATOMIC_SEQ_CST);		\
      T new_;								\
      do								\
	new_ = (T) apply (sub, type, flush, old_, (T) b, (T) c);	\
      while (!__atomic_compare_exchange_n ((T *) p, &old_, new_, false,	\
					   __ATOMIC_SEQ_CST,		\
					   __ATOMIC_SEQ_CST));		\
      old = old_;							\
    }									\
  while (0)

/* Additions of integers in global memory: more common than all other atomic
   operations together: B to P for each lane, and what was there to D.  */
#define ADD_LANES(T)							\
  do									\
    {									\
      const uint64_t *a_ = R8P (w, u->a, 0);				\
      const T *b_ = (const T *) (w->R + u->b);				\
      T *d_ = (T *) (w->R + u->d);					\
      EACH (i)								\
	{								\
	  uint64_t addr_ = a_[i] + (uint64_t) (int64_t) u->rel;		\
	  void *p_ = (generic						\
		      ? resolve_generic (w, u, i, addr_, sizeof (T),	\
					 ACCESS_ATOMIC)			\
		      : resolve_global (w, u, i, addr_, sizeof (T),	\
					ACCESS_ATOMIC));		\
	  const T v_ = b_[i];						\
	  d_[i] = (alone_at (w, p_) ? PLAIN_RMW (T, p_, old + v_)	\
		   : __atomic_fetch_add ((T *) p_, v_,			\
					 __ATOMIC_SEQ_CST));		\
	}								\
    }									\
  while (0)

static inline void __attribute__ ((always_inline))
add_lanes (struct warp *w, const struct uop *u, unsigned size, bool generic)
{
  if (size == 8)
    ADD_LANES (uint64_t);
  else
    ADD_LANES (uint32_t);
}

/* The operations by which locks are taken and given up, of 4 or 8 bytes.  */
#define ATOM_LOCK(T)							\
  do									\
    {									\
      T *d_ = (T *) (w->R + u->d) + lane;				\
      const T b_ = ((const T *) (w->R + u->b))[lane];			\
      T old_ = b_;							\
      if (sub == PTX_SUB_EXCH)						\
	{								\
	  *d_ = old_ = (alone ? PLAIN_RMW (T, p, b_)			\
			: __atomic_exchange_n ((T *) p, b_,		\
					       __ATOMIC_SEQ_CST));	\
	  return old_ == b_;						\
	}								\
      const T c_ = ((const T *) (w->R + u->c))[lane];			\
      if (alone)							\
	old_ = PLAIN_RMW (T, p, old == b_ ? c_ : old);			\
      else								\
	__atomic_compare_exchange_n ((T *) p, &old_, c_, false,		\
				     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
      *d_ = old_;							\
      return old_ != b_;						\
    }									\
  while (0)

bool
atom_of_lane (struct warp *w, const struct uop *u, unsigned lane, void *p)
{
  unsigned sub = u->e >> 8 & 255;
  enum ptx_type type = u->e >> 16;
  unsigned size = ptx_type_size (type);
  bool alone = alone_at (w, p);
  if (sub == PTX_SUB_EXCH || sub == PTX_SUB_CAS)
    {
      if (size == 4)
	ATOM_LOCK (uint32_t);
      if (size == 8)
	ATOM_LOCK (uint64_t);
    }
  uint64_t b = size == 8 ? *R8P (w, u->b, lane) : *R4P (w, u->b, lane), old;
  uint64_t c = size == 8 ? *R8P (w, u->c, lane) : *R4P (w, u->c, lane);
  bool add = plain_add_p (sub, type);
  bool flush = (type == PTX_F32 && sub == PTX_SUB_ADD
		&& (uint64_t) ((uint8_t *) p - w->block->shared)
		   >= w->block->shared_size);
  switch (size)
    {
    case 2:
      ATOMIC_LOOP (uint16_t);
      break;
    case 4:
      if (add && !alone)
	old = __atomic_fetch_add ((uint32_t *) p, (uint32_t) b,
				  __ATOMIC_SEQ_CST);
      else
	ATOMIC_LOOP (uint32_t);
      break;
    default:
      if (add && !alone)
	old = __atomic_fetch_add ((uint64_t *) p, b, __ATOMIC_SEQ_CST);
      else
	ATOMIC_LOOP (uint64_t);
      break;
    }
  if (size == 8)
    *R8P (w, u->d, lane) = old;
  else
    *R4P (w, u->d, lane) = (uint32_t) old;
  return ((sub == PTX_SUB_CAS && old != b)
	  || (sub == PTX_SUB_EXCH && old == b));
}

/* LANE of W has done an atomic operation U on SIZE bytes at P: what is there is for
   synchronisation.  STORED: it did not leave what was there.  */
static void
race_atomic (struct warp *w, const struct uop *u, unsigned lane, const void *p,
	     unsigned size, bool stored)
{
  simt_race_atomic (w->block->race, p, size);
  w->vm->watch->race (w, u, lane, true, p, size,
		      stored ? ACCESS_ATOMIC : ACCESS_LOAD, false, NULL);
}

/* Lanes do it one after another, in no order that anyone may rely on.  Adding
   single precision numbers in global memory flushes subnormal ones, in shared
   memory it does not ("atom").  */
FN (atom)
{
  unsigned space = u->e & 255;
  unsigned size = ptx_type_size (u->e >> 16);
  void *p = NULL;
  bool failed = false;
  uint32_t others = 0;
  if (atom_add_size (w->vm, u))
    {
      add_lanes (w, u, size, space == PTX_GENERIC);
      return;
    }
  if (w->vm->race)
    race_sync (w);
  EACH (i)
    {
      uint64_t addr = *R8P (w, u->a, i) + (uint64_t) (int64_t) u->rel;
      p = rare_resolve (w, u, i, addr, size, space, ACCESS_ATOMIC);
      bool one_failed = atom_of_lane (w, u, i, p);
      if (w->vm->race)
	race_atomic (w, u, i, p, size, !one_failed);
      failed |= one_failed;
      others |= one_failed ? 0 : (uint32_t) 1 << i;
    }
  /* Whoever takes a lock comes after whoever gave it up meanwhile.  */
  if (w->vm->race)
    race_sync (w);
  if (failed)
    {
      w->holders |= others;
      bool one = (w->mask & (w->mask - 1)) == 0 && size >= 4;
      lock_failed (w, u, first_lane (w->mask), one ? p : NULL, size);
    }
}

/* 128 bits: atomic among themselves.  */
FN (atom_128)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  unsigned space = u->e & 255, sub = u->e >> 8 & 255;
  if (w->vm->race)
    race_sync (w);
  EACH (i)
    {
      uint64_t addr = *R8P (w, u->a, i) + (uint64_t) (int64_t) u->rel;
      uint64_t *p = rare_resolve (w, u, i, addr, 16, space, ACCESS_ATOMIC);
      uint32_t hi = 8 * WARP_SIZE;
      uint64_t b0 = *R8P (w, u->b, i), b1 = *R8P (w, u->b + hi, i);
      uint64_t c0 = *R8P (w, u->c, i), c1 = *R8P (w, u->c + hi, i);
      pthread_mutex_lock (&lock);
      uint64_t o0 = MEM_GET (u64, p), o1 = MEM_GET (u64, p + 1);
      if (sub == PTX_SUB_EXCH)
	c0 = b0, c1 = b1;
      if (sub == PTX_SUB_EXCH || (o0 == b0 && o1 == b1))
	{
	  MEM_PUT (u64, p, c0);
	  MEM_PUT (u64, p + 1, c1);
	}
      pthread_mutex_unlock (&lock);
      *R8P (w, u->d, i) = o0;
      *R8P (w, u->d + hi, i) = o1;
      if (w->vm->race)
	race_atomic (w, u, i, p, 16,
		     sub == PTX_SUB_EXCH || (o0 == b0 && o1 == b1));
    }
  if (w->vm->race)
    race_sync (w);
}
