/* The PTX machine: memory of blocks, and how they start and end.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "code/shadow.h"
#include "code/uniform.h"
#include "order/block.h"
#include "simt/base/random.h"

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
  return round_up (vm->opt.stack_size + sum + LOCAL_BOTTOM + *room, align);
}

/* ---- What blocks leave for the next ones.  */

/* After a launch, this many blocks' local memory stays with each thread's, and
   blocks of this many warps with their activations (activation.c: mostly 33 to 99 KB
   a warp), but as many at least.  */
#define MAX_KEPT 4
#define MAX_KEPT_WARPS 256

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

static void
shell_free (struct block *b)
{
  for (uint32_t i = 0; b->warps && i < b->n_warps; i++)
    act_chunks_free (b->warps[i].chunks);
  free (b->arrived);
  free (b->shared);
  free (b->warps);
  free (b);
}

static void
drop_shells (struct spares *s, unsigned most)
{
  while (s->n_blocks > most)
    {
      struct block *b = s->blocks;
      s->blocks = b->next;
      s->n_blocks--;
      shell_free (b);
    }
}

void
spares_give (struct vm *vm, struct spares *s)
{
  drop_maps (s, MAX_KEPT);
  unsigned most = s->blocks ? MAX_KEPT_WARPS / s->blocks->n_warps : 0;
  drop_shells (s, most < MAX_KEPT ? MAX_KEPT : most);
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
      drop_shells (s, 0);
      act_chunks_free (s->chunks);
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
    if (b->warps[i].local_high > LOCAL_BOTTOM)
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

/* ---- Shells: blocks with their warps, barriers and shared memory, but nothing
   in them.  */

/* The numbers of the threads of B's warps.  */
static void
number_threads (struct block *b)
{
  uint32_t x = 0, y = 0, z = 0;
  for (uint32_t i = 0; i < b->n_warps; i++)
    for (uint32_t k = 0; k < WARP_SIZE; k++)
      {
	struct warp *w = &b->warps[i];
	w->tid[0][k] = x;
	w->tid[1][k] = y;
	w->tid[2][k] = z;
	if (++x < b->shape[0])
	  continue;
	x = 0;
	if (++y < b->shape[1])
	  continue;
	y = 0;
	z++;
      }
}

/* A new one for blocks as L's, of ROOM bytes of shared memory.  NULL if there is no
   memory for it.  */
static struct block *
shell_new (const struct launch *l, uint64_t room)
{
  struct block *b = calloc (1, sizeof *b);
  if (!b)
    return NULL;
  memcpy (b->shape, l->ntid, sizeof b->shape);
  b->n_threads = l->ntid[0] * l->ntid[1] * l->ntid[2];
  b->n_warps = (b->n_threads + WARP_SIZE - 1) / WARP_SIZE;
  b->shared_room = round_up (room + 1, 256);
  b->shared = aligned_alloc (256, b->shared_room);
  b->warps = aligned_alloc (64, b->n_warps * sizeof *b->warps);
  b->arrived = malloc (N_BARRIERS * b->n_warps * sizeof *b->arrived);
  if (b->warps)
    memset (b->warps, 0, b->n_warps * sizeof *b->warps);
  if (!b->shared || !b->warps || !b->arrived)
    {
      shell_free (b);
      return NULL;
    }
  number_threads (b);
  return b;
}

/* Make W, which has ended, a new one, with the activations that it has kept.  */
static void
warp_again (struct warp *w)
{
  struct act_chunk *chunks = w->chunks;
  uint64_t act_bytes = w->act_bytes;
  struct act *free_act[ARRAY_SIZE (w->free_act)];
  memcpy (free_act, w->free_act, sizeof free_act);
  memset (w, 0, offsetof (struct warp, mvec_of));
  memcpy (w->free_act, free_act, sizeof free_act);
  w->chunks = chunks;
  w->act_bytes = act_bytes;
}

/* One for a block of L with ROOM bytes of shared memory: S's last one, if it has the
   shape.  */
static struct block *
shell_take (struct spares *s, const struct launch *l, uint64_t room)
{
  struct block *b = s->blocks;
  if (!b)
    return shell_new (l, room);
  if (memcmp (b->shape, l->ntid, sizeof b->shape) || b->shared_room <= room)
    {
      drop_shells (s, 0);
      return shell_new (l, room);
    }
  s->blocks = b->next;
  s->n_blocks--;
  memset (b, 0, offsetof (struct block, shape));
  for (uint32_t i = 0; i < b->n_warps; i++)
    warp_again (&b->warps[i]);
  return b;
}

static void
shell_give (struct spares *s, struct block *b)
{
  if (s->n_blocks == MAX_RESIDENT)
    {
      shell_free (b);
      return;
    }
  b->next = s->blocks;
  s->blocks = b;
  s->n_blocks++;
}

/* Free what block_memory has given B, all or a part of it.  */
static void
block_free_memory (struct block *b)
{
  if (b->local_map)
    {
      atomic_fetch_sub (&b->launch->vm->local_used, b->local_map_size);
      local_free (b->spares, b);
    }
  if (b->race)
    simt_race_group_free (b->race);
  if (b->shadow)
    shadow_block_free (b);
  shell_give (b->spares, b);
}

static bool
race_block_new (struct block *b)
{
  b->race = simt_race_group_new (b->launch->vm->race,
				 (uint32_t) b->launch->id, b->index,
				 b->n_warps, b->shared, b->shared_size);
  return b->race != NULL;
}

/* Local memory for B, whose numbers are known, and what is checked by.  False if
   there is none.  */
static bool
block_memory (struct block *b, uint64_t lstride, uint32_t room)
{
  struct vm *vm = b->launch->vm;
  b->local_map_size = lstride * b->n_warps * WARP_SIZE;
  b->local_guard = room ? MAX_LOCAL : 0;
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
  uint64_t shared_static = l->kernel->module->shared_bytes;
  uint64_t shared_size = shared_static + l->dynamic_shared;
  struct block *b = shell_take (spares, l, shared_size);
  if (!b)
    return NULL;
  b->launch = l;
  b->index = index;
  b->spares = spares;
  if (vm->opt.schedule)
    b->random = simt_random_start (vm->opt.schedule, index);
  b->ctaid[0] = (uint32_t) (index % l->grid[0]);
  b->ctaid[1] = (uint32_t) (index / l->grid[0] % l->grid[1]);
  b->ctaid[2] = (uint32_t) (index / l->grid[0] / l->grid[1]);
  b->n_live_warps = b->n_warps;
  b->shared_static = shared_static;
  b->shared_size = shared_size;
  b->shared_plain = l->kernel->module->shared_plain;
  b->shared_valid = l->kernel->module->shared_valid;
  b->frame_gaps = l->kernel->module->frame_gaps;
  uint64_t lstride = l->lstride;
  memset (b->shared, 0, shared_size);
  memset (b->arrived, 0, N_BARRIERS * b->n_warps * sizeof *b->arrived);
  for (int k = 0; k < N_BARRIERS; k++)
    {
      b->bar[k].red_and = 1;
      b->bar[k].arrived = b->arrived + (size_t) k * b->n_warps;
    }
  if (!block_memory (b, lstride, l->local_room))
    {
      block_free_memory (b);
      return NULL;
    }
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
      w->window_addr = local_addr (b);
      w->lstride = lstride;
      w->simt_room = l->local_room;
      w->stack_limit = (l->stack_limit < MAX_LOCAL
			? (uint32_t) l->stack_limit + LOCAL_BOTTOM : UINT32_MAX);
      w->params = l->params;
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
