/* The PTX machine: accesses that are not plainly right.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "simt/race/newlib.h"
#include "simt/host/origins.h"
#include "vm-int.h"
#include "watch/frames.h"
#include "watch/parts.h"

/* What kind of memory ADDR, a generic address, is in, seen from LANE.  */
static enum ptx_space
space_of (struct warp *w, uint64_t addr)
{
  struct vm *vm = w->vm;
  struct block *b = w->block;
  if (addr - vm->mem.arena < vm->mem.global_size)
    return PTX_GLOBAL;
  if (addr - vm->mem.arena < vm->mem.arena_size)
    return PTX_CONST;
  if (addr - (uint64_t) (uintptr_t) b->shared < b->shared_size)
    return PTX_SHARED;
  if (addr - local_addr (b) < b->local_map_size)
    return PTX_LOCAL;
  if (addr - (uint64_t) (uintptr_t) w->params < b->launch->param_bytes)
    return PTX_PARAM;
  return PTX_GENERIC;
}

/* True if ADDR is in the gap below an OpenMP thread's soft stack; that goes to
   TEXT, of N bytes.  NTID is ntid.y.  */
static bool
below_stack (const struct vm *vm, uint64_t addr, unsigned ntid, char *text,
	     size_t n)
{
  uint64_t off = addr - vm->stacks.base;
  if (!vm->stacks.n || off / vm->stacks.stride >= vm->stacks.n)
    return false;
  uint64_t i = off / vm->stacks.stride;
  uint64_t gap = vm->stacks.stride - vm->stacks.size;
  off -= i * vm->stacks.stride;
  if (off >= gap)
    return false;
  if (off < 1024 && i)
    snprintf (text, n, "stack overrun: %llu bytes above the stack of OpenMP "
	      "thread %llu in block %llu, an index was too large",
	      (unsigned long long) off, (unsigned long long) ((i - 1) % ntid),
	      (unsigned long long) ((i - 1) / ntid));
  else
    snprintf (text, n, "stack overflow: %llu bytes below the stack of OpenMP "
	      "thread %llu in block %llu, which has %llu bytes",
	      (unsigned long long) (gap - off), (unsigned long long) (i % ntid),
	      (unsigned long long) (i / ntid),
	      (unsigned long long) vm->stacks.size);
  return true;
}

/* True if the function NAME may access the SIZE aligned bytes at ADDR of MEM where
   one of them belongs to an object.  */
static bool
word_of_atomic_p (struct simt_mem *mem, const char *name, uint64_t addr,
		  unsigned size)
{
  if (!simt_atomic_by_words_p (name))
    return false;
  for (unsigned k = 0; k < size; k++)
    if (simt_mem_range_ok (mem, addr + k, 1) && simt_mem_valid (mem, addr + k, 1))
      return true;
  return false;
}

static const char *const verb[] = { "load", "store", "atomic operation" };

/* See watch_access, where frames have no gaps.  */
static void *
access_place (struct warp *w, const struct uop *u, unsigned lane,
	      uint64_t addr, unsigned size, enum ptx_space space,
	      enum access acc)
{
  struct vm *vm = w->vm;
  struct block *b = w->block;
  uint64_t shared = (uint64_t) (uintptr_t) b->shared;
  uint8_t *own = w->local + lane * w->lstride;
  uint64_t local = addr - local_addr (b);
  bool aligned = (addr & (size - 1)) == 0;
  char sp[16] = "", text[512];

  if (space != PTX_GENERIC)
    snprintf (sp, sizeof sp, ".%s ", ptx_space_name (space));

  /* What is right after all.  */
  if (space == PTX_GENERIC && aligned)
    {
      if (shared_range_ok (b, addr - shared, size, 1))
	return (void *) (uintptr_t) addr;
      if (local_ok (w, local, size))
	return own + local;
      if (acc == ACCESS_LOAD
	  && space_of (w, addr) == PTX_PARAM
	  && addr + size <= (uint64_t) (uintptr_t) w->params
			    + b->launch->param_bytes)
	return (void *) (uintptr_t) addr;
    }
  if (space == PTX_LOCAL && aligned)
    {
      if (local_ok (w, addr, size))
	return own + addr;
      /* GCC takes generic addresses for those of the space, in places.  */
      if (local < w->lstride && local_ok (w, local, size))
	return own + local;
    }
  if ((space == PTX_GENERIC || space == PTX_GLOBAL) && aligned
      && addr - vm->mem.arena >= vm->mem.arena_size
      && (!vm->mem.unified || space_of (w, addr) == PTX_GENERIC)
      && simt_mem_host_ok (&vm->mem, addr, size, acc != ACCESS_LOAD))
    return (void *) (uintptr_t) addr;

  if (acc == ACCESS_LOAD && aligned && size <= 8 && space == PTX_GENERIC
      && simt_newlib_reads_words (w->act->func->name)
      && (simt_mem_range_ok (&vm->mem, addr, 1)
	  || addr - shared < b->shared_size || local_ok (w, local, 1)))
    return local < w->lstride ? own + local : (void *) (uintptr_t) addr;

  if (aligned && size <= 8 && (space == PTX_GENERIC || space == PTX_GLOBAL)
      && addr - vm->mem.arena < vm->mem.global_size
      && word_of_atomic_p (&vm->mem, w->act->func->name, addr, size))
    return (void *) (uintptr_t) addr;

  /* What is wrong.  */
  snprintf (text, sizeof text, "%u-byte %s%s", size, sp, verb[acc]);
  if (space == PTX_LOCAL || (space == PTX_GENERIC
			     && addr - vm->mem.arena >= vm->mem.arena_size))
    simt_stack_check (w, u, lane, addr, size, space == PTX_LOCAL, text);
  if (space == PTX_SHARED || space == PTX_LOCAL || space == PTX_PARAM)
    {
      uint64_t end = (space == PTX_SHARED ? b->shared_size
		      : space == PTX_LOCAL ? local_top (w->act)
		      : b->launch->param_bytes);
      if (space == PTX_SHARED && aligned && shared_zone (w, addr, size, text,
							 sizeof text))
	vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
		  "%u-byte %s%s at 0x%llx: out of bounds: %s", size, sp,
		  verb[acc], (unsigned long long) addr, text);
      if (addr < end && end - addr >= size)
	vm_fault (w, u, lane, VM_MISALIGNED, VM_R_MISALIGNED, addr,
		  "misaligned %u-byte %s%s at 0x%llx", size, sp, verb[acc],
		  (unsigned long long) addr);
      enum ptx_space in = space_of (w, addr);
      if (in != PTX_GENERIC)
	vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
		  "%u-byte %s%s at 0x%llx: wrong state space, that is a "
		  "generic address of %s memory", size, sp, verb[acc],
		  (unsigned long long) addr, ptx_space_name (in));
      vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
		"%u-byte %s%s at 0x%llx: out of bounds, %s memory has %llu "
		"bytes here", size, sp, verb[acc], (unsigned long long) addr,
		ptx_space_name (space), (unsigned long long) end);
    }

  enum ptx_space in = space_of (w, addr);
  if (in == PTX_GLOBAL || in == PTX_CONST)
    {
      if (below_stack (vm, addr, b->launch->ntid[1], text, sizeof text))
	vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
		  "%u-byte %s%s at 0x%llx: %s", size, sp, verb[acc],
		  (unsigned long long) addr, text);
      simt_mem_describe (&vm->mem, addr, size, text, sizeof text);
      if (simt_mem_range_ok (&vm->mem, addr, size)
	  && simt_mem_valid (&vm->mem, addr, size))
	{
	  if (space != PTX_GENERIC && space != in)
	    vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
		      "%u-byte %s%s at 0x%llx: wrong state space, %s is in "
		      "%s memory", size, sp, verb[acc],
		      (unsigned long long) addr, text, ptx_space_name (in));
	  if (!aligned)
	    vm_fault (w, u, lane, VM_MISALIGNED, VM_R_MISALIGNED, addr,
		      "misaligned %u-byte %s%s at 0x%llx: %s", size, sp,
		      verb[acc], (unsigned long long) addr, text);
	  vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
		    "%u-byte %s%s to constant memory at 0x%llx: %s", size, sp,
		    verb[acc], (unsigned long long) addr, text);
	}
      const struct simt_alloc *r = simt_mem_lookup (&vm->mem, addr);
      bool freed = r && r->freed && addr - r->base < r->size;
      vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
		"%u-byte %s%s at 0x%llx: %s: %s", size, sp, verb[acc],
		(unsigned long long) addr,
		freed ? "use after free" : "out of bounds", text);
    }
  if (in == PTX_SHARED || in == PTX_PARAM || in == PTX_LOCAL)
    {
      if (space != PTX_GENERIC)
	vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
		  "%u-byte %s%s at 0x%llx: wrong state space, that is %s "
		  "memory", size, sp, verb[acc], (unsigned long long) addr,
		  ptx_space_name (in));
      if (in == PTX_SHARED && aligned
	  && shared_zone (w, addr - shared, size, text, sizeof text))
	vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
		  "%u-byte %s at 0x%llx: out of bounds: %s", size, verb[acc],
		  (unsigned long long) addr, text);
      if (in == PTX_LOCAL && local >= local_top (w->act))
	vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
		  "%u-byte %s at 0x%llx: local memory beyond the frames in "
		  "use (offset %llu of %u)", size, verb[acc],
		  (unsigned long long) addr,
		  (unsigned long long) local, local_top (w->act));
      if (!aligned)
	vm_fault (w, u, lane, VM_MISALIGNED, VM_R_MISALIGNED, addr,
		  "misaligned %u-byte %s at 0x%llx (%s memory)", size,
		  verb[acc], (unsigned long long) addr, ptx_space_name (in));
      vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
		"%u-byte %s at 0x%llx: out of bounds of %s memory", size,
		verb[acc], (unsigned long long) addr, ptx_space_name (in));
    }
  if (simt_mem_describe_host (&vm->mem, addr, text, sizeof text))
    vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
	      "%u-byte %s%s at 0x%llx: %s", size, sp, verb[acc],
	      (unsigned long long) addr, text);
  if (space == PTX_GLOBAL && addr < b->shared_size && addr >= 16)
    snprintf (text, sizeof text, " (is it an address in shared memory?)");
  else
    text[0] = 0;
  vm_fault (w, u, lane, VM_ILLEGAL_ADDRESS, VM_R_MEMORY, addr,
	    "%u-byte %s%s at 0x%llx: %s%s", size, sp, verb[acc],
	    (unsigned long long) addr,
	    addr < 4096 ? "null pointer" : "out of bounds: in no allocation",
	    text);
}

void *
watch_access (struct warp *w, const struct uop *u, unsigned lane,
	     uint64_t addr, unsigned size, enum ptx_space space,
	     enum access acc)
{
  char what[64];
  bool gaps = w->block->frame_gaps, deep = stack_deep_p (w);
  if (likely (!gaps && !deep))
    return access_place (w, u, lane, addr, size, space, acc);
  snprintf (what, sizeof what, "%u-byte %s", size, verb[acc]);
  if (deep)
    stack_check (w, u, lane, addr, space, what);
  if (gaps)
    frame_check (w, u, lane, addr, size, space, what);
  else if (!stack_deep_p (w))
    return access_place (w, u, lane, addr, size, space, acc);
  frame_whole_window (w, true);
  void *p = access_place (w, u, lane, addr, size, space, acc);
  frame_whole_window (w, false);
  return p;
}
