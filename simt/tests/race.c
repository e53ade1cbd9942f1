/* Test of data races.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <pthread.h>

#include "simt/race/clocks.h"
#include "simt/race/race.h"
#include "test.h"

static struct simt_mem mem;
static struct simt_race *race;
static uint32_t launch;

/* Two groups of three waves, with shared memory, and a word that both see.  */
static struct simt_race_group *group[2];
static uint8_t shared[2][64];
static uint8_t *word;

/* The last access: how many words of it raced, and with what.  */
static unsigned n_told;
static struct simt_touch other;
static bool other_store;

static void
tell (void *closure, const struct simt_race_access *a,
      const struct simt_touch *t, bool store)
{
  (void) a;
  ++*(unsigned *) closure;
  other = *t;
  other_store = store;
}

static bool guess;		/* Of the accesses that follow.  */

/* Lane 5 of WAVE of group G accesses SIZE bytes at P; VALUE is what it stores,
   -1 for a load, -2 for something unknown.  True if that races.  */
static bool
raced (unsigned g, unsigned wave, void *p, unsigned size, int64_t value)
{
  uint64_t v = (uint64_t) value, is = 0;
  if (size <= 8)
    memcpy (&is, p, size);
  const struct simt_race_access a = {
    .func = "f", .insn = 10 * g + wave, .wave = wave, .lane = 5, .p = p,
    .size = size, .store = value != -1,
    .silent = value >= 0 && size <= 8 && is == v,
    .value = value >= 0 ? &v : NULL, .guess = guess
  };
  n_told = 0;
  simt_race_access (group[g], &a, tell, &n_told);
  if (value >= 0 && size <= 8)
    memcpy (p, &v, size);
  return n_told > 0;
}

#define LOAD -1
#define STORE -2

/* Start the next launch, with another word.  */
static void
start (void)
{
  launch++;
  word = (void *) (uintptr_t) simt_mem_alloc (&mem, 64, 64, NULL, 0);
  for (unsigned g = 0; g < 2; g++)
    {
      simt_race_group_free (group[g]);
      group[g] = simt_race_group_new (race, launch, 7 + g, 3, shared[g], 64);
    }
}

/* Lane LANE of wave 0 of group 0 alone accesses SIZE bytes at P, a store if
   IS_STORE.  True if that races.  */
static bool
lane_raced (unsigned lane, void *p, unsigned size, bool is_store)
{
  const struct simt_race_access a = {
    .func = "f", .insn = is_store, .wave = 0, .lane = lane, .p = p,
    .size = size, .store = is_store, .own = true
  };
  n_told = 0;
  simt_race_access (group[0], &a, tell, &n_told);
  return n_told > 0;
}

/* Lanes of one wave.  */
static void
lanes (void)
{
  start ();
  check (!lane_raced (1, word, 4, true) && !lane_raced (1, word, 4, false)
	 && lane_raced (2, word, 4, false) && other_store && other.lane == 1,
	 "load after another lane's store");
  simt_race_lanes_meet (group[0], 0);
  check (!lane_raced (3, word, 4, false), "lanes that have met");
  start ();
  check (!lane_raced (2, word, 4, false) && !lane_raced (1, word, 4, false)
	 && lane_raced (1, word, 4, true) && !other_store && other.lane == 2,
	 "store after two lanes' loads");
  /* Each byte is one lane's.  */
  start ();
  bool none = true;
  for (unsigned k = 0; k < 4; k++)
    none &= !lane_raced (k, word + k, 1, true);
  for (unsigned k = 0; k < 4; k++)
    none &= !lane_raced (k, word + k, 1, false);
  check (none, "bytes of a word");
  check (lane_raced (3, word + 1, 1, false) && other.lane == 1,
	 "another lane's byte");
  /* What the wave does as one, and what synchronises.  */
  start ();
  check (!lane_raced (1, word, 4, true) && !raced (0, 0, word, 4, LOAD)
	 && !raced (0, 0, word, 4, STORE) && !lane_raced (2, word, 4, false),
	 "the wave as one");
  start ();
  lane_raced (1, word, 4, true);
  simt_race_sync (group[0], 0);
  check (!lane_raced (2, word, 4, false), "a synchronisation");
  start ();
  lane_raced (1, word, 4, true);
  simt_race_barrier (group[0], 7);
  check (!lane_raced (2, word, 4, false), "a barrier");
  start ();
  lane_raced (1, word, 4, true);
  check (raced (0, 1, word, 4, LOAD), "another wave");
}

static void
pairs (void)
{
  start ();
  check (!raced (0, 0, word, 4, STORE) && raced (0, 1, word, 4, LOAD)
	 && other_store && other.wave == 0 && other.lane == 5
	 && other.group == 7 && other.insn == 0 && !strcmp (other.func, "f"),
	 "load after store");
  start ();
  check (!raced (0, 0, word, 4, LOAD) && raced (1, 1, word, 4, STORE)
	 && !other_store && other.group == 7, "store after load");
  start ();
  check (!raced (0, 0, word, 4, STORE) && raced (1, 0, word, 4, STORE)
	 && other_store, "store after store");
  start ();
  check (!raced (0, 0, word, 4, LOAD) && !raced (1, 0, word, 4, LOAD),
	 "two loads");
  start ();
  check (!raced (0, 1, word, 4, STORE) && !raced (0, 1, word, 4, LOAD)
	 && !raced (0, 1, word, 4, STORE), "one wave");
  start ();
  raced (0, 0, word, 4, STORE);
  launch++;
  simt_race_group_free (group[1]);
  group[1] = simt_race_group_new (race, launch, 8, 3, shared[1], 64);
  check (!raced (1, 0, word, 4, LOAD), "the launch before");
}

/* Which bytes count.  */
static void
bytes (void)
{
  start ();
  raced (0, 0, word, 1, STORE);
  check (!raced (0, 1, word + 1, 1, LOAD) && !raced (0, 1, word + 2, 2, LOAD)
	 && raced (0, 1, word, 2, LOAD), "neighbours in a word");
  start ();
  raced (0, 0, word + 16, 16, STORE);
  check (!raced (0, 1, word, 16, LOAD) && !raced (0, 1, word + 32, 16, LOAD),
	 "neighbours of 16 bytes");
  check (raced (0, 1, word + 16, 16, LOAD) && n_told == 4, "16 bytes");
  start ();
  raced (0, 0, word + 3, 2, STORE);
  check (raced (0, 1, word + 3, 1, LOAD) && raced (0, 2, word + 4, 1, LOAD)
	 && !raced (0, 1, word + 2, 1, LOAD)
	 && !raced (0, 1, word + 5, 1, LOAD),
	 "across words");
}

/* Stores that change nothing, or store the same.  */
static void
values (void)
{
  start ();
  raced (0, 0, word, 4, 1);
  check (!raced (1, 0, word, 4, 1), "the same value");
  start ();
  raced (0, 0, word, 4, 1);
  check (raced (1, 1, word, 4, 2), "another value");
  start ();
  raced (0, 0, word, 4, 3);
  raced (0, 0, word, 4, 3);
  check (raced (1, 0, word, 4, 2), "one of two stores changes nothing");
  start ();
  memset (word, 0, 8);
  raced (0, 0, word, 8, 0);
  check (!raced (1, 0, word, 8, 5), "after a store that changed nothing");
  check (raced (0, 1, word, 8, 0x500000005) && n_told == 1,
	 "one word of two is another");
}

static void
barriers (void)
{
  start ();
  raced (0, 0, word, 4, STORE);
  simt_race_barrier (group[0], 3);
  check (!raced (0, 1, word, 4, STORE), "behind a barrier");
  check (raced (0, 2, word, 4, LOAD), "without it");
  check (raced (1, 0, word, 4, LOAD), "in another group");
  /* Transitive: 1 behind 0, then 2 behind 1.  */
  start ();
  raced (0, 0, word, 4, STORE);
  simt_race_barrier (group[0], 3);
  simt_race_barrier (group[0], 6);
  check (!raced (0, 2, word, 4, LOAD), "two barriers");
  raced (0, 0, word, 4, STORE);
  check (raced (0, 2, word, 4, LOAD), "a store after the first");
}

static void
synchronising (void)
{
  start ();
  raced (0, 0, word, 4, STORE);
  simt_race_sync (group[0], 0);
  simt_race_sync (group[1], 1);
  check (!raced (1, 1, word, 4, LOAD), "both synchronise");
  check (raced (1, 2, word, 4, STORE), "this wave does not");
  start ();
  simt_race_sync (group[0], 0);
  raced (0, 0, word, 4, STORE);
  simt_race_sync (group[1], 1);
  check (raced (1, 1, word, 4, LOAD), "the storing wave does not afterwards");
  start ();
  raced (0, 0, word, 4, STORE);
  simt_race_sync (group[0], 1);
  simt_race_sync (group[0], 2);
  check (raced (0, 1, word, 4, LOAD), "another wave of the same group");
  start ();
  raced (0, 0, word, 4, STORE);
  simt_race_atomic (group[1], word, 4);
  check (raced (1, 0, word, 4, LOAD), "a place with an atomic operation, and "
	 "loads that are known not to be one");
  guess = true;
  check (!raced (1, 1, word, 4, LOAD), "one that may be one");
  start ();
  raced (0, 0, word, 4, STORE);
  simt_race_atomic (group[1], word, 4);
  check (!raced (0, 1, word, 4, STORE) && !raced (1, 0, word, 4, LOAD),
	 "a place with an atomic operation");
  start ();
  raced (0, 0, word, 12, STORE);
  simt_race_atomic (group[1], word, 8);
  check (!raced (0, 1, word + 4, 4, LOAD) && raced (0, 1, word + 8, 4, LOAD),
	 "an atomic operation on 8 bytes");
  guess = false;
}

/* WAVE of group G does operation OP at P, which is not WORD.  True if that
   races with something.  */
static bool
atomic_races (unsigned g, unsigned wave, void *p, enum simt_race_op op,
	      bool changed)
{
  const struct simt_race_access a = {
    .func = "a", .insn = wave, .wave = wave, .p = p, .size = 4,
    .store = op == SIMT_RACE_STORE || changed, .atomic = true
  };
  n_told = 0;
  simt_race_atomic_start (group[g], &a);
  simt_race_atomic_end (group[g], &a, op, changed, tell, &n_told);
  return n_told > 0;
}

/* Locks and flags.  */
static void
atomics (void)
{
  start ();
  void *lock = word + 32, *other_lock = word + 36, *flag = word + 40;
  raced (0, 0, word, 4, STORE);
  atomic_races (0, 0, lock, SIMT_RACE_BOTH, true);
  atomic_races (1, 1, lock, SIMT_RACE_BOTH, true);
  check (!raced (1, 1, word, 4, STORE), "one lock");
  check (raced (1, 2, word, 4, LOAD), "no lock");
  atomic_races (0, 2, other_lock, SIMT_RACE_BOTH, true);
  check (raced (0, 2, word, 4, STORE), "another lock");

  start ();
  lock = word + 32, flag = word + 40;
  atomic_races (0, 0, lock, SIMT_RACE_BOTH, true);
  raced (0, 0, word, 4, STORE);
  atomic_races (0, 1, lock, SIMT_RACE_BOTH, true);
  check (raced (0, 1, word, 4, LOAD), "a store after the release");
  start ();
  lock = word + 32, flag = word + 40;
  raced (0, 0, word, 4, STORE);
  atomic_races (0, 0, lock, SIMT_RACE_BOTH, false);
  atomic_races (0, 1, lock, SIMT_RACE_BOTH, true);
  check (raced (0, 1, word, 4, LOAD), "an attempt that changes nothing");

  /* A flag wants a fence on both sides.  */
  for (unsigned k = 0; k < 4; k++)
    {
      start ();
      flag = word + 40;
      raced (0, 0, word, 4, STORE);
      if (k & 1)
	simt_race_fence (group[0], 0);
      atomic_races (0, 0, flag, SIMT_RACE_STORE, true);
      atomic_races (1, 0, flag, SIMT_RACE_LOAD, false);
      if (k & 2)
	simt_race_fence (group[1], 0);
      check (raced (1, 0, word, 4, LOAD) == (k != 3), "fences of a flag");
    }
  start ();
  flag = word + 40;
  simt_race_fence (group[0], 0);
  raced (0, 0, word, 4, STORE);
  atomic_races (0, 0, flag, SIMT_RACE_STORE, true);
  atomic_races (1, 0, flag, SIMT_RACE_LOAD, false);
  simt_race_fence (group[1], 0);
  check (raced (1, 0, word, 4, LOAD), "a fence too early");

  /* Through a third wave, and a barrier.  */
  start ();
  lock = word + 32;
  raced (0, 0, word, 4, STORE);
  atomic_races (0, 0, lock, SIMT_RACE_BOTH, true);
  atomic_races (1, 0, lock, SIMT_RACE_BOTH, true);
  simt_race_barrier (group[1], 3);
  check (!raced (1, 1, word, 4, STORE) && raced (1, 2, word, 4, LOAD),
	 "a lock and a barrier");
}

/* Atomic accesses and others at one place; what is forgotten.  */
static void
mixed (void)
{
  start ();
  check (!atomic_races (0, 0, word, SIMT_RACE_BOTH, true)
	 && !atomic_races (0, 1, word, SIMT_RACE_STORE, true)
	 && !atomic_races (1, 0, word, SIMT_RACE_LOAD, false),
	 "atomic ones alone");
  check (raced (0, 2, word, 4, LOAD) && other.atomic, "a plain load");
  start ();
  raced (0, 0, word, 4, STORE);
  check (atomic_races (0, 1, word, SIMT_RACE_BOTH, true) && !other.atomic,
	 "after a plain store");
  start ();
  struct simt_race_access a = { .func = "r", .wave = 1, .p = word, .size = 4,
				.store = true, .runtime = true };
  atomic_races (0, 0, word, SIMT_RACE_BOTH, true);
  n_told = 0;
  simt_race_access (group[0], &a, tell, &n_told);
  check (n_told == 0, "the runtime's own plain store");
  check (raced (0, 2, word, 4, STORE), "and one of the program's");

  /* A store finds whichever of two loads is another wave's.  */
  start ();
  raced (0, 0, word, 4, LOAD);
  raced (0, 1, word, 4, LOAD);
  check (raced (0, 1, word, 4, STORE) && !other_store && other.wave == 0,
	 "the first of two loads");

  start ();
  atomic_races (0, 0, word + 32, SIMT_RACE_BOTH, true);
  raced (0, 0, word, 4, STORE);
  simt_race_forget (race, word, 64);
  check (!raced (1, 0, word, 4, STORE), "forgotten");
  raced (1, 0, word + 8, 4, STORE);
  atomic_races (1, 1, word + 32, SIMT_RACE_BOTH, true);
  check (raced (1, 1, word + 8, 4, LOAD), "nothing to acquire there");
  simt_race_launch_end (race, launch);
}

/* Group G is one of the next launch, the COUNT-th of QUEUE; of queue 1 the
   first BEFORE are before it.  */
static void
start_queued (unsigned g, uint32_t queue, uint32_t count, uint32_t before)
{
  struct simt_race_order order = { .queue = queue, .count = count };
  order.before = simt_clocks_with (NULL, 1, before);
  simt_race_launch_start (race, ++launch, &order);
  simt_clocks_drop (order.before);
  simt_race_group_free (group[g]);
  group[g] = simt_race_group_new (race, launch, 7 + g, 3, shared[g], 64);
}

/* What waves of a launch do among themselves orders no copy.  */
static void
copies (void)
{
  struct simt_race_order order = { .queue = 1, .count = 1 };
  struct simt_race_found found;
  start ();
  order.before = simt_clocks_with (NULL, 1, 0);
  check (!simt_race_copy (race, ++launch, &order, word, 4, false, &found),
	 "a copy alone");
  simt_clocks_drop (order.before);
  start_queued (1, 2, 1, 0);
  simt_race_group_free (group[1]);
  group[1] = simt_race_group_new (race, launch, 0, 3, shared[1], 64);
  simt_race_sync (group[1], 0);
  simt_race_sync (group[1], 1);
  check (raced (1, 1, word, 4, STORE) && !other_store && !other.func,
	 "after a copy, behind a synchronisation");
}

static void
launches (void)
{
  start ();
  start_queued (0, 1, 1, 0);
  raced (0, 0, word, 4, STORE);
  raced (0, 0, word + 4, 4, LOAD);
  start_queued (1, 2, 1, 0);
  check (raced (1, 0, word, 4, LOAD) && other_store
	 && other.launch == launch - 1, "a load in another queue");
  check (raced (1, 1, word + 4, 4, STORE) && !other_store,
	 "a store in another queue");
  start ();
  start_queued (0, 1, 2, 1);
  raced (0, 0, word, 4, STORE);
  start_queued (1, 1, 3, 2);
  check (!raced (1, 0, word, 4, STORE), "the same queue");
  start ();
  start_queued (0, 1, 4, 3);
  raced (0, 0, word, 4, STORE);
  start_queued (1, 2, 2, 4);
  check (!raced (1, 0, word, 4, STORE), "a queue that has waited");
  start ();
  start_queued (0, 1, 5, 4);
  raced (0, 0, word, 4, STORE);
  start_queued (1, 2, 3, 4);
  check (raced (1, 0, word, 4, STORE), "a queue that has waited before");
  start ();
  start_queued (0, 1, 6, 5);
  raced (0, 0, word, 4, STORE);
  simt_race_sync (group[0], 0);
  start_queued (1, 2, 4, 0);
  simt_race_sync (group[1], 0);
  check (!raced (1, 0, word, 4, LOAD) && raced (1, 1, word, 4, LOAD),
	 "both synchronise in launches that are not in order");
  start ();
  start_queued (0, 1, 7, 6);
  raced (0, 0, word, 4, STORE);
  start_queued (1, 2, 5, 0);
  raced (1, 0, word + 8, 4, LOAD);
  simt_race_launches_forget (race);
  check (!raced (1, 0, word, 4, LOAD), "launches that are forgotten");
  /* More launches than are remembered.  */
  start ();
  start_queued (0, 1, 8, 7);
  raced (0, 0, word, 4, STORE);
  for (uint32_t k = 0; k < 5000; k++)
    start_queued (1, 2, 6 + k, 0);
  check (!raced (1, 0, word, 4, LOAD), "a launch of long ago");
}

static void
places (void)
{
  uint64_t none = 0;
  start ();
  raced (0, 0, shared[0] + 60, 4, STORE);
  check (raced (0, 1, shared[0] + 60, 4, LOAD), "shared memory");
  check (!raced (1, 1, shared[1] + 60, 4, LOAD), "that of another group");
  raced (0, 0, &none, 8, STORE);
  check (!raced (0, 1, &none, 8, STORE), "elsewhere");
  check (simt_race_watched_p (group[0], word)
	 && simt_race_watched_p (group[0], shared[0] + 63)
	 && !simt_race_watched_p (group[0], shared[1])
	 && !simt_race_watched_p (group[0], &none), "watched_p");
}

static void
count (void *closure, const struct simt_race_access *a,
       const struct simt_touch *t, bool store)
{
  (void) a, (void) t, (void) store;
  ++*(unsigned *) closure;
}

static unsigned told[2];

/* Groups run in host threads of their own.  */
static void *
worker (void *closure)
{
  uintptr_t g = (uintptr_t) closure;
  for (unsigned k = 0; k < 20000; k++)
    {
      const struct simt_race_access a = {
	.func = "f", .insn = k, .wave = k % 3, .p = word + 4 * (k % 16),
	.size = 4, .store = k % 5 == 0
      };
      simt_race_access (group[g], &a, count, &told[g]);
      if (k % 7 == 0)
	simt_race_sync (group[g], k % 3);
      if (k % 11 == 0 && k % 16 >= 8)
	simt_race_atomic (group[g], a.p, 4);
      if (k % 13 == 0)
	simt_race_fence (group[g], k % 3);
      struct simt_race_access at = a;
      at.p = word + 4 * (k % 3);
      at.atomic = true;
      simt_race_atomic_start (group[g], &at);
      simt_race_atomic_end (group[g], &at, k % 3, k % 3 != 0, count,
			    &told[g]);
    }
  return NULL;
}

static void
threads (void)
{
  pthread_t t;
  start ();
  launch++;
  for (unsigned g = 0; g < 2; g++)
    {
      simt_race_group_free (group[g]);
      group[g] = simt_race_group_new (race, launch, g, 3, shared[g], 64);
    }
  pthread_create (&t, NULL, worker, (void *) 1);
  worker ((void *) 0);
  pthread_join (t, NULL);
  /* The first two accesses are stores to one word that nothing orders.  */
  check (told[0] + told[1] > 0, "threads");
}

int
main (void)
{
  check (simt_mem_init (&mem, 1 << 20, 0), "memory");
  race = simt_race_create (&mem);
  check (race != NULL, "create");
  pairs ();
  lanes ();
  bytes ();
  values ();
  barriers ();
  synchronising ();
  atomics ();
  mixed ();
  launches ();
  copies ();
  places ();
  threads ();
  for (unsigned g = 0; g < 2; g++)
    simt_race_group_free (group[g]);
  simt_race_destroy (race);
  simt_mem_destroy (&mem);
  return finish_tests ();
}
