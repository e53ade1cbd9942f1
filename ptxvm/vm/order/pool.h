/* Host threads that stay from one launch to the next.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_POOL_H
#define VM_POOL_H

#include <pthread.h>

/* The most that there are.  */
#define POOL_MAX 255

/* Call FN with ARG in this thread, and in up to HELPERS others at the same time;
   fewer if there are not so many, or if FN has returned here before they begin.
   Return when all calls have.  Any number of threads may do so at once.  */
extern void pool_run (void (*fn) (void *), void *arg, unsigned helpers);

/* The same in two steps, without a call in this thread: HELPERS others may call
   FN with ARG from pool_begin on, and no more of them begin when pool_end is
   called, which returns when those that have begun have returned.  JOB is the
   caller's, and nothing need be in it before.  */
struct pool_job
{
  struct pool_job *next;
  void (*fn) (void *);
  void *arg;
  unsigned wanted;		/* Helpers that may still begin.  */
  unsigned running;		/* Those that have begun.  */
  pthread_cond_t done;
};
extern void pool_begin (struct pool_job *job, void (*fn) (void *), void *arg,
			unsigned helpers);
extern void pool_end (struct pool_job *job);

#endif /* VM_POOL_H */
