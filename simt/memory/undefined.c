/* Undefined values: what both machines say and decide about them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <stdlib.h>

#include "defined.h"
#include "undefined.h"

/* True if the undefined bytes [LO, HI) may be padding of a struct: fewer than 8,
   and up to where a member or a struct can be aligned: 2 bytes to a multiple of 2
   and so on.  */

static bool
padding_p (uint64_t lo, uint64_t hi)
{
  uint64_t n = hi - lo;
  uint64_t align = n < 2 ? 2 : n < 4 ? 4 : 8;
  return n < 8 && hi % align == 0;
}

bool
simt_undefined_scalars (struct simt_undefined_copy *c, uint64_t addr)
{
  if (c->mem && addr - c->base >= c->size)
    c->scalars = simt_mem_scalars (c->mem, addr, &c->base, &c->size);
  return c->mem && c->scalars;
}

void
simt_undefined_add (struct simt_undefined_copy *c, uint64_t lo, uint64_t hi)
{
  if (lo == hi
      || (!c->strict && padding_p (lo, hi) && !simt_undefined_scalars (c, lo)))
    return;
  if (!c->sum)
    c->first = lo;
  c->sum += hi - lo;
}

uint64_t
simt_undefined_key (const struct simt_undefined_copy *c)
{
  return ((c->first - c->from) * 0x9e3779b97f4a7c15u)
	 ^ (c->n * 0xbf58476d1ce4e5b9u);
}

void
simt_undefined_text (struct simt_mem *mem, const struct simt_undefined_copy *c,
		     const char *kernel, char *text, size_t size)
{
  char where[400];
  simt_mem_describe (mem, c->first, 1, where, sizeof where);
  snprintf (text, size, "the host copies %llu undefined bytes of %llu "
	    "from 0x%llx: the first one is byte %llu, at %s; nothing defined "
	    "was written there%s%s", (unsigned long long) c->sum,
	    (unsigned long long) c->n, (unsigned long long) c->from,
	    (unsigned long long) (c->first - c->from), where,
	    *kernel ? "; the last kernel was " : "", kernel);
}

/* Whether D has not yet reported the copy with KEY often enough; counts it.  */

static bool
tell_p (struct simt_defined *d, uint64_t key)
{
  for (size_t k = 0; k < d->n_told; k++)
    if (d->told[k].key == key)
      return d->told[k].n++ < SIMT_SAME_COPIES;
  struct simt_told *p = realloc (d->told, (d->n_told + 1) * sizeof *p);
  if (p)
    {
      d->told = p;
      p[d->n_told++] = (struct simt_told) { key, 1 };
    }
  return true;
}

bool
simt_defined_read (struct simt_mem *mem, uint64_t from, uint64_t n,
		   bool strict, uint64_t *first, char *text, size_t size)
{
  struct simt_undefined_copy c = { .from = from, .n = n, .strict = strict,
				   .mem = mem };
  if (!simt_defined_known_p (mem, from, n))
    return false;
  const uint8_t *p = simt_defined_at (mem, from);
  for (uint64_t k = 0, lo; k < n; )
    {
      uint64_t eight;
      for (; n - k >= 8 && (memcpy (&eight, p + k, 8), eight == UINT64_MAX);
	   k += 8)
	;
      /* Bit-fields leave bits that no one uses.  */
      for (lo = k;
	   k < n && (p[k] == 0 || (p[k] != 0xff
				   && simt_undefined_scalars (&c, from + k)));
	   k++)
	;
      simt_undefined_add (&c, from + lo, from + k);
      if (lo == k)
	k++;
    }
  if (!c.sum)
    return false;
  struct simt_defined *d = mem->defined;
  char kernel[sizeof d->kernel];
  pthread_mutex_lock (&d->lock);
  bool tell = tell_p (d, simt_undefined_key (&c));
  memcpy (kernel, d->kernel, sizeof kernel);
  pthread_mutex_unlock (&d->lock);
  *first = c.first;
  if (tell)
    simt_undefined_text (mem, &c, kernel, text, size);
  return tell;
}
