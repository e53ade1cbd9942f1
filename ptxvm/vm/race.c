/* The PTX machine: data races between barriers.
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

/* For each word of global and shared memory the last store and the last load
   are remembered, with who did them and when.  Two accesses to the same byte,
   one of them a store, race when nothing orders them:

   - the lanes of one warp are taken to be in order, except that several of
     them must not store different values to one place by one instruction;
   - warps of a block are ordered by barriers: each warp has a vector clock,
     which a barrier joins over the warps that come to it;
   - atomic operations, fences and volatile or stronger accesses order what
     comes before one in one warp (or block) and after a later one in the
     other.  Whether the two were really about the same thing is not looked
     at, so a race may be missed, but locks and flags are not taken for one;
   - launches are in order.

   Atomic, volatile and stronger accesses themselves never race, nor do others
   to a place that had an atomic operation, and neither does a store of what is there already (as each team of an OpenMP region
   does to libgomp's variables).  */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "vm-int.h"
#include "translate.h"

#define WORD 4
#define N_LOCKS 256
#define N_BLOCK_SYNC 65536

/* One access.  */
struct touch
{
  const struct vfunc *func;
  uint64_t seq;			/* Of the synchronisation before it.  */
  uint32_t insn, clock, block, launch;
  uint16_t thread;
  uint8_t mask;			/* Bytes of the word.  0: none yet.  */
  bool silent;			/* A store that changed nothing.  */
  bool known;			/* Of a store: VALUE is what it stores.  */
  uint32_t value;
};

struct cell
{
  struct touch store, load;
  uint32_t sync_launch;		/* The last one with an atomic operation.  */
};

struct race_map
{
  struct cell *cells;		/* Of the arena; touched lazily.  */
  size_t size;
  pthread_mutex_t lock[N_LOCKS];
  _Atomic uint64_t seq;
  _Atomic uint64_t block_sync[N_BLOCK_SYNC];
};

#define MAX_WARPS 32

struct race_block
{
  uint32_t clock[MAX_WARPS][MAX_WARPS];
  uint64_t sync[MAX_WARPS];
  struct cell *shared;
};

struct race_map *
race_create (uint64_t arena_size)
{
  struct race_map *m = calloc (1, sizeof *m);
  if (!m)
    return NULL;
  m->size = arena_size / WORD * sizeof (struct cell);
  void *p = mmap (NULL, m->size, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    {
      free (m);
      return NULL;
    }
  m->cells = p;
  for (int k = 0; k < N_LOCKS; k++)
    pthread_mutex_init (&m->lock[k], NULL);
  return m;
}

void
race_destroy (struct race_map *m)
{
  if (!m)
    return;
  munmap (m->cells, m->size);
  for (int k = 0; k < N_LOCKS; k++)
    pthread_mutex_destroy (&m->lock[k]);
  free (m);
}

struct race_block *
race_block_new (const struct block *b)
{
  struct race_block *r = calloc (1, sizeof *r);
  if (!r)
    abort ();
  r->shared = calloc (b->shared_size / WORD + 2, sizeof *r->shared);
  if (!r->shared)
    abort ();
  for (int k = 0; k < MAX_WARPS; k++)
    r->clock[k][k] = 1;
  return r;
}

void
race_block_free (struct race_block *r)
{
  if (r)
    free (r->shared);
  free (r);
}

/* Barrier BAR of B lets those go that arrived: all they did is before all
   they will do.  */
void
race_barrier (struct block *b, const struct barrier *bar)
{
  struct race_block *r = b->race;
  uint32_t join[MAX_WARPS] = { 0 };
  for (uint32_t k = 0; k < b->n_warps; k++)
    if (bar->arrived[k])
      for (uint32_t j = 0; j < b->n_warps; j++)
	if (r->clock[k][j] > join[j])
	  join[j] = r->clock[k][j];
  for (uint32_t k = 0; k < b->n_warps; k++)
    if (bar->arrived[k])
      {
	memcpy (r->clock[k], join, sizeof join);
	r->clock[k][k]++;
      }
}

/* W does something that synchronises.  */
void
race_sync (struct warp *w)
{
  struct race_map *m = w->vm->race;
  uint64_t s = atomic_fetch_add (&m->seq, 1) + 1;
  w->block->race->sync[w->index] = s;
  atomic_store (&m->block_sync[w->block->index % N_BLOCK_SYNC], s);
}

/* True if T, by another warp, is before what W does now.  */
static bool
ordered (const struct warp *w, const struct touch *t)
{
  const struct block *b = w->block;
  const struct race_map *m = w->vm->race;
  const struct race_block *r = b->race;
  if (t->mask == 0 || t->silent || t->launch != (uint32_t) b->launch->id)
    return true;
  uint64_t mine = r->sync[w->index], other;
  if (t->block == (uint32_t) b->index)
    {
      uint32_t v = t->thread / WARP_SIZE;
      if (v == w->index || r->clock[w->index][v] >= t->clock)
	return true;
      other = r->sync[v];
    }
  else
    other = atomic_load (&m->block_sync[t->block % N_BLOCK_SYNC]);
  return mine > t->seq && other > t->seq;
}

/* libgomp's idle threads look, behind the barrier of the dock, for what to do;
   a thread that is not wanted for a small team goes back to that barrier, and
   nothing keeps the initial thread from writing the next order before such a
   thread has looked (config/nvptx/team.c, gomp_thread_start).  And each team
   stores the number of teams and the control variables, the same for all, where
   all read them (GOMP_teams4, gomp_nvptx_main).  These are races, but not the program's.
   True if a store in STORER and a load in LOADER are of them.  */
static bool
libgomp_race_p (const char *storer, const char *loader)
{
  if (!strcmp (storer, "GOMP_teams4") || !strcmp (storer, "GOMP_teams")
      || !strcmp (storer, "gomp_nvptx_main"))
    return true;
  return ((!strcmp (storer, "gomp_team_start")
	   || !strcmp (storer, "gomp_free_thread"))
	  && (!strcmp (loader, "gomp_thread_start")
	      || !strcmp (loader, "gomp_nvptx_main")));
}

/* Put into WHERE, of SIZE bytes, what is known about the place P: nothing, or
   the variable that it lies in.  */
static void
describe (struct warp *w, const void *p, char *where, size_t size)
{
  uint64_t a = (uint64_t) (uintptr_t) p;
  where[0] = '\0';
  if (a - w->vm->arena < w->vm->arena_size)
    {
      const struct vm_alloc_rec *rec = mem_lookup (w->vm, a);
      if (rec && rec->name)
	snprintf (where, size, " (offset %llu in `%s')",
		  (unsigned long long) (a - rec->base), rec->name);
    }
  else
    snprintf (where, size, " (offset %llu in shared memory)",
	      (unsigned long long) ((const uint8_t *) p - w->block->shared));
}

static void
tell (struct warp *w, const struct uop *u, unsigned lane, const void *p,
      unsigned size, enum access acc, const struct touch *t, bool store)
{
  const struct ptx_insn *i = &w->act->func->ptx->insns[u->insn];
  const struct ptx_insn *other = &t->func->ptx->insns[t->insn];
  const struct launch *l = w->block->launch;
  char place[300], where[300];
  if (store != (acc == ACCESS_STORE)
      && libgomp_race_p (store ? t->func->name : w->act->func->name,
			 store ? w->act->func->name : t->func->name))
    return;
  if (!report_first (w->vm, i, 0x40000000u ^ other->line))
    return;
  struct uop at = { .insn = t->insn };
  report_where (place, sizeof place, t->func, &at);
  uint64_t a = (uint64_t) (uintptr_t) p;
  describe (w, p, where, sizeof where);
  uint32_t n = t->thread, x = l->ntid[0], y = l->ntid[1];
  uint32_t g = t->block;
  vm_note (w, u, lane, VM_R_RACE, a, NULL,
	   "data race: %u-byte %s at 0x%llx%s, nothing orders it after the %s "
	   "by block (%u,%u,%u) thread (%u,%u,%u) in %s;", size,
	   acc == ACCESS_LOAD ? "load" : "store", (unsigned long long) a,
	   where, store ? "store" : "load", g % l->grid[0],
	   g / l->grid[0] % l->grid[1], g / l->grid[0] / l->grid[1], n % x,
	   n / x % y, n / x / y, place);
}

/* The cells of what P is in, and its offset there; NULL where there are
   none.  */
static struct cell *
cells_of (struct warp *w, const void *p, uint64_t *off)
{
  struct vm *vm = w->vm;
  struct block *b = w->block;
  uint64_t a = (uint64_t) (uintptr_t) p;
  *off = a - (uint64_t) (uintptr_t) b->shared;
  if (*off < b->shared_size)
    return b->race->shared;
  *off = a - vm->arena;
  return *off < vm->global_size ? vm->race->cells : NULL;
}

/* True if OFF in W's shared memory is a thread's pointer to its soft stack.
   GCC's code for entering and leaving a simd region stores it in each lane,
   which then has a stack of its own, and reads it back nowhere in between
   (nvptx.cc, nvptx_output_simt_enter).  */
static bool
soft_stack_p (const struct warp *w, uint64_t off)
{
  const struct ptx_symbol *s
    = ptx_module_lookup (w->block->launch->kernel->module->ptx,
			 "__nvptx_stacks");
  const struct place *pl = s ? (s->def ? s->def : s)->aux : NULL;
  return (pl && pl->kind == P_SHARED && off >= pl->where
	  && off - pl->where < pl->size);
}

/* Lanes LANE and OTHER of W store different values of SIZE bytes to P by the
   instruction of U: which of them stays is undefined (PTX ISA, "Memory
   Consistency Model").  */
void
race_lanes (struct warp *w, const struct uop *u, unsigned lane,
	    unsigned other, const void *p, unsigned size)
{
  const struct ptx_insn *i = &w->act->func->ptx->insns[u->insn];
  char where[300];
  uint64_t off;
  struct cell *cells = cells_of (w, p, &off);
  if (!cells || (cells == w->block->race->shared && soft_stack_p (w, off))
      || !report_first (w->vm, i, 0x20000000u))
    return;
  describe (w, p, where, sizeof where);
  vm_note (w, u, lane, VM_R_RACE, (uint64_t) (uintptr_t) p, NULL,
	   "data race: %u-byte store at 0x%llx%s, and lane %u of the same warp "
	   "stores another value there by the same instruction;", size,
	   (unsigned long long) (uintptr_t) p, where, other);
}

/* An atomic operation on SIZE bytes at P: what is there is for
   synchronisation.  */
void
race_atomic (struct warp *w, const void *p, unsigned size)
{
  uint64_t off;
  struct cell *cells = cells_of (w, p, &off);
  if (!cells)
    return;
  for (uint64_t k = off / WORD; k <= (off + size - 1) / WORD; k++)
    {
      pthread_mutex_t *lock = &w->vm->race->lock[k % N_LOCKS];
      pthread_mutex_lock (lock);
      cells[k].sync_launch = (uint32_t) w->block->launch->id;
      pthread_mutex_unlock (lock);
    }
}

/* LANE of W accesses SIZE bytes at P by U, before it is done.  SILENT: a store
   of what is there.  VALUE: what it stores, NULL where that is not known or
   more than 8 bytes.  */
void
race_access (struct warp *w, const struct uop *u, unsigned lane,
	     const void *p, unsigned size, enum access acc, bool silent,
	     const uint64_t *value)
{
  struct block *b = w->block;
  struct race_map *m = w->vm->race;
  uint64_t off;
  struct cell *cells = cells_of (w, p, &off);
  if (!cells)
    return;

  struct touch now = {
    .func = w->act->func,
    .seq = atomic_load_explicit (&m->seq, memory_order_relaxed),
    .insn = u->insn, .clock = b->race->clock[w->index][w->index],
    .block = (uint32_t) b->index, .launch = (uint32_t) b->launch->id,
    .thread = (uint16_t) (w->index * WARP_SIZE + lane), .silent = silent,
    .known = value != NULL
  };
  for (unsigned k = 0; k < size;)
    {
      unsigned in = (off + k) % WORD, n = WORD - in;
      if (n > size - k)
	n = size - k;
      now.mask = (uint8_t) (((1u << n) - 1) << in);
      if (value)
	now.value = (uint32_t) ((*value >> 8 * k
				 & (((uint64_t) 1 << 8 * n) - 1)) << 8 * in);
      struct cell *c = &cells[(off + k) / WORD];
      pthread_mutex_t *lock = &m->lock[(off + k) / WORD % N_LOCKS];
      pthread_mutex_lock (lock);
      struct touch store = c->store, load = c->load;
      if (c->sync_launch == (uint32_t) b->launch->id)
	store.mask = load.mask = 0;
      /* Another thread may have got as far as this, but not stored yet.  */
      bool same = (acc == ACCESS_STORE && store.known && now.known
		   && store.mask == now.mask && store.value == now.value);
      bool bad_store = (!silent && !same && (store.mask & now.mask)
			&& !ordered (w, &store));
      bool bad_load = (acc == ACCESS_STORE && !silent
		       && (load.mask & now.mask) && !ordered (w, &load));
      if (acc == ACCESS_STORE)
	c->store = now;
      else
	c->load = now;
      pthread_mutex_unlock (lock);
      if (bad_store)
	tell (w, u, lane, p, size, acc, &store, true);
      else if (bad_load)
	tell (w, u, lane, p, size, acc, &load, false);
      k += n;
    }
}
