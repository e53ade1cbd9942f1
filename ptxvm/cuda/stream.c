/* Streams as the program sees them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"

/* The per-thread default stream of the calling thread, made when first
   asked for.  */

static struct cu_stream *
per_thread_stream (struct cu_context *ctx)
{
  struct cu_stream *s;
  pthread_mutex_lock (&stream_lock);
  for (s = ctx->streams; s; s = s->next)
    if (s->per_thread && !s->quit && pthread_equal (s->owner, pthread_self ()))
      break;
  if (!s && (s = calloc (1, sizeof *s)))
    {
      s->ctx = ctx;
      s->tail = &s->head;
      s->per_thread = true;
      s->owner = pthread_self ();
      s->next = ctx->streams->next;
      ctx->streams->next = s;
    }
  pthread_mutex_unlock (&stream_lock);
  return s;
}

CUresult
stream_resolve (struct cu_context *ctx, CUstream handle,
		struct cu_stream **stream)
{
  if (!handle || handle == CU_STREAM_LEGACY)
    *stream = ctx->streams;
  else if (handle == CU_STREAM_PER_THREAD)
    {
      *stream = per_thread_stream (ctx);
      return *stream ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    }
  else if (!handle_valid_p (handle, HANDLE_STREAM) || handle->ctx != ctx)
    return CUDA_ERROR_INVALID_HANDLE;
  else
    *stream = handle;
  return CUDA_SUCCESS;
}

/* What most functions here start with.  */

static CUresult
enter_stream (CUstream handle, struct cu_context **ctx, struct cu_stream **s)
{
  CUresult r = driver_enter (ctx);
  return r ? r : stream_resolve (*ctx, handle, s);
}

/* Driver API, "Stream Management".  PRIORITY is kept and told; the streams of
   this device are equals.  */

CUresult
cuStreamCreateWithPriority (CUstream *to, unsigned flags, int priority)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!to || flags & ~CU_STREAM_NON_BLOCKING)
    return CUDA_ERROR_INVALID_VALUE;
  struct cu_stream *s = calloc (1, sizeof *s);
  if (!s || !handle_add (s, HANDLE_STREAM))
    {
      free (s);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  s->ctx = ctx;
  s->flags = flags;
  s->priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
  s->tail = &s->head;
  pthread_mutex_lock (&stream_lock);
  s->next = ctx->streams->next;
  ctx->streams->next = s;
  pthread_mutex_unlock (&stream_lock);
  *to = s;
  return CUDA_SUCCESS;
}

CUresult
cuStreamCreate (CUstream *to, unsigned flags)
{
  return cuStreamCreateWithPriority (to, flags, 0);
}

/* Returns at once; what is queued still runs.  */

CUresult
cuStreamDestroy_v2 (CUstream handle)
{
  struct cu_context *ctx;
  CUresult r = driver_enter_any (&ctx);
  if (r)
    return r;
  if (handle == CU_STREAM_LEGACY || handle == CU_STREAM_PER_THREAD
      || !handle_valid_p (handle, HANDLE_STREAM))
    return CUDA_ERROR_INVALID_HANDLE;
  handle_remove (handle, HANDLE_STREAM);
  pthread_mutex_lock (&stream_lock);
  handle->quit = true;
  if (handle->started)
    pthread_cond_broadcast (&stream_cond);
  else
    {
      struct cu_stream **p = &handle->ctx->streams;
      while (*p != handle)
	p = &(*p)->next;
      *p = handle->next;
      stream_free (handle);
    }
  pthread_mutex_unlock (&stream_lock);
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuStreamDestroy, cuStreamDestroy_v2);

CUresult
cuStreamGetPriority (CUstream handle, int *priority)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = enter_stream (handle, &ctx, &s);
  if (r)
    return r;
  if (!priority)
    return CUDA_ERROR_INVALID_VALUE;
  *priority = s->priority;
  return CUDA_SUCCESS;
}

CUresult
cuStreamGetFlags (CUstream handle, unsigned *flags)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = enter_stream (handle, &ctx, &s);
  if (r)
    return r;
  if (!flags)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = s->flags;
  return CUDA_SUCCESS;
}

CUresult
cuStreamGetCtx (CUstream handle, CUcontext *to)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = enter_stream (handle, &ctx, &s);
  if (r)
    return r;
  if (!to)
    return CUDA_ERROR_INVALID_VALUE;
  *to = s->ctx;
  return CUDA_SUCCESS;
}

/* Later work of the stream starts after the work that EVENT's last record
   stood behind, which may be in another context.  An event that was never
   recorded is no hindrance.  */

CUresult
cuStreamWaitEvent (CUstream handle, CUevent event, unsigned flags)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = enter_stream (handle, &ctx, &s);
  if (r)
    return r;
  if (!handle_valid_p (event, HANDLE_EVENT))
    return CUDA_ERROR_INVALID_HANDLE;
  if (flags > 1)
    return CUDA_ERROR_INVALID_VALUE;
  struct stream_op *op = stream_op_new (sizeof *op, ctx, NULL, NULL);
  if (!op)
    return CUDA_ERROR_OUT_OF_MEMORY;
  pthread_mutex_lock (&stream_lock);
  if (event->op)
    order_after (op, event->op);
  if (event->op && !event->op->done)
    {
      op->deps = malloc (sizeof *op->deps);
      if (op->deps)
	{
	  op->deps[0] = event->op;
	  op->n_deps = 1;
	  event->op->refs++;
	  r = stream_queue (s, op);
	}
      else
	{
	  stream_op_unref (op);
	  r = CUDA_ERROR_OUT_OF_MEMORY;
	}
    }
  else
    {
      order_submit (s, op);
      stream_op_unref (op);
    }
  pthread_mutex_unlock (&stream_lock);
  return r;
}

struct callback_op
{
  struct stream_op op;
  CUstream handle;
  CUstreamCallback callback;
  CUhostFn host_fn;
  void *data;
};

/* Seconds that a callback which was told of an error may take.  */
#define TELLING_SECONDS 10

/* A callback that ends the process can be stuck in exit's handlers for ever, for
   a lock that a thread holds which waits for the same exit.  The error has been
   told, so end the process.  CLOSURE is the context.  */

static void *
watch_callback (void *closure)
{
  struct cu_context *ctx = closure;
  struct timespec until;
  pthread_mutex_lock (&stream_lock);
  until = ctx->told_at;
  until.tv_sec += TELLING_SECONDS;
  while (ctx->telling
	 && pthread_cond_clockwait (&stream_cond, &stream_lock,
				    CLOCK_MONOTONIC, &until) != ETIMEDOUT)
    ;
  bool stuck = ctx->telling;
  pthread_mutex_unlock (&stream_lock);
  if (stuck)
    {
      static const char text[]
	= "ptxvm: the program does not end after the error; ended here\n";
      if (write (2, text, sizeof text - 1) < 0)
	_exit (1);
      _exit (1);
    }
  return NULL;
}

/* A callback of CTX is told of an error, with the lock held.  */

static void
start_telling (struct cu_context *ctx)
{
  pthread_attr_t attr;
  pthread_t thread;
  clock_gettime (CLOCK_MONOTONIC, &ctx->told_at);
  pthread_cond_broadcast (&stream_cond);
  if (ctx->telling++)
    return;
  /* Without this thread the process waits, as before.  */
  if (pthread_attr_init (&attr))
    return;
  pthread_attr_setdetachstate (&attr, PTHREAD_CREATE_DETACHED);
  pthread_create (&thread, &attr, watch_callback, ctx);
  pthread_attr_destroy (&attr);
}

/* True if C calls a function of libgomp's.  These free what a construct took, and
   tell nobody: that one has run by chance when the program goes on orders nothing.  */

static bool
libgomp_callback_p (const struct callback_op *c)
{
  Dl_info info;
  void *fn = c->callback ? (void *) c->callback : (void *) c->host_fn;
  if (!dladdr (fn, &info) || !info.dli_fname)
    return false;
  const char *slash = strrchr (info.dli_fname, '/');
  return !strncmp (slash ? slash + 1 : info.dli_fname, "libgomp", 7);
}

/* The function gets the error of an earlier launch, if there was one, and
   may not call the driver.  */

static CUresult
run_callback (struct stream_op *op)
{
  struct callback_op *c = (struct callback_op *) op;
  pthread_mutex_lock (&stream_lock);
  CUresult status = op->ctx->pending;
  if (!driver_options.vm.race || !libgomp_callback_p (c))
    order_known (op);
  vm_flush_printf (op->ctx->vm);
  if (status)
    start_telling (op->ctx);
  pthread_mutex_unlock (&stream_lock);
  in_callback = true;
  if (c->callback)
    c->callback (c->handle, status, c->data);
  else if (!status)
    c->host_fn (c->data);
  in_callback = false;
  if (status)
    {
      pthread_mutex_lock (&stream_lock);
      op->ctx->telling--;
      pthread_cond_broadcast (&stream_cond);
      pthread_mutex_unlock (&stream_lock);
    }
  return CUDA_SUCCESS;
}

static CUresult
add_callback (CUstream handle, CUstreamCallback callback, CUhostFn host_fn,
	      void *data)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = enter_stream (handle, &ctx, &s);
  if (r)
    return r;
  if (!callback && !host_fn)
    return CUDA_ERROR_INVALID_VALUE;
  struct callback_op *c = stream_op_new (sizeof *c, ctx, run_callback, NULL);
  if (!c)
    return CUDA_ERROR_OUT_OF_MEMORY;
  c->op.always = true;
  c->handle = handle;
  c->callback = callback;
  c->host_fn = host_fn;
  c->data = data;
  return stream_submit (s, &c->op, SUBMIT_ASYNC);
}

CUresult
cuStreamAddCallback (CUstream handle, CUstreamCallback callback, void *data,
		     unsigned flags)
{
  if (flags)
    {
      struct cu_context *ctx;
      CUresult r = driver_enter (&ctx);
      return r ? r : CUDA_ERROR_INVALID_VALUE;
    }
  return add_callback (handle, callback, NULL, data);
}

CUresult
cuLaunchHostFunc (CUstream handle, CUhostFn fn, void *data)
{
  return add_callback (handle, NULL, fn, data);
}

/* CUDA_ERROR_NOT_READY while anything is left to do.  */

CUresult
cuStreamQuery (CUstream handle)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = enter_stream (handle, &ctx, &s);
  if (r)
    return r;
  pthread_mutex_lock (&stream_lock);
  bool busy = s->last && !s->last->done;
  if (s->legacy)
    for (struct cu_stream *t = s->next; t; t = t->next)
      if (!(t->flags & CU_STREAM_NON_BLOCKING) && t->last && !t->last->done)
	busy = true;
  for (struct cu_stream *t = ctx->streams; t && !busy; t = t->next)
    if (t == s || (s->legacy && !(t->flags & CU_STREAM_NON_BLOCKING)))
      order_known_stream (t);
  r = busy ? CUDA_ERROR_NOT_READY : context_settle (ctx);
  pthread_mutex_unlock (&stream_lock);
  return r;
}

CUresult
cuStreamSynchronize (CUstream handle)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = enter_stream (handle, &ctx, &s);
  return r ? r : stream_drain (s);
}

/* There are no graphs, so no stream is ever being captured.  */

CUresult
cuStreamIsCapturing (CUstream handle, int *status)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = enter_stream (handle, &ctx, &s);
  if (r)
    return r;
  if (!status)
    return CUDA_ERROR_INVALID_VALUE;
  *status = 0;
  return CUDA_SUCCESS;
}

/* Managed memory is visible everywhere at all times, so this only checks.  */

CUresult
cuStreamAttachMemAsync (CUstream handle, CUdeviceptr addr, size_t length,
			unsigned flags)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  struct host_block block;
  CUresult r = enter_stream (handle, &ctx, &s);
  if (r)
    return r;
  if (host_find (ctx, (void *) (uintptr_t) addr, &block) != HOST_MANAGED
      || (length && length != block.size)
      || (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST
	  && flags != CU_MEM_ATTACH_SINGLE))
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}
