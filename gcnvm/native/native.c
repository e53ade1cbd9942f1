/* Native code: its making.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "native/prelude-text.h"
#include "native/unit.h"
#include "simt/native/native.h"

/* Changes with what units expect of the machine and their text does not say.  */
#define BUILD "gcnvm " VERSION "-4"

/* Bytes of a unit's text that make it a long one.  */
enum { LONG_UNIT = 80000 };

uint32_t
native_exit_at (void)
{
  return simt_native_exit_at ("GCNVM_NATIVE_EXIT");
}

bool
native_wanted (const struct gcnvm *vm)
{
  const struct gcnvm_options *o = &vm->opt;
  return (o->native != GCNVM_NATIVE_OFF && !o->race && !o->initcheck
	  && !o->profile && o->hazards != GCNVM_HAZARDS_APPLY
	  && simt_native_allowed ());
}

static bool
make (struct simt_native_job *j, bool compile)
{
  /* -O1 takes half as long as -O2, and long units, much of which is calls, are hardly
     slower for it.  */
#define FLAGS								\
  "-w", "-shared", "-Wl,-z,defs,--no-as-needed", "-fPIC", "-pipe", "-std=gnu11", "-nostartfiles", \
  "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off",		\
  "-fno-strict-aliasing", "-fno-tree-slp-vectorize", "-fwrapv", "-fno-asynchronous-unwind-tables",	\
  "-fno-stack-protector", "-fvisibility=hidden"
#define AVX2 "-mfma", "-mavx2", "-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt"
  static const char *const flags[2][2][25] =
  { { { "-O2", FLAGS, "-lm" }, { "-O2", FLAGS, AVX2, "-lm" } },
    { { "-O1", FLAGS, "-lm" }, { "-O1", FLAGS, AVX2, "-lm" } } };
#undef FLAGS
#undef AVX2
  struct native *n = (struct native *) j;
  bool newer = false;
#ifdef __x86_64__
  newer = (!n->vm->opt.no_avx2 && __builtin_cpu_supports ("avx2")
	   && __builtin_cpu_supports ("fma"));
#endif
  if (atomic_load (&n->code))
    return true;
  struct unit t = { .vm = n->vm, .fns = { n->f }, .n_fns = 1, .mode = n->mode };
  bool force = native_exit_at () != NATIVE_NONE, done = true;
  struct simt_native_key sum;
  void *so = NULL;
  bool read = unit_read (&t), summed = read && unit_sum (&t, force, newer, &sum);
  for (unsigned i = 0; i < t.n_fns; i++)
    n->first[i] = t.fns[i]->uops;
  bool known = summed && simt_native_known (j, &sum, compile, &so);
  char *unit = read && !known ? native_write (&t, force) : NULL;
  if (unit)
    {
      bool is_long = strlen (unit) > LONG_UNIT;
      const char *const text[]
	= { is_long ? "" : "#define SHORT_UNIT 1\n", native_prelude_text, unit };
      done = simt_native_code (j, summed ? &sum : NULL, text, 3, flags[is_long][newer],
			       BUILD, compile, &so);
    }
  free (unit);
  unit_free (&t);
  if (!so)
    return done;
  native_fn *fn = (native_fn *) (uintptr_t) dlsym (so, "native");
  n->so = so;
  atomic_fetch_add (&n->vm->native, 1);
  atomic_store_explicit (&n->code, fn, memory_order_release);
  return true;
}

struct native *
native_new (struct gcnvm *vm, const struct function *f)
{
  struct native *n = calloc (1, sizeof *n);
  if (n)
    {
      n->vm = vm;
      n->f = f;
    }
  return n;
}

void
native_weigh (struct native *n)
{
  uint32_t entries = 0;
  for (size_t k = 0; k < n->f->n; k++)
    entries += n->f->uops[k].op == UOP_NATIVE;
  if (entries)
    n->job.weight = (uint32_t) n->f->n / entries / SIMT_NATIVE_OPS;
}

void
native_stop (struct native *n)
{
  if (n)
    simt_native_cancel (&n->job);
}

void
native_free (struct native *n)
{
  if (!n)
    return;
  native_stop (n);
  if (n->so)
    dlclose (n->so);
  free (n);
}

native_fn *
native_count (struct native *n, uint32_t mode)
{
  if (atomic_load_explicit (&n->job.heat, memory_order_relaxed) == 0
      && atomic_load (&n->job.stage) == 0)
    n->mode = mode;
  simt_native_count (&n->job, make, n->vm->opt.native == GCNVM_NATIVE_ALWAYS);
  return atomic_load_explicit (&n->code, memory_order_acquire);
}
