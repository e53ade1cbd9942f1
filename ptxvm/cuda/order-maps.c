/* Host memory that OpenMP's constructs copy.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A construct that maps a variable which the device does not have copies it there and
   back.  With nowait it does so at some time until the program waits for it (order.c):
   another construct that copies the variable before that races with it.  libgomp
   gathers what it copies, so the driver does not see which memory is the program's:
   the constructs' arguments say it.  */

#include <stdlib.h>

#include "driver.h"
#include "simt/dwarf/locals.h"
#include "simt/dwarf/where.h"
#include "simt/host/host-call.h"
#include "simt/host/host-objects.h"
#include "simt/host/host-task.h"
#include "simt/host/origins.h"

/* Host memory that a task has copied.  */
struct use
{
  struct use *next;
  struct order_stamp stamp;	/* Of the task.  */
  uint64_t host, size;
  unsigned char copies;
  struct simt_maker by;
};

/* Since the program has waited for all tasks so often.  Guarded by stream_lock.  */
static struct use *uses;
static uint64_t waits;

/* Forget what the program has waited for.  With the lock held.  */

static void
forget_uses (void)
{
  if (waits == order_waits ())
    return;
  waits = order_waits ();
  while (uses)
    {
      struct use *u = uses;
      uses = u->next;
      free (u);
    }
}

/* A use that nothing orders before TASK, or the program itself if that is 0, and that
   copies some of the SIZE bytes at HOST; one of the two, COPIES being the other,
   stores there.  NULL if there is none.  With the lock held.  */

static const struct use *
find_unordered (uint64_t task, uint64_t host, uint64_t size,
		unsigned char copies)
{
  for (const struct use *u = uses; u; u = u->next)
    if (host < u->host + u->size && u->host < host + size
	&& ((copies | u->copies) & SIMT_FROM_DEVICE)
	&& !order_before_p (&u->stamp, task))
      return u;
  return NULL;
}

/* What COPIES is, in words.  */

static const char *
direction (unsigned char copies)
{
  static const char *const text[]
    = { "not", "to the device", "back from the device",
	"to the device and back" };
  return text[copies & 3];
}

/* Report that the construct of BY, which maps entry I of M, whose name is in the
   program's frame at LOCAL, does not wait for the one of U.  */

static void
report (const struct simt_task_maps *m, size_t i, const struct simt_maker *by,
	const struct simt_local *local, const struct use *u)
{
  char name[200], text[1024];
  struct simt_where at;
  struct simt_origin origin;
  struct simt_related other;
  if (!simt_where_variable (m->hosts[i], name, sizeof name)
      && !simt_local_name (local, name, sizeof name))
    snprintf (name, sizeof name, "memory at %p", m->hosts[i]);
  bool known = simt_where (by->code, &at);
  snprintf (text, sizeof text, "data race between constructs: `%s'%s%s copies "
	    "%llu bytes of `%s' %s, and nothing orders it after `%s', which "
	    "copies them %s: there is no taskwait between the two, and no depend",
	    by->construct, known ? " at " : "", known ? at.text : "",
	    (unsigned long long) m->sizes[i], name, direction (m->copies[i]),
	    u->by.construct, direction (u->copies));
  struct simt_place place = { at.function, at.path, at.line, false };
  struct simt_report r = { .kind = VM_R_RACE, .text = text };
  if (known && at.line)
    {
      r.places.stack = &place;
      r.places.n_stack = 1;
    }
  if (simt_maker_related (&u->by, "other construct", "copied", &origin, &other))
    {
      other.when = SIMT_BESIDE;
      r.places.related = &other;
      r.places.n_related = 1;
    }
  simt_fact_address (&r, "address", NULL, (uintptr_t) m->hosts[i]);
  simt_report_add (&r);
}

void
order_mapped (uint64_t task, const struct simt_task_maps *m)
{
  struct simt_host_call call
    = { NULL, 0, m->construct, m->n, m->hosts, m->sizes, m->kinds };
  struct order_stamp stamp;
  struct use found;
  size_t bad = m->n;
  pthread_mutex_lock (&stream_lock);
  forget_uses ();
  bool any = task ? order_stamp (task, &stamp) : uses != NULL;
  for (size_t i = 0; i < m->n && any && bad == m->n; i++)
    {
      const struct use *u
	= (m->copies[i]
	   ? find_unordered (task, (uintptr_t) m->hosts[i], m->sizes[i],
			     m->copies[i])
	   : NULL);
      if (u)
	{
	  found = *u;
	  bad = i;
	}
    }
  pthread_mutex_unlock (&stream_lock);
  if (!any)
    return;
  struct simt_maker by = { NULL, m->construct };
  struct simt_local local
    = simt_host_local (&call, bad < m->n ? (uintptr_t) m->hosts[bad] : 0,
		       &by.code);
  if (bad < m->n)
    report (m, bad, &by, &local, &found);
  pthread_mutex_lock (&stream_lock);
  for (size_t i = 0; i < m->n && task; i++)
    {
      struct use *u = m->copies[i] ? malloc (sizeof *u) : NULL;
      if (u)
	{
	  *u = (struct use) { uses, stamp, (uintptr_t) m->hosts[i],
			      m->sizes[i], m->copies[i], by };
	  uses = u;
	}
    }
  pthread_mutex_unlock (&stream_lock);
}
