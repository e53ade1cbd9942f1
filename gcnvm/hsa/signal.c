/* Signals.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A wait blocks on one condition variable, whichever signal it is for: there
   are few waits at a time.  A signal that a kernel stores to wakes nobody, so
   waits look again from time to time.  */

#include <stdatomic.h>
#include <time.h>

#include "runtime.h"
#include "simt/race/clocks.h"

#define MS 1000000u		/* In nanoseconds, the unit of timeouts.  */

/* How often a wait looks by itself.  */
#define LOOK (10 * MS)
/* How long signal_let_look waits for the program to begin a wait, and to come
   back to it.  A kernel can fail before the thread that launched it waits.  */
#define BEGIN (200 * MS)
#define COME_BACK (1000 * MS)

/* A timeout is a hint, and what callers do after one costs more than to go on
   waiting: gcn-run sleeps for 10 ms.  While a kernel computes, a wait goes on
   for this long.  A kernel whose waves sleep may be waiting for the host, as
   newlib's write does until gcn-run has emptied its buffer; then the hint is
   taken.  */
#define PATIENCE (100 * MS)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic unsigned waiting;
/* With the lock: how many wait with a timeout, and how often one has begun to;
   how often signal_let_look was called.  */
static unsigned hinted, hints_taken, looks;

_Atomic unsigned queues_busy;

static void
init_changed (void)
{
  pthread_condattr_t a;
  pthread_condattr_init (&a);
  pthread_condattr_setclock (&a, CLOCK_MONOTONIC);
  pthread_cond_init (&changed, &a);
  pthread_condattr_destroy (&a);
}

static uint64_t
now_ns (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec;
}

void
signal_changed (void)
{
  atomic_thread_fence (memory_order_seq_cst);
  if (!atomic_load (&waiting))
    return;
  pthread_mutex_lock (&lock);
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
}

/* Wait, with the lock held, for a change, or NS nanoseconds.  */

static void
wait_ns (uint64_t ns)
{
  uint64_t at = now_ns () + ns;
  struct timespec t = { .tv_sec = (time_t) (at / 1000000000),
			.tv_nsec = (long) (at % 1000000000) };
  pthread_cond_timedwait (&changed, &lock, &t);
}

void
signal_wait_for (bool (*cond) (void *), void *closure)
{
  pthread_once (&once, init_changed);
  pthread_mutex_lock (&lock);
  atomic_fetch_add (&waiting, 1);
  atomic_thread_fence (memory_order_seq_cst);
  while (!cond (closure))
    wait_ns (LOOK);
  atomic_fetch_sub (&waiting, 1);
  pthread_mutex_unlock (&lock);
}

/* Have the waits with a timeout end, as if it was over, and give their callers
   time to do what they do then, and to wait again.  Where nobody waits, a wait
   may be about to begin.  */

void
signal_let_look (void)
{
  pthread_once (&once, init_changed);
  pthread_mutex_lock (&lock);
  uint64_t start = now_ns ();
  while (!atomic_load (&waiting) && now_ns () - start < BEGIN)
    wait_ns (MS);
  start = now_ns ();
  unsigned before = hints_taken, n = hinted;
  looks++;
  pthread_cond_broadcast (&changed);
  while (hints_taken - before < n && now_ns () - start < COME_BACK)
    wait_ns (MS);
  pthread_mutex_unlock (&lock);
}

/* ---- Objects.  */

struct signal *
signal_new (int64_t value, struct bell *bell)
{
  uint64_t a = simt_mem_alloc (&memory, sizeof (struct signal), 64, "signal",
			       SIMT_OWNER (OWNER_RUNTIME) | SIMT_SHARED);
  struct signal *s = (struct signal *) (uintptr_t) a;
  if (!s)
    return NULL;
  *s = (struct signal) { .kind = bell ? SIGNAL_DOORBELL : SIGNAL_USER,
			 .value = value, .bell = bell };
  if (!simt_handle_add (&handles, s, HANDLE_SIGNAL))
    {
      simt_mem_free (&memory, a, SIMT_OWNER (OWNER_RUNTIME));
      return NULL;
    }
  return s;
}

/* With the lock: a queue that sets S, or waits for it, is not in the middle of
   that.  */

bool
signal_free (struct signal *s)
{
  pthread_mutex_lock (&lock);
  struct simt_clocks *done = s->done;
  bool freed = (simt_handle_remove (&handles, s, HANDLE_SIGNAL)
		&& simt_mem_free (&memory, (uintptr_t) s,
				  SIMT_OWNER (OWNER_RUNTIME)));
  if (freed)
    simt_clocks_drop (done);
  pthread_mutex_unlock (&lock);
  return freed;
}

struct signal *
signal_of (hsa_signal_t s)
{
  return (handle_p (s.handle, HANDLE_SIGNAL)
	  ? (struct signal *) (uintptr_t) s.handle : NULL);
}

void
signal_complete (hsa_signal_t signal, bool failed, struct simt_clocks *done)
{
  bool wake = false;
  pthread_mutex_lock (&lock);
  struct signal *s = signal_of (signal);
  if (s)
    {
      if (failed)
	s->failed = 1;
      order_add (&s->done, done);
      atomic_fetch_sub (&s->value, 1);
      wake = atomic_load (&waiting) != 0;
    }
  pthread_mutex_unlock (&lock);
  /* Who wakes up would have to wait for the lock.  */
  if (wake)
    pthread_cond_broadcast (&changed);
}

void
signal_add_done (hsa_signal_t signal, struct simt_clocks **to)
{
  pthread_mutex_lock (&lock);
  struct signal *s = signal_of (signal);
  if (s)
    order_add (to, s->done);
  pthread_mutex_unlock (&lock);
}

hsa_status_t
hsa_signal_create (hsa_signal_value_t value, uint32_t n,
		   const hsa_agent_t *consumers, hsa_signal_t *signal)
{
  NEED_RUNTIME ();
  if (!signal || (n && !consumers))
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  struct signal *s = signal_new (value, NULL);
  if (!s)
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  signal->handle = (uintptr_t) s;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_signal_destroy (hsa_signal_t signal)
{
  NEED_RUNTIME ();
  struct signal *s = signal_of (signal);
  if (!signal.handle)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  if (!s || s->kind != SIGNAL_USER)
    return HSA_STATUS_ERROR_INVALID_SIGNAL;
  bool failed = s->failed;
  if (!signal_free (s))
    return HSA_STATUS_ERROR_INVALID_SIGNAL;
  return failed ? HSA_STATUS_ERROR_EXCEPTION : HSA_STATUS_SUCCESS;
}

/* ---- Values.  What these functions are given cannot be refused by a status,
   so a bad signal is reported.  */

static struct signal *
need_signal (hsa_signal_t signal, const char *function)
{
  struct signal *s = runtime_up ? signal_of (signal) : NULL;
  if (!s && runtime_up)
    report_call ("%s: 0x%llx is no signal, or was destroyed", function,
		 (unsigned long long) signal.handle);
  return s;
}

static void
after_store (struct signal *s)
{
  if (s->kind == SIGNAL_DOORBELL)
    s->bell->ring (s->bell);
  else
    signal_changed ();
}

/* The calling thread has seen the value of S.  */

static void
learn (struct signal *s)
{
  if (!hsa_options.vm.race)
    return;
  pthread_mutex_lock (&lock);
  order_known (s->done);
  pthread_mutex_unlock (&lock);
}

#define LOAD(ORDER)							\
  hsa_signal_value_t							\
  hsa_signal_load_##ORDER (hsa_signal_t signal)				\
  {									\
    struct signal *s = need_signal (signal, __func__);			\
    int64_t value = s ? atomic_load (&s->value) : 0;			\
    if (s)								\
      learn (s);							\
    return value;							\
  }
LOAD (relaxed)
LOAD (acquire)
LOAD (scacquire)

#define CHANGE(NAME, OPERATION)						\
  void									\
  hsa_signal_##NAME (hsa_signal_t signal, hsa_signal_value_t value)	\
  {									\
    struct signal *s = need_signal (signal, __func__);			\
    if (!s)								\
      return;								\
    OPERATION (&s->value, value);					\
    after_store (s);							\
  }
CHANGE (store_relaxed, atomic_store)
CHANGE (store_release, atomic_store)
CHANGE (store_screlease, atomic_store)
CHANGE (silent_store_relaxed, atomic_store)
CHANGE (silent_store_screlease, atomic_store)

#define ORDERS(X, ...)							\
  X (relaxed, __VA_ARGS__) X (acquire, __VA_ARGS__)			\
  X (scacquire, __VA_ARGS__) X (release, __VA_ARGS__)			\
  X (screlease, __VA_ARGS__) X (acq_rel, __VA_ARGS__)			\
  X (scacq_screl, __VA_ARGS__)
#define CHANGE_ORDER(ORDER, NAME, OPERATION) \
  CHANGE (NAME##_##ORDER, OPERATION)
ORDERS (CHANGE_ORDER, add, atomic_fetch_add)
ORDERS (CHANGE_ORDER, subtract, atomic_fetch_sub)
ORDERS (CHANGE_ORDER, and, atomic_fetch_and)
ORDERS (CHANGE_ORDER, or, atomic_fetch_or)
ORDERS (CHANGE_ORDER, xor, atomic_fetch_xor)

#define EXCHANGE(ORDER, UNUSED)						\
  hsa_signal_value_t							\
  hsa_signal_exchange_##ORDER (hsa_signal_t signal,			\
			       hsa_signal_value_t value)		\
  {									\
    struct signal *s = need_signal (signal, __func__);			\
    if (!s)								\
      return 0;								\
    int64_t old = atomic_exchange (&s->value, value);			\
    after_store (s);							\
    return old;								\
  }
ORDERS (EXCHANGE, )

/* Gives the value that was there, stored or not.  */
#define CAS(ORDER, UNUSED)						\
  hsa_signal_value_t							\
  hsa_signal_cas_##ORDER (hsa_signal_t signal,				\
			  hsa_signal_value_t expected,			\
			  hsa_signal_value_t value)			\
  {									\
    struct signal *s = need_signal (signal, __func__);			\
    if (!s)								\
      return 0;								\
    if (atomic_compare_exchange_strong (&s->value, &expected, value))	\
      after_store (s);							\
    return expected;							\
  }
ORDERS (CAS, )

/* ---- Waiting.  */

static bool
holds (int64_t value, uint32_t condition, int64_t compare)
{
  switch (condition)
    {
    case HSA_SIGNAL_CONDITION_EQ:
      return value == compare;
    case HSA_SIGNAL_CONDITION_NE:
      return value != compare;
    case HSA_SIGNAL_CONDITION_LT:
      return value < compare;
    case HSA_SIGNAL_CONDITION_GTE:
      return value >= compare;
    }
  return true;
}

/* May a wait that began when waves had slept SLEEPS times, and has taken PASSED
   nanoseconds since, end without its condition, by TIMEOUT?  */

static bool
over (uint64_t passed, uint64_t timeout, uint64_t sleeps)
{
  if (timeout == UINT64_MAX || passed < timeout)
    return false;
  return (passed >= PATIENCE || !atomic_load (&queues_busy)
	  || agents_sleeps () != sleeps);
}

static hsa_signal_value_t
wait (hsa_signal_t signal, uint32_t condition, int64_t compare,
      uint64_t timeout, const char *function)
{
  struct signal *s = need_signal (signal, function);
  if (!s)
    return 0;
  if (condition > HSA_SIGNAL_CONDITION_GTE)
    report_call ("%s: there is no condition %u", function, condition);
  int64_t value = atomic_load (&s->value);
  if (holds (value, condition, compare))
    {
      learn (s);
      return value;
    }
  pthread_once (&once, init_changed);
  uint64_t start = now_ns (), sleeps = agents_sleeps ();
  pthread_mutex_lock (&lock);
  bool hint = timeout != UINT64_MAX;
  unsigned looked = looks;
  hinted += hint;
  hints_taken += hint;
  atomic_fetch_add (&waiting, 1);
  atomic_thread_fence (memory_order_seq_cst);
  while (!holds (value = atomic_load (&s->value), condition, compare))
    {
      uint64_t passed = now_ns () - start;
      if (over (passed, timeout, sleeps) || (hint && looked != looks))
	break;
      uint64_t left = timeout > passed ? timeout - passed : MS;
      wait_ns (left < LOOK ? left : LOOK);
    }
  atomic_fetch_sub (&waiting, 1);
  hinted -= hint;
  order_known (s->done);
  pthread_mutex_unlock (&lock);
  return value;
}

#define WAIT(ORDER)							\
  hsa_signal_value_t							\
  hsa_signal_wait_##ORDER (hsa_signal_t signal, uint32_t condition,	\
			   hsa_signal_value_t compare,			\
			   uint64_t timeout, uint32_t state)		\
  {									\
    (void) state;							\
    return wait (signal, condition, compare, timeout, __func__);	\
  }
WAIT (relaxed)
WAIT (acquire)
WAIT (scacquire)
