/* What is known of the objects in device memory, and leaks of it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What simt/host/host-objects.h does with it.  GCC for amdgcn loads the last bytes of
   an object as a whole dword, where it may, and does atomic operations on one
   or two bytes by the dword around them; so bounds are those of dwords.  */

#include <string.h>

#include "runtime.h"

_Atomic bool objects_failed;

static struct simt_mem *
all_memory (void)
{
  return runtime_up ? &memory : NULL;
}

void
objects_launch (const struct simt_launched *l, const void *arguments)
{
  uint64_t table;
  if (!l || !arguments
      || !simt_mem_range_ok (&memory, (uintptr_t) arguments, sizeof table))
    return;
  memcpy (&table, arguments, sizeof table);
  simt_host_launch (&memory, l, table);
}

void
objects_leaks (void)
{
  if (memory.arena && !objects_failed)
    simt_host_leaks (&memory);
}

void
objects_init (void)
{
  static struct simt_host_machine machine;
  machine = (struct simt_host_machine)
    {
      .library = "libhsa-runtime64.so", .memory = all_memory,
      .redzone = hsa_options.vm.redzone != 0, .word = 4,
      .leak_check = hsa_options.leak_check, .alloc_frames = 1, .launches = true,
      .leak_kind = HSA_R_LEAK
    };
  simt_host_init (&machine);
}
