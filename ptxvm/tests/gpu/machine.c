/* The PTX machine's interface, as far as its tests need it, on a real GPU: the same
   tests say what the hardware does.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* In place of libvm.a, with libcuda.so.1 as the loader finds it.  Texts are parsed as
   ever, so that what the parser refuses is refused, and then given to the driver with
   the GPU's own chip for .target.  All devices that a test makes are one context, which
   is made anew after an error that leaves none usable.  There are no reports, and no
   options are obeyed.  GPU_JIT_LEVEL in the environment is how much the driver optimises, 0
   to 4 (4): what differs between these is the driver's doing.  */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda-api.h"
#include "vm.h"

/* The entries that are used.  */
static CUresult (*init) (unsigned);
static CUresult (*device_get) (CUdevice *, int);
static CUresult (*device_attribute) (int *, CUdevice_attribute, CUdevice);
static CUresult (*context_create) (CUcontext *, unsigned, CUdevice);
static CUresult (*context_destroy) (CUcontext);
static CUresult (*context_synchronize) (void);
static CUresult (*module_load) (CUmodule *, const void *, unsigned, CUjit_option *,
				void **);
static CUresult (*module_unload) (CUmodule);
static CUresult (*module_function) (CUfunction *, CUmodule, const char *);
static CUresult (*memory_alloc) (CUdeviceptr *, size_t);
static CUresult (*memory_free) (CUdeviceptr);
static CUresult (*to_device) (CUdeviceptr, const void *, size_t);
static CUresult (*to_host) (void *, CUdeviceptr, size_t);
static CUresult (*launch) (CUfunction, unsigned, unsigned, unsigned, unsigned,
			   unsigned, unsigned, unsigned, CUstream, void **, void **);

static const struct { const char *name; void *to; } entries[] = {
  { "cuInit", &init },
  { "cuDeviceGet", &device_get },
  { "cuDeviceGetAttribute", &device_attribute },
  { "cuCtxCreate_v2", &context_create },
  { "cuCtxDestroy_v2", &context_destroy },
  { "cuCtxSynchronize", &context_synchronize },
  { "cuModuleLoadDataEx", &module_load },
  { "cuModuleUnload", &module_unload },
  { "cuModuleGetFunction", &module_function },
  { "cuMemAlloc_v2", &memory_alloc },
  { "cuMemFree_v2", &memory_free },
  { "cuMemcpyHtoD_v2", &to_device },
  { "cuMemcpyDtoH_v2", &to_host },
  { "cuLaunchKernel", &launch }
};

struct vm { int none; };
struct vm_kernel { CUfunction function; };
struct vm_module
{
  CUmodule module;
  unsigned in_context;		/* The n_contexts-th.  */
  struct vm_kernel kernel;	/* The last one asked for.  */
};

static struct vm the_device;
static CUcontext context;
static unsigned n_contexts;
static int chip;		/* As 90.  */

static void
die (const char *what, CUresult code)
{
  printf ("FAIL: no GPU to test on: %s", what);
  printf (code ? " (CUDA error %d)\n" : "\n", code);
  exit (2);
}

static void
make_context (void)
{
  CUdevice device;
  CUresult r;
  if ((r = device_get (&device, 0)) || (r = context_create (&context, 0, device)))
    die ("no context", r);
  n_contexts++;
}

/* The driver does not always make another context in a process after an error.  */
static void
need_context (void)
{
  if (!context)
    make_context ();
}

/* What was printed shall be there when the program is stopped.  */
static void __attribute__ ((constructor))
print_lines (void)
{
  setvbuf (stdout, NULL, _IOLBF, 0);
}

static void
start (void)
{
  void *lib = dlopen ("libcuda.so.1", RTLD_NOW);
  CUdevice device;
  CUresult r;
  int major, minor;
  if (!lib)
    die (dlerror (), 0);
  for (size_t k = 0; k < sizeof entries / sizeof *entries; k++)
    {
      void *p = dlsym (lib, entries[k].name);
      if (!p)
	die (entries[k].name, 0);
      memcpy (entries[k].to, &p, sizeof p);
    }
  if ((r = init (0)) || (r = device_get (&device, 0))
      || (r = device_attribute (&major,
				CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
				device))
      || (r = device_attribute (&minor,
				CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
				device)))
    die ("the driver does not start", r);
  chip = 10 * major + minor;
  make_context ();
}

static enum vm_result
result_of (CUresult r)
{
  switch (r)
    {
    case 0: return VM_OK;
    case CUDA_ERROR_OUT_OF_MEMORY: return VM_OUT_OF_MEMORY;
    case CUDA_ERROR_NOT_FOUND: return VM_NOT_FOUND;
    case CUDA_ERROR_ILLEGAL_ADDRESS: return VM_ILLEGAL_ADDRESS;
    case CUDA_ERROR_MISALIGNED_ADDRESS: return VM_MISALIGNED;
    case CUDA_ERROR_LAUNCH_FAILED: return VM_TRAP;
    default: return r < 600 ? VM_INVALID_VALUE : VM_ILLEGAL_INSN;
    }
}

const char *
vm_result_name (enum vm_result r)
{
  switch (r)
    {
    case VM_OK: return "success";
    case VM_OUT_OF_MEMORY: return "out of memory";
    case VM_NOT_FOUND: return "not found";
    case VM_INVALID_PTX: return "refused by the driver";
    case VM_ILLEGAL_ADDRESS: return "illegal address";
    case VM_MISALIGNED: return "misaligned";
    case VM_TRAP: return "launch failed";
    default: return "another error of the driver";
    }
}

void
vm_options_init (struct vm_options *o)
{
  memset (o, 0, sizeof *o);
}

struct vm *
vm_create (const struct vm_options *o, simt_report_fn *fn, void *closure)
{
  (void) o, (void) fn, (void) closure;
  if (!chip)
    start ();
  need_context ();
  return &the_device;
}

void
vm_destroy (struct vm *vm)
{
  (void) vm;
}

/* ---- Texts.  */

/* What was parsed last: the test gives it to the machine next.  */
static char *last_text;

extern struct ptx_unit *__real_ptx_parse (const char *, size_t, const char *,
					  struct ptx_diag *);

/* The linker puts this in place of ptx_parse (--wrap).  */
extern struct ptx_unit *__wrap_ptx_parse (const char *, size_t, const char *,
					  struct ptx_diag *);
struct ptx_unit *
__wrap_ptx_parse (const char *text, size_t len, const char *name,
		  struct ptx_diag *diag)
{
  free (last_text);
  last_text = strndup (text, len);
  return __real_ptx_parse (text, len, name, diag);
}

/* TEXT for this GPU: ".target sm_N" becomes its own where N is more.  */
static char *
for_this_chip (const char *text)
{
  static const char target[] = ".target sm_";
  const char *at = strstr (text, target);
  char *end;
  if (!at)
    return strdup (text);
  at += sizeof target - 1;
  long asked = strtol (at, &end, 10);
  if (*end == 'a')
    end++;
  char *out = malloc (strlen (text) + 20);
  if (!out)
    abort ();
  /* What only one chip has is to be tried as well.  */
  if (asked > chip)
    sprintf (out, "%.*s%d%s%s", (int) (at - text), text, chip,
	     chip >= 90 ? "a" : "", end);
  else
    strcpy (out, text);
  return out;
}

struct vm_module *
vm_module_load (struct vm *vm, struct ptx_module *pm, struct ptx_diag *diag)
{
  char log[4096] = "";
  const char *level = getenv ("GPU_JIT_LEVEL");
  CUjit_option option[] = { CU_JIT_ERROR_LOG_BUFFER,
			    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
			    CU_JIT_OPTIMIZATION_LEVEL };
  void *value[] = { log, (void *) (uintptr_t) sizeof log,
		    (void *) (uintptr_t) (level ? atoi (level) : 0) };
  struct vm_module *m = calloc (1, sizeof *m);
  char *text = for_this_chip (last_text);
  (void) vm;
  ptx_module_free (pm);
  if (!m)
    abort ();
  need_context ();
  CUresult r = module_load (&m->module, text, level ? 3 : 2, option, value);
  free (text);
  m->in_context = n_contexts;
  if (r == 0)
    return m;
  free (m);
  log[strcspn (log, "\n")] = 0;
  if (diag && diag->fn)
    diag->fn (diag->closure, PTX_ERROR, "driver", 0, log);
  return NULL;
}

void
vm_module_unload (struct vm_module *m)
{
  if (context && m->in_context == n_contexts)
    module_unload (m->module);
  free (m);
}

struct vm_kernel *
vm_module_kernel (struct vm_module *m, const char *name)
{
  return module_function (&m->kernel.function, m->module, name) ? NULL : &m->kernel;
}

/* ---- Memory and launches.  */

uint64_t
vm_alloc (struct vm *vm, uint64_t size, const char *name)
{
  CUdeviceptr p;
  (void) vm, (void) name;
  need_context ();
  return memory_alloc (&p, size) ? 0 : p;
}

enum vm_result
vm_free (struct vm *vm, uint64_t addr)
{
  (void) vm;
  return result_of (memory_free (addr));
}

enum vm_result
vm_read (struct vm *vm, void *to, uint64_t from, uint64_t n)
{
  (void) vm;
  return result_of (to_host (to, from, n));
}

enum vm_result
vm_write (struct vm *vm, uint64_t to, const void *from, uint64_t n)
{
  (void) vm;
  return result_of (to_device (to, from, n));
}

/* Every test's kernel has a buffer and a number.  */
enum vm_result
vm_launch (struct vm *vm, struct vm_kernel *k, const unsigned grid[3],
	   const unsigned block[3], uint64_t dynamic_shared, const void *params,
	   uint64_t param_bytes, const struct simt_race_order *order)
{
  char copy[16];
  void *argument[] = { copy, copy + 8 };
  (void) vm, (void) order;
  memcpy (copy, params, param_bytes < sizeof copy ? param_bytes : sizeof copy);
  CUresult r = launch (k->function, grid[0], grid[1], grid[2], block[0], block[1],
		       block[2], (unsigned) dynamic_shared, NULL, argument, NULL);
  if (r == 0)
    r = context_synchronize ();
  if (r >= 700)
    {
      /* It takes the context with it.  */
      context_destroy (context);
      context = NULL;
    }
  return result_of (r);
}
