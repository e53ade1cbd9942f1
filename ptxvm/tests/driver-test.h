/* What the tests of the driver interface share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* A test program takes the path of libcuda.so.1, loads it as clients do, and
   calls it through `cu'.  Each CHECK is one result; the last line is the
   count.  */

#ifndef DRIVER_TEST_H
#define DRIVER_TEST_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda-api.h"

static struct
{
#define CU_ENTRY(NAME, ARGS) CUresult (*NAME) ARGS;
#define CU_ALIAS(OLDER, NAME)
#include "entries.def"
#undef CU_ENTRY
#undef CU_ALIAS
} cu;

static unsigned n_passed, n_failed;

static void
check (bool ok, const char *file, int line, const char *what, long got,
       long expected)
{
  if (ok)
    __atomic_fetch_add (&n_passed, 1, __ATOMIC_RELAXED);
  else
    {
      __atomic_fetch_add (&n_failed, 1, __ATOMIC_RELAXED);
      printf ("FAIL: %s:%d: %s: got %ld, expected %ld\n", file, line, what,
	      got, expected);
    }
}

/* CALL gives the error CODE.  */
#define CHECK_RESULT(CALL, CODE) \
  do { int got_ = (CALL); \
       check (got_ == CUDA_##CODE, __FILE__, __LINE__, #CALL, got_, \
	      CUDA_##CODE); } while (0)
#define OK(CALL) CHECK_RESULT (CALL, SUCCESS)
#define CHECK_EQ(A, B) \
  do { long a_ = (long) (A), b_ = (long) (B); \
       check (a_ == b_, __FILE__, __LINE__, #A, a_, b_); } while (0)
#define CHECK(COND) CHECK_EQ (!!(COND), 1)
/* TEXT has PART in it.  */
#define CHECK_HAS(TEXT, PART) \
  do { const char *t_ = (TEXT); \
       if (!strstr (t_, PART)) \
	 printf ("no '%s' in '%s'\n", PART, t_); \
       CHECK (strstr (t_, PART) != NULL); } while (0)
/* What the rest of the test cannot do without.  */
#define NEED(CALL) \
  do { int got_ = (CALL); \
       if (got_) { printf ("FAIL: %s:%d: %s: error %d\n", __FILE__, \
			   __LINE__, #CALL, got_); \
		   n_failed++; finish (); } } while (0)

static void __attribute__ ((noreturn))
finish (void)
{
  printf ("%u passed, %u failed, 0 skipped\n", n_passed, n_failed);
  exit (n_failed != 0);
}

static void
load_driver (int argc, char **argv)
{
  void *h = argc > 1 ? dlopen (argv[1], RTLD_LAZY | RTLD_LOCAL) : NULL;
  if (!h)
    {
      printf ("FAIL: cannot load %s: %s\n0 passed, 1 failed, 0 skipped\n",
	      argc > 1 ? argv[1] : "libcuda.so.1",
	      argc > 1 ? dlerror () : "give its path");
      exit (1);
    }
#define CU_ENTRY(NAME, ARGS) \
  if (!(cu.NAME = (CUresult (*) ARGS) dlsym (h, #NAME))) \
    { printf ("FAIL: no %s\n", #NAME); n_failed++; }
#define CU_ALIAS(OLDER, NAME) \
  if (dlsym (h, #OLDER) != dlsym (h, #NAME)) \
    { printf ("FAIL: no %s\n", #OLDER); n_failed++; }
#include "entries.def"
#undef CU_ENTRY
#undef CU_ALIAS
  if (n_failed)
    finish ();
  setvbuf (stdout, NULL, _IOLBF, 0);
}

#define PTX_HEAD ".version 6.0\n.target sm_30\n.address_size 64\n"

/* Kernels that the tests use.  */
static const char test_ptx[] __attribute__ ((unused)) = PTX_HEAD
  ".visible .global .align 4 .u32 counter = 7;\n"
  ".visible .global .align 8 .u64 table[4] = { 1, 2, 3, 4 };\n"
  /* store (p, v): *p = v.  */
  ".visible .entry store (.param .u64 p, .param .u32 v)\n"
  "{\n"
  ".reg .u64 %p; .reg .u32 %v;\n"
  "ld.param.u64 %p, [p]; ld.param.u32 %v, [v];\n"
  "st.global.u32 [%p], %v;\n"
  "ret;\n"
  "}\n"
  /* append (p, v): *p = *p * 10 + v, so that the order shows.  */
  ".visible .entry append (.param .u64 p, .param .u32 v)\n"
  "{\n"
  ".reg .u64 %p; .reg .u32 %v, %o;\n"
  "ld.param.u64 %p, [p]; ld.param.u32 %v, [v];\n"
  "ld.global.u32 %o, [%p];\n"
  "mad.lo.u32 %o, %o, 10, %v;\n"
  "st.global.u32 [%p], %o;\n"
  "ret;\n"
  "}\n"
  /* wait (flag): until *flag is not zero.  */
  ".visible .entry wait (.param .u64 flag)\n"
  "{\n"
  ".reg .u64 %p; .reg .u32 %v; .reg .pred %c;\n"
  "ld.param.u64 %p, [flag];\n"
  "L: ld.volatile.u32 %v, [%p];\n"
  "setp.eq.u32 %c, %v, 0;\n"
  "@%c bra L;\n"
  "ret;\n"
  "}\n"
  /* ask (p, n): N times put a number there and wait for its answer, 0; by a
     whole warp.  */
  ".visible .entry ask (.param .u64 p, .param .u32 n)\n"
  "{\n"
  ".reg .u64 %p; .reg .u32 %v, %n; .reg .pred %c;\n"
  "ld.param.u64 %p, [p]; ld.param.u32 %n, [n];\n"
  "L: setp.eq.u32 %c, %n, 0;\n"
  "@%c bra E;\n"
  "st.volatile.u32 [%p], %n;\n"
  "W: ld.volatile.u32 %v, [%p];\n"
  "setp.ne.u32 %c, %v, 0;\n"
  "@%c bra W;\n"
  "sub.u32 %n, %n, 1;\n"
  "bra L;\n"
  "E: ret;\n"
  "}\n"
  /* mixed (p, b, h, w, d): parameters of all sizes.  */
  ".visible .entry mixed (.param .u64 p, .param .u8 b, .param .u16 h,\n"
  " .param .u32 w, .param .u64 d)\n"
  "{\n"
  ".reg .u64 %p, %d, %s; .reg .u32 %x, %y, %w;\n"
  "ld.param.u64 %p, [p]; ld.param.u8 %x, [b]; ld.param.u16 %y, [h];\n"
  "ld.param.u32 %w, [w]; ld.param.u64 %d, [d];\n"
  "cvt.u64.u32 %s, %x; st.global.u64 [%p], %s;\n"
  "cvt.u64.u32 %s, %y; st.global.u64 [%p+8], %s;\n"
  "cvt.u64.u32 %s, %w; st.global.u64 [%p+16], %s;\n"
  "st.global.u64 [%p+24], %d;\n"
  "ret;\n"
  "}\n"
  /* ids (p): each thread adds one to its own word.  */
  ".visible .entry ids (.param .u64 p)\n"
  "{\n"
  ".reg .u64 %p, %o; .reg .u32 %t, %c, %n, %v;\n"
  "ld.param.u64 %p, [p];\n"
  "mov.u32 %t, %tid.x; mov.u32 %c, %ctaid.x; mov.u32 %n, %ntid.x;\n"
  "mad.lo.u32 %t, %c, %n, %t;\n"
  "mul.wide.u32 %o, %t, 4; add.u64 %p, %p, %o;\n"
  "ld.global.u32 %v, [%p]; add.u32 %v, %v, 1; st.global.u32 [%p], %v;\n"
  "ret;\n"
  "}\n"
  ".visible .entry small () .maxntid 64, 1, 1 { ret; }\n"
  ".visible .entry do_trap () { trap; exit; }\n"
  ".visible .entry bad_store ()\n"
  "{ .reg .u64 %p; mov.u64 %p, 16; st.global.u32 [%p], 1; ret; }\n"
  ".visible .entry misaligned (.param .u64 p)\n"
  "{ .reg .u64 %p; ld.param.u64 %p, [p]; st.global.u32 [%p+1], 1; ret; }\n"
  ".visible .entry count ()\n"
  "{ .reg .u32 %v; ld.global.u32 %v, [counter]; add.u32 %v, %v, 1;\n"
  " st.global.u32 [counter], %v; ret; }\n";

/* Start the driver and a context with test_ptx.  */

static CUcontext test_ctx __attribute__ ((unused));
static CUmodule test_module __attribute__ ((unused));

static void __attribute__ ((unused))
start (int argc, char **argv)
{
  load_driver (argc, argv);
  NEED (cu.cuInit (0));
  NEED (cu.cuCtxCreate_v2 (&test_ctx, 0, 0));
  NEED (cu.cuModuleLoadData (&test_module, test_ptx));
}

static CUfunction __attribute__ ((unused))
kernel (const char *name)
{
  CUfunction f;
  NEED (cu.cuModuleGetFunction (&f, test_module, name));
  return f;
}

/* Launch one thread.  */

static CUresult __attribute__ ((unused))
launch (const char *name, CUstream s, void **params)
{
  return cu.cuLaunchKernel (kernel (name), 1, 1, 1, 1, 1, 1, 0, s, params,
			    NULL);
}

#endif /* DRIVER_TEST_H */
