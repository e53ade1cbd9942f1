/* Atomic operations, and fences, where nobody else is to see them.
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

/* What was done before is done before what is done next: for all who look on if SEEN,
   otherwise for the host thread that does it.  NO_FENCE is for tests.  */
#ifndef NO_FENCE
# define NO_FENCE() ((void) 0)
#endif
#define FENCE_IF(SEEN)							\
  do									\
    {									\
      if (SEEN)								\
	__atomic_thread_fence (__ATOMIC_SEQ_CST);			\
      else								\
	{								\
	  NO_FENCE ();							\
	  __atomic_signal_fence (__ATOMIC_SEQ_CST);			\
	}								\
    }									\
  while (0)

#endif /* SIMT_PLAIN_ATOMIC_H */
