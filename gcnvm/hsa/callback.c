/* Callbacks of queues.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A queue's callback runs in a thread of its own: libgomp's ends the process
   from there, and on the way dispatches kernels to the same queue, waits for
   them and destroys it.  So the queue's thread waits until the callback has
   returned or has used a queue, whichever comes first.

   On the way to the end libgomp 12 can wait for ever, within exit: it ends its
   queues for OpenACC one after the other, and waits for the thread of one that
   itself waits for a queue that is gone (finalize_async_thread in its
   plugin-gcn.c).  A guard ends such a process.  */

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "runtime.h"

/* A process is stuck in exit after so many seconds in a row without a kernel,
   in each of which it used less than BUSY nanoseconds of processor time.  */
#define STUCK 10
#define BUSY 100000000

struct call
{
  hsa_queue_fn *callback;
  void *data;
  hsa_queue_t *queue;
  hsa_status_t status;
  hsa_signal_t completion;	/* Of the packet that failed.  */
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool returned, left;		/* LEFT: the queue's thread has gone on.  */
  unsigned users;
};

/* The call that this thread is for.  */
static _Thread_local struct call *my_call;

static void
release (struct call *c)
{
  pthread_mutex_lock (&c->lock);
  bool last = --c->users == 0;
  pthread_mutex_unlock (&c->lock);
  if (!last)
    return;
  pthread_mutex_destroy (&c->lock);
  pthread_cond_destroy (&c->changed);
  free (c);
}

/* ---- Ending a process that is stuck in exit.  */

static _Atomic bool exiting;

static void
note_exit (void)
{
  exiting = true;
}

static void
note_exit_at_exit (void)
{
  atexit (note_exit);
}

/* The processor time of the process, in nanoseconds.  */

static uint64_t
processor_time (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec;
}

/* Wait for the callback of call CLOSURE to return, and end the process if it
   is stuck in exit instead.  */

static void *
guard (void *closure)
{
  struct call *c = closure;
  unsigned quiet = 0;
  bool returned = false;
  while (!returned && quiet < STUCK)
    {
      uint64_t before = processor_time ();
      sleep (1);
      quiet = (exiting && !atomic_load (&queues_busy)
	       && processor_time () - before < BUSY ? quiet + 1 : 0);
      pthread_mutex_lock (&c->lock);
      returned = c->returned;
      pthread_mutex_unlock (&c->lock);
    }
  release (c);
  if (returned)
    return NULL;
  simt_report_note ("a kernel failed, and the program hangs in exit since then;"
		    " it is ended here, with status %d",
		    EXIT_FAILURE);
  simt_report_end ();
  fflush (NULL);
  _exit (EXIT_FAILURE);
}

/* Start the guard of call C.  Its handler of exit comes after all others, so
   that it is called first.  */

static void
start_guard (struct call *c)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_t thread;
  pthread_once (&once, note_exit_at_exit);
  c->users++;
  if (pthread_create (&thread, NULL, guard, c) == 0)
    pthread_detach (thread);
  else
    c->users--;
}

static void *
run (void *closure)
{
  struct call *c = my_call = closure;
  c->callback (c->status, c->queue, c->data);
  pthread_mutex_lock (&c->lock);
  bool left = c->left;
  c->returned = true;
  pthread_cond_signal (&c->changed);
  pthread_mutex_unlock (&c->lock);
  if (left)
    signal_complete (c->completion, false, NULL);
  release (c);
  return NULL;
}

void
callback_uses_queue (void)
{
  struct call *c = my_call;
  if (!c)
    return;
  pthread_mutex_lock (&c->lock);
  c->left = true;
  pthread_cond_signal (&c->changed);
  pthread_mutex_unlock (&c->lock);
}

bool
callback_run (hsa_queue_fn *callback, hsa_status_t status, hsa_queue_t *queue,
	      void *data, hsa_signal_t completion)
{
  pthread_t thread;
  struct call *c = calloc (1, sizeof *c);
  if (!c)
    {
      callback (status, queue, data);
      return true;
    }
  *c = (struct call) { .callback = callback, .data = data, .queue = queue,
		       .status = status, .completion = completion,
		       .users = 2 };
  pthread_mutex_init (&c->lock, NULL);
  pthread_cond_init (&c->changed, NULL);
  start_guard (c);
  if (pthread_create (&thread, NULL, run, c) != 0)
    {
      callback (status, queue, data);
      pthread_mutex_lock (&c->lock);
      c->returned = true;
      pthread_mutex_unlock (&c->lock);
      release (c);
    }
  else
    pthread_detach (thread);
  /* The queue computes nothing meanwhile.  */
  atomic_fetch_sub (&queues_busy, 1);
  pthread_mutex_lock (&c->lock);
  while (!c->returned && !c->left)
    pthread_cond_wait (&c->changed, &c->lock);
  bool here = !c->left;
  pthread_mutex_unlock (&c->lock);
  atomic_fetch_add (&queues_busy, 1);
  release (c);
  return here;
}
