/* The PTX machine: device memory.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "vm-int.h"

/* Space between allocations, bytes.  */
#define GAP 64
/* Freed memory of this much is kept unused, so that a use of it shows.  */
#define QUARANTINE ((uint64_t) 32 << 20)
/* Pages of freed allocations from this size on go back to the system.  */
#define BIG ((uint64_t) 1 << 20)

/* Freed allocations, oldest first, by rounded size.  */
struct free_node
{
  struct free_node *next;
  uint64_t base, size;
};

#define N_BINS 1024

struct free_list
{
  struct free_node *head[N_BINS], **tail[N_BINS];
  uint64_t bytes;
};

static uint64_t
round_up (uint64_t n, uint64_t to)
{
  return (n + to - 1) / to * to;
}

static unsigned
bin_of (uint64_t rounded)
{
  uint64_t k = rounded / GRANULE;
  return k < N_BINS ? (unsigned) k : 0;
}

/* Reserve the arena and its shadow.  */
bool
mem_init (struct vm *vm)
{
  uint64_t constant = (uint64_t) 1 << 30;
  uint64_t size = round_up (4 * vm->opt.memory, (uint64_t) 1 << 30);
  if (size < (uint64_t) 16 << 30)
    size = (uint64_t) 16 << 30;
  void *p = MAP_FAILED;
  for (; size >= (uint64_t) 64 << 20; size /= 2)
    {
      if (constant > size / 4)
	constant = size / 4;
      p = mmap (NULL, size + constant, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (p != MAP_FAILED)
	break;
    }
  if (p == MAP_FAILED)
    return false;
  /* A few bytes more: a row's last granule is looked at even where the row
     ends with the one before.  */
  void *s = mmap (NULL, (size + constant) / GRANULE + 4096,
		  PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (s == MAP_FAILED)
    {
      munmap (p, size + constant);
      return false;
    }
  vm->arena = (uint64_t) (uintptr_t) p;
  vm->global_size = size;
  vm->arena_size = size + constant;
  vm->shadow = s;
  vm->shadow_of_0 = (uintptr_t) s - vm->arena / GRANULE;
  vm->brk = 4096;
  vm->const_brk = size + 4096;
  vm->free_list = calloc (1, sizeof *vm->free_list);
  if (!vm->free_list)
    return false;
  for (int i = 0; i < N_BINS; i++)
    vm->free_list->tail[i] = &vm->free_list->head[i];
  return true;
}

void
mem_destroy (struct vm *vm)
{
  munmap ((void *) (uintptr_t) vm->arena, vm->arena_size);
  munmap (vm->shadow, vm->arena_size / GRANULE + 4096);
  for (int i = 0; i < N_BINS; i++)
    for (struct free_node *f = vm->free_list->head[i], *next; f; f = next)
      {
	next = f->next;
	free (f);
      }
  free (vm->free_list);
  for (size_t i = 0; i < vm->n_recs; i++)
    free ((char *) vm->recs[i].name);
  free (vm->recs);
  free (vm->hosts);
}

/* Say in the shadow that the SIZE bytes at BASE are valid, or not.  */
static void
set_shadow (struct vm *vm, uint64_t base, uint64_t size, bool valid)
{
  uint8_t *s = vm->shadow + (base - vm->arena) / GRANULE;
  memset (s, valid ? GRANULE : 0, size / GRANULE);
  if (size % GRANULE)
    s[size / GRANULE] = valid ? size % GRANULE : 0;
}

/* Index of the last record whose base is not above ADDR, or -1.  */
static ptrdiff_t
find_rec (const struct vm *vm, uint64_t addr)
{
  size_t lo = 0, hi = vm->n_recs;
  while (lo < hi)
    {
      size_t mid = lo + (hi - lo) / 2;
      if (vm->recs[mid].base <= addr)
	lo = mid + 1;
      else
	hi = mid;
    }
  return (ptrdiff_t) lo - 1;
}

static bool
add_rec (struct vm *vm, const struct vm_alloc_rec *r)
{
  ptrdiff_t k = find_rec (vm, r->base);
  if (k >= 0 && vm->recs[k].base == r->base)
    {
      free ((char *) vm->recs[k].name);
      vm->recs[k] = *r;
      return true;
    }
  if (vm->n_recs == vm->alloc_recs)
    {
      size_t n = vm->alloc_recs ? 2 * vm->alloc_recs : 256;
      struct vm_alloc_rec *p = realloc (vm->recs, n * sizeof *p);
      if (!p)
	return false;
      vm->recs = p;
      vm->alloc_recs = n;
    }
  k++;
  memmove (vm->recs + k + 1, vm->recs + k,
	   (vm->n_recs - (size_t) k) * sizeof *vm->recs);
  vm->recs[k] = *r;
  vm->n_recs++;
  return true;
}

/* SIZE bytes of memory aligned to ALIGN, zeroed when new; 0 when there is
   none left.  NAME is copied.  */
uint64_t
mem_alloc (struct vm *vm, uint64_t size, uint64_t align, const char *name,
	   bool heap, bool constant)
{
  if (align < GRANULE)
    align = GRANULE;
  uint64_t rounded = round_up (size ? size : 1, GRANULE);
  if (rounded < size)
    return 0;
  pthread_mutex_lock (&vm->lock);
  uint64_t base = 0;
  if (vm->used + size > vm->opt.memory
      || (heap && vm->heap_used + size > vm->opt.heap_size))
    goto out;

  unsigned bin = bin_of (rounded);
  struct free_list *fl = vm->free_list;
  struct free_node *f = constant ? NULL : fl->head[bin];
  uint64_t *brk = constant ? &vm->const_brk : &vm->brk;
  uint64_t end = constant ? vm->arena_size : vm->global_size;
  uint64_t at = round_up (vm->arena + *brk, align) - vm->arena;
  bool full = at + rounded + GAP > end || at + rounded < at;
  if (f && bin && (fl->bytes > QUARANTINE || full)
      && f->base % align == 0 && f->size == rounded)
    {
      fl->head[bin] = f->next;
      if (!f->next)
	fl->tail[bin] = &fl->head[bin];
      fl->bytes -= f->size;
      base = f->base;
      free (f);
    }
  else if (!full)
    {
      base = vm->arena + at;
      *brk = at + rounded + GAP;
    }
  if (base)
    {
      struct vm_alloc_rec r = { .base = base, .size = size, .heap = heap,
				.constant = constant };
      if (name)
	r.name = strdup (name);
      if (!add_rec (vm, &r))
	{
	  base = 0;
	  goto out;
	}
      vm->used += size;
      if (heap)
	vm->heap_used += size;
      set_shadow (vm, base, size, true);
    }
 out:
  pthread_mutex_unlock (&vm->lock);
  return base;
}

/* Free what starts at ADDR.  VM_INVALID_VALUE if nothing does.  */
enum vm_result
mem_free (struct vm *vm, uint64_t addr, bool heap)
{
  enum vm_result res = VM_INVALID_VALUE;
  pthread_mutex_lock (&vm->lock);
  ptrdiff_t k = find_rec (vm, addr);
  if (k >= 0 && vm->recs[k].base == addr && !vm->recs[k].freed
      && vm->recs[k].heap == heap)
    {
      struct vm_alloc_rec *r = &vm->recs[k];
      uint64_t rounded = round_up (r->size ? r->size : 1, GRANULE);
      r->freed = true;
      vm->used -= r->size;
      if (r->heap)
	vm->heap_used -= r->size;
      set_shadow (vm, addr, r->size, false);
      if (rounded >= BIG)
	{
	  uint64_t lo = round_up (addr, 4096);
	  uint64_t hi = (addr + rounded) / 4096 * 4096;
	  if (hi > lo)
	    madvise ((void *) (uintptr_t) lo, hi - lo, MADV_DONTNEED);
	}
      unsigned bin = bin_of (rounded);
      struct free_node *f = bin && !r->constant ? malloc (sizeof *f) : NULL;
      if (f)
	{
	  f->next = NULL;
	  f->base = addr;
	  f->size = rounded;
	  *vm->free_list->tail[bin] = f;
	  vm->free_list->tail[bin] = &f->next;
	  vm->free_list->bytes += rounded;
	}
      res = VM_OK;
    }
  pthread_mutex_unlock (&vm->lock);
  return res;
}

/* The allocation, live or freed, that holds ADDR or is the nearest below it;
   NULL for none.  A copy for the calling thread, good until its next call. */
const struct vm_alloc_rec *
mem_lookup (struct vm *vm, uint64_t addr)
{
  static _Thread_local struct vm_alloc_rec copy;
  static _Thread_local char name[256];
  const struct vm_alloc_rec *r = NULL;
  pthread_mutex_lock (&vm->lock);
  ptrdiff_t k = find_rec (vm, addr);
  if (k >= 0)
    {
      copy = vm->recs[k];
      if (copy.name)
	{
	  strncpy (name, copy.name, sizeof name - 1);
	  copy.name = name;
	}
      r = &copy;
    }
  pthread_mutex_unlock (&vm->lock);
  return r;
}

/* True if [ADDR, ADDR + SIZE) lies in registered host memory.  */
bool
mem_host_ok (struct vm *vm, uint64_t addr, uint64_t size)
{
  bool ok = false;
  pthread_mutex_lock (&vm->lock);
  for (size_t i = 0; i < vm->n_hosts && !ok; i++)
    {
      uint64_t off = addr - vm->hosts[i].base;
      ok = off < vm->hosts[i].size && vm->hosts[i].size - off >= size;
    }
  pthread_mutex_unlock (&vm->lock);
  return ok;
}

bool
mem_range_ok (struct vm *vm, uint64_t addr, uint64_t size)
{
  if (size == 0)
    return true;
  if (addr - vm->arena >= vm->arena_size)
    return mem_host_ok (vm, addr, size);
  bool ok = false;
  pthread_mutex_lock (&vm->lock);
  ptrdiff_t k = find_rec (vm, addr);
  if (k >= 0 && !vm->recs[k].freed)
    {
      uint64_t off = addr - vm->recs[k].base;
      ok = off < vm->recs[k].size && vm->recs[k].size - off >= size;
    }
  pthread_mutex_unlock (&vm->lock);
  return ok;
}

/* ---- The public interface.  */

uint64_t
vm_alloc (struct vm *vm, uint64_t size, const char *name)
{
  return mem_alloc (vm, size, 256, name, false, false);
}

enum vm_result
vm_free (struct vm *vm, uint64_t addr)
{
  return addr == 0 ? VM_OK : mem_free (vm, addr, false);
}

enum vm_result
vm_read (struct vm *vm, void *to, uint64_t from, uint64_t n)
{
  if (!mem_range_ok (vm, from, n))
    return VM_INVALID_VALUE;
  memcpy (to, (void *) (uintptr_t) from, n);
  return VM_OK;
}

enum vm_result
vm_write (struct vm *vm, uint64_t to, const void *from, uint64_t n)
{
  if (!mem_range_ok (vm, to, n))
    return VM_INVALID_VALUE;
  memcpy ((void *) (uintptr_t) to, from, n);
  return VM_OK;
}

enum vm_result
vm_copy (struct vm *vm, uint64_t to, uint64_t from, uint64_t n)
{
  if (!mem_range_ok (vm, from, n) || !mem_range_ok (vm, to, n))
    return VM_INVALID_VALUE;
  memmove ((void *) (uintptr_t) to, (void *) (uintptr_t) from, n);
  return VM_OK;
}

enum vm_result
vm_fill8 (struct vm *vm, uint64_t to, uint8_t value, uint64_t n)
{
  if (!mem_range_ok (vm, to, n))
    return VM_INVALID_VALUE;
  memset ((void *) (uintptr_t) to, value, n);
  return VM_OK;
}

enum vm_result
vm_register_host (struct vm *vm, void *p, uint64_t n)
{
  enum vm_result res = VM_OK;
  pthread_mutex_lock (&vm->lock);
  if (vm->n_hosts == vm->alloc_hosts)
    {
      size_t k = vm->alloc_hosts ? 2 * vm->alloc_hosts : 16;
      struct vm_host_range *q = realloc (vm->hosts, k * sizeof *q);
      if (q)
	{
	  vm->hosts = q;
	  vm->alloc_hosts = k;
	}
      else
	res = VM_OUT_OF_MEMORY;
    }
  if (res == VM_OK)
    {
      vm->hosts[vm->n_hosts].base = (uint64_t) (uintptr_t) p;
      vm->hosts[vm->n_hosts++].size = n;
    }
  pthread_mutex_unlock (&vm->lock);
  return res;
}

enum vm_result
vm_unregister_host (struct vm *vm, void *p)
{
  enum vm_result res = VM_INVALID_VALUE;
  pthread_mutex_lock (&vm->lock);
  for (size_t i = 0; i < vm->n_hosts && res != VM_OK; i++)
    if (vm->hosts[i].base == (uint64_t) (uintptr_t) p)
      {
	vm->hosts[i] = vm->hosts[--vm->n_hosts];
	res = VM_OK;
      }
  pthread_mutex_unlock (&vm->lock);
  return res;
}

bool
vm_device_p (struct vm *vm, uint64_t addr)
{
  return addr - vm->arena < vm->arena_size;
}

bool
vm_find (struct vm *vm, uint64_t addr, uint64_t *base, uint64_t *size)
{
  bool found = false;
  pthread_mutex_lock (&vm->lock);
  ptrdiff_t k = find_rec (vm, addr);
  if (k >= 0 && !vm->recs[k].freed
      && (addr - vm->recs[k].base < vm->recs[k].size
	  || addr == vm->recs[k].base))
    {
      *base = vm->recs[k].base;
      *size = vm->recs[k].size;
      found = true;
    }
  for (size_t i = 0; i < vm->n_hosts && !found; i++)
    if (addr - vm->hosts[i].base < vm->hosts[i].size)
      {
	*base = vm->hosts[i].base;
	*size = vm->hosts[i].size;
	found = true;
      }
  pthread_mutex_unlock (&vm->lock);
  return found;
}

void
vm_memory_info (struct vm *vm, uint64_t *free_bytes, uint64_t *total)
{
  pthread_mutex_lock (&vm->lock);
  *total = vm->opt.memory;
  *free_bytes = vm->used < vm->opt.memory ? vm->opt.memory - vm->used : 0;
  pthread_mutex_unlock (&vm->lock);
}
