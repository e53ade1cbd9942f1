/* Native code: when it is made, and by whom.
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


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
/* A plan's OP_native operations count.  When a function has been executed for a while,
   it is looked for in the cache, and when it has been for so long that compiling pays,
   it is compiled; both by a thread of its own, which is there as soon as it is needed.
   The launches go on meanwhile, and take the code when it is there.  With `always' the
   launch itself does it, before the function's first operation.  */

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "native.h"
#include "native/prelude-text.h"
#include "simt/native.h"
#include "unit.h"

/* How often a function may be entered before it is looked for, and before it is compiled:
   each time stands for some 50 to 100 ns.  Looking takes some 1 ms, compiling some
   200 ms, so that a program never takes twice as long as without, nor loses more than
   half of what it could gain.  */
#define LOOK 20000
#define COMPILE 2000000

/* Of a compiler that has failed as often, nothing more is expected.  */
#define MOST_FAILURES 3

/* Changes with what units expect of the machine and their text does not say.  */
#define BUILD VERSION "-1"

enum native_stage { STAGE_NONE, STAGE_LOOK, STAGE_COMPILE, STAGE_FORCED };

static struct
{
  pthread_mutex_t lock;		/* Of everything here.  */
  pthread_cond_t work;		/* There is something to do.  */
  pthread_cond_t idle;		/* BUSY is NULL.  */
  struct native *first;		/* The queue.  */
  struct native *busy;		/* Whose function is written or loaded.  */
  bool thread;			/* There is one.  */
  bool closing;
} all = { .lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER,
	  .idle = PTHREAD_COND_INITIALIZER };

/* ---- Making it.  */

/* The code of N's function, where there is some, or it may be COMPILEd.  */
static void
make (struct native *n, bool compile)
{
  static const char *const flags[] = {
    "-O2", "-w", "-shared", "-fPIC", "-pipe", "-std=gnu11", "-nostartfiles",
    "-fno-math-errno", "-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv",
    "-fno-asynchronous-unwind-tables", "-fno-stack-protector",
    "-fvisibility=hidden", "-lm", NULL };
  static const char *const fma_flags[] = {
    "-O2", "-w", "-shared", "-fPIC", "-pipe", "-std=gnu11", "-nostartfiles",
    "-fno-math-errno", "-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv",
    "-fno-asynchronous-unwind-tables", "-fno-stack-protector",
    "-fvisibility=hidden", "-mfma", "-mavx2", "-mbmi", "-mbmi2", "-mlzcnt",
    "-mpopcnt", "-nodefaultlibs", "-lc", NULL };
  static _Atomic unsigned failures;
  char *unit = native_write (n->f, native_exit_at () != NO_REG);
  if (!unit)
    return;
  compile = compile && atomic_load (&failures) < MOST_FAILURES;
  const char *const text[] = { native_prelude_text, unit };
  void *so = simt_native_load (text, 2,
			       n->f->module->vm->fma ? fma_flags : flags,
			       BUILD, compile);
  free (unit);
  if (!so)
    {
      if (compile)
	atomic_fetch_add (&failures, 1);
      return;
    }
  atomic_store (&failures, 0);
  native_fn *fn = (native_fn *) (uintptr_t) dlsym (so, "native");
  n->so = so;
  atomic_fetch_add (&n->f->module->vm->native, 1);
  atomic_store_explicit (&n->code, fn, memory_order_release);
}

/* The thread that makes native code.  */
static void *
worker (void *unused)
{
  (void) unused;
  pthread_mutex_lock (&all.lock);
  for (;;)
    {
      struct native *n = all.first;
      if (!n || all.closing)
	{
	  pthread_cond_wait (&all.work, &all.lock);
	  continue;
	}
      all.first = n->next;
      bool compile = n->compile;
      all.busy = n;
      pthread_mutex_unlock (&all.lock);
      if (!atomic_load (&n->code))
	make (n, compile);
      pthread_mutex_lock (&all.lock);
      all.busy = NULL;
      pthread_cond_broadcast (&all.idle);
    }
  return NULL;
}

/* Start the thread, with the lock.  Signals are for the program's own threads.  */
static bool
start_thread (void)
{
  sigset_t blocked, old;
  pthread_attr_t attr;
  pthread_t thread;
  if (all.thread)
    return true;
  sigfillset (&blocked);
  sigdelset (&blocked, SIGSEGV);
  sigdelset (&blocked, SIGBUS);
  pthread_sigmask (SIG_SETMASK, &blocked, &old);
  pthread_attr_init (&attr);
  pthread_attr_setdetachstate (&attr, PTHREAD_CREATE_DETACHED);
  all.thread = !pthread_create (&thread, &attr, worker, NULL);
  pthread_attr_destroy (&attr);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  return all.thread;
}

/* Have the thread make N.  */
static void
ask (struct native *n, bool compile)
{
  pthread_mutex_lock (&all.lock);
  struct native **p = &all.first;
  while (*p && *p != n)
    p = &(*p)->next;
  if (*p)
    n->compile |= compile;
  else if (!all.closing && start_thread ())
    {
      n->compile = compile;
      n->next = NULL;
      *p = n;
      pthread_cond_signal (&all.work);
    }
  pthread_mutex_unlock (&all.lock);
}

/* Make N now.  */
static void
make_now (struct native *n)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock (&lock);
  if (atomic_load (&n->state) != STAGE_FORCED)
    {
      make (n, true);
      atomic_store (&n->state, STAGE_FORCED);
    }
  pthread_mutex_unlock (&lock);
}

native_fn *
native_count (struct native *n)
{
  uint32_t state = atomic_load_explicit (&n->state, memory_order_acquire);
  uint32_t heat = atomic_load_explicit (&n->heat, memory_order_relaxed) + 1;
  if (n->f->module->vm->opt.native == VM_NATIVE_ALWAYS)
    {
      if (state != STAGE_FORCED)
	make_now (n);
    }
  else if (likely (state == STAGE_COMPILE))
    return NULL;
  else
    {
      /* Of several host threads each may take the other's place: it is a guess
	 anyway.  */
      atomic_store_explicit (&n->heat, heat, memory_order_relaxed);
      if (likely (heat < LOOK || (heat < COMPILE && state == STAGE_LOOK)))
	return NULL;
      uint32_t next = heat < COMPILE ? STAGE_LOOK : STAGE_COMPILE;
      if (atomic_compare_exchange_strong (&n->state, &state, next))
	ask (n, next == STAGE_COMPILE);
    }
  return atomic_load_explicit (&n->code, memory_order_acquire);
}

void
native_forget (const struct vm_module *m)
{
  pthread_mutex_lock (&all.lock);
  for (struct native **p = &all.first; *p;)
    if ((*p)->f->module == m)
      *p = (*p)->next;
    else
      p = &(*p)->next;
  while (all.busy && all.busy->f->module == m)
    pthread_cond_wait (&all.idle, &all.lock);
  pthread_mutex_unlock (&all.lock);
}

/* ---- Where processes begin and end.  */

static void
before_fork (void)
{
  pthread_mutex_lock (&all.lock);
}

static void
after_fork (void)
{
  pthread_mutex_unlock (&all.lock);
}

/* The thread is not there; what it was about is as if nobody had asked.  */
static void
in_child (void)
{
  pthread_mutex_init (&all.lock, NULL);
  pthread_cond_init (&all.work, NULL);
  pthread_cond_init (&all.idle, NULL);
  all.first = all.busy = NULL;
  all.thread = false;
}

static void __attribute__ ((constructor))
start_native (void)
{
  pthread_atfork (before_fork, after_fork, in_child);
}

/* The thread's code is the library's: it has to be out of it, which a compiler that is
   told to end does not take long to let it.  */
static void __attribute__ ((destructor))
end_native (void)
{
  pthread_mutex_lock (&all.lock);
  all.closing = true;
  simt_native_stop ();
  while (all.busy)
    pthread_cond_wait (&all.idle, &all.lock);
  pthread_mutex_unlock (&all.lock);
}
