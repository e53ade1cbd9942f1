/* Test of the driver: start-up, errors, device, contexts, launches.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <pthread.h>

#include "driver-test.h"

static void
before_init (void)
{
  CUcontext ctx;
  CUdevice dev;
  int n;
  const char *s;
  CHECK_RESULT (cu.cuDeviceGet (&dev, 0), ERROR_NOT_INITIALIZED);
  CHECK_RESULT (cu.cuDeviceGetCount (&n), ERROR_NOT_INITIALIZED);
  CHECK_RESULT (cu.cuCtxCreate_v2 (&ctx, 0, 0), ERROR_NOT_INITIALIZED);
  CHECK_RESULT (cu.cuCtxSynchronize (), ERROR_NOT_INITIALIZED);
  CHECK_RESULT (cu.cuInit (1), ERROR_INVALID_VALUE);

  OK (cu.cuDriverGetVersion (&n));
  CHECK (n >= 6000);
  OK (cu.cuGetErrorName (CUDA_ERROR_LAUNCH_FAILED, &s));
  CHECK (!strcmp (s, "CUDA_ERROR_LAUNCH_FAILED"));
  OK (cu.cuGetErrorString (CUDA_ERROR_LAUNCH_FAILED, &s));
  CHECK (!strcmp (s, "unspecified launch failure"));
  OK (cu.cuGetErrorString (CUDA_SUCCESS, &s));
  CHECK (!strcmp (s, "no error"));
  CHECK_RESULT (cu.cuGetErrorString (12345, &s), ERROR_INVALID_VALUE);
  CHECK (s == NULL);
  CHECK_RESULT (cu.cuGetErrorName (CUDA_SUCCESS, NULL), ERROR_INVALID_VALUE);
}

static int
attribute (CUdevice_attribute a)
{
  int v = -1;
  OK (cu.cuDeviceGetAttribute (&v, a, 0));
  return v;
}

static void
device (void)
{
  CUdevice dev;
  int n, minor;
  char name[64], tiny[4];
  size_t total;
  OK (cu.cuDeviceGetCount (&n));
  CHECK_EQ (n, 1);
  OK (cu.cuDeviceGet (&dev, 0));
  CHECK_EQ (dev, 0);
  CHECK_RESULT (cu.cuDeviceGet (&dev, 1), ERROR_INVALID_DEVICE);
  CHECK_RESULT (cu.cuDeviceGet (&dev, -1), ERROR_INVALID_DEVICE);
  CHECK_RESULT (cu.cuDeviceGet (NULL, 0), ERROR_INVALID_VALUE);
  OK (cu.cuDeviceGetName (name, sizeof name, 0));
  CHECK (!strncmp (name, "ptxvm (sm_", 10));
  OK (cu.cuDeviceGetName (tiny, sizeof tiny, 0));
  CHECK (!strcmp (tiny, "ptx"));
  CHECK_RESULT (cu.cuDeviceGetName (name, 0, 0), ERROR_INVALID_VALUE);
  OK (cu.cuDeviceTotalMem_v2 (&total, 0));
  CHECK (total >= 1 << 20);
  OK (cu.cuDeviceComputeCapability (&n, &minor, 0));
  CHECK_EQ (n, attribute (CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR));
  CHECK_EQ (minor, attribute (CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
  CHECK_EQ (attribute (CU_DEVICE_ATTRIBUTE_WARP_SIZE), 32);
  CHECK_EQ (attribute (CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 1024);
  CHECK_EQ (attribute (CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS), 1);
  CHECK (attribute (CU_DEVICE_ATTRIBUTE_CLOCK_RATE) > 0);
  CHECK (attribute (CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) > 0);
  CHECK (attribute (CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR)
	 >= 32768);
  CHECK_RESULT (cu.cuDeviceGetAttribute (&n, 0, 0), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuDeviceGetAttribute (&n, 9999, 0), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuDeviceGetAttribute (NULL, 10, 0), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuDeviceGetAttribute (&n, 10, 7), ERROR_INVALID_DEVICE);
}

static void *
other_thread (void *arg)
{
  CUcontext ctx = arg, got;
  CUdevice dev;
  /* A new thread has no context.  */
  CHECK_RESULT (cu.cuCtxGetDevice (&dev), ERROR_INVALID_CONTEXT);
  OK (cu.cuCtxGetCurrent (&got));
  CHECK (got == NULL);
  OK (cu.cuCtxPushCurrent_v2 (ctx));
  OK (cu.cuCtxGetDevice (&dev));
  CHECK_EQ (dev, 0);
  return NULL;
}

static void *
stays_current (void *arg)
{
  static pthread_barrier_t *b;
  size_t size;
  b = ((void **) arg)[1];
  OK (cu.cuCtxSetCurrent (((void **) arg)[0]));
  pthread_barrier_wait (b);
  /* Here the main thread destroys it.  */
  pthread_barrier_wait (b);
  CHECK_RESULT (cu.cuCtxSynchronize (), ERROR_CONTEXT_IS_DESTROYED);
  CHECK_RESULT (cu.cuMemGetInfo_v2 (&size, &size),
		ERROR_CONTEXT_IS_DESTROYED);
  return NULL;
}

static void
contexts (void)
{
  CUcontext a, b, got;
  CUdeviceptr p;
  CUdevice dev;
  size_t v;
  CHECK_RESULT (cu.cuCtxGetDevice (&dev), ERROR_INVALID_CONTEXT);
  CHECK_RESULT (cu.cuMemAlloc_v2 (&p, 4), ERROR_INVALID_CONTEXT);
  CHECK_RESULT (cu.cuCtxPopCurrent_v2 (&got), ERROR_INVALID_CONTEXT);
  CHECK_RESULT (cu.cuCtxCreate_v2 (NULL, 0, 0), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuCtxCreate_v2 (&a, 3, 0), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuCtxCreate_v2 (&a, 0, 1), ERROR_INVALID_DEVICE);

  NEED (cu.cuCtxCreate_v2 (&a, 0, 0));
  NEED (cu.cuCtxCreate_v2 (&b, 0, 0));
  CHECK (a != b);
  OK (cu.cuCtxGetCurrent (&got));
  CHECK (got == b);
  OK (cu.cuCtxPopCurrent_v2 (&got));
  CHECK (got == b);
  OK (cu.cuCtxGetCurrent (&got));
  CHECK (got == a);
  OK (cu.cuCtxPushCurrent_v2 (b));
  OK (cu.cuCtxPushCurrent_v2 (a));
  OK (cu.cuCtxSetCurrent (b));
  OK (cu.cuCtxPopCurrent_v2 (&got));
  CHECK (got == b);
  OK (cu.cuCtxPopCurrent_v2 (&got));
  CHECK (got == b);
  OK (cu.cuCtxGetCurrent (&got));
  CHECK (got == a);
  CHECK_RESULT (cu.cuCtxPushCurrent_v2 (NULL), ERROR_INVALID_CONTEXT);
  CHECK_RESULT (cu.cuCtxPushCurrent_v2 ((CUcontext) &v),
		ERROR_INVALID_CONTEXT);

  pthread_t t;
  pthread_create (&t, NULL, other_thread, b);
  pthread_join (t, NULL);
  OK (cu.cuCtxGetCurrent (&got));
  CHECK (got == a);

  /* Memory belongs to its context.  */
  OK (cu.cuMemAlloc_v2 (&p, 64));
  OK (cu.cuCtxPushCurrent_v2 (b));
  OK (cu.cuCtxSetLimit (CU_LIMIT_STACK_SIZE, 4096));
  OK (cu.cuCtxGetLimit (&v, CU_LIMIT_STACK_SIZE));
  CHECK_EQ (v, 4096);
  OK (cu.cuCtxSetLimit (CU_LIMIT_MALLOC_HEAP_SIZE, 1 << 20));
  OK (cu.cuCtxGetLimit (&v, CU_LIMIT_MALLOC_HEAP_SIZE));
  CHECK_EQ (v, 1 << 20);
  CHECK_RESULT (cu.cuCtxSetLimit (99, 1), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuCtxSetLimit (CU_LIMIT_STACK_SIZE, 1 << 30),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuCtxSetLimit (CU_LIMIT_PERSISTING_L2_CACHE_SIZE, 1),
		ERROR_UNSUPPORTED_LIMIT);

  pthread_barrier_t barrier;
  pthread_barrier_init (&barrier, NULL, 2);
  void *args[] = { b, &barrier };
  pthread_create (&t, NULL, stays_current, args);
  pthread_barrier_wait (&barrier);
  OK (cu.cuCtxDestroy_v2 (b));
  pthread_barrier_wait (&barrier);
  pthread_join (t, NULL);
  CHECK_RESULT (cu.cuCtxDestroy_v2 (b), ERROR_INVALID_CONTEXT);
  OK (cu.cuCtxGetCurrent (&got));
  CHECK (got == a);
  OK (cu.cuCtxDestroy_v2 (a));
  OK (cu.cuCtxGetCurrent (&got));
  CHECK (got == NULL);

  OK (cu.cuDevicePrimaryCtxRetain (&a, 0));
  OK (cu.cuDevicePrimaryCtxRetain (&b, 0));
  CHECK (a == b);
  OK (cu.cuDevicePrimaryCtxRelease_v2 (0));
  OK (cu.cuDevicePrimaryCtxRelease_v2 (0));
  CHECK_RESULT (cu.cuDevicePrimaryCtxRelease_v2 (0), ERROR_INVALID_CONTEXT);
}

static void
launches (void)
{
  CUdeviceptr p;
  unsigned v = 0x12345678, got = 0;
  CUfunction f;
  OK (cu.cuMemAlloc_v2 (&p, 4096));
  f = kernel ("store");
  void *params[] = { &p, &v };

  OK (cu.cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  OK (cu.cuMemcpyDtoH_v2 (&got, p, 4));
  CHECK_EQ (got, 0x12345678);

  /* Parameters are taken when the launch is asked for.  */
  v = 99;
  OK (cu.cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  v = 100;
  OK (cu.cuCtxSynchronize ());
  OK (cu.cuMemcpyDtoH_v2 (&got, p, 4));
  CHECK_EQ (got, 99);

  /* The same as one block.  */
  struct { CUdeviceptr p; unsigned v; } block = { p, 4711 };
  size_t size = sizeof block;
  void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &block,
		    CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
		    CU_LAUNCH_PARAM_END };
  OK (cu.cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
  OK (cu.cuMemcpyDtoH_v2 (&got, p, 4));
  CHECK_EQ (got, 4711);
  size = 8;
  CHECK_RESULT (cu.cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL,
				   extra), ERROR_INVALID_VALUE);
  size = 12;
  OK (cu.cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));

  unsigned char b = 0xfe;
  unsigned short h = 0xfedc;
  unsigned w = 0xfedcba98;
  unsigned long d = 0xfedcba9876543210, all[4];
  void *mixed[] = { &p, &b, &h, &w, &d };
  OK (launch ("mixed", NULL, mixed));
  OK (cu.cuMemcpyDtoH_v2 (all, p, sizeof all));
  CHECK_EQ (all[0], 0xfe);
  CHECK_EQ (all[1], 0xfedc);
  CHECK_EQ (all[2], 0xfedcba98);
  CHECK_EQ (all[3], 0xfedcba9876543210);

  /* Every thread of 10 blocks of 96, once.  */
  unsigned words[1024], wrong = 0;
  OK (cu.cuMemsetD8_v2 (p, 0, 4096));
  OK (cu.cuLaunchKernel (kernel ("ids"), 10, 1, 1, 96, 1, 1, 0, NULL, params,
			 NULL));
  OK (cu.cuMemcpyDtoH_v2 (words, p, 4096));
  for (unsigned i = 0; i < 1024; i++)
    wrong += words[i] != (i < 960);
  CHECK_EQ (wrong, 0);

  /* What must be refused.  */
#define LAUNCH(F, GX, GY, GZ, BX, BY, BZ, SH, P, X) \
  cu.cuLaunchKernel (F, GX, GY, GZ, BX, BY, BZ, SH, NULL, P, X)
  CHECK_RESULT (LAUNCH (NULL, 1, 1, 1, 1, 1, 1, 0, params, NULL),
		ERROR_INVALID_HANDLE);
  CHECK_RESULT (LAUNCH ((CUfunction) &v, 1, 1, 1, 1, 1, 1, 0, params, NULL),
		ERROR_INVALID_HANDLE);
  CHECK_RESULT (LAUNCH (f, 0, 1, 1, 1, 1, 1, 0, params, NULL),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (LAUNCH (f, 1, 1, 1, 1, 1, 0, 0, params, NULL),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (LAUNCH (f, 1, 1, 1, 1025, 1, 1, 0, params, NULL),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (LAUNCH (f, 1, 1, 1, 64, 32, 1, 0, params, NULL),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (LAUNCH (f, 1, 1, 1, 1, 1, 65, 0, params, NULL),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (LAUNCH (f, 1, 65536, 1, 1, 1, 1, 0, params, NULL),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (LAUNCH (f, 1, 1, 1, 1, 1, 1, 49153, params, NULL),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (LAUNCH (f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (LAUNCH (f, 1, 1, 1, 1, 1, 1, 0, params, extra),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (LAUNCH (kernel ("small"), 1, 1, 1, 65, 1, 1, 0, NULL, NULL),
		ERROR_INVALID_VALUE);
  OK (LAUNCH (kernel ("small"), 1, 1, 1, 64, 1, 1, 0, NULL, NULL));
  void *holes[] = { &p, NULL };
  CHECK_RESULT (LAUNCH (f, 1, 1, 1, 1, 1, 1, 0, holes, NULL),
		ERROR_INVALID_VALUE);
  void *junk[] = { (void *) 77, &block, CU_LAUNCH_PARAM_END };
  CHECK_RESULT (LAUNCH (f, 1, 1, 1, 1, 1, 1, 0, NULL, junk),
		ERROR_INVALID_VALUE);

  /* None of these was an error of the context.  */
  OK (cu.cuCtxSynchronize ());

  int n, grid, size2;
  OK (cu.cuFuncGetAttribute (&n, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f));
  CHECK_EQ (n, 1024);
  OK (cu.cuFuncGetAttribute (&n, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
			     kernel ("small")));
  CHECK_EQ (n, 64);
  OK (cu.cuFuncGetAttribute (&n, CU_FUNC_ATTRIBUTE_NUM_REGS, f));
  CHECK (n > 0 && n <= 64);
  OK (cu.cuFuncGetAttribute (&n, CU_FUNC_ATTRIBUTE_PTX_VERSION, f));
  CHECK_EQ (n, 60);
  CHECK_RESULT (cu.cuFuncGetAttribute (&n, 1000, f), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuFuncGetAttribute (&n, 0, NULL), ERROR_INVALID_HANDLE);
  OK (cu.cuOccupancyMaxPotentialBlockSize (&grid, &size2, f, NULL, 0, 0));
  CHECK_EQ (size2, 1024);
  CHECK_EQ (grid, 2 * attribute (CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
  OK (cu.cuOccupancyMaxPotentialBlockSize (&grid, &size2, f, NULL, 0, 100));
  CHECK (size2 <= 100 && size2 > 0);
  OK (cu.cuOccupancyMaxActiveBlocksPerMultiprocessor (&n, f, 1024, 0));
  CHECK_EQ (n, 2);
  OK (cu.cuOccupancyMaxActiveBlocksPerMultiprocessor (&n, f, 1024, 48 * 1024));
  CHECK (n >= 1 && n <= 2);
  OK (cu.cuOccupancyMaxActiveBlocksPerMultiprocessor (&n, f, 2048, 0));
  CHECK_EQ (n, 0);
  OK (cu.cuMemFree_v2 (p));
}

/* A kernel that goes wrong: the launch succeeds, the next synchronising call
   tells CODE, and so does every call after it, until another context is
   current.  */

static void
sticky (const char *name, CUresult code, bool copy)
{
  CUcontext ctx, old;
  CUmodule mod;
  CUfunction f;
  CUdeviceptr p;
  CUstream s;
  unsigned v = 1;
  size_t n;
  NEED (cu.cuCtxCreate_v2 (&ctx, 0, 0));
  NEED (cu.cuModuleLoadData (&mod, test_ptx));
  NEED (cu.cuModuleGetFunction (&f, mod, name));
  NEED (cu.cuMemAlloc_v2 (&p, 64));
  void *params[] = { &p };
  OK (cu.cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  CHECK_EQ (copy ? cu.cuMemcpyDtoH_v2 (&v, p, 4) : cu.cuCtxSynchronize (),
	    code);
  CHECK_EQ (cu.cuCtxSynchronize (), code);
  CHECK_EQ (cu.cuMemAlloc_v2 (&p, 4), code);
  CHECK_EQ (cu.cuMemFree_v2 (p), code);
  CHECK_EQ (cu.cuMemcpyHtoD_v2 (p, &v, 4), code);
  CHECK_EQ (cu.cuStreamCreate (&s, 0), code);
  CHECK_EQ (cu.cuModuleUnload (mod), code);
  CHECK_EQ (cu.cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL),
	    code);
  CHECK_EQ (cu.cuMemGetInfo_v2 (&n, &n), code);
  OK (cu.cuCtxPopCurrent_v2 (&old));
  CHECK (old == ctx);
  /* The context below it is well.  */
  OK (cu.cuCtxSynchronize ());
  OK (cu.cuMemAlloc_v2 (&p, 4));
  OK (cu.cuMemFree_v2 (p));
  OK (cu.cuCtxDestroy_v2 (ctx));
}

int
main (int argc, char **argv)
{
  load_driver (argc, argv);
  before_init ();
  NEED (cu.cuInit (0));
  OK (cu.cuInit (0));
  device ();
  contexts ();
  NEED (cu.cuCtxCreate_v2 (&test_ctx, 0, 0));
  NEED (cu.cuModuleLoadData (&test_module, test_ptx));
  launches ();
  sticky ("do_trap", CUDA_ERROR_LAUNCH_FAILED, true);
  sticky ("do_trap", CUDA_ERROR_LAUNCH_FAILED, false);
  sticky ("bad_store", CUDA_ERROR_ILLEGAL_ADDRESS, true);
  sticky ("misaligned", CUDA_ERROR_MISALIGNED_ADDRESS, false);

  void *fn;
  int status;
  OK (cu.cuGetProcAddress_v2 ("cuMemAlloc", &fn, 12000, 0, &status));
  CHECK (fn == (void *) cu.cuMemAlloc_v2);
  CHECK_EQ (status, CU_GET_PROC_ADDRESS_SUCCESS);
  CHECK_RESULT (cu.cuGetProcAddress ("cuNoSuchThing", &fn, 12000, 0),
		ERROR_NOT_FOUND);
  CHECK (fn == NULL);
  OK (cu.cuCtxDestroy_v2 (test_ctx));
  finish ();
}
