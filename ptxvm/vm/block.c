/* The PTX machine: memory of blocks, and how they start and end.
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

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "block.h"
#include "shadow.h"
#include "uniform.h"

/* Where the random numbers of block INDEX start with SEED; not 0 (Steele's
   splitmix64).  */
static uint64_t
first_random (uint64_t seed, uint64_t index)
{
  uint64_t z = seed + (index + 1) * UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  z ^= z >> 31;
  return z ? z : 1;
}

/* Bytes of local memory from one thread of VM to the next.  The limit on the
   stack is for what a compiler cannot foresee, recursion, indirect calls and
   alloca; frames that it knows come on top.  All frames of what is loaded are
   enough for them.  *ROOM: the bytes for red zones.  */
uint64_t
local_stride (struct vm *vm, uint32_t *room)
{
  uint64_t sum = 0;
  uint32_t align = 16;
  *room = 0;
  pthread_mutex_lock (&vm->lock);
  for (uint32_t i = 0; i < vm->n_funcs; i++)
    if (vm->funcs[i])
      {
	/* Of a module that is being loaded, too.  */
	const struct vfunc *f = vm->funcs[i];
	uint32_t a = __atomic_load_n (&f->frame_align, __ATOMIC_RELAXED);
	sum += __atomic_load_n (&f->frame_bytes, __ATOMIC_RELAXED);
	if (a > 16)
	  sum += a;
	if (a > align)
	  align = a;
	if (__atomic_load_n (&f->simt_size, __ATOMIC_RELAXED))
	  *room = SIMT_ROOM;
      }
  pthread_mutex_unlock (&vm->lock);
  if (sum > MAX_LOCAL)
    sum = MAX_LOCAL;
  return round_up (vm->opt.stack_size + sum + 16 + *room, align);
}

/* ---- What blocks leave for the next ones.  */

/* After a launch, this many blocks' local memory stays with each thread's.  */
#define MAX_KEPT 4

struct spares *
spares_take (struct vm *vm)
{
  pthread_mutex_lock (&vm->lock);
  struct spares *s = vm->spares;
  if (s)
    vm->spares = s->next;
  pthread_mutex_unlock (&vm->lock);
  return s ? s : calloc (1, sizeof *s);
}

static void
drop_maps (struct spares *s, unsigned most)
{
  while (s->n > most)
    {
      s->n--;
      munmap (s->v[s->n].map, s->v[s->n].bytes);
    }
}

void
spares_give (struct vm *vm, struct spares *s)
{
  drop_maps (s, MAX_KEPT);
  pthread_mutex_lock (&vm->lock);
  s->next = vm->spares;
  vm->spares = s;
  pthread_mutex_unlock (&vm->lock);
}

void
spares_free_all (struct vm *vm)
{
  while (vm->spares)
    {
      struct spares *s = vm->spares;
      vm->spares = s->next;
      drop_maps (s, 0);
      act_chunks_free (s);
      free (s);
    }
}

/* ---- Local memory.  */

/* More than this of a thread's local memory goes back to the system.  */
#define MAX_SPARE 4096

static uint8_t *
local_new (struct spares *s, size_t bytes, uint64_t lstride)
{
  while (s->n)
    {
      unsigned k = --s->n;
      if (s->v[k].bytes == bytes && s->v[k].lstride == lstride)
	return s->v[k].map;
      munmap (s->v[k].map, s->v[k].bytes);
    }
  uint8_t *map = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return map == MAP_FAILED ? NULL : map;
}

static void
local_free (struct spares *s, struct block *b)
{
  uint8_t *map = (uint8_t *) b->local_map - b->local_guard;
  size_t bytes = b->local_guard + b->local_map_size;
  bool keep = s->n < MAX_RESIDENT;
  for (uint32_t i = 0; i < b->n_warps && keep; i++)
    keep = b->warps[i].local_high <= MAX_SPARE;
  if (!keep)
    {
      munmap (map, bytes);
      return;
    }
  for (uint32_t i = 0; i < b->n_warps; i++)
    for (uint32_t k = 0; k < WARP_SIZE; k++)
      memset (b->warps[i].local + k * b->warps[i].lstride, 0,
	      b->warps[i].local_high);
  s->v[s->n].map = map;
  s->v[s->n].bytes = bytes;
  s->v[s->n++].lstride = b->warps[0].lstride;
}

/* What --memory leaves for local memory: as much as for all else, but enough
   for small blocks always.  */
uint64_t
local_limit (const struct vm *vm)
{
  const uint64_t least = UINT64_C (64) << 20;
  return vm->mem.limit > least ? vm->mem.limit : least;
}

/* Free what block_memory has given B, all or a part of it.  */
static void
block_free_memory (struct block *b)
{
  for (int k = 0; k < N_BARRIERS; k++)
    free (b->bar[k].arrived);
  if (b->local_map)
    {
      atomic_fetch_sub (&b->launch->vm->local_used, b->local_map_size);
      local_free (b->spares, b);
    }
  if (b->race)
    simt_race_group_free (b->race);
  if (b->shadow)
    shadow_block_free (b);
  free (b->shared);
  free (b->warps);
  free (b);
}

/* Memory for warps, barriers and local variables of B, whose numbers are known.
   False if there is none.  */
static bool
block_memory (struct block *b, uint64_t lstride, uint32_t room)
{
  struct vm *vm = b->launch->vm;
  b->shared = aligned_alloc (256, round_up (b->shared_size + 1, 256));
  b->warps = aligned_alloc (64, b->n_warps * sizeof *b->warps);
  b->local_map_size = lstride * b->n_warps * WARP_SIZE;
  b->local_guard = room ? MAX_LOCAL : 0;
  for (int k = 0; k < N_BARRIERS; k++)
    if (!(b->bar[k].arrived = calloc (b->n_warps, sizeof (uint32_t))))
      return false;
  if (!b->shared || !b->warps)
    return false;
  memset (b->shared, 0, b->shared_size);
  memset (b->warps, 0, b->n_warps * sizeof *b->warps);
  /* Local memory is the device's.  */
  if (atomic_fetch_add (&vm->local_used, b->local_map_size)
      + b->local_map_size > local_limit (vm))
    {
      atomic_fetch_sub (&vm->local_used, b->local_map_size);
      return false;
    }
  uint8_t *map = local_new (b->spares, b->local_guard + b->local_map_size,
			    lstride);
  if (!map)
    {
      atomic_fetch_sub (&vm->local_used, b->local_map_size);
      return false;
    }
  b->local_map = map + b->local_guard;
  if (vm->shadow && !shadow_block_new (b))
    return false;
  return !vm->race || race_block_new (b);
}

/* ---- Blocks.  */

struct block *
block_new (struct launch *l, uint64_t index, struct spares *spares)
{
  struct vm *vm = l->vm;
  struct block *b = calloc (1, sizeof *b);
  if (!b)
    return NULL;
  b->launch = l;
  b->index = index;
  b->spares = spares;
  if (vm->opt.schedule)
    b->random = first_random (vm->opt.schedule, index);
  b->ctaid[0] = (uint32_t) (index % l->grid[0]);
  b->ctaid[1] = (uint32_t) (index / l->grid[0] % l->grid[1]);
  b->ctaid[2] = (uint32_t) (index / l->grid[0] / l->grid[1]);
  b->n_threads = l->ntid[0] * l->ntid[1] * l->ntid[2];
  b->n_warps = (b->n_threads + WARP_SIZE - 1) / WARP_SIZE;
  b->n_live_warps = b->n_warps;
  b->shared_static = l->kernel->module->shared_bytes;
  b->shared_size = b->shared_static + l->dynamic_shared;
  b->shared_plain = l->kernel->module->shared_plain;
  b->shared_valid = l->kernel->module->shared_valid;
  b->frame_gaps = l->kernel->module->frame_gaps;
  uint64_t lstride = l->lstride;
  for (int k = 0; k < N_BARRIERS; k++)
    b->bar[k].red_and = 1;
  if (!block_memory (b, lstride, l->local_room))
    {
      block_free_memory (b);
      return NULL;
    }
  uint32_t x = 0, y = 0, z = 0;
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      struct warp *w = &b->warps[i];
      uint32_t n = b->n_threads - i * WARP_SIZE;
      w->vm = vm;
      w->block = b;
      w->index = i;
      w->all = n >= WARP_SIZE ? FULL_MASK : ((uint32_t) 1 << n) - 1;
      w->live = w->all;
      w->local = (uint8_t *) b->local_map + (size_t) i * WARP_SIZE * lstride;
      w->window = w->local;
      w->lstride = lstride;
      w->simt_room = l->local_room;
      w->params = l->params;
      for (uint32_t k = 0; k < WARP_SIZE; k++)
	{
	  w->tid[0][k] = x;
	  w->tid[1][k] = y;
	  w->tid[2][k] = z;
	  if (++x < l->ntid[0])
	    continue;
	  x = 0;
	  if (++y < l->ntid[1])
	    continue;
	  y = 0;
	  z++;
	}
    }
  return b;
}

void
block_start (struct block *b)
{
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      struct warp *w = &b->warps[i];
      struct vfunc *fn = b->launch->kernel->func;
      struct act *a = act_push (w, fn, NULL, w->all);
      struct frag *f = frag_new (w, w->all);
      if (!a)
	{
	  struct act none = { .func = fn };
	  f->act = w->act = &none;
	  w->cur = f;
	  vm_fault (w, fn->code, 0, VM_STACK_OVERFLOW, VM_R_LIMIT, 0,
		    "stack overflow: %s needs %u bytes of %llu", fn->name,
		    fn->frame_bytes,
		    (unsigned long long) b->launch->vm->opt.stack_size);
	}
      f->act = a;
      f->pc = fn->code;
      a->uniform = b->launch->uniform && uniform_plan (fn)->useful;
    }
}

void
block_free (struct block *b)
{
  struct vm *vm = b->launch->vm;
  atomic_fetch_add_explicit (&b->launch->warps, b->n_warps,
			     memory_order_relaxed);
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      struct warp *w = &b->warps[i];
      atomic_fetch_add_explicit (&vm->warp_insns, w->insns,
				 memory_order_relaxed);
      atomic_fetch_add_explicit (&vm->lane_insns, w->lane_insns,
				 memory_order_relaxed);
      atomic_fetch_add_explicit (&b->launch->warp_insns, w->insns,
				 memory_order_relaxed);
      warp_free_memory (w);
    }
  block_free_memory (b);
}
