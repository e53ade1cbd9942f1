/* A machine that executes nothing, for tests of the HSA layer.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* It has the functions of vm.h.  What a launch does is said by the kernel's
   arguments; see gcnvm_launch.  */

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debug/debugger.h"
#include "vm.h"

struct gcnvm
{
  struct gcnvm_options options;
  struct simt_mem *memory;
  simt_report_fn *report;
  void *closure;
  _Atomic uint64_t launches, sleeps;
  _Atomic bool cancelled;
};

struct gcnvm_code
{
  struct gcnvm_code_desc desc;
};

void
gcnvm_options_init (struct gcnvm_options *o)
{
  memset (o, 0, sizeof *o);
}

const char *
gcnvm_result_name (enum gcnvm_result r)
{
  return r == GCNVM_OK ? "no error" : "error";
}

struct gcnvm *
gcnvm_create (const struct gcnvm_options *o, struct simt_mem *mem,
	      simt_report_fn *report, void *closure)
{
  struct gcnvm *vm = calloc (1, sizeof *vm);
  if (vm)
    {
      vm->options = *o;
      vm->memory = mem;
      vm->report = report;
      vm->closure = closure;
    }
  return vm;
}

void
gcnvm_destroy (struct gcnvm *vm)
{
  free (vm);
}

struct simt_mem *
gcnvm_memory (struct gcnvm *vm)
{
  return vm->memory;
}

uint64_t
gcnvm_sleeps (const struct gcnvm *vm)
{
  return atomic_load (&((struct gcnvm *) vm)->sleeps);
}

struct gcnvm_code *
gcnvm_code_load (struct gcnvm *vm, const struct gcnvm_code_desc *d,
		 char *error, size_t error_size)
{
  (void) vm;
  struct gcnvm_code *c = malloc (sizeof *c);
  if (!c || getenv ("FAKE_BAD_CODE"))
    {
      snprintf (error, error_size, "main+0x10: v_frob_b32 is not supported");
      free (c);
      return NULL;
    }
  c->desc = *d;
  return c;
}

void
gcnvm_code_unload (struct gcnvm *vm, struct gcnvm_code *c)
{
  (void) vm;
  free (c);
}

/* The kernel's arguments are 64-bit integers: how long it takes in ms, whether
   its waves sleep then, its result, where to add 1 at the end, and where there
   is a number that ends it when it is not zero, or 0 for nowhere.  */

enum gcnvm_result
gcnvm_launch (struct gcnvm *vm, const struct gcnvm_dispatch *d)
{
  uint64_t arg[5];
  atomic_fetch_add (&vm->launches, 1);
  if (!simt_mem_range_ok (vm->memory, d->kernarg, sizeof arg))
    return GCNVM_ILLEGAL_ADDRESS;
  memcpy (arg, (void *) (uintptr_t) d->kernarg, sizeof arg);
  for (uint64_t k = 0; k < arg[0]; k++)
    {
      if (vm->cancelled)
	return GCNVM_CANCELLED;
      if (arg[4] && atomic_load ((_Atomic uint64_t *) (uintptr_t) arg[4]))
	break;
      if (arg[1])
	atomic_fetch_add (&vm->sleeps, 1);
      usleep (1000);
    }
  if (arg[2])
    {
      struct simt_report r =
	{
	  .kind = GCNVM_R_MEMORY, .fatal = true, .text = "it failed",
	  .function = "f", .mem = vm->memory, .launcher = d->launcher
	};
      simt_fact_text (&r, "kernel", "kernel", d->kernel);
      simt_fact_text (&r, "function", NULL, r.function);
      simt_fact_address (&r, "pc", "pc", d->entry);
      simt_fact_number (&r, "lane", "lane", 3);
      vm->report (vm->closure, &r);
    }
  if (arg[3])
    atomic_fetch_add ((_Atomic uint64_t *) (uintptr_t) arg[3], 1);
  return (enum gcnvm_result) arg[2];
}

void
gcnvm_race_copy (struct gcnvm *vm, const struct simt_race_order *order,
		 uint64_t address, uint64_t n, bool store)
{
  (void) vm, (void) order, (void) address, (void) n, (void) store;
}

void
gcnvm_cancel (struct gcnvm *vm)
{
  vm->cancelled = true;
}

void
debugger_attach (struct gcnvm *vm, const char *commands, const char *output)
{
  (void) vm, (void) commands, (void) output;
}

void
debugger_remote (unsigned port)
{
  (void) port;
}

void
debugger_names (struct gcnvm *vm)
{
  (void) vm;
}

void
gcnvm_get_stats (struct gcnvm *vm, struct gcnvm_stats *s)
{
  memset (s, 0, sizeof *s);
  s->waves = s->insns = atomic_load (&vm->launches);
}
