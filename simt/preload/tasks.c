/* Functions that stand in for entry points of libgomp that begin tasks on the device,
   or wait for them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A library of its own, tasks.so, which the loader takes in ahead of libgomp; for what
   it tells see host-task.h.

   No race must be reported where there is none, so whatever waits for tasks, or may do
   so, counts as waiting for all of them: taskwait, the end of a taskgroup, of a
   parallel region, of a loop or of sections, a barrier, an event that is fulfilled,
   and a task with depend.  Only the clause depend on a target construct is looked at
   closely: the construct comes after those with the same variable in theirs, as far
   as one of the two writes.

   While it waits for what it depends on, libgomp executes other tasks of the program,
   if there are some with depend.  What these do would be taken for the construct's.
   So from the first task with depend on, a construct with depend is one that the program
   waits for.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "next.h"
#include "simt/host/host-task.h"

#define EXPORT __attribute__ ((visibility ("default")))

static _Thread_local uint64_t current_task;

static uint64_t
current (void)
{
  return current_task;
}

EXPORT struct simt_tasks accelfix_simt_tasks
  = { SIMT_TASKS_VERSION, current, NULL };

/* ---- What constructs depend on.  */

/* A variable of the clause depend of a task that nothing has waited for.  */
struct use
{
  struct use *next;
  const void *variable;		/* NULL: omp_all_memory.  */
  uint64_t task;
  bool write;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct use *uses;
static uint64_t last_task;
static bool tasks_depend;	/* A task of the program has had depend.  */

static void
tell (uint64_t task, uint64_t earlier)
{
  if (accelfix_simt_tasks.wait)
    accelfix_simt_tasks.wait (task, earlier);
}

/* The program may have waited for all tasks.  */

static void
wait_all (void)
{
  pthread_mutex_lock (&lock);
  while (uses)
    {
      struct use *u = uses;
      uses = u->next;
      free (u);
    }
  tell (0, 0);
  pthread_mutex_unlock (&lock);
}

/* TASK depends on VARIABLE, and writes it if WRITE; 0 is the program itself, which
   waits.  With the lock held.  */

static void
depend_on (uint64_t task, const void *variable, bool write)
{
  for (const struct use *u = uses; u; u = u->next)
    if ((write || u->write) && u->task != task
	&& (u->variable == variable || !u->variable || !variable))
      tell (task, u->task);
  struct use *u = task ? malloc (sizeof *u) : NULL;
  if (u)
    {
      *u = (struct use) { uses, variable, task, write };
      uses = u;
    }
}

/* TASK has the clause depend as the compiler hands it to libgomp (gomp_task_handle_depend
   in task.c).  In the older form there are the numbers of addresses, and of the first
   that are written, then the addresses.  In the newer one there is 0, the number of all,
   of those that are written, of mutexinoutset, of those that are read; what is behind
   these are pointers to an address and a kind (depobj), which count as written.  */

static void
read_depend (uint64_t task, void **depend)
{
  size_t n = (uintptr_t) depend[0], writes = (uintptr_t) depend[1];
  size_t reads = n - writes;
  void **p = depend + 2;
  if (n == 0)
    {
      n = writes;
      writes = (uintptr_t) depend[2] + (uintptr_t) depend[3];
      reads = (uintptr_t) depend[4];
      p = depend + 5;
    }
  for (size_t i = 0; i < n; i++)
    if (i < writes + reads)
      depend_on (task, p[i], i < writes);
    else
      depend_on (task, *(void **) p[i], true);
}

/* ---- Constructs for the device.  */

extern int omp_get_num_devices (void);

/* libgomp loads the machine, which sets accelfix_simt_tasks, when it needs a device
   for the first time.  */

static void
load_machine (void)
{
  NEXT (omp_get_num_devices) ();
}

/* A construct, with NOWAIT or without, and with the clause DEPEND or NULL, begins.
   Give the task that the thread was in until now.  */

static uint64_t
begin (bool nowait, void **depend)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  uint64_t outer = current_task;
  pthread_once (&once, load_machine);
  pthread_mutex_lock (&lock);
  if (depend && tasks_depend)
    nowait = false;
  uint64_t task = nowait ? ++last_task : 0;
  if (depend)
    read_depend (task, depend);
  pthread_mutex_unlock (&lock);
  current_task = task;
  return outer;
}

extern void GOMP_target_ext (int, void (*) (void *), size_t, void **, size_t *,
			     unsigned short *, unsigned, void **, void **);
extern void GOMP_target_update_ext (int, size_t, void **, size_t *,
				    unsigned short *, unsigned, void **);
extern void GOMP_target_enter_exit_data (int, size_t, void **, size_t *,
					 unsigned short *, unsigned, void **);

#define NOWAIT 1u		/* GOMP_TARGET_FLAG_NOWAIT.  */

EXPORT void
GOMP_target_ext (int device, void (*fn) (void *), size_t n, void **hosts,
		 size_t *sizes, unsigned short *kinds, unsigned flags,
		 void **depend, void **args)
{
  uint64_t outer = begin (flags & (NOWAIT | SIMT_TARGET_WAS_NOWAIT), depend);
  NEXT (GOMP_target_ext) (device, fn, n, hosts, sizes, kinds,
			  flags & ~SIMT_TARGET_WAS_NOWAIT, depend, args);
  current_task = outer;
}

EXPORT void
GOMP_target_update_ext (int device, size_t n, void **hosts, size_t *sizes,
			unsigned short *kinds, unsigned flags, void **depend)
{
  uint64_t outer = begin (flags & NOWAIT, depend);
  NEXT (GOMP_target_update_ext) (device, n, hosts, sizes, kinds, flags, depend);
  current_task = outer;
}

EXPORT void
GOMP_target_enter_exit_data (int device, size_t n, void **hosts, size_t *sizes,
			     unsigned short *kinds, unsigned flags,
			     void **depend)
{
  uint64_t outer = begin (flags & NOWAIT, depend);
  NEXT (GOMP_target_enter_exit_data) (device, n, hosts, sizes, kinds, flags,
				      depend);
  current_task = outer;
}

/* ---- What waits.  */

/* The function NAME with PARAMETERS is called with ARGUMENTS, then all tasks are
   done.  */
#define WAITS(NAME, PARAMETERS, ARGUMENTS) \
extern void NAME PARAMETERS; \
EXPORT void \
NAME PARAMETERS \
{ \
  NEXT (NAME) ARGUMENTS; \
  wait_all (); \
}

/* The same for one that returns TYPE.  */
#define WAITS_AND_GIVES(TYPE, NAME, PARAMETERS, ARGUMENTS) \
extern TYPE NAME PARAMETERS; \
EXPORT TYPE \
NAME PARAMETERS \
{ \
  TYPE result = NEXT (NAME) ARGUMENTS; \
  wait_all (); \
  return result; \
}

WAITS (GOMP_taskwait, (void), ())
WAITS (GOMP_taskwait_depend, (void **depend), (depend))
WAITS (GOMP_taskgroup_end, (void), ())
WAITS (GOMP_barrier, (void), ())
WAITS_AND_GIVES (bool, GOMP_barrier_cancel, (void), ())
WAITS (GOMP_loop_end, (void), ())
WAITS_AND_GIVES (bool, GOMP_loop_end_cancel, (void), ())
WAITS (GOMP_sections_end, (void), ())
WAITS_AND_GIVES (bool, GOMP_sections_end_cancel, (void), ())
WAITS_AND_GIVES (void *, GOMP_single_copy_start, (void), ())
WAITS (GOMP_single_copy_end, (void *data), (data))
WAITS (GOMP_workshare_task_reduction_unregister, (bool cancelled), (cancelled))
WAITS (omp_fulfill_event, (uintptr_t event), (event))
WAITS (GOMP_parallel_end, (void), ())

#define BODY void (*fn) (void *), void *data, unsigned threads
WAITS (GOMP_parallel, (BODY, unsigned flags), (fn, data, threads, flags))
WAITS_AND_GIVES (unsigned, GOMP_parallel_reductions, (BODY, unsigned flags),
		 (fn, data, threads, flags))
WAITS (GOMP_parallel_sections, (BODY, unsigned count, unsigned flags),
       (fn, data, threads, count, flags))
WAITS (GOMP_teams_reg, (BODY, unsigned limit, unsigned flags),
       (fn, data, threads, limit, flags))

#define LOOP BODY, long start, long end, long step
#define PARALLEL_LOOP(KIND) \
WAITS (GOMP_parallel_loop_##KIND, (LOOP, long chunk, unsigned flags), \
       (fn, data, threads, start, end, step, chunk, flags))
#define PARALLEL_LOOP_RUNTIME(KIND) \
WAITS (GOMP_parallel_loop_##KIND, (LOOP, unsigned flags), \
       (fn, data, threads, start, end, step, flags))
PARALLEL_LOOP (static)
PARALLEL_LOOP (dynamic)
PARALLEL_LOOP (guided)
PARALLEL_LOOP (nonmonotonic_dynamic)
PARALLEL_LOOP (nonmonotonic_guided)
PARALLEL_LOOP_RUNTIME (runtime)
PARALLEL_LOOP_RUNTIME (nonmonotonic_runtime)
PARALLEL_LOOP_RUNTIME (maybe_nonmonotonic_runtime)

#define TASK void (*fn) (void *), void *data, void (*copy) (void *, void *), \
  long size, long align
WAITS (GOMP_taskloop,
       (TASK, unsigned flags, unsigned long tasks, int priority, long start,
	long end, long step),
       (fn, data, copy, size, align, flags, tasks, priority, start, end, step))
WAITS (GOMP_taskloop_ull,
       (TASK, unsigned flags, unsigned long tasks, int priority,
	unsigned long long start, unsigned long long end,
	unsigned long long step),
       (fn, data, copy, size, align, flags, tasks, priority, start, end, step))

/* A task of the program.  Before it depends on others these count as waited
   for.  */

extern void GOMP_task (void (*) (void *), void *, void (*) (void *, void *), long,
		       long, bool, unsigned, void **, int, void *);

EXPORT void
GOMP_task (TASK, bool now, unsigned flags, void **depend, int priority,
	   void *detach)
{
  /* Without the flag the argument is not there.  */
  if ((flags & 8) && depend)	/* GOMP_TASK_FLAG_DEPEND.  */
    {
      pthread_mutex_lock (&lock);
      tasks_depend = true;
      pthread_mutex_unlock (&lock);
      wait_all ();
    }
  NEXT (GOMP_task) (fn, data, copy, size, align, now, flags, depend, priority,
		    detach);
}
