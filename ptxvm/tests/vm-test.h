/* What the tests of the PTX machine share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_TEST_H
#define VM_TEST_H

#include "simt/tests/test.h"

#include "vm.h"

/* Linked with tests/gpu/machine.c, a test runs on a GPU: what is this machine's alone,
   as reports, models and options are, is left out.  */
#ifdef ON_GPU
#define on_gpu true
#else
#define on_gpu false
#endif

/* A test of this NAME comes next: a GPU may hang in it.  */
static void __attribute__ ((unused))
announce (const char *name)
{
  if (on_gpu)
    printf ("  %s\n", name);
}

/* What a launch reported.  */
#define MAX_REPORTS 64
static struct
{
  unsigned n;
  char text[MAX_REPORTS][1024];
  enum vm_report_kind kind[MAX_REPORTS];
  unsigned line[MAX_REPORTS];
} reports;

static void
take_report (void *closure, const struct simt_report *r)
{
  (void) closure;
  if (reports.n < MAX_REPORTS)
    {
      snprintf (reports.text[reports.n], sizeof reports.text[0], "%s",
		r->text);
      reports.kind[reports.n] = r->kind;
      for (size_t k = 0; k < r->n_facts; k++)
	if (r->facts[k].json && !strcmp (r->facts[k].json, "ptx_line"))
	  reports.line[reports.n] = (unsigned) r->facts[k].n[0];
    }
  reports.n++;
}

static bool __attribute__ ((unused))
reported (const char *text)
{
  for (unsigned k = 0; k < reports.n && k < MAX_REPORTS; k++)
    if (strstr (reports.text[k], text))
      return true;
  return false;
}

static void __attribute__ ((unused))
show_reports (void)
{
  for (unsigned k = 0; k < reports.n && k < MAX_REPORTS; k++)
    printf ("  reported: %s\n", reports.text[k]);
}

/* Messages about the PTX, the last one kept.  */
static char last_message[1024];

static void
take_message (void *closure, enum ptx_severity severity, const char *unit,
	      unsigned line, const char *text)
{
  (void) closure, (void) severity;
  snprintf (last_message, sizeof last_message, "%s:%u: %s", unit, line, text);
}

/* Let PTXVM_UNIFORM say what *O has for uniform, where it is set: the makefile does
   for tests that are run both ways.  */
static void
take_uniform (struct vm_options *o)
{
  const char *v = getenv ("PTXVM_UNIFORM");
  if (v)
    o->uniform = (!strcmp (v, "off") ? VM_UNIFORM_OFF
		  : !strcmp (v, "always") ? VM_UNIFORM_ALWAYS : VM_UNIFORM_ON);
  v = getenv ("PTXVM_NATIVE");
  if (v)
    o->native = !strcmp (v, "always") ? VM_NATIVE_ALWAYS : VM_NATIVE_OFF;
  /* The same for checks of definedness, which must change nothing else.  */
  v = getenv ("PTXVM_INITCHECK");
  if (v)
    o->initcheck = v[0] == '1';
}

/* A device with a module.  */
struct machine
{
  struct vm *vm;
  struct vm_module *module;
};

static bool
machine_load (struct machine *m, const struct vm_options *o, const char *ptx)
{
  struct ptx_diag d;
  memset (&d, 0, sizeof d);
  d.fn = take_message;
  last_message[0] = 0;
  m->vm = NULL;
  m->module = NULL;
  struct ptx_unit **unit = malloc (sizeof *unit);
  unit[0] = ptx_parse (ptx, strlen (ptx), "test", &d);
  if (!unit[0])
    {
      free (unit);
      return false;
    }
  struct ptx_module *pm = ptx_link (unit, 1, false, &d);
  free (unit);
  if (!pm)
    return false;
  struct vm_options taken = *o;
  take_uniform (&taken);
  m->vm = vm_create (&taken, take_report, NULL);
  m->module = vm_module_load (m->vm, pm, &d);
  if (!m->module)
    {
      vm_destroy (m->vm);
      m->vm = NULL;
    }
  return m->module != NULL;
}

static void
machine_free (struct machine *m)
{
  if (m->module)
    vm_module_unload (m->module);
  if (m->vm)
    vm_destroy (m->vm);
}

/* Run KERNEL (.param .u64 buffer, .param .u32 n) with N bytes at BUF copied
   in and out; the grid and block are one-dimensional.  */
static enum vm_result __attribute__ ((unused))
machine_run (struct machine *m, const char *kernel, unsigned grid,
	     unsigned block, uint64_t shared, void *buf, size_t bytes,
	     uint32_t n)
{
  struct vm_kernel *k = vm_module_kernel (m->module, kernel);
  const unsigned g[3] = { grid, 1, 1 }, b[3] = { block, 1, 1 };
  struct { uint64_t p; uint32_t n; uint32_t pad; } params = { 0, n, 0 };
  reports.n = 0;
  if (!k)
    return VM_NOT_FOUND;
  params.p = vm_alloc (m->vm, bytes, "buf");
  if (!params.p || vm_write (m->vm, params.p, buf, bytes) != VM_OK)
    return VM_OUT_OF_MEMORY;
  enum vm_result r = vm_launch (m->vm, k, g, b, shared, &params,
				sizeof params, NULL);
  vm_read (m->vm, buf, params.p, bytes);
  vm_free (m->vm, params.p);
  return r;
}

/* Load, run once, free.  */
static enum vm_result __attribute__ ((unused))
run_once (const struct vm_options *o, const char *ptx, unsigned grid,
	  unsigned block, void *buf, size_t bytes)
{
  struct machine m;
  reports.n = 0;
  if (!machine_load (&m, o, ptx))
    {
      printf ("  %s\n", last_message);
      return VM_INVALID_PTX;
    }
  enum vm_result r = machine_run (&m, "k", grid, block, 0, buf, bytes, grid);
  machine_free (&m);
  return r;
}

#define HEADER ".version 7.8\n.target sm_90\n.address_size 64\n"
/* Lines 4 to 12 of a test's text.  */
#define KERNEL_BEGIN							\
  ".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"		\
  ".reg .u64 %base, %addr, %rd<20>; .reg .u32 %t, %r<40>;"		\
  " .reg .pred %p<10>; .reg .f32 %f<20>; .reg .f64 %fd<20>;"		\
  " .reg .b16 %h<20>;\n"						\
  "ld.param.u64 %base, [buf];\nmov.u32 %t, %tid.x;\n"			\
  "mad.wide.u32 %addr, %t, 4, %base;\n"

#endif /* VM_TEST_H */
