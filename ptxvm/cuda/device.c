/* The one device and its attributes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <string.h>

#include "driver.h"
#include "simt/report/report.h"

/* What differs between the chips that --device can name: NVIDIA's "CUDA C++
   Programming Guide", "Technical Specifications per Compute Capability".
   The number of multiprocessors is an option of its own and small: runtime
   systems size their grids by it.  */

struct chip
{
  unsigned sm;
  int blocks_per_mp;
  int shared_per_mp, shared_optin;	/* Bytes.  */
  int clock, memory_clock;		/* kHz.  */
  int bus_width, l2;			/* Bits, bytes.  */
};

static const struct chip chips[] =
{
  { 35, 16, 49152, 49152, 745000, 3004000, 384, 1572864 },
  { 61, 32, 98304, 49152, 1733000, 5005000, 256, 2097152 },
  { 70, 32, 98304, 98304, 1380000, 877000, 4096, 6291456 },
  { 80, 32, 167936, 166912, 1410000, 1215000, 5120, 41943040 },
  { 90, 32, 233472, 232448, 1785000, 2619000, 5120, 52428800 }
};

static const struct chip *
chip (void)
{
  for (size_t i = 0; i < sizeof chips / sizeof chips[0]; i++)
    if (chips[i].sm == driver_options.vm.sm)
      return &chips[i];
  return &chips[2];
}

/* The value of attribute A; *KNOWN says whether there is such a one.  Those
   that are about textures, surfaces, peers and the like, which this device
   has not, are known and zero.  */

int
device_attribute (CUdevice_attribute a, bool *known)
{
  const struct chip *c = chip ();
  *known = true;
  switch (a)
    {
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y:
      return 1024;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z:
      return 64;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
    case CU_DEVICE_ATTRIBUTE_MAX_PITCH:
      return 0x7fffffff;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z:
      return 65535;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
      return 49152;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
      return c->shared_optin;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR:
      return c->shared_per_mp;
    case CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK:
      return c->sm >= 80 ? 1024 : 0;
    case CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY:
      return 65536;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
      return 32;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR:
      return 65536;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE:
      return c->clock;
    case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE:
      return c->memory_clock;
    case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH:
      return c->bus_width;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
      return c->l2;
    case CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT:
    case CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT:
      return 512;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
      return driver_options.vm.n_multiprocessors;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR:
      return 2048;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR:
      return c->blocks_per_mp;
    case CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT:
      return driver_options.vm.time_limit > 0;
    case CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT:
      return 2;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
      return c->sm / 10;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
      return c->sm % 10;
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID:
      return 1;
    case CU_DEVICE_ATTRIBUTE_GPU_OVERLAP:
    case CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY:
    case CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS:
    case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
    case CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY:
    case CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM:
      return 1;
    case CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS:
      if (!driver_options.vm.unified)
	simt_report_no_unified ();
      return driver_options.vm.unified;
    case CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS:
    case CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED:
      return c->sm >= 60;
    default:
      *known = a > 0 && a < CU_DEVICE_ATTRIBUTE_MAX;
      return 0;
    }
}

CUresult
device_check (CUdevice device)
{
  CUresult r = driver_enter_global ();
  if (r)
    return r;
  return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

/* Driver API, "Device Management".  */

CUresult
cuDeviceGet (CUdevice *device, int ordinal)
{
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult r = device_check (ordinal);
  if (!r)
    *device = ordinal;
  return r;
}

CUresult
cuDeviceGetCount (int *count)
{
  CUresult r = driver_enter_global ();
  if (r)
    return r;
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  *count = 1;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetName (char *name, int len, CUdevice device)
{
  CUresult r = device_check (device);
  if (r)
    return r;
  if (!name || len <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  snprintf (name, len, "ptxvm (sm_%u)", chip ()->sm);
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetUuid (CUuuid *uuid, CUdevice device)
{
  CUresult r = device_check (device);
  if (r)
    return r;
  if (!uuid)
    return CUDA_ERROR_INVALID_VALUE;
  memset (uuid, 0, sizeof *uuid);
  snprintf (uuid->bytes, sizeof uuid->bytes, "ptxvm sm_%u", chip ()->sm);
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuDeviceGetUuid_v2, cuDeviceGetUuid);

#define BUS_ID "0000:01:00.0"

CUresult
cuDeviceGetPCIBusId (char *id, int len, CUdevice device)
{
  CUresult r = device_check (device);
  if (r)
    return r;
  if (!id || len <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  snprintf (id, len, BUS_ID);
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetByPCIBusId (CUdevice *device, const char *id)
{
  CUresult r = driver_enter_global ();
  if (r)
    return r;
  if (!device || !id)
    return CUDA_ERROR_INVALID_VALUE;
  if (strcmp (id, BUS_ID) && strcmp (id, strchr (BUS_ID, ':') + 1))
    return CUDA_ERROR_INVALID_DEVICE;
  *device = 0;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetAttribute (int *value, CUdevice_attribute a, CUdevice device)
{
  CUresult r = device_check (device);
  if (r)
    return r;
  bool known;
  int v = device_attribute (a, &known);
  if (!value || !known)
    return CUDA_ERROR_INVALID_VALUE;
  *value = v;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetProperties (CUdevprop *p, CUdevice device)
{
  CUresult r = device_check (device);
  if (r)
    return r;
  if (!p)
    return CUDA_ERROR_INVALID_VALUE;
  bool known;
#define ATTRIBUTE(NAME) \
  device_attribute (CU_DEVICE_ATTRIBUTE_##NAME, &known)
  p->maxThreadsPerBlock = ATTRIBUTE (MAX_THREADS_PER_BLOCK);
  p->maxThreadsDim[0] = ATTRIBUTE (MAX_BLOCK_DIM_X);
  p->maxThreadsDim[1] = ATTRIBUTE (MAX_BLOCK_DIM_Y);
  p->maxThreadsDim[2] = ATTRIBUTE (MAX_BLOCK_DIM_Z);
  p->maxGridSize[0] = ATTRIBUTE (MAX_GRID_DIM_X);
  p->maxGridSize[1] = ATTRIBUTE (MAX_GRID_DIM_Y);
  p->maxGridSize[2] = ATTRIBUTE (MAX_GRID_DIM_Z);
  p->sharedMemPerBlock = ATTRIBUTE (MAX_SHARED_MEMORY_PER_BLOCK);
  p->totalConstantMemory = ATTRIBUTE (TOTAL_CONSTANT_MEMORY);
  p->SIMDWidth = ATTRIBUTE (WARP_SIZE);
  p->memPitch = ATTRIBUTE (MAX_PITCH);
  p->regsPerBlock = ATTRIBUTE (MAX_REGISTERS_PER_BLOCK);
  p->clockRate = ATTRIBUTE (CLOCK_RATE);
  p->textureAlign = ATTRIBUTE (TEXTURE_ALIGNMENT);
#undef ATTRIBUTE
  return CUDA_SUCCESS;
}

CUresult
cuDeviceComputeCapability (int *major, int *minor, CUdevice device)
{
  CUresult r = device_check (device);
  if (r)
    return r;
  if (!major || !minor)
    return CUDA_ERROR_INVALID_VALUE;
  *major = chip ()->sm / 10;
  *minor = chip ()->sm % 10;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceTotalMem_v2 (size_t *bytes, CUdevice device)
{
  CUresult r = device_check (device);
  if (r)
    return r;
  if (!bytes)
    return CUDA_ERROR_INVALID_VALUE;
  *bytes = driver_options.vm.memory;
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuDeviceTotalMem, cuDeviceTotalMem_v2);

CUresult
cuDeviceCanAccessPeer (int *can, CUdevice device, CUdevice peer)
{
  CUresult r = device_check (device);
  if (!r)
    r = device_check (peer);
  if (r)
    return r;
  if (!can)
    return CUDA_ERROR_INVALID_VALUE;
  *can = 0;
  return CUDA_SUCCESS;
}
