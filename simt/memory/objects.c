/* Objects in device memory: what an allocation holds, and who made it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simt/dwarf/host-vars.h"
#include "mem.h"
#include "object-pool.h"
#include "simt/dwarf/where.h"

typedef unsigned long long ull;

/* The living allocation at BASE, with the lock held; or NULL.  */

static struct simt_alloc *
living (struct simt_mem *mem, uint64_t base)
{
  ptrdiff_t k = simt_mem_rec (mem, base);
  return (k >= 0 && mem->recs[k].base == base && !mem->recs[k].freed
	  ? &mem->recs[k] : NULL);
}

void
simt_mem_made (struct simt_mem *mem, uint64_t base, struct simt_maker by,
	       uint64_t call, bool own)
{
  pthread_mutex_lock (&mem->lock);
  struct simt_alloc *r = living (mem, base);
  if (r)
    {
      r->made = by;
      r->call = call;
      if (own)
	r->flags |= SIMT_OWN;
    }
  pthread_mutex_unlock (&mem->lock);
}

void
simt_mem_gone (struct simt_mem *mem, uint64_t base, struct simt_maker by)
{
  pthread_mutex_lock (&mem->lock);
  struct simt_alloc *r = living (mem, base);
  if (r)
    r->gone = by;
  pthread_mutex_unlock (&mem->lock);
}

/* ---- Which objects there are.  */

static unsigned word = 1;

void
simt_mem_set_word (unsigned bytes)
{
  word = bytes ? bytes : 1;
}

static int
by_base (const void *a, const void *b)
{
  const struct simt_object *p = a, *q = b;
  return p->base < q->base ? -1 : p->base > q->base;
}

/* Mark [BASE, BASE + SIZE) valid.  What is before it in its first granule
   becomes valid too.  */

static void
validate (struct simt_mem *mem, uint64_t base, uint64_t size)
{
  if (!size)
    return;
  uint8_t *s = mem->shadow + (base - mem->arena) / SIMT_GRANULE;
  uint8_t *e = mem->shadow + (base + size - 1 - mem->arena) / SIMT_GRANULE;
  uint8_t last = (uint8_t) ((base + size - 1) % SIMT_GRANULE + 1);
  memset (s, SIMT_GRANULE, (size_t) (e - s));
  if (*e < last)
    *e = last;
}

bool
simt_mem_objects (struct simt_mem *mem, uint64_t addr, uint64_t call,
		  struct simt_object *o, size_t n, bool all)
{
  bool ok = false;
  struct simt_object *copy = simt_objects_new (n);
  if (!copy)
    return false;
  if (n)
    memcpy (copy, o, n * sizeof *copy);
  qsort (copy, n, sizeof *copy, by_base);
  pthread_mutex_lock (&mem->lock);
  ptrdiff_t k = simt_mem_rec (mem, addr);
  struct simt_alloc *r = k >= 0 ? &mem->recs[k] : NULL;
  ok = (r && !r->freed && addr - r->base < r->size && call && r->call == call);
  for (size_t i = 0; i < n && ok; i++)
    ok = (copy[i].base >= r->base && copy[i].base - r->base <= r->size
	  && copy[i].size <= r->size - (copy[i].base - r->base));
  if (ok)
    {
      simt_objects_free (r->objects, r->n_objects);
      r->objects = copy;
      r->n_objects = n;
      if (all)
	{
	  simt_mem_set_shadow (mem, r->base, r->size, false);
	  r->valid = r->size;
	  for (size_t i = 0; i < n; i++)
	    {
	      /* Up to the end of its last word, but not past the block's end.  */
	      uint64_t end = copy[i].base + copy[i].size + word - 1;
	      end -= end % word;
	      if (end > r->base + r->size)
		end = r->base + r->size;
	      validate (mem, copy[i].base, end - copy[i].base);
	    }
	}
    }
  pthread_mutex_unlock (&mem->lock);
  if (!ok)
    simt_objects_free (copy, n);
  return ok;
}

bool
simt_mem_valid (const struct simt_mem *mem, uint64_t addr, uint64_t size)
{
  for (uint64_t at = addr; at < addr + size;
       at = at / SIMT_GRANULE * SIMT_GRANULE + SIMT_GRANULE)
    {
      uint64_t end = at / SIMT_GRANULE * SIMT_GRANULE + SIMT_GRANULE;
      if (end > addr + size)
	end = addr + size;
      if (!simt_mem_arena_p (mem, at)
	  || mem->shadow[(at - mem->arena) / SIMT_GRANULE]
	     < (end - 1) % SIMT_GRANULE + 1)
	return false;
    }
  return true;
}

/* With the lock: the first END bytes of R are valid, if they become so later.  */
static void
reach (struct simt_mem *mem, struct simt_alloc *r, uint64_t end)
{
  if (!(r->flags & SIMT_LATER) || end <= r->valid)
    return;
  uint64_t to = (end + SIMT_LATER_FIRST - 1) / SIMT_LATER_FIRST * SIMT_LATER_FIRST;
  if (to < 2 * r->valid)
    to = 2 * r->valid;
  if (to > r->size)
    to = r->size;
  simt_mem_set_shadow (mem, r->base + r->valid, to - r->valid, true);
  r->valid = to;
}

bool
simt_mem_later (struct simt_mem *mem, uint64_t addr, uint64_t size)
{
  bool ok = false;
  if (!simt_mem_own_p (mem, addr))
    return false;
  pthread_mutex_lock (&mem->lock);
  ptrdiff_t k = simt_mem_rec (mem, addr);
  struct simt_alloc *r = k >= 0 ? &mem->recs[k] : NULL;
  uint64_t off = r ? addr - r->base : 0;
  if (r && !r->freed && r->flags & SIMT_LATER && off < r->size && size <= r->size - off)
    {
      reach (mem, r, off + size);
      ok = simt_mem_valid (mem, addr, size);
    }
  pthread_mutex_unlock (&mem->lock);
  return ok;
}

bool
simt_mem_around (struct simt_mem *mem, uint64_t addr, uint64_t *lo, uint64_t *size)
{
  *size = 0;
  pthread_mutex_lock (&mem->lock);
  ptrdiff_t k = simt_mem_arena_p (mem, addr) ? simt_mem_rec (mem, addr) : -1;
  const struct simt_alloc *r = k >= 0 && !mem->recs[k].freed ? &mem->recs[k] : NULL;
  if (r && !r->n_objects)
    {
      *lo = r->base;
      *size = r->valid;
    }
  for (size_t i = 0; r && i < r->n_objects; i++)
    if (addr - r->objects[i].base < r->objects[i].size)
      {
	*lo = r->objects[i].base;
	*size = r->objects[i].size;
      }
  bool ok = addr - *lo < *size;
  pthread_mutex_unlock (&mem->lock);
  return ok;
}

void
simt_mem_poison (struct simt_mem *mem, uint64_t addr, uint64_t size,
		 bool valid)
{
  uint64_t lo = (addr + SIMT_GRANULE - 1) / SIMT_GRANULE * SIMT_GRANULE;
  uint64_t hi = (addr + size) / SIMT_GRANULE * SIMT_GRANULE;
  pthread_mutex_lock (&mem->lock);
  if (hi > lo && simt_mem_arena_p (mem, lo) && simt_mem_arena_p (mem, hi - 1))
    simt_mem_set_shadow (mem, lo, hi - lo, valid);
  pthread_mutex_unlock (&mem->lock);
}

void
simt_mem_gap (struct simt_mem *mem, uint64_t addr, uint64_t size, bool valid)
{
  uint64_t g = addr / SIMT_GRANULE, end = (addr + size) / SIMT_GRANULE;
  uint8_t *s = mem->shadow + (g * SIMT_GRANULE - mem->arena) / SIMT_GRANULE;
  if (!simt_mem_arena_p (mem, addr) || !simt_mem_arena_p (mem, addr + size - 1))
    return;
  for (; g < end; g++, s++, addr = g * SIMT_GRANULE)
    *s = valid ? SIMT_GRANULE : addr % SIMT_GRANULE;
}

void
simt_mem_each (struct simt_mem *mem,
	       void (*fn) (void *, const struct simt_alloc *), void *closure)
{
  pthread_mutex_lock (&mem->lock);
  for (size_t k = 0; k < mem->n_recs; k++)
    if (!mem->recs[k].freed)
      fn (closure, &mem->recs[k]);
  pthread_mutex_unlock (&mem->lock);
}

uint64_t
simt_mem_device_of (struct simt_mem *mem, uint64_t host,
		    struct simt_local *local)
{
  uint64_t found = 0;
  pthread_mutex_lock (&mem->lock);
  for (size_t k = 0; k < mem->n_recs && !found; k++)
    for (size_t i = 0; i < mem->recs[k].n_objects && !mem->recs[k].freed; i++)
      {
	const struct simt_object *o = &mem->recs[k].objects[i];
	if (o->host && host - o->host < o->size && !found)
	  {
	    found = o->base + (host - o->host);
	    *local = o->local;
	  }
      }
  pthread_mutex_unlock (&mem->lock);
  return found;
}

/* ---- What is said of them.  */

/* Add ", VERB by `enter data' at f.c:9" to BUF, of N bytes.  */

static void
add_maker (char *buf, size_t n, const char *verb, const struct simt_maker *m)
{
  struct simt_where w;
  size_t at = strlen (buf);
  bool known = simt_where (m->code, &w);
  if (!known && !m->construct)
    return;
  snprintf (buf + at, n - at, ", %s by %s%s%s%s%s", verb,
	    m->construct ? "`" : "the call", m->construct ? m->construct : "",
	    m->construct ? "'" : "", known ? " at " : "", w.text);
}

/* The object of R that ADDR is in, or else the one that is nearest; NULL if
   there is none.  */

static const struct simt_object *
nearest (const struct simt_alloc *r, uint64_t addr)
{
  const struct simt_object *best = NULL;
  uint64_t least = UINT64_MAX;
  for (size_t i = 0; i < r->n_objects; i++)
    {
      const struct simt_object *o = &r->objects[i];
      uint64_t d = (addr < o->base ? o->base - addr
		    : addr - o->base < o->size ? 0
		    : addr - o->base - o->size + 1);
      /* The one before it has more likely run over its end.  */
      if (d < least && o->size)
	{
	  least = d;
	  best = o;
	}
    }
  return best;
}

bool
simt_mem_object (struct simt_mem *mem, uint64_t addr, uint64_t *base,
		 uint64_t *size)
{
  pthread_mutex_lock (&mem->lock);
  ptrdiff_t k = simt_mem_rec (mem, addr);
  const struct simt_object *o = (k >= 0 && !mem->recs[k].freed
				 ? nearest (&mem->recs[k], addr) : NULL);
  bool found = o && addr - o->base < o->size;
  if (found)
    {
      *base = o->base;
      *size = o->size;
    }
  pthread_mutex_unlock (&mem->lock);
  return found;
}

bool
simt_mem_scalars (struct simt_mem *mem, uint64_t addr, uint64_t *base,
		  uint64_t *size)
{
  char name[200];
  struct simt_object o = { .size = 0 };
  pthread_mutex_lock (&mem->lock);
  ptrdiff_t k = simt_mem_rec (mem, addr);
  const struct simt_object *p = (k >= 0 && !mem->recs[k].freed
				 ? nearest (&mem->recs[k], addr) : NULL);
  if (p)
    o = *p;
  pthread_mutex_unlock (&mem->lock);
  bool found = o.host && addr - o.base < o.size;
  *base = found ? o.base : addr;
  *size = found ? o.size : 1;
  if (!found)
    return false;
  return (simt_where_variable ((void *) (uintptr_t) o.host, name, sizeof name)
	  ? simt_vars_scalars (name) : simt_local_scalars (&o.local));
}

/* What R is called, into BUF of N bytes: `name', or its address.  */

static void
name_alloc (const struct simt_alloc *r, const struct simt_object *o,
	    char *buf, size_t n)
{
  char variable[200];
  if (o && !o->host)
    snprintf (buf, n, "libgomp's table of a region's variables");
  else if (o && (simt_where_variable ((void *) (uintptr_t) o->host, variable,
				      sizeof variable)
		 || simt_local_name (&o->local, variable, sizeof variable)))
    snprintf (buf, n, "`%s', mapped from host address 0x%llx", variable,
	      (ull) o->host);
  else if (o)
    snprintf (buf, n, "the object mapped from host address 0x%llx",
	      (ull) o->host);
  else if (r->name)
    snprintf (buf, n, "`%s'", r->name);
  else
    snprintf (buf, n, "%s at 0x%llx",
	      r->flags & SIMT_HEAP ? "memory from malloc" : "the allocation",
	      (ull) r->base);
}

/* Add which element the one of SIZE bytes at offset OFF of LEN bytes is.  */

static void
add_element (char *buf, size_t n, int64_t off, uint64_t len, unsigned size)
{
  size_t at = strlen (buf);
  if (size < 2 || off % (int64_t) size || len % size || len < size)
    return;
  snprintf (buf + at, n - at, ", element %lld of 0 to %llu",
	    (long long) (off / (int64_t) size), (ull) (len / size - 1));
}

void
simt_mem_describe (struct simt_mem *mem, uint64_t addr, unsigned size,
		   char *buf, size_t n)
{
  pthread_mutex_lock (&mem->lock);
  ptrdiff_t k = simt_mem_rec (mem, addr);
  if (k < 0)
    {
      pthread_mutex_unlock (&mem->lock);
      snprintf (buf, n, "below every allocation");
      return;
    }
  const struct simt_alloc *r = &mem->recs[k];
  const struct simt_object *o = nearest (r, addr);
  char what[320];
  uint64_t base = o ? o->base : r->base, len = o ? o->size : r->size;
  int64_t off = (int64_t) (addr - base);
  bool inside = addr - base < len;
  name_alloc (r, o, what, sizeof what);
  if (inside && r->freed)
    snprintf (buf, n, "offset %llu in %s (%llu bytes, freed)", (ull) off,
	      what, (ull) len);
  else if (inside && len - (uint64_t) off >= size)
    snprintf (buf, n, "offset %llu in %s (%llu bytes)", (ull) off, what,
	      (ull) len);
  else if (inside)
    snprintf (buf, n, "offset %llu in %s (%llu bytes), across its end",
	      (ull) off, what, (ull) len);
  else if (off < 0)
    snprintf (buf, n, "%llu bytes ahead of %s%s (%llu bytes)",
	      (ull) -off, r->freed ? "freed " : "", what, (ull) len);
  else
    snprintf (buf, n, "%llu bytes past the end of %s%s (%llu bytes)",
	      (ull) off - len, r->freed ? "freed " : "", what, (ull) len);
  if (o && !inside)
    add_element (buf, n, off, len, size);
  add_maker (buf, n, o ? "mapped" : "allocated", &r->made);
  if (r->freed)
    add_maker (buf, n, "freed", &r->gone);
  pthread_mutex_unlock (&mem->lock);
}

bool
simt_mem_describe_element (struct simt_mem *mem, uint64_t addr, unsigned size,
			   char *buf, size_t n)
{
  char what[320];
  buf[0] = '\0';
  pthread_mutex_lock (&mem->lock);
  ptrdiff_t k = simt_mem_rec (mem, addr);
  const struct simt_alloc *r = k >= 0 ? &mem->recs[k] : NULL;
  const struct simt_object *o = r ? nearest (r, addr) : NULL;
  uint64_t base = o ? o->base : r ? r->base : 0;
  uint64_t len = o ? o->size : r ? r->size : 0, off = addr - base;
  bool known = (r && !r->freed && off < len
		&& (o ? o->host != 0 : !r->name && r->made.code));
  if (known)
    {
      name_alloc (r, o, what, sizeof what);
      if (size && off % size == 0 && len % size == 0 && len > size)
	snprintf (buf, n, "element %llu of %s", (ull) (off / size), what);
      else if (len == size)
	snprintf (buf, n, "%s", what);
      else
	snprintf (buf, n, "offset %llu in %s (%llu bytes)", (ull) off, what,
		  (ull) len);
      add_maker (buf, n, o ? "mapped" : "allocated", &r->made);
    }
  pthread_mutex_unlock (&mem->lock);
  return known;
}
