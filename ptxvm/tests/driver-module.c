/* Test of the driver: linking, modules, logs.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include "driver-test.h"

static char error_log[512], info_log[512];
static CUjit_option options[] = { CU_JIT_WALL_TIME,
				  CU_JIT_INFO_LOG_BUFFER,
				  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
				  CU_JIT_ERROR_LOG_BUFFER,
				  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
				  CU_JIT_LOG_VERBOSE };
enum { N_OPTIONS = sizeof options / sizeof options[0] };
static void *values[N_OPTIONS];

static void
set_values (size_t error_size)
{
  values[0] = NULL;
  values[1] = info_log;
  values[2] = (void *) sizeof info_log;
  values[3] = error_log;
  values[4] = (void *) error_size;
  values[5] = (void *) 1;
  memset (error_log, '#', sizeof error_log);
  memset (info_log, '#', sizeof info_log);
}

static const char part_1[] = PTX_HEAD
  ".extern .func (.param .u32 r) twice (.param .u32 x);\n"
  ".extern .global .align 4 .u32 bias;\n"
  ".visible .entry main_kernel (.param .u64 p)\n"
  "{\n"
  ".reg .u64 %p; .reg .u32 %v, %b;\n"
  "ld.param.u64 %p, [p]; ld.global.u32 %v, [%p];\n"
  "{ .param .u32 a; .param .u32 r; st.param.u32 [a], %v;\n"
  "call (r), twice, (a); ld.param.u32 %v, [r]; }\n"
  "ld.global.u32 %b, [bias]; add.u32 %v, %v, %b;\n"
  "st.global.u32 [%p], %v; ret;\n"
  "}\n";
static const char part_2[] = PTX_HEAD
  ".visible .global .align 4 .u32 bias = 1000;\n"
  ".visible .func (.param .u32 r) twice (.param .u32 x)\n"
  "{ .reg .u32 %v; ld.param.u32 %v, [x]; add.u32 %v, %v, %v;\n"
  "st.param.u32 [r], %v; ret; }\n";
static const char bad[] = PTX_HEAD
  ".visible .entry k ()\n"
  "{\n"
  "  frobnicate.u32 %r1, %r2;\n"
  "  ret;\n"
  "}\n";

/* Functions that are no entries, as a reverse offload is known by.  */
static const char functions_ptx[] =
  PTX_HEAD
  ".visible .func seen (.param .u64 a) { ret; }\n"
  ".func hidden (.param .u64 a) { ret; }\n"
  ".visible .entry k () { ret; }\n";

/* Run main_kernel of MOD on 21.  */

static unsigned
run_main (CUmodule mod)
{
  CUfunction f;
  CUdeviceptr p;
  unsigned v = 21;
  NEED (cu.cuModuleGetFunction (&f, mod, "main_kernel"));
  OK (cu.cuMemAlloc_v2 (&p, 4));
  OK (cu.cuMemcpyHtoD_v2 (p, &v, 4));
  void *params[] = { &p };
  OK (cu.cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  OK (cu.cuMemcpyDtoH_v2 (&v, p, 4));
  OK (cu.cuMemFree_v2 (p));
  return v;
}

static void
linking (void)
{
  CUlinkState l;
  CUmodule a, b, c;
  void *image, *kept;
  size_t size;
  set_values (sizeof error_log);
  OK (cu.cuLinkCreate_v2 (N_OPTIONS, options, values, &l));
  CHECK_EQ (error_log[0], 0);
  CHECK_EQ (info_log[0], 0);
  OK (cu.cuLinkAddData_v2 (l, CU_JIT_INPUT_PTX, (void *) part_1,
			   sizeof part_1, NULL, 0, NULL, NULL));
  OK (cu.cuLinkAddData_v2 (l, CU_JIT_INPUT_PTX, (void *) part_2,
			   sizeof part_2, "part 2", 0, NULL, NULL));
  OK (cu.cuLinkComplete (l, &image, &size));
  CHECK_EQ (error_log[0], 0);
  CHECK_EQ (values[4], 0);
  CHECK (size > 0);
  /* The first load, a second, and one from a copy when the original and its
     state are gone.  */
  OK (cu.cuModuleLoadData (&a, image));
  OK (cu.cuModuleLoadData (&b, image));
  CHECK (a != b);
  kept = malloc (size);
  memcpy (kept, image, size);
  OK (cu.cuLinkDestroy (l));
  CHECK_RESULT (cu.cuLinkDestroy (l), ERROR_INVALID_HANDLE);
  OK (cu.cuModuleLoadData (&c, kept));
  CHECK_EQ (run_main (a), 1042);
  CHECK_EQ (run_main (b), 1042);
  CHECK_EQ (run_main (c), 1042);

  /* Each module has variables of its own.  */
  CUdeviceptr pa, pb;
  unsigned v = 5;
  OK (cu.cuModuleGetGlobal_v2 (&pa, &size, a, "bias"));
  CHECK_EQ (size, 4);
  OK (cu.cuModuleGetGlobal_v2 (&pb, NULL, b, "bias"));
  CHECK (pa != pb);
  OK (cu.cuMemcpyHtoD_v2 (pa, &v, 4));
  CHECK_EQ (run_main (a), 47);
  CHECK_EQ (run_main (b), 1042);
  OK (cu.cuModuleUnload (a));
  CHECK_RESULT (cu.cuModuleUnload (a), ERROR_INVALID_HANDLE);
  CHECK_EQ (run_main (b), 1042);

  /* An image can be linked to more; and a damaged one is found out.  */
  OK (cu.cuLinkCreate_v2 (0, NULL, NULL, &l));
  CHECK_RESULT (cu.cuLinkComplete (l, NULL, NULL), ERROR_INVALID_VALUE);
  OK (cu.cuLinkDestroy (l));
  set_values (sizeof error_log);
  ((char *) kept)[200] ^= 1;
  CHECK_RESULT (cu.cuModuleLoadDataEx (&a, kept, N_OPTIONS, options, values),
		ERROR_INVALID_IMAGE);
  CHECK_HAS (error_log, "damaged");
  free (kept);
  OK (cu.cuModuleUnload (b));
  OK (cu.cuModuleUnload (c));
}

static void
errors (void)
{
  CUlinkState l;
  CUmodule m;
  void *image;
  size_t size;
  /* A parse error names its line, in the error log.  */
  set_values (sizeof error_log);
  OK (cu.cuLinkCreate_v2 (N_OPTIONS, options, values, &l));
  CHECK_RESULT (cu.cuLinkAddData_v2 (l, CU_JIT_INPUT_PTX, (void *) bad,
				     sizeof bad, "bad.o", 0, NULL, NULL),
		ERROR_INVALID_PTX);
  CHECK_HAS (error_log, "bad.o:6: error: ");
  CHECK_HAS (error_log, "frobnicate");
  CHECK_EQ (values[4], strlen (error_log));
  CHECK_RESULT (cu.cuLinkComplete (l, &image, &size), ERROR_INVALID_IMAGE);
  OK (cu.cuLinkDestroy (l));

  /* A small buffer is not overrun, and ends with NUL.  */
  set_values (10);
  OK (cu.cuLinkCreate_v2 (N_OPTIONS, options, values, &l));
  CHECK_RESULT (cu.cuLinkAddData_v2 (l, CU_JIT_INPUT_PTX, (void *) bad,
				     sizeof bad, "bad.o", 0, NULL, NULL),
		ERROR_INVALID_PTX);
  CHECK (!memcmp (error_log, "bad.o:6: \0#", 11));
  CHECK_EQ (values[4], 9);
  OK (cu.cuLinkDestroy (l));

  /* Pieces that lie one behind the other go on counting lines, as
     nvptx-none-run's do.  */
  char two[sizeof part_2 + sizeof bad];
  memcpy (two, part_2, sizeof part_2);
  memcpy (two + sizeof part_2, bad, sizeof bad);
  set_values (sizeof error_log);
  OK (cu.cuLinkCreate_v2 (N_OPTIONS, options, values, &l));
  OK (cu.cuLinkAddData_v2 (l, CU_JIT_INPUT_PTX, two, sizeof part_2, NULL, 0,
			   NULL, NULL));
  CHECK_RESULT (cu.cuLinkAddData_v2 (l, CU_JIT_INPUT_PTX,
				     two + sizeof part_2, sizeof bad, NULL,
				     0, NULL, NULL), ERROR_INVALID_PTX);
  CHECK_HAS (error_log, "input 2:13: error: ");
  OK (cu.cuLinkDestroy (l));

  /* Undefined names are told when linking ends.  */
  set_values (sizeof error_log);
  OK (cu.cuLinkCreate_v2 (N_OPTIONS, options, values, &l));
  OK (cu.cuLinkAddData_v2 (l, CU_JIT_INPUT_PTX, (void *) part_1,
			   sizeof part_1, NULL, 0, NULL, NULL));
  CHECK_RESULT (cu.cuLinkComplete (l, &image, &size), ERROR_INVALID_SOURCE);
  CHECK_HAS (error_log, "twice");
  CHECK_EQ (values[4], strlen (error_log));
  OK (cu.cuLinkDestroy (l));

  /* Without linking, all of it is one error.  */
  set_values (sizeof error_log);
  CHECK_RESULT (cu.cuModuleLoadDataEx (&m, part_1, N_OPTIONS, options,
				       values), ERROR_INVALID_PTX);
  CHECK_HAS (error_log, "twice");
  set_values (sizeof error_log);
  CHECK_RESULT (cu.cuModuleLoadDataEx (&m, bad, N_OPTIONS, options, values),
		ERROR_INVALID_PTX);
  CHECK_HAS (error_log, ":6: error: ");
  set_values (sizeof error_log);
  CHECK_RESULT (cu.cuModuleLoadDataEx (&m, "", N_OPTIONS, options, values),
		ERROR_INVALID_PTX);
  CHECK (error_log[0] != '\0');

  /* Machine code for a GPU.  */
  set_values (sizeof error_log);
  static const char elf[64] = "\177ELF\2\1\1\063\007";
  CHECK_RESULT (cu.cuModuleLoadDataEx (&m, elf, N_OPTIONS, options, values),
		ERROR_NO_BINARY_FOR_GPU);
  CHECK_HAS (error_log, "machine code");
  set_values (sizeof error_log);
  OK (cu.cuLinkCreate_v2 (N_OPTIONS, options, values, &l));
  CHECK_RESULT (cu.cuLinkAddData_v2 (l, CU_JIT_INPUT_CUBIN, (void *) elf,
				     sizeof elf, NULL, 0, NULL, NULL),
		ERROR_INVALID_IMAGE);
  OK (cu.cuLinkDestroy (l));

  /* Bad arguments.  */
  static CUjit_option level[] = { CU_JIT_OPTIMIZATION_LEVEL };
  void *five[] = { (void *) 5 }, *four[] = { (void *) 4 };
  CHECK_RESULT (cu.cuLinkCreate_v2 (1, level, five, &l), ERROR_INVALID_VALUE);
  OK (cu.cuLinkCreate_v2 (1, level, four, &l));
  CHECK_RESULT (cu.cuLinkAddData_v2 (l, 99, (void *) part_1, sizeof part_1,
				     NULL, 0, NULL, NULL),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuLinkAddData_v2 (l, CU_JIT_INPUT_PTX, NULL, 4, NULL, 0,
				     NULL, NULL), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuLinkAddData_v2 (NULL, CU_JIT_INPUT_PTX, (void *) part_1,
				     4, NULL, 0, NULL, NULL),
		ERROR_INVALID_HANDLE);
  CHECK_RESULT (cu.cuLinkAddFile_v2 (l, CU_JIT_INPUT_PTX,
				     "/no/such/file.ptx", 0, NULL, NULL),
		ERROR_FILE_NOT_FOUND);
  OK (cu.cuLinkDestroy (l));
  CHECK_RESULT (cu.cuLinkCreate_v2 (0, NULL, NULL, NULL),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuLinkCreate_v2 (2, NULL, NULL, &l), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuModuleLoadData (&m, NULL), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuModuleLoadData (NULL, part_1), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuModuleLoad (&m, "/no/such/file.ptx"),
		ERROR_FILE_NOT_FOUND);
  /* None of that harmed the context.  */
  OK (cu.cuCtxSynchronize ());
}

static void
lookup (void)
{
  CUfunction f, g;
  CUdeviceptr p;
  size_t size;
  unsigned long words[4];
  unsigned v;
  OK (cu.cuModuleGetFunction (&f, test_module, "store"));
  OK (cu.cuModuleGetFunction (&g, test_module, "store"));
  CHECK (f == g);
  CHECK_RESULT (cu.cuModuleGetFunction (&f, test_module, "stor"),
		ERROR_NOT_FOUND);
  CHECK_RESULT (cu.cuModuleGetFunction (&f, test_module, "counter"),
		ERROR_NOT_FOUND);
  CHECK_RESULT (cu.cuModuleGetFunction (&f, test_module, NULL),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuModuleGetFunction (&f, NULL, "store"),
		ERROR_INVALID_HANDLE);

  CUmodule mod;
  int n;
  void *params[] = { &p };
  OK (cu.cuModuleLoadData (&mod, functions_ptx));
  OK (cu.cuModuleGetFunction (&f, mod, "k"));
  OK (cu.cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  OK (cu.cuModuleGetFunction (&f, mod, "seen"));
  OK (cu.cuFuncGetAttribute (&n, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f));
  CHECK (n > 0);
  CHECK_RESULT (cu.cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuModuleGetFunction (&f, mod, "hidden"), ERROR_NOT_FOUND);
  OK (cu.cuModuleUnload (mod));

  OK (cu.cuModuleGetGlobal_v2 (&p, &size, test_module, "table"));
  CHECK_EQ (size, 32);
  OK (cu.cuMemcpyDtoH_v2 (words, p, 32));
  CHECK_EQ (words[0], 1);
  CHECK_EQ (words[3], 4);
  CUdeviceptr base;
  OK (cu.cuMemGetAddressRange_v2 (&base, &size, p + 8));
  CHECK (base <= p && p + 32 <= base + size);
  CHECK_RESULT (cu.cuModuleGetGlobal_v2 (&p, &size, test_module, "store"),
		ERROR_NOT_FOUND);
  CHECK_RESULT (cu.cuModuleGetGlobal_v2 (&p, &size, test_module,
					 "__nvptx_clocktick"),
		ERROR_NOT_FOUND);
  CHECK_RESULT (cu.cuModuleGetGlobal_v2 (&p, &size, test_module, NULL),
		ERROR_INVALID_VALUE);
  OK (cu.cuModuleGetGlobal_v2 (&p, &size, test_module, "counter"));
  for (int i = 0; i < 3; i++)
    OK (launch ("count", NULL, NULL));
  OK (cu.cuMemcpyDtoH_v2 (&v, p, 4));
  CHECK_EQ (v, 10);
}

int
main (int argc, char **argv)
{
  start (argc, argv);
  linking ();
  errors ();
  lookup ();
  OK (cu.cuCtxDestroy_v2 (test_ctx));
  finish ();
}
