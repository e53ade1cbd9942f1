/* Run a linked nvptx executable without nvptx-none-run.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* For ptxvm-run where nvptx-tools are not installed.  The same as
   nvptx-none-run does: link the pieces of the file, launch __main, which the
   option -mmainkernel of the linker adds, with one thread, and exit with what
   it leaves behind its first argument.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda-api.h"
#include "ptx-load.h"
#include "simt/command/run.h"

/* Stack of a thread, and heap, unless limits say otherwise: the defaults of
   nvptx-none-run.  */
#define STACK_BYTES (128 << 10)
#define HEAP_BYTES (256 << 20)

static struct
{
#define CU_ENTRY(NAME, ARGS) CUresult (*NAME) ARGS;
#define CU_ALIAS(OLDER, NAME)
#include "entries.def"
#undef CU_ENTRY
#undef CU_ALIAS
} cu;

static char error_log[8192];

static void
need (CUresult r, const char *what)
{
  const char *text;
  if (!r)
    return;
  if (*error_log)
    fprintf (stderr, "%s", error_log);
  if (cu.cuGetErrorString (r, &text))
    text = "unknown error";
  simt_run_fail ("%s: %s", what, text);
}

static void
load_library (const char *dir)
{
  char *path;
  if (asprintf (&path, "%s/libcuda.so.1", dir) < 0)
    simt_run_fail ("out of memory");
  void *h = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  if (!h)
    simt_run_fail ("%s", dlerror ());
#define CU_ENTRY(NAME, ARGS) \
  if (!(cu.NAME = (CUresult (*) ARGS) dlsym (h, #NAME))) \
    simt_run_fail ("%s has no %s", path, #NAME);
#define CU_ALIAS(OLDER, NAME)
#include "entries.def"
#undef CU_ENTRY
#undef CU_ALIAS
  free (path);
}

/* Put the strings ARGV, of which there are ARGC, on the device; give the
   address of the array of their addresses.  */

static CUdeviceptr
copy_arguments (int argc, char **argv)
{
  CUdeviceptr array, *strings = calloc (argc + 1, sizeof *strings);
  if (!strings)
    simt_run_fail ("out of memory");
  for (int i = 0; i < argc; i++)
    {
      size_t n = strlen (argv[i]) + 1;
      need (cu.cuMemAlloc_v2 (&strings[i], n), "arguments");
      need (cu.cuMemcpyHtoD_v2 (strings[i], argv[i], n), "arguments");
    }
  need (cu.cuMemAlloc_v2 (&array, (argc + 1) * sizeof *strings),
	"arguments");
  need (cu.cuMemcpyHtoD_v2 (array, strings, (argc + 1) * sizeof *strings),
	"arguments");
  free (strings);
  return array;
}

int
ptx_load (const char *dir, int argc, char **argv)
{
  CUcontext ctx;
  CUlinkState link;
  CUmodule module;
  CUfunction f;
  CUdeviceptr status, args;
  void *image;
  size_t size;
  int result = -1;
  load_library (dir);
  need (cu.cuInit (0), "cannot start");
  need (cu.cuCtxCreate_v2 (&ctx, 0, 0), "cannot start");
  need (cu.cuMemAlloc_v2 (&status, sizeof result), "cannot start");
  need (cu.cuMemcpyHtoD_v2 (status, &result, sizeof result), "cannot start");
  args = copy_arguments (argc, argv);
  need (cu.cuCtxSetLimit (CU_LIMIT_STACK_SIZE, STACK_BYTES), "stack size");
  need (cu.cuCtxSetLimit (CU_LIMIT_MALLOC_HEAP_SIZE, HEAP_BYTES),
	"heap size");

  CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER,
			     CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
  void *values[] = { error_log, (void *) sizeof error_log };
  need (cu.cuLinkCreate_v2 (2, options, values, &link), argv[0]);
  need (cu.cuLinkAddFile_v2 (link, CU_JIT_INPUT_PTX, argv[0], 0, NULL, NULL),
	argv[0]);
  need (cu.cuLinkComplete (link, &image, &size), argv[0]);
  values[1] = (void *) sizeof error_log;
  need (cu.cuModuleLoadDataEx (&module, image, 2, options, values), argv[0]);
  need (cu.cuLinkDestroy (link), argv[0]);
  if (cu.cuModuleGetFunction (&f, module, "__main"))
    simt_run_fail ("%s has no kernel __main; link it with -mmainkernel", argv[0]);
  void *params[] = { &status, &argc, &args };
  need (cu.cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 1024, NULL, params, NULL),
	argv[0]);
  need (cu.cuMemcpyDtoH_v2 (&result, status, sizeof result), argv[0]);
  need (cu.cuCtxDestroy_v2 (ctx), argv[0]);
  return result;
}
