/* Callbacks of queues.
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

/* A queue's callback runs in a thread of its own: libgomp's ends the process
   from there, and on the way dispatches kernels to the same queue, waits for
   them and destroys it.  So the queue's thread waits until the callback has
   returned or has used a queue, whichever comes first.  */

#include <stdlib.h>

#include "runtime.h"

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
    signal_complete (c->completion, false);
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
  if (pthread_create (&thread, NULL, run, c) != 0)
    {
      callback (status, queue, data);
      c->returned = true;
      c->users = 1;
    }
  else
    pthread_detach (thread);
  pthread_mutex_lock (&c->lock);
  while (!c->returned && !c->left)
    pthread_cond_wait (&c->changed, &c->lock);
  bool here = !c->left;
  pthread_mutex_unlock (&c->lock);
  release (c);
  return here;
}
