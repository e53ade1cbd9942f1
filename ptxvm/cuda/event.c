/* Events.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>

#include "driver.h"

/* Driver API, "Event Management".  */

CUresult
cuEventCreate (CUevent *to, unsigned flags)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!to || flags & ~7u
      || ((flags & CU_EVENT_INTERPROCESS)
	  && !(flags & CU_EVENT_DISABLE_TIMING)))
    return CUDA_ERROR_INVALID_VALUE;
  struct cu_event *e = calloc (1, sizeof *e);
  if (!e || !handle_add (e, HANDLE_EVENT))
    {
      free (e);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  e->ctx = ctx;
  e->flags = flags;
  *to = e;
  return CUDA_SUCCESS;
}

/* What waits for the event's last record goes on waiting.  */

CUresult
cuEventDestroy_v2 (CUevent e)
{
  struct cu_context *ctx;
  CUresult r = driver_enter_any (&ctx);
  if (r)
    return r;
  if (!handle_valid_p (e, HANDLE_EVENT))
    return CUDA_ERROR_INVALID_HANDLE;
  handle_remove (e, HANDLE_EVENT);
  pthread_mutex_lock (&stream_lock);
  if (e->op)
    stream_op_unref (e->op);
  pthread_mutex_unlock (&stream_lock);
  free (e);
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuEventDestroy, cuEventDestroy_v2);

CUresult
cuEventRecordWithFlags (CUevent e, CUstream handle, unsigned flags)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!handle_valid_p (e, HANDLE_EVENT) || e->ctx != ctx)
    return CUDA_ERROR_INVALID_HANDLE;
  if (flags > 1)
    return CUDA_ERROR_INVALID_VALUE;
  r = stream_resolve (ctx, handle, &s);
  if (r)
    return r;
  struct stream_op *op = stream_op_new (sizeof *op, ctx, NULL, NULL);
  if (!op)
    return CUDA_ERROR_OUT_OF_MEMORY;
  pthread_mutex_lock (&stream_lock);
  op->refs++;
  r = stream_queue (s, op);
  if (r)
    stream_op_unref (op);
  else
    {
      if (e->op)
	stream_op_unref (e->op);
      e->op = op;
    }
  pthread_mutex_unlock (&stream_lock);
  return r;
}

CUresult
cuEventRecord (CUevent e, CUstream handle)
{
  return cuEventRecordWithFlags (e, handle, 0);
}

static CUresult
enter_event (CUevent e, struct cu_context **ctx)
{
  CUresult r = driver_enter (ctx);
  if (r)
    return r;
  return (handle_valid_p (e, HANDLE_EVENT) ? CUDA_SUCCESS
	  : CUDA_ERROR_INVALID_HANDLE);
}

/* An event that was never recorded is complete.  */

CUresult
cuEventQuery (CUevent e)
{
  struct cu_context *ctx;
  CUresult r = enter_event (e, &ctx);
  if (r)
    return r;
  pthread_mutex_lock (&stream_lock);
  if (e->op && e->op->done)
    order_known (e->op);
  r = (e->op && !e->op->done ? CUDA_ERROR_NOT_READY
       : context_settle (ctx));
  pthread_mutex_unlock (&stream_lock);
  return r;
}

CUresult
cuEventSynchronize (CUevent e)
{
  struct cu_context *ctx;
  CUresult r = enter_event (e, &ctx);
  if (r)
    return r;
  pthread_mutex_lock (&stream_lock);
  struct stream_op *op = e->op;
  if (op)
    {
      op->refs++;
      stream_op_wait (op);
      stream_op_unref (op);
    }
  r = context_settle (ctx);
  pthread_mutex_unlock (&stream_lock);
  return r;
}

/* Milliseconds from START to END.  Both must have been recorded and be able
   to tell the time (CUDA_ERROR_INVALID_HANDLE), and be done
   (CUDA_ERROR_NOT_READY).  */

CUresult
cuEventElapsedTime (float *ms, CUevent start, CUevent end)
{
  struct cu_context *ctx;
  CUresult r = enter_event (start, &ctx);
  if (!r)
    r = enter_event (end, &ctx);
  if (r)
    return r;
  if (!ms)
    return CUDA_ERROR_INVALID_VALUE;
  if ((start->flags | end->flags) & CU_EVENT_DISABLE_TIMING)
    return CUDA_ERROR_INVALID_HANDLE;
  pthread_mutex_lock (&stream_lock);
  if (!start->op || !end->op)
    r = CUDA_ERROR_INVALID_HANDLE;
  else if (!start->op->done || !end->op->done)
    r = CUDA_ERROR_NOT_READY;
  else
    *ms = ((end->op->end.tv_sec - start->op->end.tv_sec) * 1e3
	   + (end->op->end.tv_nsec - start->op->end.tv_nsec) * 1e-6);
  pthread_mutex_unlock (&stream_lock);
  return r;
}
DRIVER_ALIAS (cuEventElapsedTime_v2, cuEventElapsedTime);
