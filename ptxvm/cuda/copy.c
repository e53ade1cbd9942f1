/* Copies of bytes that lie side by side.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "copy.h"
#include "simt/base/guard.h"

/* Is [ADDR, ADDR + N) inside one allocation or variable of the device?  Known
   host memory counts: its device address is its own.  */

bool
device_range_p (struct cu_context *ctx, CUdeviceptr addr, size_t n)
{
  uint64_t base, size;
  if (!vm_find (ctx->vm, addr, &base, &size))
    {
      struct host_block b;
      if (!host_find (ctx, (void *) (uintptr_t) addr, &b))
	return false;
      base = (uintptr_t) b.base;
      size = b.size;
    }
  return addr - base <= size && n <= size - (addr - base);
}

/* Is all of [P, P + N) mapped in this process?  msync says so and does
   nothing else.  */

static bool
mapped_p (const char *p, size_t n)
{
  uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE), start, end;
  if (__builtin_add_overflow ((uintptr_t) p, n, &end))
    return false;
  start = (uintptr_t) p & -page;
  return msync ((void *) start, end - start, MS_ASYNC) == 0;
}

/* May N bytes at START in P be copied?  Host memory that a function takes as
   such is the caller's business; an address that could be anything is looked
   at first.  */

bool
place_ok_p (struct cu_context *ctx, const struct place *p, size_t start,
	    size_t n)
{
  if (p->device)
    return device_range_p (ctx, p->addr + start, n);
  struct host_block b;
  if (p->guess && p->host && host_find (ctx, p->host, &b))
    {
      uint64_t at = (uint64_t) (p->host - (char *) b.base) + start;
      return at >= start && at <= b.size && n <= b.size - at;
    }
  return p->host && (!p->guess || mapped_p (p->host + start, n));
}

/* Copy N bytes of which at least one end is the host's, for PTO and PFROM, the
   places; the other end is known to be there.  */

static CUresult
host_copy (void *to, const void *from, size_t n, const struct place *pto,
	   const struct place *pfrom)
{
  char why[2048];
  if (simt_guarded_copy (to, from, n, why, sizeof why))
    return CUDA_SUCCESS;
  report_host (pto->device ? from : to,
	       "copy of %zu bytes from %s at %p to %s at %p: %s", n,
	       pfrom->device ? "the device" : "the host", from,
	       pto->device ? "the device" : "the host", to, why);
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult
copy_bytes (struct stream_op *op, struct place to, struct place from, size_t n)
{
  struct vm *vm = op->ctx->vm;
  if (from.device)
    order_access (op, from.addr, n, false);
  if (to.device)
    order_access (op, to.addr, n, true);
  if (to.device && from.device)
    return driver_memory_result (vm_copy (vm, to.addr, from.addr, n));
  if ((to.device && !vm_range_p (vm, to.addr, n))
      || (from.device && !vm_range_p (vm, from.addr, n)))
    return driver_memory_result (VM_INVALID_VALUE);
  if (to.device)
    vm_host_writes (vm);
  CUresult r = host_copy (to.device ? (void *) (uintptr_t) to.addr : to.host,
			  (from.device ? (void *) (uintptr_t) from.addr
			   : from.host), n, &to, &from);
  if (to.device)
    vm_host_writes_end (vm);
  if (!r && to.device)
    vm_host_wrote (vm, to.addr, n);
  else if (!r && from.device)
    vm_host_read (vm, from.addr, n);
  return r;
}

struct copy_op
{
  struct stream_op op;
  struct place to, from;
  size_t n;
  void *staging;	/* Our copy of pageable memory.  */
};

static CUresult
run_copy (struct stream_op *op)
{
  struct copy_op *c = (struct copy_op *) op;
  return copy_bytes (op, c->to, c->from, c->n);
}

static void
drop_copy (struct stream_op *op)
{
  free (((struct copy_op *) op)->staging);
}

/* Copy N bytes on STREAM.  SYNC is a function without "Async" in its name.
   What such functions promise depends on the memory (Driver API, "API
   synchronization behavior"): from pageable host memory, the source may be
   used again on return; to pageable host memory, the copy is done on return;
   between host and host, all is done on return; inside the device, nothing
   is waited for, whatever the name.  */

static CUresult
copy (struct cu_context *ctx, CUstream handle, struct place to,
      struct place from, size_t n, bool sync)
{
  struct cu_stream *s;
  CUresult r = stream_resolve (ctx, handle, &s);
  if (r || !n)
    return r;
  if (!place_ok_p (ctx, &to, 0, n) || !place_ok_p (ctx, &from, 0, n))
    return CUDA_ERROR_INVALID_VALUE;

  struct copy_op *c = stream_op_new (sizeof *c, ctx, run_copy, drop_copy);
  if (!c)
    return CUDA_ERROR_OUT_OF_MEMORY;
  c->to = to;
  c->from = from;
  c->n = n;
  enum submit_mode mode = SUBMIT_QUICK;
  if (!(to.device && from.device)
      && (sync || (!to.device && (!from.device
				  || !host_find (ctx, to.host, NULL)))))
    mode = SUBMIT_WAIT;
  if (mode == SUBMIT_QUICK && !from.device
      && !host_find (ctx, from.host, NULL))
    {
      c->staging = malloc (n);
      if (!c->staging)
	mode = SUBMIT_WAIT;
      else
	{
	  r = host_copy (c->staging, from.host, n, &to, &from);
	  c->from.host = c->staging;
	}
      if (r)
	{
	  pthread_mutex_lock (&stream_lock);
	  stream_op_unref (&c->op);
	  pthread_mutex_unlock (&stream_lock);
	  return r;
	}
    }
  return stream_submit (s, &c->op, mode);
}

struct place
device_place (CUdeviceptr addr)
{
  return (struct place) { .device = true, .addr = addr };
}

struct place
host_place (const void *p)
{
  return (struct place) { .host = (void *) p };
}

/* Where ADDR is, with unified addressing.  */

struct place
unified_place (struct cu_context *ctx, CUdeviceptr addr)
{
  uint64_t base, size;
  void *p = (void *) (uintptr_t) addr;
  if (!host_find (ctx, p, NULL)
      && (vm_find (ctx->vm, addr, &base, &size)
	  || vm_device_p (ctx->vm, addr)))
    return device_place (addr);
  struct place place = host_place (p);
  place.guess = true;
  return place;
}

/* Driver API, "Memory Management".  */

CUresult
cuMemcpy (CUdeviceptr to, CUdeviceptr from, size_t n)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  return r ? r : copy (ctx, NULL, unified_place (ctx, to),
		       unified_place (ctx, from), n, true);
}

CUresult
cuMemcpyAsync (CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  return r ? r : copy (ctx, s, unified_place (ctx, to),
		       unified_place (ctx, from), n, false);
}

CUresult
cuMemcpyHtoD_v2 (CUdeviceptr to, const void *from, size_t n)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  return r ? r : copy (ctx, NULL, device_place (to), host_place (from), n,
		       true);
}
DRIVER_ALIAS (cuMemcpyHtoD, cuMemcpyHtoD_v2);

CUresult
cuMemcpyDtoH_v2 (void *to, CUdeviceptr from, size_t n)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  return r ? r : copy (ctx, NULL, host_place (to), device_place (from), n,
		       true);
}
DRIVER_ALIAS (cuMemcpyDtoH, cuMemcpyDtoH_v2);

CUresult
cuMemcpyDtoD_v2 (CUdeviceptr to, CUdeviceptr from, size_t n)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  return r ? r : copy (ctx, NULL, device_place (to), device_place (from), n,
		       true);
}
DRIVER_ALIAS (cuMemcpyDtoD, cuMemcpyDtoD_v2);

CUresult
cuMemcpyHtoDAsync_v2 (CUdeviceptr to, const void *from, size_t n, CUstream s)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  return r ? r : copy (ctx, s, device_place (to), host_place (from), n,
		       false);
}
DRIVER_ALIAS (cuMemcpyHtoDAsync, cuMemcpyHtoDAsync_v2);

CUresult
cuMemcpyDtoHAsync_v2 (void *to, CUdeviceptr from, size_t n, CUstream s)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  return r ? r : copy (ctx, s, host_place (to), device_place (from), n,
		       false);
}
DRIVER_ALIAS (cuMemcpyDtoHAsync, cuMemcpyDtoHAsync_v2);

CUresult
cuMemcpyDtoDAsync_v2 (CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  return r ? r : copy (ctx, s, device_place (to), device_place (from), n,
		       false);
}
DRIVER_ALIAS (cuMemcpyDtoDAsync, cuMemcpyDtoDAsync_v2);

/* Copy between two contexts, by way of the host.  */

CUresult
cuMemcpyPeer (CUdeviceptr to, CUcontext to_ctx, CUdeviceptr from,
	      CUcontext from_ctx, size_t n)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!handle_valid_p (to_ctx, HANDLE_CONTEXT)
      || !handle_valid_p (from_ctx, HANDLE_CONTEXT))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!n)
    return CUDA_SUCCESS;
  if (!device_range_p (to_ctx, to, n) || !device_range_p (from_ctx, from, n))
    return CUDA_ERROR_INVALID_VALUE;
  void *between = malloc (n);
  if (!between)
    return CUDA_ERROR_OUT_OF_MEMORY;
  r = copy (from_ctx, NULL, host_place (between), device_place (from), n,
	    true);
  if (!r)
    r = copy (to_ctx, NULL, device_place (to), host_place (between), n, true);
  free (between);
  return r;
}
