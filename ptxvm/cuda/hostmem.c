/* Page-locked and managed host memory.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <sys/mman.h>

#include "driver.h"

static pthread_mutex_t host_lock = PTHREAD_MUTEX_INITIALIZER;

/* The link to CTX's block that holds P; a link to NULL if there is none.  */

static struct host_block **
find (struct cu_context *ctx, const void *p)
{
  struct host_block **b = &ctx->host_blocks;
  while (*b && ((const char *) p < (*b)->base
		|| (const char *) p >= (*b)->base + (*b)->size))
    b = &(*b)->next;
  return b;
}

enum host_kind
host_find (struct cu_context *ctx, const void *p, struct host_block *block)
{
  pthread_mutex_lock (&host_lock);
  struct host_block *b = *find (ctx, p);
  enum host_kind kind = b ? b->kind : HOST_NONE;
  if (b && block)
    *block = *b;
  pthread_mutex_unlock (&host_lock);
  return kind;
}

/* Make SIZE bytes at BASE known to the device.  */

static CUresult
add (struct cu_context *ctx, void *base, size_t size, enum host_kind kind,
     unsigned flags)
{
  struct host_block *b = malloc (sizeof *b);
  if (!b || vm_register_host (ctx->vm, base, size) != VM_OK)
    {
      free (b);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  b->base = base;
  b->size = size;
  b->kind = kind;
  b->flags = flags;
  pthread_mutex_lock (&host_lock);
  b->next = ctx->host_blocks;
  ctx->host_blocks = b;
  pthread_mutex_unlock (&host_lock);
  return CUDA_SUCCESS;
}

/* Allocate SIZE bytes of KIND with FLAGS for CTX, and put their address into
   *TO.  They are zero, as fresh pages are: libgomp waits for the first word of
   such a block to change.  */

CUresult
host_alloc (struct cu_context *ctx, size_t size, enum host_kind kind,
	    unsigned flags, void **to)
{
  if (size > (SIZE_MAX >> 1))
    return CUDA_ERROR_OUT_OF_MEMORY;
  void *p = mmap (NULL, size, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    return CUDA_ERROR_OUT_OF_MEMORY;
  CUresult r = add (ctx, p, size, kind, flags);
  if (r)
    munmap (p, size);
  else
    *to = p;
  return r;
}

/* Forget the block that starts at P, which must be of KIND.  */

CUresult
host_free (struct cu_context *ctx, void *p, enum host_kind kind)
{
  pthread_mutex_lock (&host_lock);
  struct host_block **link = find (ctx, p), *b = *link;
  bool ok = b && b->base == p && b->kind == kind;
  if (ok)
    *link = b->next;
  pthread_mutex_unlock (&host_lock);
  if (!ok)
    return CUDA_ERROR_INVALID_VALUE;
  vm_unregister_host (ctx->vm, p);
  if (kind != HOST_REGISTERED)
    munmap (p, b->size);
  free (b);
  return CUDA_SUCCESS;
}

void
host_free_all (struct cu_context *ctx)
{
  while (ctx->host_blocks)
    {
      struct host_block *b = ctx->host_blocks;
      ctx->host_blocks = b->next;
      if (b->kind != HOST_REGISTERED)
	munmap (b->base, b->size);
      free (b);
    }
}

CUresult
cuMemHostAlloc (void **to, size_t size, unsigned flags)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!to || !size
      || flags & ~(CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP
		   | CU_MEMHOSTALLOC_WRITECOMBINED))
    return CUDA_ERROR_INVALID_VALUE;
  return host_alloc (ctx, size, HOST_ALLOCATED, flags, to);
}

CUresult
cuMemAllocHost_v2 (void **to, size_t size)
{
  return cuMemHostAlloc (to, size, CU_MEMHOSTALLOC_DEVICEMAP);
}
DRIVER_ALIAS (cuMemAllocHost, cuMemAllocHost_v2);

CUresult
cuMemFreeHost (void *p)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  r = context_drain (ctx);
  return r ? r : host_free (ctx, p, HOST_ALLOCATED);
}

CUresult
cuMemHostGetDevicePointer_v2 (CUdeviceptr *to, void *p, unsigned flags)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  enum host_kind kind = host_find (ctx, p, NULL);
  if (!to || flags || (kind != HOST_ALLOCATED && kind != HOST_REGISTERED))
    return CUDA_ERROR_INVALID_VALUE;
  *to = (uintptr_t) p;
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuMemHostGetDevicePointer, cuMemHostGetDevicePointer_v2);

CUresult
cuMemHostGetFlags (unsigned *flags, void *p)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  struct host_block block;
  if (!flags || host_find (ctx, p, &block) != HOST_ALLOCATED)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = block.flags;
  return CUDA_SUCCESS;
}

CUresult
cuMemHostRegister_v2 (void *p, size_t size, unsigned flags)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!p || !size || flags & ~15u)
    return CUDA_ERROR_INVALID_VALUE;
  pthread_mutex_lock (&host_lock);
  bool overlap = false;
  for (struct host_block *b = ctx->host_blocks; b; b = b->next)
    if ((char *) p < b->base + b->size && (char *) p + size > b->base)
      overlap = true;
  pthread_mutex_unlock (&host_lock);
  if (overlap)
    return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  return add (ctx, p, size, HOST_REGISTERED, flags);
}
DRIVER_ALIAS (cuMemHostRegister, cuMemHostRegister_v2);

CUresult
cuMemHostUnregister (void *p)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!p)
    return CUDA_ERROR_INVALID_VALUE;
  r = context_drain (ctx);
  if (r)
    return r;
  return (host_free (ctx, p, HOST_REGISTERED)
	  ? CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED : CUDA_SUCCESS);
}
