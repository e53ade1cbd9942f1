/* Where memory was allocated and freed, as places of a report.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host-objects.h"
#include "origins.h"

/* What is known of an allocation.  */
struct origins
{
  struct simt_origin made, gone;
  struct simt_related related[2];
  size_t n;
};

bool
simt_maker_related (const struct simt_maker *by, const char *role,
		    const char *verb, struct simt_origin *o,
		    struct simt_related *related)
{
  const struct simt_where *at = &o->at;
  const char *c = by->construct;
  if (!simt_where (by->code, &o->at))
    return false;
  snprintf (o->text, sizeof o->text, "%s here%s%s%s", verb, c ? " by `" : "",
	    c ? c : "", c ? "'" : "");
  /* Without debug information AT has the file and the offset, as one text.  */
  o->place = (struct simt_place)
    {
      .function = *at->function ? at->function : at->line ? NULL : at->text,
      .path = at->line ? at->path : NULL, .line = at->line
    };
  *related = (struct simt_related)
    { .role = role, .text = o->text, .when = SIMT_BEFORE, .stack = &o->place,
      .n_stack = 1 };
  return true;
}

/* Put where the allocation that simt_mem_describe would name for ADDR was made
   and freed into *O, which is not to be moved then.  Gives its N.  */

static size_t
find_origins (struct simt_mem *mem, uint64_t addr, struct origins *o)
{
  struct simt_maker made, gone;
  const char *verb;
  o->n = 0;
  pthread_mutex_lock (&mem->lock);
  ptrdiff_t k = simt_mem_rec (mem, addr);
  if (k >= 0)
    {
      const struct simt_alloc *r = &mem->recs[k];
      made = r->made;
      gone = r->freed ? r->gone : (struct simt_maker) { NULL, NULL };
      verb = r->n_objects ? "mapped" : "allocated";
    }
  pthread_mutex_unlock (&mem->lock);
  if (k < 0)
    return 0;
  o->n += simt_maker_related (&made, "allocation", verb, &o->made, o->related);
  o->n += simt_maker_related (&gone, "free", "freed", &o->gone,
			      &o->related[o->n]);
  return o->n;
}

void
simt_report_found (void *closure, const struct simt_report *r)
{
  struct origins o = { .n = 0 };
  struct simt_origin launched;
  struct simt_report out = *r;
  size_t n = 0, n_had = r->places.n_related;
  struct simt_related all[3 + n_had];
  (void) closure;
  if (r->mem && simt_mem_arena_p (r->mem, r->address))
    find_origins (r->mem, r->address, &o);
  for (; n < o.n; n++)
    all[n] = o.related[n];
  if (r->launcher)
    {
      struct simt_maker by = simt_host_launcher (r->launcher);
      n += simt_maker_related (&by, "target region", "launched", &launched,
			       &all[n]);
    }
  if (n_had)
    memcpy (all + n, r->places.related, n_had * sizeof *all);
  out.places.related = all;
  out.places.n_related = n + n_had;
  simt_report_add (&out);
}

/* msync says whether there is memory at an address, and does nothing else.  */

bool
simt_mem_describe_host (struct simt_mem *mem, uint64_t addr, char *text,
			size_t n)
{
  char name[200] = "", device[100] = "";
  uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE);
  if (addr < 4096 || msync ((void *) (uintptr_t) (addr & -page), 1, MS_ASYNC))
    return false;
  struct simt_local local;
  uint64_t at = simt_mem_device_of (mem, addr, &local);
  bool known = (simt_where_variable ((void *) (uintptr_t) addr, name,
				     sizeof name)
		|| (at && simt_local_name (&local, name, sizeof name)));
  if (at)
    snprintf (device, sizeof device, ", which is mapped to the device at "
	      "0x%llx", (unsigned long long) at);
  snprintf (text, n, "an address of the host's%s%s%s%s%s",
	    mem->unified ? ", in memory that can only be read" : "",
	    known ? ", in `" : "", name, known ? "'" : "", device);
  if (!mem->unified)
    strncat (text, ", which the device cannot use", n - strlen (text) - 1);
  return true;
}
