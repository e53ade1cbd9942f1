/* Objects that were given to the program.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdint.h>
#include <stdlib.h>

#include "handles.h"

/* A hash table with open addressing: the pointer, and its kind plus one;
   kind 0 with a pointer marks a removed entry.  */

struct simt_handle_slot
{
  const void *p;
  unsigned kind;
};

static size_t
hash (const void *p)
{
  return ((uintptr_t) p >> 4) * UINT64_C (0x9e3779b97f4a7c15) >> 20;
}

/* The slot of P, or the empty slot where a search for it ends.  */

static struct simt_handle_slot *
find (const struct simt_handles *h, const void *p)
{
  size_t i = hash (p), mask = h->n_slots - 1;
  while (h->slots[i & mask].p && h->slots[i & mask].p != p)
    i++;
  return &h->slots[i & mask];
}

static bool
grow (struct simt_handles *h)
{
  struct simt_handle_slot *old = h->slots;
  size_t n_old = h->n_slots, n = n_old ? 2 * n_old : 64;
  struct simt_handle_slot *bigger = calloc (n, sizeof *bigger);
  if (!bigger)
    return false;
  h->slots = bigger;
  h->n_slots = n;
  h->n_used = 0;
  for (size_t i = 0; i < n_old; i++)
    if (old[i].kind)
      {
	*find (h, old[i].p) = old[i];
	h->n_used++;
      }
  free (old);
  return true;
}

bool
simt_handle_add (struct simt_handles *h, const void *p, unsigned kind)
{
  pthread_mutex_lock (&h->lock);
  bool ok = 2 * (h->n_used + 1) <= h->n_slots || grow (h);
  if (ok)
    {
      struct simt_handle_slot *s = find (h, p);
      h->n_used += !s->p;
      s->p = p;
      s->kind = kind + 1;
    }
  pthread_mutex_unlock (&h->lock);
  return ok;
}

bool
simt_handle_remove (struct simt_handles *h, const void *p, unsigned kind)
{
  bool found = false;
  pthread_mutex_lock (&h->lock);
  if (p && h->n_slots)
    {
      struct simt_handle_slot *s = find (h, p);
      found = s->kind == kind + 1;
      if (found)
	s->kind = 0;
    }
  pthread_mutex_unlock (&h->lock);
  return found;
}

bool
simt_handle_valid_p (struct simt_handles *h, const void *p, unsigned kind)
{
  if (!p)
    return false;
  pthread_mutex_lock (&h->lock);
  bool valid = h->n_slots && find (h, p)->kind == kind + 1;
  pthread_mutex_unlock (&h->lock);
  return valid;
}
