/* Sets of clocks: what a wave knows of the others.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "clocks.h"

struct entry
{
  uint32_t id, clock;
};

struct simt_clocks
{
  _Atomic uint32_t refs;
  uint32_t n;
  struct entry e[];		/* Sorted by ID.  */
};

struct simt_clocks *
simt_clocks_keep (struct simt_clocks *a)
{
  if (a)
    atomic_fetch_add_explicit (&a->refs, 1, memory_order_relaxed);
  return a;
}

void
simt_clocks_drop (struct simt_clocks *a)
{
  if (a && atomic_fetch_sub (&a->refs, 1) == 1)
    free (a);
}

static struct simt_clocks *
new_clocks (size_t n)
{
  struct simt_clocks *c = malloc (sizeof *c + n * sizeof *c->e);
  if (c)
    {
      atomic_init (&c->refs, 1);
      c->n = 0;
    }
  return c;
}

/* True if all that B knows is in A.  */

static bool
within (const struct simt_clocks *b, const struct simt_clocks *a)
{
  uint32_t i = 0;
  if (b->n > a->n)
    return false;
  for (uint32_t k = 0; k < b->n; k++)
    {
      while (i < a->n && a->e[i].id < b->e[k].id)
	i++;
      if (i == a->n || a->e[i].id != b->e[k].id
	  || a->e[i].clock < b->e[k].clock)
	return false;
    }
  return true;
}

struct simt_clocks *
simt_clocks_join (struct simt_clocks *a, struct simt_clocks *b)
{
  if (!b || a == b || (a && within (b, a)))
    return simt_clocks_keep (a);
  if (!a || within (a, b))
    return simt_clocks_keep (b);
  struct simt_clocks *c = new_clocks ((size_t) a->n + b->n);
  if (!c)
    return simt_clocks_keep (a);
  uint32_t i = 0, k = 0;
  while (i < a->n || k < b->n)
    {
      struct entry *to = &c->e[c->n++];
      if (k == b->n || (i < a->n && a->e[i].id < b->e[k].id))
	*to = a->e[i++];
      else if (i == a->n || b->e[k].id < a->e[i].id)
	*to = b->e[k++];
      else
	{
	  *to = a->e[i++];
	  if (b->e[k].clock > to->clock)
	    to->clock = b->e[k].clock;
	  k++;
	}
    }
  return c;
}

void
simt_clocks_add (struct simt_clocks **to, struct simt_clocks *what)
{
  struct simt_clocks *old = *to;
  *to = simt_clocks_join (old, what);
  simt_clocks_drop (old);
}

/* Where ID is in A, or belongs.  */

static uint32_t
find (const struct simt_clocks *a, uint32_t id)
{
  uint32_t lo = 0, hi = a ? a->n : 0;
  while (lo < hi)
    {
      uint32_t mid = lo + (hi - lo) / 2;
      if (a->e[mid].id < id)
	lo = mid + 1;
      else
	hi = mid;
    }
  return lo;
}

struct simt_clocks *
simt_clocks_with (struct simt_clocks *a, uint32_t id, uint32_t clock)
{
  uint32_t n = a ? a->n : 0, at = find (a, id);
  bool there = at < n && a->e[at].id == id;
  if (there && a->e[at].clock == clock)
    return simt_clocks_keep (a);
  struct simt_clocks *c = new_clocks ((size_t) n + 1);
  if (!c)
    return simt_clocks_keep (a);
  c->n = n + !there;
  if (n)
    {
      memcpy (c->e, a->e, at * sizeof *c->e);
      memcpy (c->e + at + 1, a->e + at + there,
	      (n - at - there) * sizeof *c->e);
    }
  c->e[at] = (struct entry) { id, clock };
  return c;
}

uint32_t
simt_clocks_get (const struct simt_clocks *a, uint32_t id)
{
  uint32_t at = find (a, id);
  return a && at < a->n && a->e[at].id == id ? a->e[at].clock : 0;
}
