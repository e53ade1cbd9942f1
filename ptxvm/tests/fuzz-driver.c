/* A fuzz target: sequences of calls of the driver interface.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* An input is a program for a small machine: each byte names a call, the ones
   behind it say which of the handles made so far, or what other thing in
   place of one, and which size.  Handles are kept after they were destroyed,
   so that double frees and uses after a free come by themselves; NULL,
   handles of another kind and numbers that are none are among them, too.  If
   the first byte is odd, two threads run the two halves at once, in one
   context.

   What must hold: no call crashes, hangs or reads memory that is not its
   own (the sanitizers see to it), every result is an error code that
   cuGetErrorName knows, and afterwards a context can be made and a kernel
   run.  Host memory that a call may touch is always there: sizes beyond it
   are given only where the device's side must refuse them.

   By itself: fuzz-driver [-nITERATIONS] [-sSEED] [-gFOLDER] FILE-OR-FOLDER...
   runs the files and random inputs; -g keeps those of the latter that reach
   three pairs of call and result that none did before.  With clang it is a
   libFuzzer target.  */

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cuda-api.h"

/* A size that cannot be had is an error code, not an end.  */
extern const char *__asan_default_options (void);
const char *
__asan_default_options (void)
{
  return "allocator_may_return_null=1:detect_leaks=1";
}

static const char ptx[] =
  ".version 6.0\n.target sm_30\n.address_size 64\n"
  ".visible .global .align 4 .u32 counter = 7;\n"
  ".visible .entry store (.param .u64 p, .param .u32 v)\n"
  "{ .reg .u64 %p; .reg .u32 %v; ld.param.u64 %p, [p];\n"
  " ld.param.u32 %v, [v]; st.global.u32 [%p], %v; ret; }\n"
  ".visible .entry nothing () { ret; }\n"
  ".visible .entry forever () { L: bra L; }\n"
  ".visible .entry do_trap () { trap; exit; }\n"
  ".visible .entry bar () { .reg .u32 %t; .reg .pred %p; mov.u32 %t, %tid.x;\n"
  " setp.ne.u32 %p, %t, 0; @%p bra B; bar.sync 1, 64; B: ret; }\n";

enum kind { CTX, MODULE, FUNC, STREAM, EVENT, LINK, DEV, HOST, N_KINDS };
#define N_SLOTS 4

typedef uintptr_t slot_table[N_KINDS][N_SLOTS];

/* Of each thread: host memory that calls may read and write.  */
#define HOST_BYTES (256 * 1024)
static _Alignas (4096) char host[2][HOST_BYTES];

struct run
{
  const uint8_t *at, *end;
  char *host;
  bool alone;			/* No other thread runs.  */
  CUcontext ctx;		/* Current to begin with.  */
  slot_table slots;
};

static unsigned long seen[160][64];
static unsigned n_new;

static unsigned
byte (struct run *r)
{
  return r->at < r->end ? *r->at++ : 0;
}

static uintptr_t
get (struct run *r, enum kind k)
{
  static const uintptr_t odd[] = { 0, 1, 2, 0x1234560, UINTPTR_MAX, 4096 };
  unsigned b = byte (r);
  if (b < 192)
    return r->slots[k][b % N_SLOTS];
  if (b < 216)
    return odd[b % 6];
  if (k == DEV)			/* Inside an allocation.  */
    return r->slots[DEV][b % N_SLOTS] + b;
  return r->slots[b % N_KINDS][b / 8 % N_SLOTS];
}

/* An address that the driver may take for host memory: one that it knows, one
   that cannot be any, or memory that is there.  */
static uintptr_t
get_unified (struct run *r)
{
  CUdeviceptr base;
  size_t n;
  uintptr_t v = get (r, byte (r) % 2 ? DEV : HOST);
  if (v < 65536 || v == UINTPTR_MAX
      || cuMemGetAddressRange_v2 (&base, &n, v) == CUDA_SUCCESS)
    return v;
  return (uintptr_t) r->host;
}

static void
set (struct run *r, enum kind k, uintptr_t v)
{
  r->slots[k][byte (r) % N_SLOTS] = v;
}

static size_t
size (struct run *r)
{
  static const size_t n[] = { 0, 1, 4, 100, 4096, 65536, (size_t) 1 << 40,
			      SIZE_MAX };
  return n[byte (r) % 8];
}

/* A size that host memory has.  */
static size_t
small (struct run *r)
{
  size_t n = size (r);
  return n > 65536 ? 65537 : n;
}

static void *
out (struct run *r, void *p)
{
  return byte (r) < 240 ? p : NULL;
}

static const char *
name (struct run *r)
{
  static const char *const n[] = { "store", "nothing", "forever", "do_trap",
				   "counter", "", "no such", NULL, "bar",
				   "nothing" };
  return n[byte (r) % 10];
}

static void
ended (CUstream s, CUresult res, void *count)
{
  (void) s, (void) res;
  __atomic_fetch_add ((unsigned *) count, 1, __ATOMIC_RELAXED);
}

static void
ended_host (void *count)
{
  __atomic_fetch_add ((unsigned *) count, 1, __ATOMIC_RELAXED);
}

static unsigned callbacks;

static const void *
image (struct run *r)
{
  static const char *const texts[] = { ptx, ptx, ptx, "", ".version 6.0\n",
    ".version 6.0\n.target sm_30\n.visible .entry k () { bogus; }",
    "\177ELF\2\1\1", "PK\3\4" };
  return texts[byte (r) % 8];
}

static CUresult
do_launch (struct run *r)
{
  static const unsigned dims[] = { 1, 1, 2, 33, 64, 0, 1025, 0x80000000u };
  unsigned d[6];
  CUfunction f = (CUfunction) get (r, FUNC);
  CUstream s = (CUstream) get (r, STREAM);
  uint64_t p = get (r, DEV);
  uint32_t v = 5;
  size_t n = byte (r) % 4 * 8;
  struct { uint64_t p; uint32_t v; uint32_t pad; } buf = { p, v, 0 };
  void *params[] = { &p, &v, &v, &v };
  void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &buf,
		    CU_LAUNCH_PARAM_BUFFER_SIZE, &n, CU_LAUNCH_PARAM_END };
  unsigned how = byte (r), shared = (unsigned) size (r);
  for (int i = 0; i < 6; i++)
    {
      unsigned b = byte (r);
      d[i] = i % 3 && b < 200 ? 1 : dims[b % 8];
    }
  return cuLaunchKernel (f, d[0], d[1], d[2], d[3], d[4], d[5],
			 how & 64 ? shared : 0, s,
			 how & 1 ? params : NULL,
			 how & 2 ? NULL : extra);
}

static CUresult
do_copy_2d (struct run *r)
{
  CUDA_MEMCPY2D c;
  memset (&c, 0, sizeof c);
  c.srcXInBytes = byte (r) % 64;
  c.srcY = byte (r) % 8;
  c.srcMemoryType = byte (r) % 6;
  c.srcHost = out (r, r->host);
  c.srcDevice = get_unified (r);
  c.srcPitch = byte (r) * 2;
  c.dstXInBytes = byte (r) % 64;
  c.dstY = byte (r) % 8;
  c.dstMemoryType = byte (r) % 6;
  c.dstHost = out (r, r->host);
  c.dstDevice = get_unified (r);
  c.dstPitch = byte (r) * 2;
  c.WidthInBytes = byte (r);
  c.Height = byte (r) % 16;
  unsigned how = byte (r);
  return (how % 3 == 0 ? cuMemcpy2D_v2 (out (r, &c))
	  : how % 3 == 1 ? cuMemcpy2DUnaligned_v2 (&c)
	  : cuMemcpy2DAsync_v2 (&c, (CUstream) get (r, STREAM)));
}

static CUresult
do_copy_3d (struct run *r)
{
  CUDA_MEMCPY3D c;
  memset (&c, 0, sizeof c);
  c.srcXInBytes = byte (r) % 64;
  c.srcY = byte (r) % 8, c.srcZ = byte (r) % 3;
  c.srcMemoryType = byte (r) % 6;
  c.srcHost = out (r, r->host);
  c.srcDevice = get_unified (r);
  c.srcPitch = byte (r), c.srcHeight = byte (r) % 32;
  c.dstXInBytes = byte (r) % 64;
  c.dstY = byte (r) % 8, c.dstZ = byte (r) % 3;
  c.dstMemoryType = byte (r) % 6;
  c.dstHost = out (r, r->host);
  c.dstDevice = get_unified (r);
  c.dstPitch = byte (r), c.dstHeight = byte (r) % 32;
  c.WidthInBytes = byte (r), c.Height = byte (r) % 16;
  c.Depth = byte (r) % 4;
  return cuMemcpy3D_v2 (&c);
}

static CUresult
do_link (struct run *r)
{
  char log[200];
  CUjit_option o[] = { CU_JIT_ERROR_LOG_BUFFER,
		       CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
		       (CUjit_option) (byte (r) % 40) };
  void *v[] = { log, (void *) sizeof log, NULL };
  CUlinkState l = NULL;
  unsigned n = byte (r) % 4;
  CUresult res = cuLinkCreate_v2 (n, n ? o : NULL, n ? v : NULL, out (r, &l));
  /* The log is on this stack: the link must not outlive it.  */
  if (!l)
    return res;
  const char *text = image (r);
  size_t len = strlen (text) + 1;
  if (byte (r) > 200)
    len -= byte (r) % len;
  res = cuLinkAddData_v2 (l, (CUjitInputType) (byte (r) % 7), (void *) text,
			  len, name (r), 0, NULL, NULL);
  void *cubin = NULL;
  size_t bytes = 0;
  if (byte (r) < 200)
    {
      CUmodule m = NULL;
      res = cuLinkComplete (l, out (r, &cubin), out (r, &bytes));
      if (cubin && cuModuleLoadData (&m, cubin) == CUDA_SUCCESS)
	set (r, MODULE, (uintptr_t) m);
    }
  set (r, LINK, (uintptr_t) l);
  CUresult end = cuLinkDestroy (l);
  return res ? res : end;
}

#define N_CALLS 78

static CUresult
call (struct run *r, unsigned which)
{
  int i = 0, j = 0;
  unsigned u = 0;
  size_t n = 0, m = 0;
  float ms;
  const char *text;
  CUresult e;
#define CTXH ((CUcontext) get (r, CTX))
#define MODH ((CUmodule) get (r, MODULE))
#define FUNH ((CUfunction) get (r, FUNC))
#define STRH ((CUstream) get (r, STREAM))
#define EVEH ((CUevent) get (r, EVENT))
#define LNKH ((CUlinkState) get (r, LINK))
#define DEVP ((CUdeviceptr) get (r, DEV))
#define HOSTP ((void *) get (r, HOST))
  /* Make a handle and keep it.  */
#define MAKE(KIND, TYPE, CALL)			\
  {						\
    TYPE h = 0;					\
    e = CALL;					\
    if (h)					\
      set (r, KIND, (uintptr_t) h);		\
    return e;					\
  }
  switch (which)
    {
    case 0: return cuInit (byte (r) > 250);
    case 1: return cuDriverGetVersion (out (r, &i));
    case 2: return cuDeviceGet (out (r, &i), byte (r) % 3 - 1);
    case 3: return cuDeviceGetAttribute (out (r, &i), byte (r), byte (r) % 2);
    case 4: return cuDeviceGetName (out (r, r->host), byte (r), byte (r) % 2);
    case 5: return cuDeviceTotalMem_v2 (out (r, &n), byte (r) % 2);
    case 6: MAKE (CTX, CUcontext,
		  cuCtxCreate_v2 (out (r, &h), byte (r) % 12,
				  byte (r) > 250))
    case 7: return cuCtxDestroy_v2 (CTXH);
    case 8: MAKE (CTX, CUcontext, cuCtxGetCurrent (out (r, &h)))
    case 9: return cuCtxSetCurrent (CTXH);
    case 10: return cuCtxPushCurrent_v2 (CTXH);
    case 11: MAKE (CTX, CUcontext, cuCtxPopCurrent_v2 (out (r, &h)))
    case 12: return cuCtxGetDevice (out (r, &i));
    case 13: return cuCtxSynchronize ();
    case 14: return cuCtxSetLimit ((CUlimit) (byte (r) % 9), small (r));
    case 15: return cuCtxGetLimit (out (r, &n), (CUlimit) (byte (r) % 9));
    case 16: MAKE (CTX, CUcontext,
		   cuDevicePrimaryCtxRetain (out (r, &h), byte (r) > 250))
    case 17: return cuDevicePrimaryCtxRelease_v2 (byte (r) > 250);
    case 18: return cuDevicePrimaryCtxReset_v2 (byte (r) > 250);
    case 19: MAKE (DEV, CUdeviceptr, cuMemAlloc_v2 (out (r, &h), size (r)))
    case 20: MAKE (DEV, CUdeviceptr,
		   cuMemAllocPitch_v2 (out (r, &h), out (r, &n), size (r),
				       size (r), byte (r) % 20))
    case 21: MAKE (DEV, CUdeviceptr,
		   cuMemAllocManaged (out (r, &h), size (r), byte (r) % 4))
    case 22: return cuMemFree_v2 (DEVP);
    case 23: return cuMemFreeAsync (DEVP, STRH);
    case 24: MAKE (DEV, CUdeviceptr,
		   cuMemAllocAsync (out (r, &h), size (r), STRH))
    case 25: MAKE (DEV, CUdeviceptr,
		   cuMemGetAddressRange_v2 (out (r, &h), out (r, &n), DEVP))
    case 26: return cuPointerGetAttribute (out (r, r->host),
					   (CUpointer_attribute)
					   (byte (r) % 20), DEVP);
    case 27: MAKE (HOST, void *, cuMemAllocHost_v2 (out (r, &h), small (r)))
    case 28: MAKE (HOST, void *, cuMemHostAlloc (out (r, &h), small (r),
						 byte (r) % 9))
    case 29: return cuMemFreeHost (HOSTP);
    case 30: MAKE (DEV, CUdeviceptr,
		   cuMemHostGetDevicePointer_v2 (out (r, &h), HOSTP,
						 byte (r) > 250))
    case 31: return cuMemHostGetFlags (out (r, &u), HOSTP);
    case 32: return cuMemHostRegister_v2 (out (r, r->host + 4096), small (r),
					  byte (r) % 9);
    case 33: return cuMemHostUnregister (out (r, r->host + 4096));
    case 34: return cuMemcpy (get_unified (r), get_unified (r), small (r));
    case 35: return cuMemcpyHtoD_v2 (DEVP, r->host, size (r));
    case 36: return cuMemcpyDtoH_v2 (r->host, DEVP, size (r));
    case 37: return cuMemcpyDtoD_v2 (DEVP, DEVP, size (r));
    case 38: return cuMemcpyHtoDAsync_v2 (DEVP, r->host, size (r), STRH);
    case 39: return cuMemcpyDtoHAsync_v2 (r->host, DEVP, size (r), STRH);
    case 40: return cuMemcpyDtoDAsync_v2 (DEVP, DEVP, size (r), STRH);
    case 41: return do_copy_2d (r);
    case 42: return do_copy_3d (r);
    case 43: return cuMemsetD8_v2 (DEVP, byte (r), size (r));
    case 44: return cuMemsetD16_v2 (DEVP, byte (r), size (r));
    case 45: return cuMemsetD32_v2 (DEVP, byte (r), size (r));
    case 46: return cuMemsetD2D8_v2 (DEVP, size (r), byte (r), size (r),
				     size (r));
    case 47: return cuMemsetD2D32_v2 (DEVP, size (r), byte (r), size (r),
				      size (r));
    case 48: return cuMemsetD8Async (DEVP, byte (r), size (r), STRH);
    case 49: return do_link (r);
    case 50: return cuLinkAddData_v2 (LNKH, CU_JIT_INPUT_PTX, (void *) ptx,
				      sizeof ptx, name (r), 0, NULL, NULL);
    case 51: { void *p; return cuLinkComplete (LNKH, &p, &n); }
    case 52: return cuLinkDestroy (LNKH);
    case 53: MAKE (MODULE, CUmodule, cuModuleLoad (out (r, &h), name (r)))
    case 54: MAKE (MODULE, CUmodule,
		   cuModuleLoadData (out (r, &h), byte (r) < 240 ? image (r)
				     : NULL))
    case 55: return cuModuleUnload (MODH);
    case 56: MAKE (FUNC, CUfunction,
		   cuModuleGetFunction (out (r, &h), MODH, name (r)))
    case 57: MAKE (DEV, CUdeviceptr,
		   cuModuleGetGlobal_v2 (out (r, &h), out (r, &n), MODH,
					 name (r)))
    case 58: return cuFuncGetAttribute (out (r, &i),
					(CUfunction_attribute) (byte (r) % 20),
					FUNH);
    case 59: return cuFuncSetAttribute (FUNH, (CUfunction_attribute)
					(byte (r) % 20), byte (r) * 1000);
    case 60: return cuFuncGetName (out (r, &text), FUNH);
    case 61: return cuOccupancyMaxActiveBlocksPerMultiprocessor
	       (out (r, &i), FUNH, byte (r) * 8, size (r));
    case 62: return cuOccupancyMaxPotentialBlockSize
	       (out (r, &i), out (r, &j), FUNH, NULL, size (r), byte (r) * 8);
    case 63: case 64: case 65: return do_launch (r);
    case 66: return cuLaunchHostFunc (STRH, byte (r) < 240 ? ended_host : NULL,
				      &callbacks);
    case 67: MAKE (STREAM, CUstream,
		   cuStreamCreate (out (r, &h), byte (r) % 3))
    case 68: return cuStreamDestroy_v2 (STRH);
    case 69: return cuStreamWaitEvent (STRH, EVEH, byte (r) > 250);
    case 70: return cuStreamAddCallback (STRH, byte (r) < 240 ? ended : NULL,
					 &callbacks, byte (r) > 250);
    case 71: return byte (r) % 2 ? cuStreamQuery (STRH)
		    : cuStreamSynchronize (STRH);
    case 72: MAKE (EVENT, CUevent, cuEventCreate (out (r, &h), byte (r) % 9))
    case 73: return cuEventDestroy_v2 (EVEH);
    case 74: return cuEventRecord (EVEH, STRH);
    case 75: return byte (r) % 2 ? cuEventQuery (EVEH)
		    : cuEventSynchronize (EVEH);
    case 76: return cuEventElapsedTime (out (r, &ms), EVEH, EVEH);
    default: return cuMemGetInfo_v2 (out (r, &n), out (r, &m));
    }
}

static void
demand (CUresult e, const char *what)
{
  if (e == CUDA_SUCCESS)
    return;
  printf ("%s gives %d\n", what, (int) e);
  fflush (stdout);
  abort ();
}

/* Give R the context C, which is current, and a module of its own.  */
static void
prepare (struct run *r, CUcontext c)
{
  CUmodule m;
  CUfunction f;
  demand (cuModuleLoadData (&m, ptx), "cuModuleLoadData");
  demand (cuModuleGetFunction (&f, m, "store"), "cuModuleGetFunction");
  r->ctx = c;
  r->slots[CTX][0] = (uintptr_t) c;
  r->slots[MODULE][0] = (uintptr_t) m;
  r->slots[FUNC][0] = (uintptr_t) f;
}

static void *
run (void *closure)
{
  struct run *r = closure;
  if (r->ctx)
    demand (cuCtxSetCurrent (r->ctx), "cuCtxSetCurrent");
  for (unsigned k = 0; r->at < r->end && k < 200; k++)
    {
      unsigned which = byte (r) % N_CALLS;
      /* To end a context that another thread uses is the caller's mistake
	 ("it is the responsibility of the calling function ...").  */
      if (!r->alone && (which == 7 || which == 17 || which == 18))
	continue;
      CUresult e = call (r, which);
      const char *text;
      if (cuGetErrorName (e, &text) != CUDA_SUCCESS)
	{
	  printf ("call %u gives %d, which has no name\n", which, (int) e);
	  fflush (stdout);
	  abort ();
	}
      if (!__atomic_fetch_add (&seen[which][e % 64], 1, __ATOMIC_RELAXED))
	__atomic_fetch_add (&n_new, 1, __ATOMIC_RELAXED);
    }
  return NULL;
}

/* The driver works, whatever was called before.  */
static void
works_p (void)
{
  CUcontext c;
  CUmodule m;
  CUfunction f;
  CUdeviceptr p;
  uint32_t v = 41;
  void *params[] = { &p, &v };
  demand (cuInit (0), "cuInit");
  demand (cuCtxCreate_v2 (&c, 0, 0), "cuCtxCreate");
  demand (cuModuleLoadData (&m, ptx), "cuModuleLoadData");
  demand (cuModuleGetFunction (&f, m, "store"), "cuModuleGetFunction");
  demand (cuMemAlloc_v2 (&p, 4), "cuMemAlloc");
  demand (cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL),
	  "cuLaunchKernel");
  v = 0;
  demand (cuMemcpyDtoH_v2 (&v, p, 4), "cuMemcpyDtoH");
  demand (v == 41 ? CUDA_SUCCESS : CUDA_ERROR_UNKNOWN, "the kernel");
  demand (cuCtxDestroy_v2 (c), "cuCtxDestroy");
}

extern int LLVMFuzzerTestOneInput (const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
  static struct run a, b;
  CUcontext c = NULL;
  memset (&a, 0, sizeof a);
  memset (&b, 0, sizeof b);
  /* Most of it would end with "not initialised" or "no context".  */
  if (n && !(data[0] & 2))
    {
      demand (cuInit (0), "cuInit");
      demand (cuCtxCreate_v2 (&c, 0, 0), "cuCtxCreate");
      /* Before either calls anything: a kernel that fails ends the context.  */
      prepare (&a, c);
      prepare (&b, c);
    }
  a.alone = b.alone = !(n && (data[0] & 1));
  a.host = host[0], b.host = host[1];
  a.at = n ? data + 1 : data;
  a.end = data + n;
  if (!a.alone)
    {
      pthread_t t;
      b.end = a.end;
      a.end = b.at = a.at + (n - 1) / 2;
      demand (pthread_create (&t, NULL, run, &b) ? CUDA_ERROR_OUT_OF_MEMORY
	      : CUDA_SUCCESS, "pthread_create");
      run (&a);
      pthread_join (t, NULL);
    }
  else if (n)
    run (&a);
  /* What was made goes with its context.  */
  for (unsigned k = 0; k < N_SLOTS; k++)
    {
      cuCtxDestroy_v2 ((CUcontext) a.slots[CTX][k]);
      cuCtxDestroy_v2 ((CUcontext) b.slots[CTX][k]);
    }
  cuDevicePrimaryCtxReset_v2 (0);
  CUcontext old;
  for (unsigned k = 0; k < 300 && cuCtxPopCurrent_v2 (&old) == CUDA_SUCCESS;
       k++)
    cuCtxDestroy_v2 (old);
  cuMemHostUnregister (host[0] + 4096);
  cuMemHostUnregister (host[1] + 4096);
  works_p ();
  return 0;
}

#ifndef __clang__
/* ---- By itself.  */

static uint64_t state = 88172645463325252u;
static const char *current = "a random input";
static uint8_t input[1200];
static size_t input_n;

static unsigned
rnd (unsigned n)
{
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (unsigned) (state >> 20) % n;
}

static void
on_alarm (int sig)
{
  (void) sig;
  fprintf (stderr, "FAIL: %s takes longer than 60 seconds\n", current);
  _exit (1);
}

static void
run_file (const char *file, unsigned *count)
{
  FILE *f = fopen (file, "rb");
  if (!f)
    {
      perror (file);
      exit (1);
    }
  current = file;
  input_n = fread (input, 1, sizeof input, f);
  fclose (f);
  /* Of exactly this size, so that a read behind it is seen.  */
  uint8_t *copy = malloc (input_n ? input_n : 1);
  memcpy (copy, input, input_n);
  alarm (60);
  LLVMFuzzerTestOneInput (copy, input_n);
  free (copy);
  ++*count;
}

static void
run_path (const char *path, unsigned *count)
{
  DIR *d = opendir (path);
  if (!d)
    {
      run_file (path, count);
      return;
    }
  for (struct dirent *e; (e = readdir (d)) != NULL;)
    if (e->d_name[0] != '.')
      {
	char file[4096];
	snprintf (file, sizeof file, "%s/%s", path, e->d_name);
	run_file (file, count);
      }
  closedir (d);
}

int
main (int argc, char **argv)
{
  unsigned long iterations = 0;
  const char *keep = NULL;
  unsigned files = 0, kept = 0;
  signal (SIGALRM, on_alarm);
  /* Kernels that never end do, soon; reports are many.  */
  setenv ("PTXVM_TIME_LIMIT", "0.02", 1);
  setenv ("PTXVM_MEMORY", "64M", 1);
  if (!getenv ("FUZZ_VERBOSE") && !freopen ("/dev/null", "w", stderr))
    return 1;
  for (int i = 1; i < argc; i++)
    if (strncmp (argv[i], "-n", 2) == 0)
      iterations = strtoul (argv[i] + 2, NULL, 10);
    else if (strncmp (argv[i], "-s", 2) == 0)
      state = strtoull (argv[i] + 2, NULL, 10) * 0x9e3779b97f4a7c15u | 1;
    else if (strncmp (argv[i], "-g", 2) == 0)
      keep = argv[i] + 2;
    else
      run_path (argv[i], &files);
  for (unsigned long k = 0; k < iterations; k++)
    {
      unsigned before = n_new;
      input_n = 1 + rnd (k % 4 ? 300 : sizeof input - 1);
      for (size_t i = 0; i < input_n; i++)
	input[i] = (uint8_t) rnd (256);
      alarm (60);
      LLVMFuzzerTestOneInput (input, input_n);
      if (keep && n_new > before + 2)
	{
	  char file[4096];
	  snprintf (file, sizeof file, "%s/input-%03u", keep, kept++);
	  FILE *f = fopen (file, "wb");
	  if (!f || fwrite (input, 1, input_n, f) != input_n || fclose (f))
	    {
	      printf ("cannot write %s\n", file);
	      return 1;
	    }
	}
    }
  alarm (0);
  printf ("%u pairs of call and result\n", n_new);
  /* Success and failure of most calls must have been seen for the run to mean
     much.  */
  bool meaningful = n_new > 150;
  if (!meaningful)
    puts ("FAIL: the inputs reach too little");
  printf ("%u passed, %d failed, 0 skipped\n", files + (iterations > 0),
	  !meaningful);
  return !meaningful;
}
#endif
