/* Places that have been reported: a hash table with open addressing, at most half
   full.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "sites.h"

void
simt_sites_init (struct simt_sites *s)
{
  memset (s, 0, sizeof *s);
  pthread_mutex_init (&s->lock, NULL);
}

void
simt_sites_destroy (struct simt_sites *s)
{
  free (s->table);
  pthread_mutex_destroy (&s->lock);
}

/* Where (WHERE, WHAT) is, or is to be, in the table.  */

static struct simt_site *
slot_of (const struct simt_sites *s, const void *where, uint32_t what)
{
  uint64_t h = ((uint64_t) (uintptr_t) where ^ (uint64_t) what << 32 ^ what)
	       * UINT64_C (0x9e3779b97f4a7c15);
  for (size_t k = h >> 32;; k++)
    {
      struct simt_site *x = &s->table[k & (s->size - 1)];
      if (!x->where || (x->where == where && x->what == what))
	return x;
    }
}

static bool
grow (struct simt_sites *s)
{
  struct simt_sites bigger = { .size = s->size ? 2 * s->size : 64 };
  bigger.table = calloc (bigger.size, sizeof *bigger.table);
  if (!bigger.table)
    return false;
  for (size_t k = 0; k < s->size; k++)
    if (s->table[k].where)
      *slot_of (&bigger, s->table[k].where, s->table[k].what) = s->table[k];
  free (s->table);
  s->table = bigger.table;
  s->size = bigger.size;
  return true;
}

bool
simt_sites_first (struct simt_sites *s, const void *where, uint32_t what)
{
  bool first = true;
  pthread_mutex_lock (&s->lock);
  if (2 * (s->n + 1) <= s->size || grow (s))
    {
      struct simt_site *x = slot_of (s, where, what);
      first = !x->where;
      if (first)
	{
	  x->where = where;
	  x->what = what;
	  s->n++;
	}
    }
  pthread_mutex_unlock (&s->lock);
  return first;
}
