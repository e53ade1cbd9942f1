/* What is told of functions, and occupancy.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include "driver.h"

static int
attribute (CUdevice_attribute a)
{
  bool known;
  return device_attribute (a, &known);
}
#define ATTRIBUTE(NAME) attribute (CU_DEVICE_ATTRIBUTE_##NAME)

/* The registers that a JIT compiler would give F: those that are live
   together, within what lets the largest block be launched.  */

unsigned
function_regs (const struct cu_function *f)
{
  unsigned most = (ATTRIBUTE (MAX_REGISTERS_PER_BLOCK)
		   / ATTRIBUTE (MAX_THREADS_PER_BLOCK));
  return f->info->n_regs < 16 ? 16 : f->info->n_regs > most ? most
	 : f->info->n_regs;
}

/* F's own .maxntid or .reqntid, or the device's limit.  */

unsigned
function_max_threads (const struct cu_function *f)
{
  unsigned most = ATTRIBUTE (MAX_THREADS_PER_BLOCK);
  return (f->info->max_threads && f->info->max_threads < most
	  ? f->info->max_threads : most);
}

/* How much dynamic shared memory a launch of F may ask for.  */

uint64_t
function_shared_limit (const struct cu_function *f)
{
  uint64_t all = ATTRIBUTE (MAX_SHARED_MEMORY_PER_BLOCK);
  if (f->max_dynamic_shared >= 0)
    return f->max_dynamic_shared;
  return f->info->shared_bytes < all ? all - f->info->shared_bytes : 0;
}

CUresult
function_check (struct cu_context *ctx, CUfunction f)
{
  if (!handle_valid_p (f, HANDLE_FUNCTION))
    return CUDA_ERROR_INVALID_HANDLE;
  return f->module->ctx == ctx ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

static CUresult
enter_function (CUfunction f)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  return r ? r : function_check (ctx, f);
}

/* Driver API, "Execution Control".  */

CUresult
cuFuncGetAttribute (int *value, CUfunction_attribute a, CUfunction f)
{
  CUresult r = enter_function (f);
  if (r)
    return r;
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  switch (a)
    {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = function_max_threads (f);
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *value = f->info->shared_bytes;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      *value = f->info->const_bytes;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      *value = f->info->local_bytes;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      *value = function_regs (f);
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      *value = f->info->ptx_version;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      *value = driver_options.vm.sm;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      *value = 0;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *value = function_shared_limit (f);
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      *value = f->carveout;
      return CUDA_SUCCESS;
    default:
      if ((int) a < 0 || a >= CU_FUNC_ATTRIBUTE_MAX)
	return CUDA_ERROR_INVALID_VALUE;
      *value = 0;	/* Clusters, which there are none of.  */
      return CUDA_SUCCESS;
    }
}

CUresult
cuFuncSetAttribute (CUfunction f, CUfunction_attribute a, int value)
{
  CUresult r = enter_function (f);
  if (r)
    return r;
  switch (a)
    {
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      if (value < 0
	  || value + f->info->shared_bytes
	     > (uint64_t) ATTRIBUTE (MAX_SHARED_MEMORY_PER_BLOCK_OPTIN))
	return CUDA_ERROR_INVALID_VALUE;
      f->max_dynamic_shared = value;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      if (value < -1 || value > 100)
	return CUDA_ERROR_INVALID_VALUE;
      f->carveout = value;
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult
cuFuncSetCacheConfig (CUfunction f, CUfunc_cache config)
{
  CUresult r = enter_function (f);
  if (r)
    return r;
  return ((int) config < 0 || config > CU_FUNC_CACHE_PREFER_EQUAL
	  ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS);
}

CUresult
cuFuncSetSharedMemConfig (CUfunction f, int config)
{
  CUresult r = enter_function (f);
  if (r)
    return r;
  return config < 0 || config > 2 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult
cuFuncGetModule (CUmodule *mod, CUfunction f)
{
  CUresult r = enter_function (f);
  if (r)
    return r;
  if (!mod)
    return CUDA_ERROR_INVALID_VALUE;
  *mod = f->module;
  return CUDA_SUCCESS;
}

CUresult
cuFuncGetName (const char **name, CUfunction f)
{
  CUresult r = enter_function (f);
  if (r)
    return r;
  if (!name)
    return CUDA_ERROR_INVALID_VALUE;
  *name = f->info->name;
  return CUDA_SUCCESS;
}

/* Driver API, "Occupancy".  Blocks of THREADS threads with DYNAMIC bytes of
   shared memory that fit on one multiprocessor: limited by its threads, its
   blocks, its registers (handed out to whole warps, 256 at a time) and its
   shared memory ("CUDA C++ Best Practices Guide", "Calculating
   Occupancy").  */

static int
blocks_per_mp (const struct cu_function *f, int threads, size_t dynamic)
{
  int warps = (threads + 31) / 32;
  if (threads < 1 || threads > (int) function_max_threads (f)
      || dynamic > function_shared_limit (f))
    return 0;
  int blocks = ATTRIBUTE (MAX_BLOCKS_PER_MULTIPROCESSOR);
  int by_threads = ATTRIBUTE (MAX_THREADS_PER_MULTIPROCESSOR) / (warps * 32);
  int regs_per_warp = (function_regs (f) * 32 + 255) / 256 * 256;
  int by_regs = (ATTRIBUTE (MAX_REGISTERS_PER_MULTIPROCESSOR)
		 / (regs_per_warp * warps));
  uint64_t shared = f->info->shared_bytes + dynamic;
  if (by_threads < blocks)
    blocks = by_threads;
  if (by_regs < blocks)
    blocks = by_regs;
  if (shared)
    {
      uint64_t by_shared = (ATTRIBUTE (MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)
			    / shared);
      if (by_shared < (uint64_t) blocks)
	blocks = by_shared;
    }
  return blocks;
}

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (int *blocks,
						      CUfunction f,
						      int threads,
						      size_t dynamic,
						      unsigned flags)
{
  CUresult r = enter_function (f);
  if (r)
    return r;
  if (!blocks || threads < 1 || flags > 1)
    return CUDA_ERROR_INVALID_VALUE;
  *blocks = blocks_per_mp (f, threads, dynamic);
  return CUDA_SUCCESS;
}

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, CUfunction f,
					     int threads, size_t dynamic)
{
  return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (blocks, f,
							       threads,
							       dynamic, 0);
}

/* The block size of the most threads at work, the largest of those that are
   equal, and the grid that fills the device with it.  LIMIT 0 is none.
   DYNAMIC_OF gives the shared memory for a block size, or is NULL.  */

CUresult
cuOccupancyMaxPotentialBlockSizeWithFlags (int *grid, int *block,
					   CUfunction f,
					   CUoccupancyB2DSize dynamic_of,
					   size_t dynamic, int limit,
					   unsigned flags)
{
  CUresult r = enter_function (f);
  if (r)
    return r;
  if (!grid || !block || limit < 0 || flags > 1)
    return CUDA_ERROR_INVALID_VALUE;
  int most = function_max_threads (f);
  if (limit && limit < most)
    most = limit;
  int best = 0, best_threads = 0, best_blocks = 0;
  for (int threads = (most + 31) / 32 * 32; threads > 0; threads -= 32)
    {
      int size = threads < most ? threads : most;
      size_t bytes = dynamic_of ? dynamic_of (size) : dynamic;
      int blocks = blocks_per_mp (f, size, bytes);
      if (blocks * size > best)
	{
	  best = blocks * size;
	  best_threads = size;
	  best_blocks = blocks;
	}
    }
  if (!best)
    return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  *block = best_threads;
  *grid = best_blocks * ATTRIBUTE (MULTIPROCESSOR_COUNT);
  return CUDA_SUCCESS;
}

CUresult
cuOccupancyMaxPotentialBlockSize (int *grid, int *block, CUfunction f,
				  CUoccupancyB2DSize dynamic_of,
				  size_t dynamic, int limit)
{
  return cuOccupancyMaxPotentialBlockSizeWithFlags (grid, block, f,
						    dynamic_of, dynamic,
						    limit, 0);
}
