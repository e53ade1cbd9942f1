/* What units of native code are written with.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */


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

/* As lock_failed.  */
#define LOCK_FAILED()					\
  do							\
    {							\
      const int64_t n_ = x->crew ? bu : 100;		\
      bu -= n_;						\
      x0->lost += n_;					\
    }							\
  while (0)

/* Atomic operations.  Nobody sees the difference where the host thread is alone.  */
#define ATOM_ADD(T, P, B)						\
  (x->alone ? ({ T *p_ = (T *) (P); T o_ = *p_; *p_ = o_ + (B); o_; })	\
   : __atomic_fetch_add ((T *) (P), (B), __ATOMIC_SEQ_CST))
#define ATOM_EXCH(T, P, B)						\
  (x->alone ? ({ T *p_ = (T *) (P); T o_ = *p_; *p_ = (B); o_; })	\
   : __atomic_exchange_n ((T *) (P), (B), __ATOMIC_SEQ_CST))
#define ATOM_CAS(T, P, B, C)						\
  ({ T o_ = (B), *p_ = (T *) (P);					\
     if (x->alone) { if ((o_ = *p_) == (B)) *p_ = (C); }		\
     else __atomic_compare_exchange_n (p_, &o_, (C), 0,			\
				       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
     o_; })

#endif /* NATIVE_PRELUDE_H */
