/* How deep the stack of a GPU's thread is: whether a function with a frame of N bytes
   runs, as it is called.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* stack-depth [linked] WAY N [M]: the ways are

   direct     the kernel calls the function
   pointer    it is called by a pointer
   frame      the same, and the kernel has a frame of M bytes itself
   never      the same, and the kernel has a call of a function of M bytes, never executed
   self       the same, and that call is of the function itself
   below      the function called by a pointer calls another, of M bytes
   recursive  the function calls itself M times, with a frame of N bytes each

   "linked": a function of another unit calls by the pointer, as libgomp's
   gomp_nvptx_main does, and the units are compiled separately.  Prints "good", "wrong" or
   the driver's error.  */

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda-api.h"

#define HEAD ".version 6.0\n.target sm_30\n.address_size 64\n"
#define CALL(NAME, ARG, TO)						\
  "{ .param .u32 out; .param .u32 in; st.param.u32 [in], " ARG "; call (out), " NAME \
  ", (in); ld.param.u32 " TO ", [out]; }\n"

static const char run_text[] =
  ".visible .func (.param .u32 r) run (.param .u64 fn, .param .u32 a)\n{\n"
  ".reg .u64 %f; .reg .u32 %a; ld.param.u64 %f, [fn]; ld.param.u32 %a, [a];\n"
  "{ .param .u32 out; .param .u32 in; st.param.u32 [in], %a;\n"
  "P: .callprototype (.param .u32 _) _ (.param .u32 _);\n"
  "call (out), %f, (in), P; ld.param.u32 %a, [out]; }\n"
  "st.param.u32 [r], %a; ret;\n}\n";

/* Adds a function NAME that has BYTES of stack, stores to the ends, does CODE, and gives
   what is there.  */
static void
put_function (char *out, const char *name, unsigned bytes, const char *code)
{
  sprintf (out + strlen (out),
    ".func (.param .u32 r) %s (.param .u32 a)\n{\n"
    ".local .align 8 .b8 F[%u]; .reg .u64 %%f, %%g; .reg .u32 %%a, %%x, %%y, %%z;"
    " .reg .pred %%p;\n"
    "ld.param.u32 %%a, [a]; mov.u64 %%f, F; cvta.local.u64 %%f, %%f;\n"
    "add.u64 %%g, %%f, %u; add.u32 %%x, %%a, 1;\n"
    "st.volatile.u32 [%%f], %%a; st.volatile.u32 [%%g], %%x; mov.u32 %%z, 0;\n"
    "%s\n"
    "ld.volatile.u32 %%x, [%%f]; ld.volatile.u32 %%y, [%%g]; add.u32 %%x, %%x, %%y;"
    " add.u32 %%x, %%x, %%z;\n"
    "st.param.u32 [r], %%x; ret;\n}\n", name, bytes, bytes - 4, code);
}

static void *lib;

static void
check (const char *what, int code, const char *log)
{
  if (code)
    {
      printf ("%s: error %d %.*s\n", what, code, (int) strcspn (log, "\n"), log);
      exit (1);
    }
}

#define FN(NAME, ...) int (*NAME) (__VA_ARGS__) = dlsym (lib, #NAME)

/* The module that the texts make.  */
static CUmodule
load (const char *a, const char *b)
{
  FN (cuLinkCreate_v2, unsigned, CUjit_option *, void **, void **);
  FN (cuLinkAddData_v2, void *, CUjitInputType, const char *, size_t, const char *,
      unsigned, void *, void *);
  FN (cuLinkComplete, void *, void **, size_t *);
  FN (cuModuleLoadData, CUmodule *, const void *);
  char log[4096] = "";
  CUjit_option option[] = { CU_JIT_ERROR_LOG_BUFFER,
			    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
  void *value[] = { log, (void *) (uintptr_t) sizeof log }, *link, *image;
  size_t size;
  CUmodule m;
  check ("link", cuLinkCreate_v2 (2, option, value, &link), log);
  check ("unit", cuLinkAddData_v2 (link, CU_JIT_INPUT_PTX, a, strlen (a) + 1, "a", 0, 0,
				   0), log);
  if (*b)
    check ("unit", cuLinkAddData_v2 (link, CU_JIT_INPUT_PTX, b, strlen (b) + 1, "b", 0,
				     0, 0), log);
  check ("link", cuLinkComplete (link, &image, &size), log);
  check ("load", cuModuleLoadData (&m, image), log);
  return m;
}

int
main (int argc, char **argv)
{
  bool linked = argc > 1 && strcmp (argv[1], "linked") == 0;
  if (linked)
    argv++, argc--;
  if (argc < 3)
    return 2;
  const char *way = argv[1];
#define IS(W) (strcmp (way, W) == 0)
  unsigned n = (unsigned) atoi (argv[2]), m = argc > 3 ? (unsigned) atoi (argv[3]) : 8;
  static char a[20000] = HEAD, b[5000];
  if (linked)
    {
      sprintf (b, "%s%s", HEAD, run_text);
      strcat (a, ".extern .func (.param .u32 r) run (.param .u64 fn, .param .u32 a);\n");
    }
  else
    strcat (a, run_text);
  if (IS ("never") || IS ("below"))
    put_function (a, "g", m, "");
  if (IS ("recursive"))
    strcat (a, ".func (.param .u32 r) f (.param .u32 a);\n");
  put_function (a, "f", n, IS ("below") ? CALL ("g", "%a", "%z") : IS ("recursive")
		? "setp.eq.u32 %p, %a, 0; @%p bra L; sub.u32 %y, %a, 1;\n"
		  CALL ("f", "%y", "%z") "L:" : "");
  strcat (a, ".visible .entry k (.param .u64 buf, .param .u32 n, .param .u32 arg)\n{\n"
	  ".reg .u64 %b, %f; .reg .u32 %n, %t, %r; .reg .pred %p;\n"
	  "ld.param.u64 %b, [buf]; ld.param.u32 %n, [n]; mov.u32 %r, %tid.x;\n"
	  "ld.param.u32 %t, [arg]; mad.wide.u32 %b, %r, 4, %b; mov.u32 %r, 0;\n"
	  "setp.ne.u32 %p, %n, 1;\n");
  if (IS ("frame"))
    sprintf (a + strlen (a), ".local .align 8 .b8 K[%u]; mov.u64 %%f, K;"
	     " cvta.local.u64 %%f, %%f; st.volatile.u32 [%%f+%u], %%t;\n", m, m - 4);
  /* N is 1.  */
  if (IS ("never"))
    strcat (a, "@!%p bra OVER;\n" CALL ("g", "%t", "%r") "OVER:\n");
  if (IS ("self"))
    strcat (a, "@!%p bra OVER;\n" CALL ("f", "%t", "%r") "OVER:\n");
  strcat (a, IS ("direct") ? CALL ("f", "%t", "%r")
	  : "mov.u64 %f, f; { .param .u32 out; .param .u64 fn; .param .u32 in;"
	    " st.param.u64 [fn], %f; st.param.u32 [in], %t;"
	    " call (out), run, (fn, in); ld.param.u32 %r, [out]; }\n");
  strcat (a, "st.global.u32 [%b], %r; ret;\n}\n");
  if (getenv ("SHOW"))
    printf ("%s%s", a, b);

  lib = dlopen ("libcuda.so.1", RTLD_NOW);
  if (!lib)
    {
      puts (dlerror ());
      return 2;
    }
  FN (cuInit, unsigned);
  FN (cuDeviceGet, CUdevice *, int);
  FN (cuCtxCreate_v2, CUcontext *, unsigned, CUdevice);
  FN (cuModuleGetFunction, CUfunction *, CUmodule, const char *);
  FN (cuFuncGetAttribute, int *, int, CUfunction);
  FN (cuMemAlloc_v2, CUdeviceptr *, size_t);
  FN (cuMemcpyDtoH_v2, void *, CUdeviceptr, size_t);
  FN (cuLaunchKernel, CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned,
      unsigned, unsigned, void *, void **, void **);
  FN (cuCtxSynchronize, void);
  CUdevice device;
  CUcontext context;
  CUfunction k;
  CUdeviceptr buf;
  int local = 0;
  check ("init", cuInit (0), "");
  check ("device", cuDeviceGet (&device, 0), "");
  check ("context", cuCtxCreate_v2 (&context, 0, device), "");
  check ("kernel", cuModuleGetFunction (&k, load (a, b), "k"), "");
  check ("attribute", cuFuncGetAttribute (&local, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, k),
	 "");
  check ("memory", cuMemAlloc_v2 (&buf, 32 * 4), "");
  unsigned one = 1, arg = IS ("recursive") ? m : 5;
  void *args[] = { &buf, &one, &arg };
  uint32_t v[32];
  int r = cuLaunchKernel (k, 1, 1, 1, 32, 1, 1, 0, NULL, args, NULL);
  if (r == 0)
    r = cuCtxSynchronize ();
  unsigned bad = 0, want = 0;
  for (unsigned d = IS ("recursive") ? 0 : arg; d <= arg; d++)
    want += 2 * d + 1;
  if (IS ("below"))
    want += 2 * arg + 1;
  if (r == 0)
    {
      check ("copy", cuMemcpyDtoH_v2 (v, buf, sizeof v), "");
      for (unsigned i = 0; i < 32; i++)
	bad += v[i] != want;
    }
  printf ("%s%s %u %u: local %d: %s %d\n", linked ? "linked " : "", way, n, m, local,
	  r ? "error" : bad ? "wrong" : "good", r);
  return r || bad;
}
