/* The calling thread's contexts, and how an entry point begins.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>

#include "driver.h"

static pthread_once_t stack_once = PTHREAD_ONCE_INIT;
static pthread_key_t stack_key;

static void
stack_free (void *p)
{
  struct context_stack *s = p;
  free (s->ctx);
  free (s);
}

static void
stack_key_make (void)
{
  if (pthread_key_create (&stack_key, stack_free))
    abort ();
}

struct context_stack *
context_stack (void)
{
  pthread_once (&stack_once, stack_key_make);
  struct context_stack *s = pthread_getspecific (stack_key);
  if (!s)
    {
      s = calloc (1, sizeof *s);
      if (s && pthread_setspecific (stack_key, s))
	{
	  free (s);
	  s = NULL;
	}
    }
  return s;
}

bool
context_push (struct cu_context *ctx)
{
  struct context_stack *s = context_stack ();
  if (!s)
    return false;
  if (s->n == s->alloc)
    {
      size_t n = s->alloc ? 2 * s->alloc : 8;
      struct cu_context **bigger = realloc (s->ctx, n * sizeof *bigger);
      if (!bigger)
	return false;
      s->ctx = bigger;
      s->alloc = n;
    }
  s->ctx[s->n++] = ctx;
  return true;
}

struct cu_context *
context_current (void)
{
  struct context_stack *s = context_stack ();
  return s && s->n ? s->ctx[s->n - 1] : NULL;
}

CUresult
driver_enter_global (void)
{
  if (in_callback)
    return CUDA_ERROR_NOT_PERMITTED;
  return driver_initialised ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult
driver_enter_any (struct cu_context **ctx)
{
  CUresult r = driver_enter_global ();
  if (r)
    return r;
  *ctx = context_current ();
  if (!*ctx)
    return CUDA_ERROR_INVALID_CONTEXT;
  return (*ctx)->destroyed ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_SUCCESS;
}

CUresult
driver_enter (struct cu_context **ctx)
{
  CUresult r = driver_enter_any (ctx);
  if (r)
    return r;
  pthread_mutex_lock (&stream_lock);
  r = (*ctx)->sticky;
  pthread_mutex_unlock (&stream_lock);
  return r;
}
