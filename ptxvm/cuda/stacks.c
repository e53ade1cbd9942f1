/* A stack of its own for each OpenMP thread, with a gap below it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* An OpenMP kernel has three parameters: the region's table of variables, the
   address of the soft stacks, which libgomp's plugin allocates, and the bytes
   that each has.  Thread y of block x has number x * ntid.y + y, and its stack
   pointer begins at the end of the stack with that number (nvptx.cc,
   write_omp_entry).  The stacks lie side by side, so that one that is too small
   overwrites the one below.

   So the kernel is given other stacks, as large as the plugin's and with a gap
   ahead of each, as large again: frames that are larger than what is left do
   not jump over it.  They are kept as long as the plugin keeps its own.  */

#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "simt/memory/mem.h"

struct soft_stacks
{
  uint64_t theirs;		/* The plugin's block.  */
  uint64_t ours, n, size, stride;
};

void
stacks_free (struct cu_context *ctx)
{
  free (ctx->stacks);
  ctx->stacks = NULL;
}

/* A launch with N soft stacks: are PARAMS those of an OpenMP kernel?  */

static bool
openmp_p (struct simt_mem *mem, const struct vm_kernel_info *info,
	  const uint64_t *params, uint64_t n)
{
  if (info->n_params != 3 || info->param_bytes != 24)
    return false;
  uint64_t size = params[2];
  const struct simt_alloc *r = simt_mem_lookup (mem, params[1]);
  return (r && r->base == params[1] && !r->freed && (r->flags & SIMT_OWN)
	  && size >= 4096 && size % 16 == 0 && size <= (uint64_t) 1 << 30
	  && r->size / size >= n);
}

/* Allocate N stacks of SIZE bytes each.  */

static bool
make_stacks (struct vm *vm, struct soft_stacks *s, uint64_t n, uint64_t size)
{
  struct simt_mem *mem = vm_memory (vm);
  if (s->ours)
    simt_mem_free (mem, s->ours, SIMT_UNCOUNTED);
  s->ours = 0;
  s->n = n;
  s->size = size;
  s->stride = 2 * size;
  if (n > ((uint64_t) 1 << 34) / s->stride)
    return false;
  s->ours = simt_mem_alloc (mem, n * s->stride, 256, "the threads' stacks",
			    SIMT_UNCOUNTED);
  for (uint64_t i = 0; i < n && s->ours; i++)
    simt_mem_poison (mem, s->ours + i * s->stride, s->stride - size, false);
  return s->ours != 0;
}

void
stacks_launch (struct cu_context *ctx, struct vm_kernel *kernel, void *params,
	       const unsigned *grid, const unsigned *block)
{
  uint64_t p[3], n = (uint64_t) grid[0] * block[1];
  const struct vm_kernel_info *info = vm_kernel_get_info (kernel);
  if (info->param_bytes != sizeof p)
    return;
  memcpy (p, params, sizeof p);
  if (!openmp_p (vm_memory (ctx->vm), info, p, n))
    return;
  if (!driver_options.vm.redzone)
    {
      vm_race_forget (ctx->vm, p[1], n * p[2]);
      return;
    }
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock (&lock);
  if (!ctx->stacks)
    ctx->stacks = calloc (1, sizeof *ctx->stacks);
  struct soft_stacks *s = ctx->stacks;
  if (s && (s->theirs != p[1] || s->size != p[2] || s->n < n))
    {
      s->theirs = p[1];
      make_stacks (ctx->vm, s, n, p[2]);
    }
  if (s && s->ours)
    {
      vm_set_stacks (ctx->vm, s->ours, s->stride, s->size, s->n);
      vm_renew_stacks (ctx->vm);
      vm_race_forget (ctx->vm, s->ours, n * s->stride);
      p[1] = s->ours;
      p[2] = s->stride;
      memcpy (params, p, sizeof p);
    }
  pthread_mutex_unlock (&lock);
}
