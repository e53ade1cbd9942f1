/* Native code: when it is made, and by whom.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* A plan's OP_native operations count (simt/native/native-work.h); when it is worth it, its
   function is looked for in the cache, or compiled.  */

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "native.h"
#include "native/prelude-text.h"
#include "simt/native/native.h"
#include "unit.h"

/* Changes with what units expect of the machine and their text does not say.  */
#define BUILD VERSION "-2"

uint32_t
native_exit_at (void)
{
  return simt_native_exit_at ("PTXVM_NATIVE_EXIT");
}

/* The code of the function of J, where there is some, or it may be COMPILEd.  */
static bool
make (struct simt_native_job *j, bool compile)
{
  struct native *n = (struct native *) j;
#define FLAGS								\
  "-O2", "-w", "-shared", "-fPIC", "-pipe", "-std=gnu11", "-nostartfiles", \
  "-fno-math-errno", "-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv", \
  "-fno-asynchronous-unwind-tables", "-fno-stack-protector",		\
  "-fvisibility=hidden"
  static const char *const flags[] = { FLAGS, "-lm", NULL };
  static const char *const fma_flags[] = {
    FLAGS, "-mfma", "-mavx2", "-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt",
    "-nodefaultlibs", "-lc", NULL };
#undef FLAGS
  if (atomic_load (&n->code))
    return true;
  char *unit = native_write (n->f, native_exit_at () != NO_REG);
  if (!unit)
    return true;
  const char *const text[] = { native_prelude_text, unit };
  const struct vm *vm = n->f->module->vm;
  void *so;
  bool done = simt_native_code (j, NULL, text, 2, vm->fma ? fma_flags : flags, BUILD, compile,
				&so);
  free (unit);
  if (!so)
    return done;
  native_fn *fn = (native_fn *) (uintptr_t) dlsym (so, "native");
  n->so = so;
  atomic_fetch_add (&n->f->module->vm->native, 1);
  atomic_store_explicit (&n->code, fn, memory_order_release);
  return true;
}

native_fn *
native_count (struct native *n)
{
  simt_native_count (&n->job, make,
		     n->f->module->vm->opt.native == VM_NATIVE_ALWAYS);
  return atomic_load_explicit (&n->code, memory_order_acquire);
}

void
native_forget (const struct vm_module *m)
{
  for (uint32_t k = 0; k < m->n_funcs; k++)
    {
      struct uniform_plan *plan = atomic_load (&m->funcs[k]->plan);
      if (plan && plan->native)
	simt_native_cancel (&plan->native->job);
    }
}
