/* One lane beside 32: instructions a second by the same kernel.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "vm.h"

/* Each thread's element is its own; `%addr' is where it is.  */
#define KERNEL(NAME, REGS, BODY)					\
  ".visible .entry " NAME " (.param .u64 buf, .param .u32 n)\n{\n"	\
  ".reg .u64 %base, %addr; .reg .u32 %i, %k, %n; .reg .pred %p;\n"	\
  REGS "\nld.param.u64 %base, [buf]; ld.param.u32 %n, [n];\n"		\
  "mov.u32 %i, %tid.x; mad.wide.u32 %addr, %i, 4, %base;\n"		\
  "mov.u32 %k, 0;\nLOOP:\n" BODY					\
  "add.u32 %k, %k, 1; setp.lt.u32 %p, %k, %n;\n@%p bra LOOP;\nret;\n}\n"

static const char ptx[] =
  ".version 6.0\n.target sm_70\n.address_size 64\n"
  KERNEL ("integer", ".reg .u32 %a, %b, %c;",
	  "ld.global.u32 %a, [%addr]; mul.lo.u32 %b, %a, 1664525;\n"
	  "add.u32 %b, %b, %k; xor.b32 %c, %b, %a; shr.u32 %c, %c, 3;\n"
	  "sub.u32 %c, %c, %b; and.b32 %b, %c, 0xffffff; or.b32 %a, %b, %k;\n"
	  "st.global.u32 [%addr], %a;\n")
  KERNEL ("single", ".reg .f32 %a, %b, %c;",
	  "ld.global.f32 %a, [%addr]; mul.f32 %b, %a, 0f3f000000;\n"
	  "add.f32 %b, %b, 0f3f800000; fma.rn.f32 %c, %b, %a, %b;\n"
	  "sub.f32 %c, %c, %b; min.f32 %a, %c, %b; max.f32 %a, %a, 0f3f000000;\n"
	  "st.global.f32 [%addr], %a;\n")
  KERNEL ("double", ".reg .f64 %a, %b, %c; .reg .u64 %q, %j;",
	  "cvt.u64.u32 %j, %i; mad.lo.u64 %q, %j, 8, %base;\n"
	  "ld.global.f64 %a, [%q]; mul.f64 %b, %a, 0d3fe0000000000000;\n"
	  "add.f64 %b, %b, 0d3ff0000000000000; fma.rn.f64 %c, %b, %a, %b;\n"
	  "sub.f64 %a, %c, %b; st.global.f64 [%q], %a;\n")
  KERNEL ("gather", ".reg .u32 %a, %b; .reg .u64 %q;",
	  "ld.global.u32 %a, [%addr]; mul.lo.u32 %b, %a, 7; and.b32 %b, %b, 63;\n"
	  "mad.wide.u32 %q, %b, 4, %base; ld.global.u32 %b, [%q];\n"
	  "add.u32 %a, %a, %b; st.global.u32 [%addr], %a;\n");

static double
cpu (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

/* Processor seconds that N turns take with THREADS threads.  */
static double
run (struct vm *vm, struct vm_module *m, const char *name, unsigned threads,
     uint32_t n)
{
  const unsigned grid[3] = { 1, 1, 1 }, block[3] = { threads, 1, 1 };
  struct { uint64_t p; uint32_t n, pad; } params = { 0, n, 0 };
  params.p = vm_alloc (vm, 4096, "buf");
  vm_fill8 (vm, params.p, 0, 4096);
  double t = cpu ();
  if (vm_launch (vm, vm_module_kernel (m, name), grid, block, 0, &params,
		 sizeof params, NULL) != VM_OK)
    {
      fprintf (stderr, "%s failed\n", name);
      exit (1);
    }
  t = cpu () - t;
  vm_free (vm, params.p);
  return t;
}

static int
ascending (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

#define ROUNDS 15

int
main (void)
{
  static const char *const names[] = { "integer", "single", "double",
				       "gather" };
  struct ptx_diag d;
  memset (&d, 0, sizeof d);
  d.fn = ptx_diag_print;
  d.closure = stderr;
  struct ptx_unit **unit = malloc (sizeof *unit);
  unit[0] = ptx_parse (ptx, strlen (ptx), "lanes", &d);
  if (!unit[0])
    return 1;
  struct ptx_module *pm = ptx_link (unit, 1, false, &d);
  struct vm *vm = vm_create (NULL, NULL, NULL);
  struct vm_module *m = pm && vm ? vm_module_load (vm, pm, &d) : NULL;
  free (unit);
  if (!m)
    return 1;
  printf ("%-10s %12s %12s %8s %14s\n", "kernel", "1 lane, ns",
	  "32 lanes, ns", "ratio", "lowest-highest");
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    {
      /* In turn, so that what else the processor does hits both alike;
	 medians.  */
      const uint32_t n = 100000;
      double one[ROUNDS], all[ROUNDS], ratio[ROUNDS];
      for (int i = 0; i < ROUNDS; i++)
	{
	  one[i] = run (vm, m, names[k], 1, n);
	  all[i] = run (vm, m, names[k], 32, n);
	  ratio[i] = 32 * one[i] / all[i];
	}
      qsort (one, ROUNDS, sizeof *one, ascending);
      qsort (all, ROUNDS, sizeof *all, ascending);
      qsort (ratio, ROUNDS, sizeof *ratio, ascending);
      printf ("%-10s %12.1f %12.1f %8.1f %8.1f-%.1f\n", names[k],
	      one[ROUNDS / 2] / n * 1e9, all[ROUNDS / 2] / n * 1e9,
	      ratio[ROUNDS / 2], ratio[0], ratio[ROUNDS - 1]);
    }
  vm_module_unload (m);
  vm_destroy (vm);
  return 0;
}
