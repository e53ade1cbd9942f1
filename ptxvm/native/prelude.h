/* What units of native code are written with.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#ifndef NATIVE_PRELUDE_H
#define NATIVE_PRELUDE_H

#ifndef FULL_MASK
# define FULL_MASK 0xffffffffu
#endif
#define GET(T, OFF) ((CT_##T) *(ST_##T *) (R + (OFF)))
#define PUT(T, OFF, V) (*(ST_##T *) (R + (OFF)) = (ST_##T) (V))
#define PUT_ALL(T, OFF, V)				\
  do							\
    {							\
      const ST_##T e_ = (ST_##T) (V);			\
      ST_##T *p_ = (ST_##T *) (R + (OFF));		\
      for (int i_ = 0; i_ < 32; i_++)			\
	p_[i_] = e_;					\
    }							\
  while (0)
#define PRED(OFF) (*(uint32_t *) (R + (OFF)))
#define LANE(T, OFF, I) (((ST_##T *) (R + (OFF)))[I])

/* The variable of the register OFF, of its class, goes to lane 0's place, or (A) to
   every lane's.  */
#define SPILL_P(OFF) (PRED (OFF) = v##OFF##_0)
#define SPILL_4(OFF) PUT (u32, OFF, v##OFF##_1)
#define SPILL_8(OFF) PUT (u64, OFF, v##OFF##_2)
#define SPILL_F4(OFF) PUT (f32, OFF, v##OFF##_1)
#define SPILL_F8(OFF) PUT (f64, OFF, v##OFF##_2)
#define SPILL_A4(OFF) PUT_ALL (u32, OFF, v##OFF##_1)
#define SPILL_A8(OFF) PUT_ALL (u64, OFF, v##OFF##_2)
#define SPILL_AF4(OFF) PUT_ALL (f32, OFF, v##OFF##_1)
#define SPILL_AF8(OFF) PUT_ALL (f64, OFF, v##OFF##_2)

/* As lock_failed.  */
#define LOCK_FAILED()					\
  do							\
    {							\
      const int64_t n_ = x->crew ? bu : 100;		\
      bu -= n_;						\
      x0->lost += n_;					\
    }							\
  while (0)

/* Atomic operations, as where the interpreter is: plain where nobody else writes.  */
#ifndef ALONE_PAUSE
# define ALONE_PAUSE() ((void) 0)
#endif
#define RMW(T, P, EXPR)							\
  ({ T *at_ = (T *) (P);						\
     __atomic_signal_fence (__ATOMIC_SEQ_CST);				\
     const T o_ = *at_;							\
     ALONE_PAUSE ();							\
     *at_ = (EXPR);							\
     __atomic_signal_fence (__ATOMIC_SEQ_CST);				\
     o_; })
#define ATOM_ADD(T, P, B)						\
  (x->alone ? RMW (T, P, o_ + (B))					\
   : __atomic_fetch_add ((T *) (P), (B), __ATOMIC_SEQ_CST))
#define ATOM_EXCH(T, P, B)						\
  (x->alone ? RMW (T, P, (B))						\
   : __atomic_exchange_n ((T *) (P), (B), __ATOMIC_SEQ_CST))
#define ATOM_CAS(T, P, B, C)						\
  (x->alone ? RMW (T, P, o_ == (B) ? (C) : o_)				\
   : ({ T e_ = (B);							\
	__atomic_compare_exchange_n ((T *) (P), &e_, (C), 0,		\
				     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	e_; }))

#endif /* NATIVE_PRELUDE_H */
