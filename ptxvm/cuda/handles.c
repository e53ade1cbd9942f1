/* The set of living handles.
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


#include <stdlib.h>

#include "driver.h"

/* A hash table with open addressing: the pointer, and its kind plus one;
   kind 0 with a pointer marks a removed entry.  */

struct slot
{
  const void *p;
  unsigned kind;
};

static pthread_mutex_t handle_lock = PTHREAD_MUTEX_INITIALIZER;
static struct slot *slots;
static size_t n_slots, n_used;	/* N_SLOTS is zero or a power of two.  */

static size_t
hash (const void *p)
{
  return ((uintptr_t) p >> 4) * UINT64_C (0x9e3779b97f4a7c15) >> 20;
}

/* The slot of P, or the empty slot where a search for it ends.  */

static struct slot *
find (const void *p)
{
  size_t i = hash (p);
  while (slots[i & (n_slots - 1)].p && slots[i & (n_slots - 1)].p != p)
    i++;
  return &slots[i & (n_slots - 1)];
}

static bool
grow (void)
{
  struct slot *old = slots;
  size_t n_old = n_slots;
  struct slot *bigger = calloc (n_old ? 2 * n_old : 64, sizeof *bigger);
  if (!bigger)
    return false;
  slots = bigger;
  n_slots = n_old ? 2 * n_old : 64;
  n_used = 0;
  for (size_t i = 0; i < n_old; i++)
    if (old[i].kind)
      {
	*find (old[i].p) = old[i];
	n_used++;
      }
  free (old);
  return true;
}

/* Make P a living handle of KIND.  False when out of memory.  */

bool
handle_add (void *p, enum handle_kind kind)
{
  pthread_mutex_lock (&handle_lock);
  bool ok = 2 * (n_used + 1) <= n_slots || grow ();
  if (ok)
    {
      struct slot *s = find (p);
      n_used += !s->p;
      s->p = p;
      s->kind = kind + 1;
    }
  pthread_mutex_unlock (&handle_lock);
  return ok;
}

void
handle_remove (void *p)
{
  pthread_mutex_lock (&handle_lock);
  if (n_slots)
    {
      struct slot *s = find (p);
      if (s->p)
	s->kind = 0;
    }
  pthread_mutex_unlock (&handle_lock);
}

bool
handle_valid_p (const void *p, enum handle_kind kind)
{
  if (!p)
    return false;
  pthread_mutex_lock (&handle_lock);
  bool valid = n_slots && find (p)->kind == kind + 1;
  pthread_mutex_unlock (&handle_lock);
  return valid;
}
