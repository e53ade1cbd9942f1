/* Operations, and the threads that run them in stream order.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* Each stream is a queue with a thread of its own, started at its first
   operation.  An operation starts when all before it in its stream are done,
   and all that it depends on in other streams: what a cuStreamWaitEvent
   before it waits for, and, between the legacy default stream and the
   context's blocking streams, the newest operation of the other side when it
   was queued (Driver API, "Stream synchronization behavior").  An operation
   depends only on ones queued before it, so there is no cycle.  */

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "driver.h"
#include "simt/race/clocks.h"

pthread_cond_t stream_cond = PTHREAD_COND_INITIALIZER;

void *
stream_op_new (size_t size, struct cu_context *ctx,
	       CUresult (*run) (struct stream_op *),
	       void (*drop) (struct stream_op *))
{
  struct stream_op *op = calloc (1, size);
  if (op)
    {
      op->refs = 1;
      op->ctx = ctx;
      op->run = run;
      op->drop = drop;
    }
  return op;
}

void
stream_op_unref (struct stream_op *op)
{
  if (--op->refs)
    return;
  for (unsigned i = 0; i < op->n_deps; i++)
    stream_op_unref (op->deps[i]);
  free (op->deps);
  order_drop (op);
  if (op->drop)
    op->drop (op);
  free (op);
}

/* Let OP wait for DEP.  False when out of memory.  */

static bool
add_dep (struct stream_op *op, struct stream_op *dep)
{
  if (!dep || dep->done)
    return true;
  struct stream_op **more
    = realloc (op->deps, (op->n_deps + 1) * sizeof *more);
  if (!more)
    return false;
  op->deps = more;
  dep->refs++;
  op->deps[op->n_deps++] = dep;
  return true;
}

/* Make OP depend on what the rules of the default stream say.  */

static bool
add_implicit_deps (struct cu_stream *s, struct stream_op *op)
{
  if (s->legacy)
    {
      for (struct cu_stream *t = s->ctx->streams; t; t = t->next)
	if (stream_blocking_p (t) && !add_dep (op, t->last))
	  return false;
    }
  else if (stream_blocking_p (s))
    return add_dep (op, s->ctx->streams->last);
  return true;
}

/* Run OP, unless an earlier launch failed, and mark it done.  With the lock
   held, which is let go meanwhile.  Those who wait for a change are still to be
   told.  */

static void
run_op (struct stream_op *op)
{
  struct cu_context *ctx = op->ctx;
  if (op->run && (op->always || !ctx->pending))
    {
      pthread_mutex_unlock (&stream_lock);
      CUresult r = op->run (op);
      pthread_mutex_lock (&stream_lock);
      if (r && !ctx->pending)
	ctx->pending = r;
    }
  clock_gettime (CLOCK_MONOTONIC, &op->end);
  for (unsigned i = 0; i < op->n_deps; i++)
    stream_op_unref (op->deps[i]);
  op->n_deps = 0;
  op->done = true;
}

void
stream_free (struct cu_stream *s)
{
  if (s->last)
    stream_op_unref (s->last);
  order_known_stream (s);
  simt_clocks_drop (s->done);
  free (s);
}

static void *
worker (void *arg)
{
  struct cu_stream *s = arg;
  pthread_mutex_lock (&stream_lock);
  for (;;)
    {
      while (!s->head && !s->quit)
	pthread_cond_wait (&stream_cond, &stream_lock);
      struct stream_op *op = s->head;
      if (!op)
	break;
      for (unsigned i = 0; i < op->n_deps; i++)
	while (!op->deps[i]->done)
	  pthread_cond_wait (&stream_cond, &stream_lock);
      run_op (op);
      s->head = op->next;
      if (!s->head)
	s->tail = &s->head;
      stream_op_unref (op);
      /* Whoever waits can have the lock at once.  */
      pthread_mutex_unlock (&stream_lock);
      pthread_cond_broadcast (&stream_cond);
      pthread_mutex_lock (&stream_lock);
    }
  /* The stream was destroyed and has nothing left: it goes.  */
  for (struct cu_stream **p = &s->ctx->streams; *p; p = &(*p)->next)
    if (*p == s)
      {
	*p = s->next;
	break;
      }
  stream_free (s);
  pthread_cond_broadcast (&stream_cond);
  pthread_mutex_unlock (&stream_lock);
  return NULL;
}

/* Start the thread of S, with all signals blocked: they are the program's
   own threads' business.  */

static bool
start_worker (struct cu_stream *s)
{
  pthread_attr_t attr;
  pthread_t thread;
  sigset_t all, old;
  if (s->started)
    return true;
  pthread_attr_init (&attr);
  pthread_attr_setdetachstate (&attr, PTHREAD_CREATE_DETACHED);
  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, &old);
  s->started = !pthread_create (&thread, &attr, worker, s);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  pthread_attr_destroy (&attr);
  return s->started;
}

/* Take over the reference to OP whatever happens.  */

CUresult
stream_queue (struct cu_stream *s, struct stream_op *op)
{
  if (!add_implicit_deps (s, op) || !start_worker (s))
    {
      stream_op_unref (op);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  order_submit (s, op);
  op->next = NULL;
  *s->tail = op;
  s->tail = &op->next;
  op->refs++;
  if (s->last)
    stream_op_unref (s->last);
  s->last = op;
  pthread_cond_broadcast (&stream_cond);
  return CUDA_SUCCESS;
}

/* True if an operation queued on S now would start at once.  */

static bool
idle_p (struct cu_stream *s)
{
  if (s->last && !s->last->done)
    return false;
  if (s->legacy)
    {
      for (struct cu_stream *t = s->ctx->streams; t; t = t->next)
	if (stream_blocking_p (t) && t->last && !t->last->done)
	  return false;
      return true;
    }
  struct stream_op *legacy = s->ctx->streams->last;
  return !stream_blocking_p (s) || !legacy || legacy->done;
}

/* The time that a callback which was told of an error may take before nobody
   waits for it any more.  libgomp's ends the process with exit, whose handlers
   wait for a lock that a thread of the program may hold while it waits here
   (gomp_fatal from cuda_callback_wrapper): it never returns.  What is queued
   behind it is not run after the error, so nothing is missed.  */
#define TELLING_NANOSECONDS 200000000

bool
stream_wait (struct cu_context *ctx)
{
  if (!ctx->telling)
    {
      pthread_cond_wait (&stream_cond, &stream_lock);
      return true;
    }
  struct timespec until = ctx->told_at;
  until.tv_nsec += TELLING_NANOSECONDS;
  if (until.tv_nsec >= 1000000000)
    {
      until.tv_sec++;
      until.tv_nsec -= 1000000000;
    }
  return (pthread_cond_clockwait (&stream_cond, &stream_lock, CLOCK_MONOTONIC,
				  &until) != ETIMEDOUT || !ctx->telling);
}

void
stream_op_wait (struct stream_op *op)
{
  while (!op->done && stream_wait (op->ctx))
    ;
  order_known (op);
}

CUresult
stream_submit (struct cu_stream *s, struct stream_op *op,
	       enum submit_mode mode)
{
  CUresult r = CUDA_SUCCESS;
  op->order.awaited = mode == SUBMIT_WAIT;
  pthread_mutex_lock (&stream_lock);
  if (mode != SUBMIT_ASYNC && idle_p (s))
    {
      order_submit (s, op);
      run_op (op);
      pthread_cond_broadcast (&stream_cond);
    }
  else
    {
      if (mode == SUBMIT_WAIT)
	op->refs++;
      r = stream_queue (s, op);
      if (mode == SUBMIT_WAIT && !r)
	stream_op_wait (op);
      if (mode != SUBMIT_WAIT)
	op = NULL;
    }
  if (op && mode == SUBMIT_WAIT)
    order_known (op);
  if (op)
    stream_op_unref (op);
  if (mode == SUBMIT_WAIT && !r)
    r = context_settle (s->ctx);
  pthread_mutex_unlock (&stream_lock);
  return r;
}

CUresult
context_settle (struct cu_context *ctx)
{
  if (!ctx->sticky)
    ctx->sticky = ctx->pending;
  vm_flush_printf (ctx->vm);
  return ctx->sticky;
}

/* False if that is of no use, as of stream_wait.  */

static bool
wait_last (struct cu_stream *s)
{
  struct stream_op *op = s->last;
  bool done = true;
  order_known_stream (s);
  if (op && !op->done)
    {
      op->refs++;
      stream_op_wait (op);
      done = op->done;
      stream_op_unref (op);
    }
  return done;
}

/* Wait for all that CTX's streams have been given until now, but for
   non-blocking ones unless ALL.  A stream may go while we wait, so start
   again behind each wait.  */

static void
wait_streams (struct cu_context *ctx, bool all)
{
  bool again;
  do
    {
      again = false;
      for (struct cu_stream *s = ctx->streams; s && !again; s = s->next)
	if (all || !(s->flags & CU_STREAM_NON_BLOCKING))
	  {
	    again = s->last && !s->last->done;
	    if (!wait_last (s))
	      return;
	  }
    }
  while (again);
}

CUresult
stream_drain (struct cu_stream *s)
{
  struct cu_context *ctx = s->ctx;
  pthread_mutex_lock (&stream_lock);
  if (s->legacy)
    wait_streams (ctx, false);
  else
    wait_last (s);
  CUresult r = context_settle (ctx);
  pthread_mutex_unlock (&stream_lock);
  return r;
}

CUresult
context_drain (struct cu_context *ctx)
{
  pthread_mutex_lock (&stream_lock);
  wait_streams (ctx, true);
  CUresult r = context_settle (ctx);
  pthread_mutex_unlock (&stream_lock);
  return r;
}

void
context_streams_init (struct cu_context *ctx, struct cu_stream *legacy)
{
  legacy->ctx = ctx;
  legacy->legacy = true;
  legacy->tail = &legacy->head;
  ctx->streams = legacy;
}

/* End all streams of CTX, which has nothing left to do.  False if one is still
   at work, as stream_wait says that there is no use in waiting for it.  */

bool
context_streams_end (struct cu_context *ctx)
{
  pthread_mutex_lock (&stream_lock);
  for (struct cu_stream *s = ctx->streams, *next; s; s = next)
    {
      next = s->next;
      handle_remove (s, HANDLE_STREAM);
      s->quit = true;
      if (!s->started)
	{
	  for (struct cu_stream **p = &ctx->streams; *p; p = &(*p)->next)
	    if (*p == s)
	      {
		*p = next;
		break;
	      }
	  stream_free (s);
	}
    }
  pthread_cond_broadcast (&stream_cond);
  while (ctx->streams && stream_wait (ctx))
    ;
  bool ended = !ctx->streams;
  pthread_mutex_unlock (&stream_lock);
  return ended;
}
