/* Data races between barriers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "clocks.h"
#include "race.h"

#define WORD 4
#define N_LOCKS 256
#define N_GROUP_SYNC 65536
#define N_LAUNCHES 4096

struct cell
{
  struct simt_touch store, load[2];
  uint32_t sync_launch;		/* The last one with simt_race_atomic.  */
  uint32_t clocks_launch;	/* Of RELEASED.  */
  struct simt_clocks *released;	/* What is acquired here.  */
  bool listed;			/* Among the places.  */
};

/* What is known of a launch.  */
struct started
{
  uint32_t launch, queue, count; /* LAUNCH is 0 where there is none.  */
  struct simt_clocks *before;
};

struct simt_race
{
  const struct simt_mem *mem;
  struct cell *cells;		/* Of the arena; touched lazily.  */
  size_t size;
  pthread_mutex_t lock[N_LOCKS];
  _Atomic uint64_t seq;
  _Atomic uint64_t group_sync[N_GROUP_SYNC];
  /* Words of the arena where something was released.  */
  pthread_mutex_t places_lock;
  uint64_t *places;
  size_t n_places, alloc_places;
  /* By number, modulo N_LAUNCHES.  */
  pthread_mutex_t started_lock;
  struct started started[N_LAUNCHES];
  _Atomic uint32_t forgotten;	/* How often that was forgotten.  */
};

/* What a wave knows of others: SEEN is before all that it does, UNFENCED will
   be after the next fence, FENCED is what the last fence has released.  */
struct wave
{
  uint32_t own;			/* Its own clock.  */
  uint32_t meetings;		/* Of its lanes.  */
  uint64_t sync;
  struct simt_clocks *seen, *unfenced, *fenced;
  /* Another launch, or 0, whether it is before, and FORGOTTEN then.  */
  uint32_t asked, asked_at;
  bool asked_before;
};

struct simt_race_group
{
  struct simt_race *race;
  uint32_t launch, index;
  unsigned n_waves;
  const uint8_t *shared;
  uint64_t shared_size;
  struct cell *cells;		/* Of shared memory.  */
  bool told;			/* BEFORE is known: of queues.  */
  struct simt_clocks *before;
  struct wave wave[SIMT_MAX_WAVES];
};

/* Put C, which is the caller's reference, into *TO.  */
static void
set_clocks (struct simt_clocks **to, struct simt_clocks *c)
{
  struct simt_clocks *old = *to;
  *to = c;
  simt_clocks_drop (old);
}

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
  /* GROUP_SYNC tells groups of two launches not apart.  */
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
  return *off < mem->global_size ? g->race->cells : NULL;
}

bool
simt_race_watched_p (const struct simt_race_group *g, const void *p)
{
  uint64_t off;
  return cells_of (g, p, &off) != NULL;
}

static pthread_mutex_t *
lock_of (struct simt_race *m, uint64_t word)
{
  return &m->lock[word % N_LOCKS];
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
  if (off >= m->mem->global_size || !size)
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

/* NOW takes the place of OLD, whose bytes it has too if both are of one
   instruction, as where each lane accesses a byte.  */
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
   different waves or lanes: whoever stores later is not both of them.  */
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

/* Remember NOW, a store or a load, in cell C, which LOCK is of.  Put into
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
