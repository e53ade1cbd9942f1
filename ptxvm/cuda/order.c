/* What is before what on the device.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* For --race each operation of a stream knows which others are before it
   (Driver API, "Stream synchronization behavior"): those before it in its
   stream, those that a cuStreamWaitEvent before it waits for, those of the
   legacy default stream or of all blocking ones where its stream's kind says
   so, and those that the host has waited for before it was queued.

   That they were done by chance when it was queued does not count, nor that
   libgomp's own callback behind them has run.  What host
   threads tell each other is not seen, so what one of them has waited for is
   known to all.

   OpenMP's constructs with nowait are tasks (simt/host/host-task.h).  libgomp does what
   they do on the device at once, in the stream of everything else, and waits for it;
   but the program does not.  So each of them has a place of its own here, as if it had
   a stream, and is known only when the program has waited for it.  */

#include <dlfcn.h>
#include <stdlib.h>

#include "driver.h"
#include "simt/host/host-task.h"
#include "simt/race/clocks.h"

/* What the host has waited for, by streams.  Guarded by stream_lock, as all
   here.  */
static struct simt_clocks *known;

/* A task of the host's that nothing has waited for.  */
struct task
{
  struct task *next;
  uint64_t id;
  uint32_t number, count;	/* As of a stream.  */
  struct simt_clocks *done;	/* By it, and by what it waits for.  */
};

static struct simt_tasks *host;	/* Of tasks.so; or NULL.  */
/* Those that have done something, and those that are no more, whose numbers others
   may have: the program knows what was done under them.  */
static struct task *tasks, *over;

static uint32_t
new_number (void)
{
  static uint32_t numbers;
  return ++numbers;
}

/* The number of S, from 1.  */

static uint32_t
number_of (struct cu_stream *s)
{
  if (!s->number)
    s->number = new_number ();
  return s->number;
}

/* ---- Tasks.  */

static struct task *
find_task (uint64_t id)
{
  struct task *t = tasks;
  while (t && t->id != id)
    t = t->next;
  return t;
}

/* Task ID, made if it is not there; NULL when out of memory.  */

static struct task *
get_task (uint64_t id)
{
  struct task *t = find_task (id);
  if (t)
    return t;
  if (over)
    {
      t = over;
      over = t->next;
    }
  else if ((t = calloc (1, sizeof *t)))
    t->number = new_number ();
  if (t)
    {
      t->id = id;
      t->next = tasks;
      tasks = t;
    }
  return t;
}

/* The program knows what all tasks have done.  */

static void
end_tasks (void)
{
  while (tasks)
    {
      struct task *t = tasks;
      tasks = t->next;
      simt_clocks_add (&known, t->done);
      simt_clocks_drop (t->done);
      t->done = NULL;
      t->next = over;
      over = t;
    }
}

/* As of struct simt_tasks.  */

static void
wait_for (uint64_t id, uint64_t earlier)
{
  pthread_mutex_lock (&stream_lock);
  struct task *e = find_task (earlier), *t;
  if (!earlier)
    end_tasks ();
  else if (e && !id)
    simt_clocks_add (&known, e->done);
  else if (e && (t = get_task (id)))
    simt_clocks_add (&t->done, e->done);
  pthread_mutex_unlock (&stream_lock);
}

void
order_init (void)
{
  if (!driver_options.vm.race)
    return;
  struct simt_tasks *t = dlsym (RTLD_DEFAULT, SIMT_TASKS_NAME);
  if (t && t->version == SIMT_TASKS_VERSION)
    {
      host = t;
      host->wait = wait_for;
    }
}

static bool
in_task_p (void)
{
  return host && host->current ();
}

/* ---- Operations.  */

void
order_submit (struct cu_stream *s, struct stream_op *op)
{
  if (!driver_options.vm.race)
    return;
  struct op_order *o = &op->order;
  simt_clocks_add (&o->race.before, known);
  struct task *t = in_task_p () ? get_task (host->current ()) : NULL;
  if (t)
    {
      o->task = true;
      simt_clocks_add (&o->race.before, t->done);
      o->race.queue = t->number;
      o->race.count = ++t->count;
      simt_clocks_drop (t->done);
      t->done = simt_clocks_with (o->race.before, o->race.queue, o->race.count);
      o->done = simt_clocks_keep (t->done);
      return;
    }
  simt_clocks_add (&o->race.before, s->done);
  if (s->legacy)
    {
      for (struct cu_stream *t = s->ctx->streams; t; t = t->next)
	if (stream_blocking_p (t))
	  simt_clocks_add (&o->race.before, t->done);
    }
  else if (stream_blocking_p (s))
    simt_clocks_add (&o->race.before, s->ctx->streams->done);
  o->race.queue = number_of (s);
  o->race.count = ++s->count;
  o->done = simt_clocks_with (o->race.before, o->race.queue, o->race.count);
  simt_clocks_drop (s->done);
  s->done = simt_clocks_keep (o->done);
}

void
order_after (struct stream_op *op, const struct stream_op *earlier)
{
  simt_clocks_add (&op->order.race.before, earlier->order.done);
}

void
order_known (const struct stream_op *op)
{
  if (!op->order.task && !in_task_p ())
    simt_clocks_add (&known, op->order.done);
}

void
order_known_stream (const struct cu_stream *s)
{
  if (!in_task_p ())
    simt_clocks_add (&known, s->done);
}

/* True if something races with OP, or will perhaps: what the host waits for at
   once is before all that comes later, and mostly after all that came before.  */

static bool
may_race_p (const struct stream_op *op)
{
  if (!op->order.awaited || op->order.task)
    return true;
  bool may = false;
  pthread_mutex_lock (&stream_lock);
  for (struct task *t = tasks; t && !may; t = t->next)
    may = t->count > simt_clocks_get (op->order.race.before, t->number);
  for (struct cu_stream *s = op->ctx->streams; s && !may; s = s->next)
    may = (s->number != op->order.race.queue
	   && s->count > simt_clocks_get (op->order.race.before, s->number));
  pthread_mutex_unlock (&stream_lock);
  return may;
}

void
order_access (struct stream_op *op, CUdeviceptr addr, size_t n, bool store)
{
  if (driver_options.vm.race && may_race_p (op))
    vm_race_copy (op->ctx->vm, &op->order.race, addr, n, store);
}

void
order_drop (struct stream_op *op)
{
  simt_clocks_drop (op->order.race.before);
  simt_clocks_drop (op->order.done);
}
