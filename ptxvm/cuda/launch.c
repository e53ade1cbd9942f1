/* Launching kernels.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "simt/host/host-objects.h"

struct launch_op
{
  struct stream_op op;
  struct vm_kernel *kernel;
  unsigned grid[3], block[3];
  uint64_t shared;
  void *params;
  uint64_t param_bytes;
  struct simt_launched *objects;	/* Of the region; or NULL.  */
};

static CUresult
run_launch (struct stream_op *op)
{
  struct launch_op *l = (struct launch_op *) op;
  report_launch ();
  objects_launch (op->ctx->vm, l->objects, l->params, l->param_bytes);
  stacks_launch (op->ctx, l->kernel, l->params, l->grid, l->block);
  return driver_result (vm_launch (op->ctx->vm, l->kernel, l->grid, l->block,
				   l->shared, l->params, l->param_bytes,
				   &op->order.race));
}

static void
drop_launch (struct stream_op *op)
{
  free (((struct launch_op *) op)->params);
  free (((struct launch_op *) op)->objects);
}

/* Lay out F's parameters in BLOCK, which has room for them, from either of
   the two forms: an array of pointers to them, or EXTRA, a list that gives
   the block ready made.  */

static CUresult
collect_params (const struct vm_kernel_info *info, char *block,
		void **params, void **extra)
{
  if (params && extra)
    return CUDA_ERROR_INVALID_VALUE;
  if (params)
    {
      for (unsigned i = 0; i < info->n_params; i++)
	{
	  if (!params[i])
	    return CUDA_ERROR_INVALID_VALUE;
	  memcpy (block + info->param_offset[i], params[i],
		  info->param_size[i]);
	}
      return CUDA_SUCCESS;
    }
  if (!extra)
    return info->n_params ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
  const void *buffer = NULL;
  size_t size = 0;
  for (; *extra != CU_LAUNCH_PARAM_END; extra += 2)
    if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = extra[1];
    else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
      memcpy (&size, extra[1], sizeof size);
    else
      return CUDA_ERROR_INVALID_VALUE;
  if (size < info->param_bytes || (size && !buffer))
    return CUDA_ERROR_INVALID_VALUE;
  if (info->param_bytes)
    memcpy (block, buffer, info->param_bytes);
  return CUDA_SUCCESS;
}

static bool
within_p (unsigned n, CUdevice_attribute most)
{
  bool known;
  return n && n <= (unsigned) device_attribute (most, &known);
}

/* Driver API, "Execution Control".  Parameters are copied before this
   returns; what goes wrong in the kernel is told by a later call.  */

CUresult
cuLaunchKernel (CUfunction f, unsigned gx, unsigned gy, unsigned gz,
		unsigned bx, unsigned by, unsigned bz, unsigned shared,
		CUstream handle, void **params, void **extra)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = driver_enter (&ctx);
  if (!r)
    r = function_check (ctx, f);
  if (!r)
    r = stream_resolve (ctx, handle, &s);
  if (r)
    return r;
  if (!f->info->entry
      || !within_p (gx, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X)
      || !within_p (gy, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y)
      || !within_p (gz, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)
      || !within_p (bx, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X)
      || !within_p (by, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y)
      || !within_p (bz, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)
      || (uint64_t) bx * by * bz > function_max_threads (f)
      || shared > function_shared_limit (f))
    return CUDA_ERROR_INVALID_VALUE;

  struct launch_op *l = stream_op_new (sizeof *l, ctx, run_launch,
				       drop_launch);
  if (!l)
    return CUDA_ERROR_OUT_OF_MEMORY;
  l->kernel = f->kernel;
  memcpy (l->grid, (unsigned[]) { gx, gy, gz }, sizeof l->grid);
  memcpy (l->block, (unsigned[]) { bx, by, bz }, sizeof l->block);
  l->shared = shared;
  l->objects = simt_host_capture ();
  l->param_bytes = f->info->param_bytes;
  l->params = calloc (1, l->param_bytes ? l->param_bytes : 1);
  if (!l->params)
    r = CUDA_ERROR_OUT_OF_MEMORY;
  else
    r = collect_params (f->info, l->params, params, extra);
  pthread_mutex_lock (&stream_lock);
  if (r)
    stream_op_unref (&l->op);
  else
    r = stream_queue (s, &l->op);
  pthread_mutex_unlock (&stream_lock);
  return r;
}

/* Of the attributes, those that a device of one chip can ignore are
   ignored.  */

CUresult
cuLaunchKernelEx (const CUlaunchConfig *c, CUfunction f, void **params,
		  void **extra)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!c || (c->numAttrs && !c->attrs))
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < c->numAttrs; i++)
    switch (c->attrs[i].id)
      {
      case 2:	/* Cooperative.  */
      case 4:	/* Clusters.  */
	return CUDA_ERROR_NOT_SUPPORTED;
      default:
	break;
      }
  return cuLaunchKernel (f, c->gridDimX, c->gridDimY, c->gridDimZ,
			 c->blockDimX, c->blockDimY, c->blockDimZ,
			 c->sharedMemBytes, c->hStream, params, extra);
}

/* A kernel whose blocks wait for each other must have them all running at
   once, which is not promised here (the attribute says so).  */

CUresult
cuLaunchCooperativeKernel (CUfunction f, unsigned gx, unsigned gy,
			   unsigned gz, unsigned bx, unsigned by, unsigned bz,
			   unsigned shared, CUstream handle, void **params)
{
  (void) shared;
  (void) params;
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = driver_enter (&ctx);
  if (!r)
    r = function_check (ctx, f);
  if (!r)
    r = stream_resolve (ctx, handle, &s);
  if (r)
    return r;
  return (gx && gy && gz && bx && by && bz ? CUDA_ERROR_NOT_SUPPORTED
	  : CUDA_ERROR_INVALID_VALUE);
}
