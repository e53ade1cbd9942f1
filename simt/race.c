/* Data races between barriers.
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

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "race.h"

#define WORD 4
#define N_LOCKS 256
#define N_GROUP_SYNC 65536

struct cell
{
  struct simt_touch store, load;
  uint32_t sync_launch;		/* The last one with an atomic operation.  */
};

struct simt_race
{
  const struct simt_mem *mem;
  struct cell *cells;		/* Of the arena; touched lazily.  */
  size_t size;
  pthread_mutex_t lock[N_LOCKS];
  _Atomic uint64_t seq;
  _Atomic uint64_t group_sync[N_GROUP_SYNC];
};

struct simt_race_group
{
  struct simt_race *race;
  uint32_t launch, index;
  unsigned n_waves;
  const uint8_t *shared;
  uint64_t shared_size;
  struct cell *cells;		/* Of shared memory.  */
  uint32_t clock[SIMT_MAX_WAVES][SIMT_MAX_WAVES];
  uint64_t sync[SIMT_MAX_WAVES];
};

struct simt_race *
simt_race_create (const struct simt_mem *mem)
{
  struct simt_race *m = calloc (1, sizeof *m);
  if (!m)
    return NULL;
  m->mem = mem;
  m->size = mem->arena_size / WORD * sizeof (struct cell);
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
simt_race_destroy (struct simt_race *m)
{
  if (!m)
    return;
  munmap (m->cells, m->size);
  for (int k = 0; k < N_LOCKS; k++)
    pthread_mutex_destroy (&m->lock[k]);
  free (m);
}

struct simt_race_group *
simt_race_group_new (struct simt_race *m, uint32_t launch, uint64_t index,
		     unsigned n_waves, const void *shared, uint64_t size)
{
  struct simt_race_group *g = calloc (1, sizeof *g);
  if (!g)
    return NULL;
  g->race = m;
  g->launch = launch;
  g->index = (uint32_t) index;
  g->n_waves = n_waves;
  g->shared = shared;
  g->shared_size = size;
  g->cells = calloc (size / WORD + 2, sizeof *g->cells);
  if (!g->cells)
    {
      free (g);
      return NULL;
    }
  for (int k = 0; k < SIMT_MAX_WAVES; k++)
    g->clock[k][k] = 1;
  return g;
}

void
simt_race_group_free (struct simt_race_group *g)
{
  if (g)
    free (g->cells);
  free (g);
}

void
simt_race_barrier (struct simt_race_group *g, uint32_t waves)
{
  uint32_t join[SIMT_MAX_WAVES] = { 0 };
  for (unsigned k = 0; k < g->n_waves; k++)
    if (waves >> k & 1)
      for (unsigned j = 0; j < g->n_waves; j++)
	if (g->clock[k][j] > join[j])
	  join[j] = g->clock[k][j];
  for (unsigned k = 0; k < g->n_waves; k++)
    if (waves >> k & 1)
      {
	memcpy (g->clock[k], join, sizeof join);
	g->clock[k][k]++;
      }
}

void
simt_race_sync (struct simt_race_group *g, unsigned wave)
{
  struct simt_race *m = g->race;
  uint64_t s = atomic_fetch_add (&m->seq, 1) + 1;
  g->sync[wave] = s;
  atomic_store (&m->group_sync[g->index % N_GROUP_SYNC], s);
}

/* True if T, by another wave, is before what WAVE of G does now.  */
static bool
ordered (const struct simt_race_group *g, unsigned wave,
	 const struct simt_touch *t)
{
  if (t->mask == 0 || t->silent || t->launch != g->launch)
    return true;
  uint64_t mine = g->sync[wave], other;
  if (t->group == g->index)
    {
      if (t->wave == wave || g->clock[wave][t->wave] >= t->clock)
	return true;
      other = g->sync[t->wave];
    }
  else
    other = atomic_load (&g->race->group_sync[t->group % N_GROUP_SYNC]);
  return mine > t->seq && other > t->seq;
}

/* The cells of what P is in, and its offset there; NULL where there are
   none.  */
static struct cell *
cells_of (const struct simt_race_group *g, const void *p, uint64_t *off)
{
  const struct simt_mem *mem = g->race->mem;
  uint64_t a = (uint64_t) (uintptr_t) p;
  *off = a - (uint64_t) (uintptr_t) g->shared;
  if (*off < g->shared_size)
    return g->cells;
  *off = a - mem->arena;
  return *off < mem->global_size ? g->race->cells : NULL;
}

bool
simt_race_watched_p (const struct simt_race_group *g, const void *p)
{
  uint64_t off;
  return cells_of (g, p, &off) != NULL;
}

void
simt_race_atomic (struct simt_race_group *g, const void *p, unsigned size)
{
  uint64_t off;
  struct cell *cells = cells_of (g, p, &off);
  if (!cells)
    return;
  for (uint64_t k = off / WORD; k <= (off + size - 1) / WORD; k++)
    {
      pthread_mutex_t *lock = &g->race->lock[k % N_LOCKS];
      pthread_mutex_lock (lock);
      cells[k].sync_launch = g->launch;
      pthread_mutex_unlock (lock);
    }
}

/* Remember NOW, a store or a load, in cell C, which LOCK is of.  Put into
   *OTHER what it races with; give a positive number for a store, a negative
   one for a load, 0 for nothing.  */
static int
touch (const struct simt_race_group *g, struct cell *c, pthread_mutex_t *lock,
       const struct simt_touch *now, bool is_store, struct simt_touch *other)
{
  pthread_mutex_lock (lock);
  struct simt_touch store = c->store, load = c->load;
  if (c->sync_launch == g->launch)
    store.mask = load.mask = 0;
  /* Another thread may have got as far as this, but not stored yet.  */
  bool same = (is_store && store.known && now->known
	       && store.mask == now->mask && store.value == now->value);
  bool bad_store = (!now->silent && !same && (store.mask & now->mask)
		    && !ordered (g, now->wave, &store));
  bool bad_load = (is_store && !now->silent && (load.mask & now->mask)
		   && !ordered (g, now->wave, &load));
  if (is_store)
    c->store = *now;
  else
    c->load = *now;
  pthread_mutex_unlock (lock);
  *other = bad_store ? store : load;
  return bad_store ? 1 : bad_load ? -1 : 0;
}

void
simt_race_access (struct simt_race_group *g, const struct simt_race_access *a,
		  simt_race_fn *tell, void *closure)
{
  struct simt_race *m = g->race;
  uint64_t off;
  struct cell *cells = cells_of (g, a->p, &off);
  if (!cells)
    return;

  struct simt_touch now = {
    .func = a->func,
    .seq = atomic_load_explicit (&m->seq, memory_order_relaxed),
    .insn = a->insn, .clock = g->clock[a->wave][a->wave], .group = g->index,
    .launch = g->launch, .wave = (uint8_t) a->wave, .lane = (uint8_t) a->lane,
    .silent = a->silent, .known = a->value != NULL
  };
  for (unsigned k = 0; k < a->size;)
    {
      unsigned in = (off + k) % WORD, n = WORD - in;
      if (n > a->size - k)
	n = a->size - k;
      now.mask = (uint8_t) (((1u << n) - 1) << in);
      if (a->value)
	now.value = (uint32_t) ((*a->value >> 8 * k
				 & (((uint64_t) 1 << 8 * n) - 1)) << 8 * in);
      uint64_t word = (off + k) / WORD;
      struct simt_touch other;
      int bad = touch (g, &cells[word], &m->lock[word % N_LOCKS], &now,
		       a->store, &other);
      if (bad)
	tell (closure, a, &other, bad > 0);
      k += n;
    }
}
