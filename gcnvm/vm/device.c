/* Devices.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "code/handlers.h"
#include "order/rooms.h"
#include "simt/native/native.h"
#include "vm-int.h"

void
gcnvm_options_init (struct gcnvm_options *o)
{
  memset (o, 0, sizeof *o);
  o->cpu = GCN_GFX906;
  o->uninit = GCNVM_UNINIT_REPORT;
  o->hazards = GCNVM_HAZARDS_REPORT;
  o->waitcnt = GCNVM_WAITCNT_REPORT;
  o->redzone = 64;
}

struct gcnvm *
gcnvm_create (const struct gcnvm_options *options, struct simt_mem *mem,
	      simt_report_fn *report, void *closure)
{
  struct gcnvm *vm = calloc (1, sizeof *vm);
  if (!vm)
    return NULL;
  vm->opt = *options;
  /* A debugger sees one wave after another, and each line of its code.  */
  if (vm->opt.debug)
    {
      vm->opt.threads = 1;
      vm->opt.native = GCNVM_NATIVE_OFF;
    }
  if (vm->opt.native != GCNVM_NATIVE_OFF)
    simt_native_environment ();
  vm->mem = mem;
  vm->report = report;
  vm->closure = closure;
  vm->handlers = handlers_for_host (options->no_avx2);
  vm->find = code_find;
  vm->watch = &gcnvm_watch;
  vm->opt.initcheck |= vm->opt.initcheck_strict;
  if ((vm->opt.race && !(vm->race = simt_race_create (mem)))
      || (vm->opt.initcheck && !vm->watch->undef_start (vm)))
    {
      simt_race_destroy (vm->race);
      free (vm);
      return NULL;
    }
  pthread_mutex_init (&vm->lock, NULL);
  pthread_mutex_init (&vm->report_lock, NULL);
  pthread_mutex_init (&vm->stats_lock, NULL);
  pthread_mutex_init (&vm->rooms.lock, NULL);
  return vm;
}

void
gcnvm_destroy (struct gcnvm *vm)
{
  if (!vm)
    return;
  while (vm->codes)
    gcnvm_code_unload (vm, vm->codes);
  dynamic_free (vm);
  vops_free_constants (vm);
  simt_race_destroy (vm->race);
  vm->watch->undef_end (vm);
  free (vm->seen);
  rooms_end (&vm->rooms);
  pthread_mutex_destroy (&vm->lock);
  pthread_mutex_destroy (&vm->report_lock);
  pthread_mutex_destroy (&vm->stats_lock);
  free (vm);
}

static const char *const result_names[] =
{
  "success", "out of memory", "invalid code", "invalid dispatch",
  "illegal address", "misaligned address", "trap",
  "uninitialised register", "hazard", "deadlock", "time limit",
  "illegal instruction", "cancelled"
};

const char *
gcnvm_result_name (enum gcnvm_result r)
{
  return (unsigned) r < sizeof result_names / sizeof *result_names
	 ? result_names[r] : "unknown result";
}

struct simt_mem *
gcnvm_memory (struct gcnvm *vm)
{
  return vm->mem;
}

uint64_t
gcnvm_sleeps (const struct gcnvm *vm)
{
  return atomic_load_explicit (&vm->sleeps, memory_order_relaxed);
}

void
gcnvm_set_debugger (struct gcnvm *vm, const struct debugger *d)
{
  vm->debugger = d;
}

void
gcnvm_set_namer (struct gcnvm *vm, gcnvm_namer_fn *namer)
{
  vm->namer = namer;
}

void
gcnvm_get_stats (struct gcnvm *vm, struct gcnvm_stats *s)
{
  pthread_mutex_lock (&vm->stats_lock);
  *s = vm->stats;
  s->native = atomic_load (&vm->native);
  pthread_mutex_unlock (&vm->stats_lock);
}
