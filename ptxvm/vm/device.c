/* The PTX machine: devices.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code/shadow.h"
#include "code/translate.h"
#include "code/uniform.h"
#include "native/native.h"
#include "order/block.h"
#include "ptx-int.h"
#include "simt/native/native.h"
#include "watch/stack.h"

/* What there is for .const variables of all modules.  */
#define CONSTANT_BYTES ((uint64_t) 1 << 30)

void
vm_options_init (struct vm_options *o)
{
  memset (o, 0, sizeof *o);
  o->model = VM_VOLTA;
  o->uninit = VM_UNINIT_OFF;
  o->sm = 80;
  o->n_multiprocessors = 4;
  o->memory = (uint64_t) 4 << 30;
  o->redzone = 64;
  o->stack_size = 1024;
  o->heap_size = (uint64_t) 8 << 20;
  o->printf_size = (uint64_t) 1 << 20;
  o->uniform = VM_UNIFORM_ON;
  /* A thread has 512 KiB of local memory at most, and a call takes 16 bytes of
     it at least, for the place to return to.  */
  o->call_limit = 512 * 1024 / 16;
}

const char *
vm_result_name (enum vm_result r)
{
  static const char *const name[] = {
    [VM_OK] = "no error",
    [VM_OUT_OF_MEMORY] = "out of memory",
    [VM_INVALID_VALUE] = "invalid value",
    [VM_NOT_FOUND] = "not found",
    [VM_INVALID_PTX] = "invalid PTX",
    [VM_ILLEGAL_ADDRESS] = "illegal address",
    [VM_MISALIGNED] = "misaligned address",
    [VM_TRAP] = "trap",
    [VM_UNINIT] = "uninitialised register",
    [VM_DIVERGENT_BARRIER] = "divergent barrier",
    [VM_DEADLOCK] = "deadlock",
    [VM_TIMEOUT] = "timeout",
    [VM_STACK_OVERFLOW] = "stack overflow",
    [VM_ASSERT] = "assertion failed",
    [VM_ILLEGAL_INSN] = "illegal instruction"
  };
  return (unsigned) r < ARRAY_SIZE (name) ? name[r] : "unknown result";
}

/* A device with OPTIONS (NULL: the defaults).  What is found while running is
   given to REPORT.  NULL when there is no memory for it.  */
struct vm *
vm_create (const struct vm_options *options, simt_report_fn *report,
	   void *closure)
{
  struct vm *vm = calloc (1, sizeof *vm);
  if (!vm)
    return NULL;
  if (options)
    vm->opt = *options;
  else
    vm_options_init (&vm->opt);
  /* A debugger sees one warp after another, and each line of its code.  */
  if (vm->opt.debug)
    {
      vm->opt.threads = 1;
      vm->opt.uniform = VM_UNIFORM_OFF;
      vm->opt.native = VM_NATIVE_OFF;
    }
  if (vm->opt.native != VM_NATIVE_OFF)
    simt_native_environment ();
  vm->watch = &vm_watch;
  vm->meetings = &vm_meetings;
  vm->fma = interp_uniform != interp_uniform_base;
  vm->report = report;
  vm->closure = closure;
  pthread_mutex_init (&vm->lock, NULL);
  pthread_mutex_init (&vm->translate_lock, NULL);
  pthread_mutex_init (&vm->report_lock, NULL);
  simt_output_init (&vm->output);
  simt_sites_init (&vm->sites);
  if (!simt_mem_init (&vm->mem, vm->opt.memory, CONSTANT_BYTES))
    {
      free (vm);
      return NULL;
    }
  vm->mem.heap_limit = &vm->opt.heap_size;
  vm->mem.unified = vm->opt.unified;
  if (vm->opt.initcheck_strict)
    vm->opt.initcheck = true;
  if (vm->opt.race && !(vm->race = simt_race_create (&vm->mem)))
    {
      simt_mem_destroy (&vm->mem);
      free (vm);
      return NULL;
    }
  if (vm->opt.initcheck && !(vm->shadow = shadow_create (&vm->mem)))
    {
      simt_race_destroy (vm->race);
      simt_mem_destroy (&vm->mem);
      free (vm);
      return NULL;
    }
  return vm;
}

void
vm_destroy (struct vm *vm)
{
  if (!vm)
    return;
  spares_free_all (vm);
  simt_output_destroy (&vm->output);
  shadow_destroy (vm->shadow);
  simt_mem_destroy (&vm->mem);
  simt_race_destroy (vm->race);
  stack_chains_free (vm);
  for (uint32_t k = 0; k < N_BUILTINS; k++)
    free (vm->builtin[k]);
  free (vm->funcs);
  simt_sites_destroy (&vm->sites);
  pthread_mutex_destroy (&vm->lock);
  pthread_mutex_destroy (&vm->translate_lock);
  pthread_mutex_destroy (&vm->report_lock);
  free (vm);
}

void
vm_set_debugger (struct vm *vm, const struct debugger *d)
{
  vm->debugger = d;
}

void
vm_flush_printf (struct vm *vm)
{
  simt_output_flush (&vm->output);
}

struct vm_options *
vm_get_options (struct vm *vm)
{
  return &vm->opt;
}

void
vm_get_stats (struct vm *vm, struct vm_stats *s)
{
  s->warp_insns = atomic_load (&vm->warp_insns);
  s->lane_insns = atomic_load (&vm->lane_insns);
  s->helped = atomic_load (&vm->helped);
  s->native = atomic_load (&vm->native);
  s->alone = simt_alone_launches (&vm->mem.alone);
}
