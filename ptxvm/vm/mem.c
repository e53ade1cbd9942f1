/* The PTX machine: device memory, as the host sees it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "code/shadow.h"
#include "order/block.h"
#include "run/frame-gaps.h"
#include "watch/stack.h"

uint64_t
vm_alloc (struct vm *vm, uint64_t size, const char *name)
{
  uint64_t addr = simt_mem_alloc (&vm->mem, size, 256, name, 0);
  if (vm->shadow && addr)
    shadow_set (vm, addr, size, false);
  if (addr)
    vm_race_forget (vm, addr, size);
  return addr;
}

enum vm_result
vm_free (struct vm *vm, uint64_t addr)
{
  return (addr == 0 || simt_mem_free (&vm->mem, addr, 0)
	  ? VM_OK : VM_INVALID_VALUE);
}

bool
vm_range_p (struct vm *vm, uint64_t addr, uint64_t n)
{
  return simt_mem_range_ok (&vm->mem, addr, n);
}

void
vm_host_wrote (struct vm *vm, uint64_t to, uint64_t n)
{
  if (vm->shadow)
    shadow_set (vm, to, n, true);
}

void
vm_host_read (struct vm *vm, uint64_t from, uint64_t n)
{
  if (vm->shadow)
    shadow_to_host (vm, from, n);
}

enum vm_result
vm_read (struct vm *vm, void *to, uint64_t from, uint64_t n)
{
  if (!simt_mem_range_ok (&vm->mem, from, n))
    return VM_INVALID_VALUE;
  memcpy (to, (void *) (uintptr_t) from, n);
  vm_host_read (vm, from, n);
  return VM_OK;
}

void
vm_host_writes (struct vm *vm)
{
  simt_alone_write (&vm->mem.alone);
}

void
vm_host_writes_end (struct vm *vm)
{
  simt_alone_write_end (&vm->mem.alone);
}

enum vm_result
vm_write (struct vm *vm, uint64_t to, const void *from, uint64_t n)
{
  if (!simt_mem_range_ok (&vm->mem, to, n))
    return VM_INVALID_VALUE;
  simt_alone_write (&vm->mem.alone);
  memcpy ((void *) (uintptr_t) to, from, n);
  simt_alone_write_end (&vm->mem.alone);
  vm_host_wrote (vm, to, n);
  return VM_OK;
}

enum vm_result
vm_copy (struct vm *vm, uint64_t to, uint64_t from, uint64_t n)
{
  if (!simt_mem_range_ok (&vm->mem, to, n)
      || !simt_mem_range_ok (&vm->mem, from, n))
    return VM_INVALID_VALUE;
  simt_alone_write (&vm->mem.alone);
  memmove ((void *) (uintptr_t) to, (void *) (uintptr_t) from, n);
  simt_alone_write_end (&vm->mem.alone);
  if (vm->shadow)
    shadow_move (vm, to, from, n);
  return VM_OK;
}

enum vm_result
vm_fill8 (struct vm *vm, uint64_t to, uint8_t value, uint64_t n)
{
  if (!simt_mem_range_ok (&vm->mem, to, n))
    return VM_INVALID_VALUE;
  simt_alone_write (&vm->mem.alone);
  memset ((void *) (uintptr_t) to, value, n);
  simt_alone_write_end (&vm->mem.alone);
  vm_host_wrote (vm, to, n);
  return VM_OK;
}

void
vm_race_copy (struct vm *vm, const struct simt_race_order *order,
	      uint64_t addr, uint64_t n, bool store)
{
  if (vm->race)
    race_copy (vm, order, addr, n, store);
}

void
vm_race_forget (struct vm *vm, uint64_t addr, uint64_t n)
{
  if (vm->race)
    simt_race_forget (vm->race, (const void *) (uintptr_t) addr, n);
}

enum vm_result
vm_register_host (struct vm *vm, void *p, uint64_t n)
{
  return simt_mem_host_add (&vm->mem, p, n) ? VM_OK : VM_OUT_OF_MEMORY;
}

enum vm_result
vm_unregister_host (struct vm *vm, void *p)
{
  return simt_mem_host_remove (&vm->mem, p) ? VM_OK : VM_INVALID_VALUE;
}

bool
vm_device_p (struct vm *vm, uint64_t addr)
{
  return simt_mem_arena_p (&vm->mem, addr);
}

bool
vm_find (struct vm *vm, uint64_t addr, uint64_t *base, uint64_t *size)
{
  return simt_mem_find (&vm->mem, addr, base, size);
}

void
vm_set_stacks (struct vm *vm, uint64_t base, uint64_t stride, uint64_t size,
	       uint64_t n)
{
  vm->stacks.base = base;
  vm->stacks.stride = stride;
  vm->stacks.size = size;
  vm->stacks.n = n;
}

void
vm_renew_stacks (struct vm *vm)
{
  frame_renew_stacks (vm);
}

struct simt_mem *
vm_memory (struct vm *vm)
{
  return &vm->mem;
}

void
vm_memory_info (struct vm *vm, uint64_t *free_bytes, uint64_t *total)
{
  *total = vm->mem.limit;
  *free_bytes = simt_mem_left (&vm->mem);
}
