/* Device memory.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <string.h>

#include "driver.h"

/* Driver API, "Memory Management".  */

CUresult
cuMemGetInfo_v2 (size_t *free_bytes, size_t *total)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  uint64_t f, t;
  vm_memory_info (ctx->vm, &f, &t);
  if (free_bytes)
    *free_bytes = f;
  if (total)
    *total = t;
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuMemGetInfo, cuMemGetInfo_v2);

CUresult
cuMemAlloc_v2 (CUdeviceptr *to, size_t size)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!to || !size)
    return CUDA_ERROR_INVALID_VALUE;
  uint64_t addr = vm_alloc (ctx->vm, size, NULL);
  if (!addr)
    return CUDA_ERROR_OUT_OF_MEMORY;
  objects_made (ctx, addr);
  *to = addr;
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuMemAlloc, cuMemAlloc_v2);

/* Rows of WIDTH bytes start at multiples of *PITCH.  */

CUresult
cuMemAllocPitch_v2 (CUdeviceptr *to, size_t *pitch, size_t width,
		    size_t height, unsigned element)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!to || !pitch || !width || !height
      || (element != 4 && element != 8 && element != 16)
      || width > SIZE_MAX - 511)
    return CUDA_ERROR_INVALID_VALUE;
  size_t row = (width + 511) & ~(size_t) 511;
  if (height > SIZE_MAX / row)
    return CUDA_ERROR_OUT_OF_MEMORY;
  r = cuMemAlloc_v2 (to, row * height);
  if (!r)
    *pitch = row;
  return r;
}
DRIVER_ALIAS (cuMemAllocPitch, cuMemAllocPitch_v2);

/* Managed memory is host memory that the device knows; its address is the
   same on both sides.  */

CUresult
cuMemAllocManaged (CUdeviceptr *to, size_t size, unsigned flags)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!to || !size
      || (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST))
    return CUDA_ERROR_INVALID_VALUE;
  /* It must fit the device, whoever uses it first.  */
  if (size > vm_get_options (ctx->vm)->memory)
    return CUDA_ERROR_OUT_OF_MEMORY;
  void *p;
  r = host_alloc (ctx, size, HOST_MANAGED, flags, &p);
  if (!r)
    *to = (uintptr_t) p;
  return r;
}

static CUresult
free_now (struct cu_context *ctx, CUdeviceptr addr)
{
  void *p = (void *) (uintptr_t) addr;
  if (host_find (ctx, p, NULL) == HOST_MANAGED)
    return host_free (ctx, p, HOST_MANAGED);
  CUresult r = driver_memory_result (vm_free (ctx->vm, addr));
  if (r)
    objects_free_failed (ctx, addr);
  return r;
}

/* Waits for all work of the context, which may use the memory.  Freeing
   address zero does nothing: libgomp does it for kernels without
   arguments.  */

CUresult
cuMemFree_v2 (CUdeviceptr addr)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r || !addr)
    return r;
  r = context_drain (ctx);
  if (r)
    return r;
  objects_gone (ctx, addr);
  return free_now (ctx, addr);
}
DRIVER_ALIAS (cuMemFree, cuMemFree_v2);

CUresult
cuMemAllocAsync (CUdeviceptr *to, size_t size, CUstream handle)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = driver_enter (&ctx);
  if (!r)
    r = stream_resolve (ctx, handle, &s);
  return r ? r : cuMemAlloc_v2 (to, size);
}

struct free_op
{
  struct stream_op op;
  CUdeviceptr addr;
};

static CUresult
run_free (struct stream_op *op)
{
  return free_now (op->ctx, ((struct free_op *) op)->addr);
}

CUresult
cuMemFreeAsync (CUdeviceptr addr, CUstream handle)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = driver_enter (&ctx);
  if (!r)
    r = stream_resolve (ctx, handle, &s);
  if (r)
    return r;
  uint64_t base, size;
  if (!vm_find (ctx->vm, addr, &base, &size) || base != addr)
    return CUDA_ERROR_INVALID_VALUE;
  struct free_op *op = stream_op_new (sizeof *op, ctx, run_free, NULL);
  if (!op)
    return CUDA_ERROR_OUT_OF_MEMORY;
  op->addr = addr;
  objects_gone (ctx, addr);
  return stream_submit (s, &op->op, SUBMIT_ASYNC);
}

/* The allocation, or module variable, that ADDR lies in.  Either output may
   be NULL.  libgomp asks this before it frees memory, and for nothing else.  */

CUresult
cuMemGetAddressRange_v2 (CUdeviceptr *base, size_t *size, CUdeviceptr addr)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  uint64_t b, n;
  if (!vm_find (ctx->vm, addr, &b, &n))
    {
      objects_free_failed (ctx, addr);
      return CUDA_ERROR_NOT_FOUND;
    }
  if (base)
    *base = b;
  if (size)
    *size = n;
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuMemGetAddressRange, cuMemGetAddressRange_v2);

/* Driver API, "Unified Addressing".  What is neither device memory nor known
   host memory is CUDA_ERROR_INVALID_VALUE.  */

CUresult
cuPointerGetAttribute (void *to, CUpointer_attribute a, CUdeviceptr addr)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  struct host_block block;
  enum host_kind kind = host_find (ctx, (void *) (uintptr_t) addr, &block);
  uint64_t base, size;
  if (kind != HOST_NONE)
    {
      base = (uintptr_t) block.base;
      size = block.size;
    }
  else if (!vm_find (ctx->vm, addr, &base, &size))
    return CUDA_ERROR_INVALID_VALUE;
  if (!to)
    return CUDA_ERROR_INVALID_VALUE;
  bool device = kind == HOST_NONE || kind == HOST_MANAGED;
  switch (a)
    {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      *(CUcontext *) to = ctx;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *(unsigned *) to = device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      *(CUdeviceptr *) to = addr;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (kind == HOST_NONE)
	return CUDA_ERROR_INVALID_VALUE;
      *(void **) to = (void *) (uintptr_t) addr;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
      *(unsigned *) to = 0;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
      *(unsigned long long *) to = base;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      *(unsigned *) to = kind == HOST_MANAGED;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      *(int *) to = ctx->device;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      *(CUdeviceptr *) to = base;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      *(size_t *) to = size;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MAPPED:
      *(unsigned *) to = 1;
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
    }
}

/* Several attributes at once: what ADDR has not is zero, not an error.  */

CUresult
cuPointerGetAttributes (unsigned n, CUpointer_attribute *a, void **to,
			CUdeviceptr addr)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!n || !a || !to)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < n; i++)
    {
      if (!to[i])
	return CUDA_ERROR_INVALID_VALUE;
      if (!cuPointerGetAttribute (to[i], a[i], addr))
	continue;
      switch (a[i])
	{
	case CU_POINTER_ATTRIBUTE_CONTEXT:
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
	case CU_POINTER_ATTRIBUTE_HOST_POINTER:
	case CU_POINTER_ATTRIBUTE_BUFFER_ID:
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
	case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
	  memset (to[i], 0, 8);
	  break;
	case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
	  *(int *) to[i] = -2;	/* No device.  */
	  break;
	case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
	case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
	case CU_POINTER_ATTRIBUTE_IS_MANAGED:
	case CU_POINTER_ATTRIBUTE_MAPPED:
	  memset (to[i], 0, 4);
	  break;
	default:
	  return CUDA_ERROR_INVALID_VALUE;
	}
    }
  return CUDA_SUCCESS;
}
