/* Where waves stand.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <string.h>

#include "watch/parts.h"

enum { MOST_CALLERS = 4 };

void
wave_callers (struct wave *w, uint64_t pc, char *buf, size_t n)
{
  struct simt_place p[MOST_CALLERS + 1];
  size_t most = wave_stack (w, pc, p, MOST_CALLERS + 1);
  *buf = '\0';
  for (size_t k = 1; k < most; k++)
    {
      size_t used = strlen (buf);
      const char *slash = p[k].path ? strrchr (p[k].path, '/') : NULL;
      snprintf (buf + used, n - used, ", called from %s",
		p[k].function ? p[k].function : "unknown code");
      used = strlen (buf);
      if (p[k].path)
	snprintf (buf + used, n - used, " (%s:%u)",
		  slash ? slash + 1 : p[k].path, p[k].line);
    }
}

void
wave_place (struct wave *w, char *buf, size_t n)
{
  /* A wave at s_barrier continues after it.  */
  bool barrier = w->stop == STOP_BARRIER;
  uint64_t pc = w->next->pc - (barrier ? 4 : 0);
  struct access_site o;
  char place[300], from[900];
  where_is (w->vm, pc, place, sizeof place, &o);
  wave_callers (w, pc, from, sizeof from);
  char at[40] = "";
  if (o.function && o.file)
    snprintf (at, sizeof at, " at +0x%llx", (unsigned long long) o.offset);
  snprintf (buf, n, "%s %s%s%s", barrier ? "at s_barrier in"
	    : w->stop == STOP_YIELD ? "asleep in" : "in", place, at, from);
}

void
watch_stands (struct group *g)
{
  char id[64], where[1300];
  struct launch *l = g->launch;
  snprintf (id, sizeof id, "group (%u,%u,%u)", g->id[0], g->id[1], g->id[2]);
  for (unsigned i = 0; i < g->n_waves; i++)
    {
      struct wave *w = g->waves[i];
      if (w->ended || !w->next)
	continue;
      pthread_mutex_lock (&w->vm->report_lock);
      wave_place (w, where, sizeof where);
      pthread_mutex_lock (&l->stands_lock);
      simt_stands_add (&l->stands, id, w->number, "%s", where);
      pthread_mutex_unlock (&l->stands_lock);
      pthread_mutex_unlock (&w->vm->report_lock);
    }
}
