/* Data races between barriers: devices, launches and groups begin and end, and what is
   forgotten then.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "race-int.h"

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
  pthread_mutex_init (&m->places_lock, NULL);
  pthread_mutex_init (&m->started_lock, NULL);
  return m;
}

void
simt_race_destroy (struct simt_race *m)
{
  if (!m)
    return;
  for (size_t k = 0; k < m->n_places; k++)
    simt_clocks_drop (m->cells[m->places[k]].released);
  free (m->places);
  munmap (m->cells, m->size);
  for (int k = 0; k < N_LOCKS; k++)
    pthread_mutex_destroy (&m->lock[k]);
  pthread_mutex_destroy (&m->places_lock);
  pthread_mutex_destroy (&m->started_lock);
  for (int k = 0; k < N_LAUNCHES; k++)
    simt_clocks_drop (m->started[k].before);
  free (m);
}

void
simt_race_launch_start (struct simt_race *m, uint32_t launch,
			const struct simt_race_order *order)
{
  struct started *s = &m->started[launch % N_LAUNCHES];
  pthread_mutex_lock (&m->started_lock);
  set_clocks (&s->before, simt_clocks_keep (order->before));
  s->launch = launch;
  s->queue = order->queue;
  s->count = order->count;
  pthread_mutex_unlock (&m->started_lock);
}

void
simt_race_launches_forget (struct simt_race *m)
{
  pthread_mutex_lock (&m->started_lock);
  for (int k = 0; k < N_LAUNCHES; k++)
    m->started[k].launch = 0;
  pthread_mutex_unlock (&m->started_lock);
  atomic_fetch_add (&m->forgotten, 1);
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
    g->wave[k].own = 1;
  struct started *s = &m->started[launch % N_LAUNCHES];
  pthread_mutex_lock (&m->started_lock);
  g->told = s->launch == launch;
  if (g->told)
    g->before = simt_clocks_keep (s->before);
  pthread_mutex_unlock (&m->started_lock);
  return g;
}

void
simt_race_group_free (struct simt_race_group *g)
{
  if (!g)
    return;
  for (unsigned k = 0; k < SIMT_MAX_WAVES; k++)
    {
      simt_clocks_drop (g->wave[k].seen);
      simt_clocks_drop (g->wave[k].unfenced);
      simt_clocks_drop (g->wave[k].fenced);
    }
  for (uint64_t k = 0; k < g->shared_size / WORD + 2; k++)
    simt_clocks_drop (g->cells[k].released);
  simt_clocks_drop (g->before);
  free (g->cells);
  free (g);
}

/* ---- Forgetting.  */

/* Words of the arena for which FORGET, called with CLOSURE, is true are no
   longer places where something was released.  */
static void
drop_places (struct simt_race *m,
	     bool (*forget) (const void *, uint64_t, const struct cell *),
	     const void *closure)
{
  size_t n = 0;
  pthread_mutex_lock (&m->places_lock);
  for (size_t k = 0; k < m->n_places; k++)
    {
      uint64_t word = m->places[k];
      struct cell *c = &m->cells[word];
      pthread_mutex_lock (lock_of (m, word));
      if (forget (closure, word, c))
	{
	  set_clocks (&c->released, NULL);
	  c->listed = false;
	}
      else
	m->places[n++] = word;
      pthread_mutex_unlock (lock_of (m, word));
    }
  m->n_places = n;
  pthread_mutex_unlock (&m->places_lock);
}

static bool
of_launch (const void *closure, uint64_t word, const struct cell *c)
{
  (void) word;
  return !c->released || c->clocks_launch == *(const uint32_t *) closure;
}

void
simt_race_launch_end (struct simt_race *m, uint32_t launch)
{
  drop_places (m, of_launch, &launch);
}

struct words
{
  uint64_t first, end;
};

static bool
of_range (const void *closure, uint64_t word, const struct cell *c)
{
  const struct words *r = closure;
  return !c->released || (word >= r->first && word < r->end);
}

void
simt_race_forget (struct simt_race *m, const void *p, uint64_t size)
{
  uint64_t off = (uint64_t) (uintptr_t) p - m->mem->arena;
  if (off >= m->mem->arena_size || !size)
    return;
  struct words r = { off / WORD, (off + size + WORD - 1) / WORD };
  drop_places (m, of_range, &r);
  /* Whole pages are given back: most of them were never touched.  */
  uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE);
  uintptr_t from = (uintptr_t) &m->cells[r.first];
  uintptr_t to = (uintptr_t) &m->cells[r.end];
  uintptr_t lo = (from + page - 1) / page * page, hi = to / page * page;
  if (lo >= hi || madvise ((void *) lo, hi - lo, MADV_DONTNEED) != 0)
    lo = hi = to;
  memset ((void *) from, 0, lo - from);
  memset ((void *) hi, 0, to - hi);
}
