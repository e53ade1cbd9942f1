/* Contexts, and each host thread's stack of them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <string.h>

#include "debug/debugger.h"
#include "driver.h"
#include "simt/host/origins.h"

static pthread_mutex_t primary_lock = PTHREAD_MUTEX_INITIALIZER;
static struct cu_context *primary;
static unsigned primary_uses, primary_flags;
static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;
static struct cu_context *all_contexts;

static CUresult
context_make (struct cu_context **to, unsigned flags, CUdevice device)
{
  struct cu_context *ctx = calloc (1, sizeof *ctx);
  struct cu_stream *legacy = calloc (1, sizeof *legacy);
  if (ctx)
    ctx->vm = vm_create (&driver_options.vm, simt_report_found, NULL);
  if (ctx && ctx->vm && driver_options.vm.debug)
    debugger_attach (ctx->vm, driver_options.commands,
		     driver_options.debug_output);
  if (!ctx || !legacy || !ctx->vm || !handle_add (ctx, HANDLE_CONTEXT))
    {
      if (ctx && ctx->vm)
	vm_destroy (ctx->vm);
      free (ctx);
      free (legacy);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  ctx->device = device;
  ctx->flags = flags;
  context_streams_init (ctx, legacy);
  pthread_mutex_lock (&all_lock);
  ctx->next = all_contexts;
  all_contexts = ctx;
  pthread_mutex_unlock (&all_lock);
  *to = ctx;
  return CUDA_SUCCESS;
}

/* Wait for all work, then free what belongs to CTX.  The errors of launches
   are of no more interest.  Where a callback does not return after one, its
   stream and what that may use stay, for the process is about to end.  */

static void
context_end (struct cu_context *ctx)
{
  context_drain (ctx);
  handle_remove (ctx, HANDLE_CONTEXT);
  ctx->destroyed = true;
  if (!context_streams_end (ctx))
    return;
  objects_leaks (ctx);
  module_unload_all (ctx);
  pthread_mutex_lock (&all_lock);
  struct vm *vm = ctx->vm;
  report_stats (vm);
  ctx->vm = NULL;
  pthread_mutex_unlock (&all_lock);
  vm_destroy (vm);
  stacks_free (ctx);
  host_free_all (ctx);
}

void
context_all_stats (void)
{
  pthread_mutex_lock (&all_lock);
  for (struct cu_context *ctx = all_contexts; ctx; ctx = ctx->next)
    if (ctx->vm)
      {
	report_stats (ctx->vm);
	objects_leaks (ctx);
      }
  pthread_mutex_unlock (&all_lock);
}

/* Driver API, "Context Management".  */

CUresult
cuCtxCreate_v2 (CUcontext *to, unsigned flags, CUdevice device)
{
  CUresult r = device_check (device);
  if (r)
    return r;
  if (!to || flags & ~CU_CTX_FLAGS_MASK
      || ((flags & CU_CTX_SCHED_MASK) & ((flags & CU_CTX_SCHED_MASK) - 1)))
    return CUDA_ERROR_INVALID_VALUE;
  struct cu_context *ctx;
  r = context_make (&ctx, flags, device);
  if (r)
    return r;
  if (!context_push (ctx))
    {
      context_end (ctx);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  *to = ctx;
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuCtxCreate, cuCtxCreate_v2);

/* If CTX is the calling thread's current context, it is popped.  Where it is
   current in other threads it stays so, and calls there say that it is
   destroyed.  */

CUresult
cuCtxDestroy_v2 (CUcontext ctx)
{
  CUresult r = driver_enter_global ();
  if (r)
    return r;
  if (!handle_valid_p (ctx, HANDLE_CONTEXT) || ctx->primary)
    return CUDA_ERROR_INVALID_CONTEXT;
  context_end (ctx);
  struct context_stack *s = context_stack ();
  if (s && s->n && s->ctx[s->n - 1] == ctx)
    s->n--;
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuCtxDestroy, cuCtxDestroy_v2);

CUresult
cuCtxGetCurrent (CUcontext *to)
{
  CUresult r = driver_enter_global ();
  if (r)
    return r;
  if (!to)
    return CUDA_ERROR_INVALID_VALUE;
  *to = context_current ();
  return CUDA_SUCCESS;
}

/* CTX takes the place of the current context; NULL only pops it.  */

CUresult
cuCtxSetCurrent (CUcontext ctx)
{
  CUresult r = driver_enter_global ();
  if (r)
    return r;
  if (ctx && !handle_valid_p (ctx, HANDLE_CONTEXT))
    return CUDA_ERROR_INVALID_CONTEXT;
  struct context_stack *s = context_stack ();
  if (!s)
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (s->n)
    s->n--;
  if (ctx && !context_push (ctx))
    return CUDA_ERROR_OUT_OF_MEMORY;
  return CUDA_SUCCESS;
}

CUresult
cuCtxPushCurrent_v2 (CUcontext ctx)
{
  CUresult r = driver_enter_global ();
  if (r)
    return r;
  if (!handle_valid_p (ctx, HANDLE_CONTEXT))
    return CUDA_ERROR_INVALID_CONTEXT;
  return context_push (ctx) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}
DRIVER_ALIAS (cuCtxPushCurrent, cuCtxPushCurrent_v2);

CUresult
cuCtxPopCurrent_v2 (CUcontext *to)
{
  CUresult r = driver_enter_global ();
  if (r)
    return r;
  struct context_stack *s = context_stack ();
  if (!s || !s->n)
    return CUDA_ERROR_INVALID_CONTEXT;
  s->n--;
  if (to)
    *to = s->ctx[s->n];
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuCtxPopCurrent, cuCtxPopCurrent_v2);

CUresult
cuCtxGetDevice (CUdevice *device)
{
  struct cu_context *ctx;
  CUresult r = driver_enter_any (&ctx);
  if (r)
    return r;
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  *device = ctx->device;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetFlags (unsigned *flags)
{
  struct cu_context *ctx;
  CUresult r = driver_enter_any (&ctx);
  if (r)
    return r;
  if (!flags)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = ctx->flags;
  return CUDA_SUCCESS;
}

/* A NULL CTX means the current one.  */

CUresult
cuCtxGetApiVersion (CUcontext ctx, unsigned *version)
{
  CUresult r = driver_enter_global ();
  if (r)
    return r;
  if (!ctx)
    ctx = context_current ();
  if (!handle_valid_p (ctx, HANDLE_CONTEXT))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  *version = 3020;
  return CUDA_SUCCESS;
}

CUresult
cuCtxSynchronize (void)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  return r ? r : context_drain (ctx);
}

/* The stack and heap limits are those of later launches, so running ones
   must have ended.  */

CUresult
cuCtxSetLimit (CUlimit limit, size_t value)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if ((int) limit < 0 || limit >= CU_LIMIT_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  r = context_drain (ctx);
  if (r)
    return r;
  struct vm_options *o = vm_get_options (ctx->vm);
  switch (limit)
    {
    case CU_LIMIT_STACK_SIZE:
      /* A thread has at most 512 KiB of local memory (PTX ISA and "Technical
	 Specifications per Compute Capability").  */
      if (value > 512 * 1024)
	return CUDA_ERROR_INVALID_VALUE;
      o->stack_size = (value + 15) & ~(size_t) 15;
      return CUDA_SUCCESS;
    case CU_LIMIT_MALLOC_HEAP_SIZE:
      if (value > driver_options.vm.memory)
	return CUDA_ERROR_OUT_OF_MEMORY;
      o->heap_size = value;
      return CUDA_SUCCESS;
    case CU_LIMIT_PRINTF_FIFO_SIZE:
      o->printf_size = value;
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_UNSUPPORTED_LIMIT;
    }
}

CUresult
cuCtxGetLimit (size_t *value, CUlimit limit)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!value || (int) limit < 0 || limit >= CU_LIMIT_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  const struct vm_options *o = vm_get_options (ctx->vm);
  switch (limit)
    {
    case CU_LIMIT_STACK_SIZE:
      *value = o->stack_size;
      return CUDA_SUCCESS;
    case CU_LIMIT_MALLOC_HEAP_SIZE:
      *value = o->heap_size;
      return CUDA_SUCCESS;
    case CU_LIMIT_PRINTF_FIFO_SIZE:
      *value = o->printf_size;
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_UNSUPPORTED_LIMIT;
    }
}

/* Preferences, which this device keeps and does not need.  */

CUresult
cuCtxGetCacheConfig (CUfunc_cache *config)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!config)
    return CUDA_ERROR_INVALID_VALUE;
  *config = ctx->cache_config;
  return CUDA_SUCCESS;
}

CUresult
cuCtxSetCacheConfig (CUfunc_cache config)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if ((int) config < 0 || config > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  ctx->cache_config = config;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetSharedMemConfig (int *config)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!config)
    return CUDA_ERROR_INVALID_VALUE;
  *config = ctx->shared_config;
  return CUDA_SUCCESS;
}

CUresult
cuCtxSetSharedMemConfig (int config)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (config < 0 || config > 2)
    return CUDA_ERROR_INVALID_VALUE;
  ctx->shared_config = config;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetStreamPriorityRange (int *least, int *greatest)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (least)
    *least = 0;
  if (greatest)
    *greatest = -5;
  return CUDA_SUCCESS;
}

/* Driver API, "Primary Context Management".  */

CUresult
cuDevicePrimaryCtxRetain (CUcontext *to, CUdevice device)
{
  CUresult r = device_check (device);
  if (r)
    return r;
  if (!to)
    return CUDA_ERROR_INVALID_VALUE;
  pthread_mutex_lock (&primary_lock);
  if (!primary)
    {
      r = context_make (&primary, primary_flags, device);
      if (!r)
	primary->primary = true;
    }
  if (!r)
    {
      primary_uses++;
      *to = primary;
    }
  pthread_mutex_unlock (&primary_lock);
  return r;
}

CUresult
cuDevicePrimaryCtxRelease_v2 (CUdevice device)
{
  CUresult r = device_check (device);
  if (r)
    return r;
  pthread_mutex_lock (&primary_lock);
  if (!primary_uses)
    r = CUDA_ERROR_INVALID_CONTEXT;
  else if (!--primary_uses)
    {
      context_end (primary);
      primary = NULL;
    }
  pthread_mutex_unlock (&primary_lock);
  return r;
}
DRIVER_ALIAS (cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2);

CUresult
cuDevicePrimaryCtxReset_v2 (CUdevice device)
{
  CUresult r = device_check (device);
  if (r)
    return r;
  pthread_mutex_lock (&primary_lock);
  if (primary)
    context_end (primary);
  primary = NULL;
  primary_uses = 0;
  pthread_mutex_unlock (&primary_lock);
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuDevicePrimaryCtxReset, cuDevicePrimaryCtxReset_v2);

CUresult
cuDevicePrimaryCtxSetFlags_v2 (CUdevice device, unsigned flags)
{
  CUresult r = device_check (device);
  if (r)
    return r;
  if (flags & ~CU_CTX_FLAGS_MASK)
    return CUDA_ERROR_INVALID_VALUE;
  pthread_mutex_lock (&primary_lock);
  primary_flags = flags;
  if (primary)
    primary->flags = flags;
  pthread_mutex_unlock (&primary_lock);
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuDevicePrimaryCtxSetFlags, cuDevicePrimaryCtxSetFlags_v2);

CUresult
cuDevicePrimaryCtxGetState (CUdevice device, unsigned *flags, int *active)
{
  CUresult r = device_check (device);
  if (r)
    return r;
  if (!flags || !active)
    return CUDA_ERROR_INVALID_VALUE;
  pthread_mutex_lock (&primary_lock);
  *flags = primary_flags;
  *active = primary != NULL;
  pthread_mutex_unlock (&primary_lock);
  return CUDA_SUCCESS;
}
