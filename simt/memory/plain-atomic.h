/* Atomic operations where nobody else writes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Native code has this text, too.  */

#ifndef SIMT_PLAIN_ATOMIC_H
#define SIMT_PLAIN_ATOMIC_H

/* The old value of *P, a T, which EXPR, of OLD, replaces: as one step, seen from the
   host thread that does it (alone.h).  What stands before it is done before it.
   PLAIN_PAUSE is for tests.  */
#ifndef PLAIN_PAUSE
# define PLAIN_PAUSE() ((void) 0)
#endif
#define PLAIN_RMW(T, P, EXPR)						\
  ({ T *at_ = (T *) (P);						\
     __atomic_signal_fence (__ATOMIC_SEQ_CST);				\
     const T old = *at_;						\
     PLAIN_PAUSE ();							\
     *at_ = (EXPR);							\
     __atomic_signal_fence (__ATOMIC_SEQ_CST);				\
     old; })

#endif /* SIMT_PLAIN_ATOMIC_H */
