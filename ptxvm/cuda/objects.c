/* What is known of the objects in device memory, and leaks of it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What simt/host/host-objects.h does with it.  */

#include <string.h>

#include "driver.h"
#include "simt/host/host-objects.h"
#include "simt/memory/mem.h"

static struct simt_mem *
memory_of_thread (void)
{
  struct cu_context *ctx = context_current ();
  return ctx && ctx->vm && !ctx->destroyed ? vm_memory (ctx->vm) : NULL;
}

void
objects_made (struct cu_context *ctx, CUdeviceptr addr)
{
  simt_host_made (vm_memory (ctx->vm), addr);
}

void
objects_gone (struct cu_context *ctx, CUdeviceptr addr)
{
  simt_host_gone (vm_memory (ctx->vm), addr);
}

void
objects_free_failed (struct cu_context *ctx, CUdeviceptr addr)
{
  char text[1500];
  if (simt_host_free_failed (vm_memory (ctx->vm), addr, text, sizeof text))
    report_host ((void *) (uintptr_t) addr, "%s", text);
}

void
objects_launch (struct vm *vm, const struct simt_launched *l,
		const void *params, uint64_t param_bytes)
{
  uint64_t table;
  if (param_bytes < sizeof table)
    return;
  memcpy (&table, params, sizeof table);
  simt_host_launch (vm_memory (vm), l, table);
}

void
objects_leaks (struct cu_context *ctx)
{
  pthread_mutex_lock (&stream_lock);
  bool failed = ctx->sticky || ctx->pending;
  pthread_mutex_unlock (&stream_lock);
  if (!failed)
    simt_host_leaks (vm_memory (ctx->vm));
}

void
objects_init (void)
{
  static struct simt_host_machine machine;
  machine = (struct simt_host_machine)
    {
      .library = "libcuda.so", .memory = memory_of_thread,
      .redzone = driver_options.vm.redzone != 0, .word = 1, .alloc_frames = 2,
      .leak_check = driver_options.leak_check, .leak_kind = VM_R_LEAK
    };
  simt_host_init (&machine);
}
