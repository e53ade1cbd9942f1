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
   known to all.  */

#include "driver.h"
#include "simt/race/clocks.h"

/* What the host has waited for, by streams.  Guarded by stream_lock, as all
   here.  */
static struct simt_clocks *known;

/* The number of S, from 1.  */

static uint32_t
number_of (struct cu_stream *s)
{
  static uint32_t numbers;
  if (!s->number)
    s->number = ++numbers;
  return s->number;
}

void
order_submit (struct cu_stream *s, struct stream_op *op)
{
  if (!driver_options.vm.race)
    return;
  struct op_order *o = &op->order;
  simt_clocks_add (&o->race.before, known);
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
  simt_clocks_add (&known, op->order.done);
}

void
order_known_stream (const struct cu_stream *s)
{
  simt_clocks_add (&known, s->done);
}

/* True if something races with OP, or will perhaps: what the host waits for at
   once is before all that comes later, and mostly after all that came before.  */

static bool
may_race_p (const struct stream_op *op)
{
  if (!op->order.awaited)
    return true;
  bool may = false;
  pthread_mutex_lock (&stream_lock);
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
