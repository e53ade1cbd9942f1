/* Test of the driver: streams, events and callbacks, in order.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* Nothing here looks at a clock.  A kernel that waits for a flag in host
   memory holds a stream until the test lets it go.  */

#include <pthread.h>

#include "driver-test.h"

static volatile unsigned *flag;
static CUdeviceptr word;

static CUresult
append (CUstream s, unsigned digit)
{
  void *params[] = { &word, &digit };
  return launch ("append", s, params);
}

/* Kernels read it meanwhile.  */
static void
set_flag (unsigned v)
{
  __atomic_store_n (flag, v, __ATOMIC_SEQ_CST);
}

static CUresult
hold (CUstream s)
{
  CUdeviceptr p;
  set_flag (0);
  OK (cu.cuMemHostGetDevicePointer_v2 (&p, (void *) flag, 0));
  void *params[] = { &p };
  return launch ("wait", s, params);
}

/* A warp's access to one place is one access: each request comes once, and all
   lanes see the answer at the same time.  */

static void
requests (void)
{
  enum { N = 500 };
  CUdeviceptr p;
  unsigned n = N, answered = 0, wrong = 0;
  void *params[] = { &p, &n };
  CUresult e;
  set_flag (0);
  OK (cu.cuMemHostGetDevicePointer_v2 (&p, (void *) flag, 0));
  OK (cu.cuLaunchKernel (kernel ("ask"), 1, 1, 1, 32, 1, 1, 0, NULL, params,
			 NULL));
  while ((e = cu.cuStreamQuery (NULL)) == CUDA_ERROR_NOT_READY)
    {
      unsigned v = __atomic_load_n (flag, __ATOMIC_SEQ_CST);
      if (v == 0)
	continue;
      wrong += v != N - answered++;
      set_flag (0);
    }
  OK (e);
  CHECK_EQ (answered, N);
  CHECK_EQ (wrong, 0);
}

static void
reset (void)
{
  unsigned zero = 0;
  OK (cu.cuMemcpyHtoD_v2 (word, &zero, 4));
}

static unsigned
result (void)
{
  unsigned v = 0;
  OK (cu.cuCtxSynchronize ());
  OK (cu.cuMemcpyDtoH_v2 (&v, word, 4));
  return v;
}

static void
one_stream (void)
{
  CUstream s;
  reset ();
  OK (cu.cuStreamCreate (&s, CU_STREAM_DEFAULT));
  OK (cu.cuStreamQuery (s));
  OK (hold (s));
  OK (append (s, 1));
  OK (append (s, 2));
  OK (append (s, 3));
  CHECK_RESULT (cu.cuStreamQuery (s), ERROR_NOT_READY);
  CHECK_RESULT (cu.cuStreamQuery (NULL), ERROR_NOT_READY);
  set_flag (1);
  OK (cu.cuStreamSynchronize (s));
  OK (cu.cuStreamQuery (s));
  CHECK_EQ (result (), 123);
  OK (cu.cuStreamDestroy_v2 (s));
  CHECK_RESULT (cu.cuStreamDestroy_v2 (s), ERROR_INVALID_HANDLE);
  CHECK_RESULT (cu.cuStreamSynchronize (s), ERROR_INVALID_HANDLE);
  CHECK_RESULT (cu.cuStreamDestroy_v2 (NULL), ERROR_INVALID_HANDLE);
  CHECK_RESULT (cu.cuStreamCreate (NULL, 0), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuStreamCreate (&s, 2), ERROR_INVALID_VALUE);
}

/* A kernel on another stream runs while one is held.  */

static void
concurrent (void)
{
  CUstream a, b;
  reset ();
  OK (cu.cuStreamCreate (&a, CU_STREAM_DEFAULT));
  OK (cu.cuStreamCreate (&b, CU_STREAM_DEFAULT));
  OK (hold (a));
  OK (append (b, 5));
  OK (cu.cuStreamSynchronize (b));
  CHECK_RESULT (cu.cuStreamQuery (a), ERROR_NOT_READY);
  set_flag (1);
  CHECK_EQ (result (), 5);
  OK (cu.cuStreamDestroy_v2 (a));
  OK (cu.cuStreamDestroy_v2 (b));
}

/* The default stream waits for blocking streams, and they for it; not so
   non-blocking ones.  */

static void
default_stream (void)
{
  CUstream a, b, free_one;
  reset ();
  OK (cu.cuStreamCreate (&a, CU_STREAM_DEFAULT));
  OK (cu.cuStreamCreate (&b, CU_STREAM_DEFAULT));
  OK (cu.cuStreamCreate (&free_one, CU_STREAM_NON_BLOCKING));
  OK (hold (a));
  OK (append (a, 1));
  OK (append (NULL, 2));
  OK (append (b, 3));
  OK (append (CU_STREAM_LEGACY, 4));
  OK (append (a, 5));
  CHECK_RESULT (cu.cuStreamQuery (b), ERROR_NOT_READY);
  OK (cu.cuStreamSynchronize (free_one));
  OK (append (free_one, 9));
  OK (cu.cuStreamSynchronize (free_one));
  set_flag (1);
  CHECK_EQ (result (), 912345);

  /* A default stream that is held holds blocking streams only.  */
  reset ();
  OK (hold (NULL));
  OK (append (a, 2));
  OK (append (free_one, 1));
  OK (cu.cuStreamSynchronize (free_one));
  CHECK_RESULT (cu.cuStreamQuery (a), ERROR_NOT_READY);
  set_flag (1);
  CHECK_EQ (result (), 12);

  /* The per-thread default stream is a blocking one.  */
  reset ();
  OK (hold (CU_STREAM_PER_THREAD));
  OK (append (CU_STREAM_PER_THREAD, 6));
  OK (append (NULL, 7));
  set_flag (1);
  CHECK_EQ (result (), 67);
  OK (cu.cuStreamDestroy_v2 (a));
  OK (cu.cuStreamDestroy_v2 (b));
  OK (cu.cuStreamDestroy_v2 (free_one));
}

static void
events (void)
{
  CUstream a, b;
  CUevent e, f, no_time;
  float ms = -1;
  reset ();
  OK (cu.cuStreamCreate (&a, CU_STREAM_NON_BLOCKING));
  OK (cu.cuStreamCreate (&b, CU_STREAM_NON_BLOCKING));
  OK (cu.cuEventCreate (&e, CU_EVENT_DEFAULT));
  OK (cu.cuEventCreate (&f, CU_EVENT_DEFAULT));
  OK (cu.cuEventCreate (&no_time, CU_EVENT_DISABLE_TIMING));
  CHECK_RESULT (cu.cuEventCreate (&no_time, 64), ERROR_INVALID_VALUE);
  OK (cu.cuEventQuery (e));
  CHECK_RESULT (cu.cuEventElapsedTime (&ms, e, f), ERROR_INVALID_HANDLE);
  /* Waiting for what was never recorded is no waiting.  */
  OK (cu.cuStreamWaitEvent (b, e, 0));
  OK (cu.cuStreamSynchronize (b));

  OK (hold (a));
  OK (append (a, 1));
  OK (cu.cuEventRecord (e, a));
  OK (append (a, 2));
  OK (cu.cuStreamWaitEvent (b, e, 0));
  OK (cu.cuStreamWaitEvent (b, no_time, 0));
  OK (cu.cuEventRecord (f, b));
  CHECK_RESULT (cu.cuEventQuery (e), ERROR_NOT_READY);
  CHECK_RESULT (cu.cuEventQuery (f), ERROR_NOT_READY);
  CHECK_RESULT (cu.cuEventElapsedTime (&ms, e, f), ERROR_NOT_READY);
  set_flag (1);
  OK (cu.cuEventSynchronize (f));
  OK (cu.cuEventQuery (e));
  OK (cu.cuEventElapsedTime (&ms, e, f));
  CHECK (ms >= 0);
  CHECK_RESULT (cu.cuEventElapsedTime (&ms, e, no_time),
		ERROR_INVALID_HANDLE);
  CHECK_EQ (result (), 12);

  /* A wait is for the record before it, not for a later one.  */
  reset ();
  OK (cu.cuEventRecord (e, b));
  OK (cu.cuStreamWaitEvent (b, e, 0));
  OK (hold (a));
  OK (cu.cuEventRecord (e, a));
  OK (append (b, 8));
  OK (cu.cuStreamSynchronize (b));
  CHECK_RESULT (cu.cuEventQuery (e), ERROR_NOT_READY);
  OK (cu.cuStreamWaitEvent (b, e, 0));
  OK (append (b, 9));
  /* Destroying an event does not let go who waits for it.  */
  OK (cu.cuEventDestroy_v2 (e));
  CHECK_RESULT (cu.cuStreamQuery (b), ERROR_NOT_READY);
  set_flag (1);
  CHECK_EQ (result (), 89);
  CHECK_RESULT (cu.cuEventDestroy_v2 (e), ERROR_INVALID_HANDLE);
  CHECK_RESULT (cu.cuEventRecord (e, a), ERROR_INVALID_HANDLE);
  CHECK_RESULT (cu.cuStreamWaitEvent (a, NULL, 0), ERROR_INVALID_HANDLE);
  CHECK_RESULT (cu.cuStreamWaitEvent (a, f, 8), ERROR_INVALID_VALUE);
  OK (cu.cuEventDestroy_v2 (f));
  OK (cu.cuEventDestroy_v2 (no_time));
  OK (cu.cuStreamDestroy_v2 (a));
  OK (cu.cuStreamDestroy_v2 (b));
}

static unsigned called;
static CUresult status_seen, call_inside, current_inside;
static CUstream stream_seen;

static void
callback (CUstream s, CUresult status, void *data)
{
  CUdeviceptr p;
  CUcontext ctx;
  stream_seen = s;
  status_seen = status;
  call_inside = cu.cuMemAlloc_v2 (&p, 4);
  current_inside = cu.cuCtxGetCurrent (&ctx);
  called = called * 10 + *(unsigned *) data;
}

static void
host_fn (void *data)
{
  called = called * 10 + *(unsigned *) data;
}

static void
callbacks (void)
{
  static unsigned one = 1, two = 2, three = 3;
  CUstream s;
  OK (cu.cuStreamCreate (&s, CU_STREAM_DEFAULT));
  OK (hold (s));
  OK (cu.cuStreamAddCallback (s, callback, &one, 0));
  OK (cu.cuLaunchHostFunc (s, host_fn, &two));
  OK (cu.cuStreamAddCallback (s, callback, &three, 0));
  CHECK_EQ (called, 0);
  set_flag (1);
  OK (cu.cuStreamSynchronize (s));
  CHECK_EQ (called, 123);
  CHECK (stream_seen == s);
  CHECK_EQ (status_seen, CUDA_SUCCESS);
  CHECK_EQ (call_inside, CUDA_ERROR_NOT_PERMITTED);
  CHECK_EQ (current_inside, CUDA_ERROR_NOT_PERMITTED);
  CHECK_RESULT (cu.cuStreamAddCallback (s, callback, NULL, 1),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuStreamAddCallback (s, NULL, NULL, 0),
		ERROR_INVALID_VALUE);
  /* The default stream works as well, under the handle given.  */
  OK (cu.cuStreamAddCallback (NULL, callback, &one, 0));
  OK (cu.cuStreamSynchronize (NULL));
  CHECK_EQ (called, 1231);
  CHECK (stream_seen == NULL);
  OK (cu.cuStreamDestroy_v2 (s));
}

/* A destroyed stream still does what it was given.  */

static void
destroyed (void)
{
  CUstream s;
  reset ();
  OK (cu.cuStreamCreate (&s, CU_STREAM_DEFAULT));
  OK (hold (s));
  OK (append (s, 4));
  OK (cu.cuStreamDestroy_v2 (s));
  OK (append (NULL, 5));
  set_flag (1);
  CHECK_EQ (result (), 45);
}

/* Asynchronous copies: in order, and from pageable memory at once.  */

static void
copies (void)
{
  CUstream s;
  unsigned v = 21, got = 0, *pinned;
  OK (cu.cuMemHostAlloc ((void **) &pinned, 64, 0));
  OK (cu.cuStreamCreate (&s, CU_STREAM_NON_BLOCKING));
  OK (hold (s));
  OK (cu.cuMemcpyHtoDAsync_v2 (word, &v, 4, s));
  v = 77;	/* No more business of the copy.  */
  OK (append (s, 3));
  OK (cu.cuMemcpyDtoHAsync_v2 (pinned, word, 4, s));
  pinned[0] = 1;
  CHECK_EQ (pinned[0], 1);
  set_flag (1);
  OK (cu.cuStreamSynchronize (s));
  CHECK_EQ (pinned[0], 213);
  pinned[1] = 5;
  OK (hold (s));
  OK (cu.cuMemcpyHtoDAsync_v2 (word, pinned + 1, 4, s));
  pinned[1] = 6;	/* Page-locked memory is read when it is time.  */
  set_flag (1);
  OK (cu.cuMemcpyDtoHAsync_v2 (&got, word, 4, s));
  CHECK_EQ (got, 6);	/* Pageable memory: done on return.  */
  OK (cu.cuMemsetD32Async (word, 4, 1, s));
  OK (append (s, 2));
  OK (cu.cuStreamSynchronize (s));
  CHECK_EQ (result (), 42);
  OK (cu.cuMemFreeHost (pinned));
  OK (cu.cuStreamDestroy_v2 (s));
}

/* Several host threads, each with a stream, in one context.  */

enum { N_THREADS = 6, N_ROUNDS = 40 };

static void *
host_thread (void *arg)
{
  CUstream s;
  CUdeviceptr p;
  unsigned got = 0, zero = 0, one = 1;
  (void) arg;
  OK (cu.cuCtxSetCurrent (test_ctx));
  OK (cu.cuStreamCreate (&s, CU_STREAM_NON_BLOCKING));
  OK (cu.cuMemAlloc_v2 (&p, 4));
  OK (cu.cuMemcpyHtoDAsync_v2 (p, &zero, 4, s));
  void *params[] = { &p, &one };
  CUfunction f = kernel ("ids");
  for (int i = 0; i < N_ROUNDS; i++)
    if (cu.cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, s, params, NULL))
      return NULL;
  OK (cu.cuMemcpyDtoHAsync_v2 (&got, p, 4, s));
  OK (cu.cuStreamSynchronize (s));
  OK (cu.cuStreamDestroy_v2 (s));
  return (void *) (long) got;
}

static void
threads (void)
{
  pthread_t t[N_THREADS];
  void *got;
  for (int i = 0; i < N_THREADS; i++)
    pthread_create (&t[i], NULL, host_thread, NULL);
  for (int i = 0; i < N_THREADS; i++)
    {
      pthread_join (t[i], &got);
      CHECK_EQ (got, N_ROUNDS);
    }
}

/* After a failed launch: later kernels do not run, callbacks do and are told,
   and the stream's synchronisation tells.  Nothing tells before.  */

static void
failure (void)
{
  CUcontext ctx;
  CUmodule mod;
  CUfunction wait, trap, store;
  CUstream s;
  CUdeviceptr p;
  CUevent e;
  unsigned *host, v = 1;
  static unsigned one = 1;
  NEED (cu.cuCtxCreate_v2 (&ctx, 0, 0));
  NEED (cu.cuModuleLoadData (&mod, test_ptx));
  NEED (cu.cuModuleGetFunction (&wait, mod, "wait"));
  NEED (cu.cuModuleGetFunction (&trap, mod, "do_trap"));
  NEED (cu.cuModuleGetFunction (&store, mod, "store"));
  NEED (cu.cuMemHostAlloc ((void **) &host, 64, CU_MEMHOSTALLOC_DEVICEMAP));
  memset (host, 0, 64);
  OK (cu.cuStreamCreate (&s, 0));
  OK (cu.cuEventCreate (&e, 0));
  p = (CUdeviceptr) (uintptr_t) host;
  void *params[] = { &p, &v };
  OK (cu.cuLaunchKernel (wait, 1, 1, 1, 1, 1, 1, 0, s, params, NULL));
  OK (cu.cuLaunchKernel (trap, 1, 1, 1, 1, 1, 1, 0, s, NULL, NULL));
  CUdeviceptr p1 = p + 4;
  params[0] = &p1;
  OK (cu.cuLaunchKernel (store, 1, 1, 1, 1, 1, 1, 0, s, params, NULL));
  called = 0;
  OK (cu.cuStreamAddCallback (s, callback, &one, 0));
  OK (cu.cuEventRecord (e, s));
  __atomic_store_n (host, 1, __ATOMIC_SEQ_CST);
  CHECK_RESULT (cu.cuStreamSynchronize (s), ERROR_LAUNCH_FAILED);
  CHECK_EQ (called, 1);
  CHECK_EQ (status_seen, CUDA_ERROR_LAUNCH_FAILED);
  CHECK_EQ (host[1], 0);
  CHECK_RESULT (cu.cuEventQuery (e), ERROR_LAUNCH_FAILED);
  CHECK_RESULT (cu.cuStreamQuery (s), ERROR_LAUNCH_FAILED);
  OK (cu.cuCtxDestroy_v2 (ctx));
}

int
main (int argc, char **argv)
{
  start (argc, argv);
  NEED (cu.cuMemHostAlloc ((void **) &flag, 4096, CU_MEMHOSTALLOC_DEVICEMAP));
  NEED (cu.cuMemAlloc_v2 (&word, 4));
  one_stream ();
  requests ();
  concurrent ();
  default_stream ();
  events ();
  callbacks ();
  destroyed ();
  copies ();
  threads ();
  failure ();
  OK (cu.cuCtxDestroy_v2 (test_ctx));
  finish ();
}
