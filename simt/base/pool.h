/* Host threads that stay from one launch to the next.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_POOL_H
#define SIMT_POOL_H

#include <pthread.h>

/* The most that there are.  */
#define SIMT_POOL_MAX 255

/* Call FN with ARG in this thread, and in up to HELPERS others at the same time;
   fewer if there are not so many, or if FN has returned here before they begin.
   Return when all calls have.  Any number of threads may do so at once.  */
extern void simt_pool_run (void (*fn) (void *), void *arg, unsigned helpers);

/* The same in steps, without a call in this thread: HELPERS others call FN with ARG from
   simt_pool_begin on, as many more from simt_pool_more on, and no more of them begin when
   simt_pool_end is called, which returns when those that have begun have returned.  The
   first two give how many of them there are: fewer if no more threads can be had.  JOB is
   the caller's, and nothing need be in it before.  */
struct simt_pool_job
{
  struct simt_pool_job *next;
  void (*fn) (void *);
  void *arg;
  unsigned wanted;		/* Helpers that may still begin.  */
  unsigned running;		/* Those that have begun.  */
  pthread_cond_t done;
};
extern unsigned simt_pool_begin (struct simt_pool_job *job, void (*fn) (void *),
				 void *arg, unsigned helpers);
extern unsigned simt_pool_more (struct simt_pool_job *job, unsigned helpers);
extern void simt_pool_end (struct simt_pool_job *job);

#endif /* SIMT_POOL_H */
