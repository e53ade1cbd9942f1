/* Data races between barriers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "race-int.h"

/* ---- Clocks.  */

/* The number of a wave of group INDEX among all.  */
static uint32_t
number_of (uint32_t index, unsigned wave)
{
  return index * SIMT_MAX_WAVES + wave;
}

/* All that WAVE of G knows and has done, a new reference; what it does from
   now on is not in it.  */
static struct simt_clocks *
now_of (struct simt_race_group *g, unsigned wave)
{
  struct wave *w = &g->wave[wave];
  return simt_clocks_with (w->seen, number_of (g->index, wave), w->own++);
}

void
simt_race_barrier (struct simt_race_group *g, uint32_t waves)
{
  struct simt_clocks *all = NULL;
  for (unsigned k = 0; k < g->n_waves; k++)
    if (waves >> k & 1)
      {
	struct simt_clocks *c = now_of (g, k);
	set_clocks (&all, simt_clocks_join (all, c));
	simt_clocks_drop (c);
      }
  for (unsigned k = 0; k < g->n_waves; k++)
    if (waves >> k & 1)
      {
	set_clocks (&g->wave[k].seen, simt_clocks_keep (all));
	g->wave[k].meetings++;
      }
  simt_clocks_drop (all);
}

void
simt_race_lanes_meet (struct simt_race_group *g, unsigned wave)
{
  g->wave[wave].meetings++;
}

void
simt_race_fence (struct simt_race_group *g, unsigned wave)
{
  struct wave *w = &g->wave[wave];
  w->meetings++;
  if (w->unfenced)
    {
      set_clocks (&w->seen, simt_clocks_join (w->seen, w->unfenced));
      set_clocks (&w->unfenced, NULL);
    }
  set_clocks (&w->fenced, now_of (g, wave));
}

void
simt_race_sync (struct simt_race_group *g, unsigned wave)
{
  struct simt_race *m = g->race;
  uint64_t s = atomic_fetch_add (&m->seq, 1) + 1;
  g->wave[wave].sync = s;
  g->wave[wave].meetings++;
  atomic_store (&m->group_sync[g->index % N_GROUP_SYNC], s);
}

/* The first byte that both NOW and T, of one wave, touch as different lanes that
   have not met in between; -1 if there is none.  */
static int
byte_of_lanes (const struct simt_race_group *g, const struct simt_touch *now,
	       const struct simt_touch *t)
{
  if (!now->own || !t->own || t->meeting != g->wave[now->wave].meetings)
    return -1;
  for (int k = 0; k < WORD; k++)
    if ((now->mask & t->mask) >> k & 1 && now->lanes[k] != t->lanes[k])
      return k;
  return -1;
}

/* True if LAUNCH, another one, is before what WAVE of G does.  */
static bool
launch_before (struct simt_race_group *g, unsigned wave, uint32_t launch)
{
  struct wave *w = &g->wave[wave];
  if (!g->told)
    return true;
  struct simt_race *m = g->race;
  uint32_t forgotten = atomic_load (&m->forgotten);
  if (w->asked != launch || w->asked_at != forgotten)
    {
      const struct started *s = &m->started[launch % N_LAUNCHES];
      pthread_mutex_lock (&m->started_lock);
      w->asked = launch;
      w->asked_at = forgotten;
      w->asked_before = (s->launch != launch
			 || (simt_clocks_get (g->before, s->queue)
			     >= s->count));
      pthread_mutex_unlock (&m->started_lock);
    }
  return w->asked_before;
}

/* True if T is before what NOW does in G.  */
static bool
ordered (struct simt_race_group *g, const struct simt_touch *now,
	 const struct simt_touch *t)
{
  unsigned wave = now->wave;
  if (t->mask == 0 || t->silent)
    return true;
  const struct wave *w = &g->wave[wave];
  bool here = t->launch == g->launch && t->group == g->index;
  if (t->launch != g->launch)
    {
      if (launch_before (g, wave, t->launch))
	return true;
      /* Nothing that waves do orders a copy.  */
      if (!t->func)
	return false;
    }
  else if (here && t->wave == wave)
    return byte_of_lanes (g, now, t) < 0;
  else if (w->seen
	   && (simt_clocks_get (w->seen, number_of (t->group, t->wave))
	       >= t->clock))
    return true;
  /* GROUP_SYNC does not distinguish groups of two launches.  */
  if (w->sync <= t->seq)
    return false;
  return (here ? g->wave[t->wave].sync
	  : atomic_load (&g->race->group_sync[t->group % N_GROUP_SYNC]))
	 > t->seq;
}

/* ---- Places.  */

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
  return *off < mem->arena_size ? g->race->cells : NULL;
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
      pthread_mutex_t *lock = lock_of (g->race, k);
      pthread_mutex_lock (lock);
      cells[k].sync_launch = g->launch;
      pthread_mutex_unlock (lock);
    }
}

/* RELEASED, the caller's reference, is from now on acquired in cell C, whose
   lock is held.  */
static void
release_at (struct simt_race_group *g, struct cell *c,
	    struct simt_clocks *released)
{
  set_clocks (&c->released, released);
  c->clocks_launch = g->launch;
}

/* Something is acquired at WORD of the arena.  */
static void
add_place (struct simt_race *m, uint64_t word)
{
  pthread_mutex_lock (&m->places_lock);
  if (m->n_places == m->alloc_places)
    {
      size_t n = m->alloc_places ? 2 * m->alloc_places : 1024;
      uint64_t *q = realloc (m->places, n * sizeof *q);
      if (q)
	{
	  m->places = q;
	  m->alloc_places = n;
	}
    }
  if (m->n_places < m->alloc_places)
    m->places[m->n_places++] = word;
  pthread_mutex_unlock (&m->places_lock);
}

/* ---- Accesses.  */

/* True if NOW, of WAVE in G, races with EARLIER, one of them being a store.  SYNC:
   there were atomic operations at their place, of a machine that does not always know
   which are.  */
static bool
conflict (struct simt_race_group *g, const struct simt_touch *now,
	  const struct simt_touch *earlier, bool sync)
{
  if (now->silent || !(earlier->mask & now->mask)
      || ((sync || earlier->atomic || now->atomic)
	  && (earlier->guess || now->guess))
      || (earlier->atomic && now->atomic)
      || (earlier->runtime && now->runtime)
      || ((earlier->atomic || now->atomic)
	  && (earlier->runtime || now->runtime)))
    return false;
  return !ordered (g, now, earlier);
}

/* NOW takes the place of OLD, and gets its bytes as well if one instruction did both,
   as where each lane accesses a byte.  */
static void
replace (struct simt_touch *old, const struct simt_touch *now)
{
  struct simt_touch t = *now;
  if (old->func == now->func && old->insn == now->insn
      && old->launch == now->launch && old->group == now->group
      && old->wave == now->wave && old->clock == now->clock
      && old->seq == now->seq && old->silent == now->silent
      && old->known == now->known && old->own == now->own
      && old->meeting == now->meeting && !(old->mask & now->mask))
    {
      for (int k = 0; k < WORD; k++)
	if (old->mask >> k & 1)
	  t.lanes[k] = old->lanes[k];
      t.mask |= old->mask;
      t.value |= old->value;
    }
  *old = t;
}

/* Remember load NOW in C.  Of loads that nothing orders two are kept, of
   different waves or lanes: a later store cannot be by both of them.  */
static void
remember_load (struct simt_race_group *g, struct cell *c,
	       const struct simt_touch *now)
{
  for (int k = 0; k < 2; k++)
    if (ordered (g, now, &c->load[k]))
      {
	replace (&c->load[k], now);
	return;
      }
  c->load[1] = *now;
}

/* Remember NOW, a store or a load, in cell C, whose lock is LOCK.  Put into
   *OTHER what it races with; give a positive number for a store, a negative
   one for a load, 0 for nothing.  */
static int
touch (struct simt_race_group *g, struct cell *c, pthread_mutex_t *lock,
       const struct simt_touch *now, bool is_store, struct simt_touch *other)
{
  int found = 0;
  pthread_mutex_lock (lock);
  bool sync = c->sync_launch == g->launch;
  /* Another thread may have got as far as this, but not stored yet.  */
  bool same = (is_store && c->store.known && now->known
	       && c->store.mask == now->mask && c->store.value == now->value);
  if (!same && conflict (g, now, &c->store, sync))
    {
      *other = c->store;
      found = 1;
    }
  for (int k = 0; k < 2 && is_store && !found; k++)
    if (conflict (g, now, &c->load[k], sync))
      {
	*other = c->load[k];
	found = -1;
      }
  /* One that changes nothing must not hide one that does.  */
  if (is_store && !now->silent)
    replace (&c->store, now);
  else if (!is_store)
    remember_load (g, c, now);
  pthread_mutex_unlock (lock);
  return found;
}

/* Remember A, done when the clock of its wave was CLOCK.  */
static void
remember (struct simt_race_group *g, const struct simt_race_access *a,
	  uint32_t clock, simt_race_fn *tell, void *closure)
{
  struct simt_race *m = g->race;
  uint64_t off;
  struct cell *cells = cells_of (g, a->p, &off);
  if (!cells)
    return;

  struct simt_touch now = {
    .func = a->func,
    .seq = atomic_load_explicit (&m->seq, memory_order_relaxed),
    .insn = a->insn, .clock = clock, .group = g->index, .launch = g->launch,
    .wave = (uint8_t) a->wave, .lane = (uint8_t) a->lane,
    .silent = a->silent, .known = a->value != NULL, .atomic = a->atomic,
    .runtime = a->runtime, .own = a->own, .guess = a->guess,
    .meeting = g->wave[a->wave].meetings
  };
  memset (now.lanes, (int) a->lane, sizeof now.lanes);
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
      int bad = touch (g, &cells[word], lock_of (m, word), &now, a->store,
		       &other);
      if (bad)
	{
	  int byte = (other.group == now.group && other.wave == now.wave
		      ? byte_of_lanes (g, &now, &other) : -1);
	  if (byte >= 0)
	    other.lane = other.lanes[byte];
	  tell (closure, a, &other, bad > 0);
	}
      k += n;
    }
}

void
simt_race_access (struct simt_race_group *g, const struct simt_race_access *a,
		  simt_race_fn *tell, void *closure)
{
  remember (g, a, g->wave[a->wave].own, tell, closure);
}

void
simt_race_atomic_start (struct simt_race_group *g,
			const struct simt_race_access *a)
{
  uint64_t off;
  if (cells_of (g, a->p, &off))
    pthread_mutex_lock (lock_of (g->race, off / WORD));
}

void
simt_race_atomic_end (struct simt_race_group *g,
		      const struct simt_race_access *a, enum simt_race_op op,
		      bool changed, simt_race_fn *tell, void *closure)
{
  struct wave *w = &g->wave[a->wave];
  uint64_t off;
  struct cell *cells = cells_of (g, a->p, &off), *c;
  if (!cells)
    return;
  uint32_t clock = w->own;
  c = &cells[off / WORD];
  if (c->clocks_launch != g->launch && c->released)
    set_clocks (&c->released, NULL);
  if (op == SIMT_RACE_LOAD && c->released)
    set_clocks (&w->unfenced, simt_clocks_join (w->unfenced, c->released));
  else if (op == SIMT_RACE_BOTH && c->released)
    set_clocks (&w->seen, simt_clocks_join (w->seen, c->released));
  if (op == SIMT_RACE_STORE)
    release_at (g, c, simt_clocks_keep (w->fenced));
  else if (op == SIMT_RACE_BOTH && changed)
    {
      struct simt_clocks *mine = now_of (g, a->wave);
      struct simt_clocks *all = simt_clocks_join (c->released, mine);
      simt_clocks_drop (mine);
      release_at (g, c, all);
    }
  bool add = c->released && !c->listed && cells == g->race->cells;
  c->listed |= add;
  pthread_mutex_unlock (lock_of (g->race, off / WORD));
  if (add)
    add_place (g->race, off / WORD);
  remember (g, a, clock, tell, closure);
}

/* ---- Copies.  */

struct copying
{
  bool found;
  struct simt_race_found *first;
};

static void
tell_copy (void *closure, const struct simt_race_access *a,
	   const struct simt_touch *t, bool store)
{
  struct copying *c = closure;
  if (c->found)
    return;
  c->found = true;
  *c->first = (struct simt_race_found) { store, a->p, *t };
}

bool
simt_race_copy (struct simt_race *m, uint32_t launch,
		const struct simt_race_order *order, const void *p,
		uint64_t n, bool store, struct simt_race_found *found)
{
  struct copying c = { false, found };
  simt_race_launch_start (m, launch, order);
  struct simt_race_group *g = simt_race_group_new (m, launch, 0, 1, NULL, 0);
  /* Out of memory, nothing could be said of it.  */
  if (!g)
    return false;
  for (uint64_t k = 0; k < n; k += 16)
    {
      const struct simt_race_access a = {
	.p = (const char *) p + k,
	.size = n - k < 16 ? (unsigned) (n - k) : 16, .store = store
      };
      simt_race_access (g, &a, tell_copy, &c);
    }
  simt_race_group_free (g);
  return c.found;
}
