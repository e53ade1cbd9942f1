/* A device's memory: allocations with bounds, and which of them are freed.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "defined.h"
#include "mem.h"
#include "object-pool.h"
#include "simt/base/mappings.h"

/* Space between allocations, bytes.  */
#define GAP 64
/* Freed memory is kept unused for a while, so that a use of it shows; see quarantine.
   Pages of freed allocations from this size on go back to the system; but those at
   the beginning of uncounted ones.  */
#define BIG ((uint64_t) 1 << 20)
#define KEPT ((uint64_t) 64 << 10)
/* Those of allocations from this size on are large ones, where the system has
   such.  */
#define HUGE ((uint64_t) 4 << 20)
/* Small allocations get memory for this much at a time, and for as much as
   there were before up to the second.  */
#define AHEAD_MIN ((uint64_t) 64 << 10)
#define AHEAD_MAX ((uint64_t) 512 << 10)
#ifndef MADV_POPULATE_WRITE	/* Linux 5.14.  */
# define MADV_POPULATE_WRITE 23
#endif
/* What free distinguishes.  */
#define KIND (SIMT_HEAP | SIMT_OWNER (255))

/* Freed allocations, oldest first, by size: up to N_SMALL granules one list for
   each size; above, one for each eighth of a power of two, to which blocks are
   rounded up.  That takes addresses, not memory.  */
#define N_SMALL 1024u
#define N_SIZES (N_SMALL + 8 * 54)
/* After these, the same for large blocks that are uncounted.  */
#define N_BINS (2 * N_SIZES)

/* Blocks by how long they stay unused; STACK, STACKS: medium, large ones that are
   uncounted.  */
enum kind { SMALL, MEDIUM, LARGE, STACK, STACKS, N_KINDS };

/* How many bytes of a kind have to be freed before they are used again; large ones stay
   unused until half of the arena is used.  With less, programs that allocate and free in each
   launch have the same pages, and the same pages of the shadow, again sooner.  */
static const uint64_t quarantine[N_KINDS] =
{
  [SMALL] = (uint64_t) 32 << 20, [MEDIUM] = (uint64_t) 16 << 20,
  [LARGE] = UINT64_MAX, [STACK] = (uint64_t) 64 << 20, [STACKS] = (uint64_t) 512 << 20
};

struct free_node
{
  struct free_node *next;
  uint64_t base;
};

struct simt_part
{
  uint64_t brk, half, end;	/* Offsets: what is free next, its middle, its end.  */
  uint64_t ahead;		/* Up to here, small allocations have pages.  */
  uint64_t populated;		/* Bytes that they were given.  */
  struct free_node *head[N_BINS], **tail[N_BINS];
  uint64_t bytes[N_KINDS];	/* In the lists of each kind.  */
};

/* The part of allocations with FLAGS.  */
static struct simt_part *
part_of (const struct simt_mem *mem, unsigned flags)
{
  return &mem->parts[(flags & (SIMT_CONSTANT | SIMT_SHARED)) != 0];
}

/* The kind of blocks of BLOCK bytes, which are in list BIN.  */
static enum kind
kind_of (unsigned bin, uint64_t block)
{
  if (bin < N_SMALL)
    return SMALL;
  if (bin >= N_SIZES)
    return block < BIG ? STACK : STACKS;
  return block < BIG ? MEDIUM : LARGE;
}

static uint64_t
round_up (uint64_t n, uint64_t to)
{
  return (n + to - 1) / to * to;
}

/* The list for blocks of SIZE bytes with FLAGS, and in *BLOCK the size they are
   rounded up to; 0 in that if SIZE is too large for any.  */
static unsigned
bin_of (uint64_t size, unsigned flags, uint64_t *block)
{
  *block = 0;
  if (size > (uint64_t) 1 << 60)
    return 0;
  uint64_t n = round_up (size ? size : 1, SIMT_GRANULE) / SIMT_GRANULE;
  unsigned k = (unsigned) n, shift = 0;
  if (n >= N_SMALL)
    {
      /* N is (8 + EIGHTH) << SHIFT when rounded up.  */
      shift = 60 - (unsigned) __builtin_clzll (n);
      uint64_t m = (n + ((uint64_t) 1 << shift) - 1) >> shift;
      n = m << shift;
      k = N_SMALL + 8 * (shift - 7) + (unsigned) (m - 8);
      if (flags & SIMT_UNCOUNTED)
	k += N_SIZES;
    }
  *block = n * SIMT_GRANULE;
  return k;
}

/* The arena is larger than what may be allocated, so that freed memory need
   not be used again soon.  */
bool
simt_mem_init (struct simt_mem *mem, uint64_t limit, uint64_t second)
{
  uint64_t size = round_up (4 * limit, (uint64_t) 1 << 30);
  memset (mem, 0, sizeof *mem);
  if (size < (uint64_t) 16 << 30)
    size = (uint64_t) 16 << 30;
  void *p = MAP_FAILED;
  for (; size >= (uint64_t) 64 << 20; size /= 2)
    {
      if (second > size)
	second = size;
      p = mmap (NULL, size + second, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (p != MAP_FAILED)
	break;
    }
  mem->parts = calloc (2, sizeof *mem->parts);
  if (p == MAP_FAILED || !mem->parts)
    goto fail;
  /* A few bytes more: a row's last granule is looked at even where the row
     ends with the one before.  */
  void *s = mmap (NULL, (size + second) / SIMT_GRANULE + 4096,
		  PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (s == MAP_FAILED)
    goto fail;
  mem->arena = (uint64_t) (uintptr_t) p;
  mem->global_size = size;
  mem->arena_size = size + second;
  mem->shadow = s;
  mem->shadow_of_0 = (uintptr_t) s - mem->arena / SIMT_GRANULE;
  /* What is known of 32 MiB is in one large page: of a team's stacks, most of
     which is never touched, too.  */
  madvise (s, (size + second) / SIMT_GRANULE + 4096, MADV_HUGEPAGE);
  for (unsigned k = 0; k < 2; k++)
    {
      struct simt_part *part = &mem->parts[k];
      part->brk = (k ? size : 0) + 4096;
      part->half = k ? size + second / 2 : size / 2;
      part->end = k ? size + second : size;
      for (unsigned i = 0; i < N_BINS; i++)
	part->tail[i] = &part->head[i];
    }
  mem->limit = limit;
  pthread_mutex_init (&mem->lock, NULL);
  simt_alone_init (&mem->alone);
  return true;

 fail:
  if (p != MAP_FAILED)
    munmap (p, size + second);
  free (mem->parts);
  return false;
}

void
simt_mem_destroy (struct simt_mem *mem)
{
  simt_defined_destroy (mem);
  munmap ((void *) (uintptr_t) mem->arena, mem->arena_size);
  __atomic_add_fetch (&simt_mem_invalid, 1, __ATOMIC_RELEASE);
  munmap (mem->shadow, mem->arena_size / SIMT_GRANULE + 4096);
  for (unsigned i = 0; i < 2 * N_BINS; i++)
    for (struct free_node *f = mem->parts[i / N_BINS].head[i % N_BINS], *next; f; f = next)
      {
	next = f->next;
	free (f);
      }
  free (mem->parts);
  for (size_t i = 0; i < mem->n_recs; i++)
    {
      free ((char *) mem->recs[i].name);
      simt_objects_free (mem->recs[i].objects, mem->recs[i].n_objects);
    }
  free (mem->recs);
  free (mem->hosts);
  simt_alone_destroy (&mem->alone);
  pthread_mutex_destroy (&mem->lock);
}

uint64_t simt_mem_invalid;

/* Say in the shadow that the SIZE bytes at BASE are valid, or not.  */
void
simt_mem_set_shadow (struct simt_mem *mem, uint64_t base, uint64_t size,
		     bool valid)
{
  uint8_t *s = mem->shadow + (base - mem->arena) / SIMT_GRANULE;
  memset (s, valid ? SIMT_GRANULE : 0, size / SIMT_GRANULE);
  if (size % SIMT_GRANULE)
    s[size / SIMT_GRANULE] = valid ? size % SIMT_GRANULE : 0;
  if (!valid)
    __atomic_add_fetch (&simt_mem_invalid, 1, __ATOMIC_RELEASE);
}

/* Index of the last record whose base is not above ADDR, or -1.  */
ptrdiff_t
simt_mem_rec (const struct simt_mem *mem, uint64_t addr)
{
  size_t lo = 0, hi = mem->n_recs;
  while (lo < hi)
    {
      size_t mid = lo + (hi - lo) / 2;
      if (mem->recs[mid].base <= addr)
	lo = mid + 1;
      else
	hi = mid;
    }
  return (ptrdiff_t) lo - 1;
}

static bool
add_rec (struct simt_mem *mem, const struct simt_alloc *r)
{
  ptrdiff_t k = simt_mem_rec (mem, r->base);
  if (k >= 0 && mem->recs[k].base == r->base)
    {
      free ((char *) mem->recs[k].name);
      simt_objects_free (mem->recs[k].objects, mem->recs[k].n_objects);
      mem->recs[k] = *r;
      return true;
    }
  if (mem->n_recs == mem->alloc_recs)
    {
      size_t n = mem->alloc_recs ? 2 * mem->alloc_recs : 256;
      struct simt_alloc *p = realloc (mem->recs, n * sizeof *p);
      if (!p)
	return false;
      mem->recs = p;
      mem->alloc_recs = n;
    }
  k++;
  memmove (mem->recs + k + 1, mem->recs + k,
	   (mem->n_recs - (size_t) k) * sizeof *mem->recs);
  mem->recs[k] = *r;
  mem->n_recs++;
  return true;
}

/* Take the oldest block of list BIN, if it is aligned to ALIGN; 0 if there is
   none.  */
static uint64_t
take_freed (struct simt_part *part, unsigned bin, uint64_t block,
	    uint64_t align)
{
  struct free_node *f = part->head[bin];
  if (!f || f->base % align)
    return 0;
  uint64_t base = f->base;
  part->head[bin] = f->next;
  if (!f->next)
    part->tail[bin] = &part->head[bin];
  part->bytes[kind_of (bin, block)] -= block;
  free (f);
  return base;
}

static void
put_freed (struct simt_part *part, unsigned bin, uint64_t block,
	   uint64_t base)
{
  struct free_node *f = malloc (sizeof *f);
  if (!f)
    return;
  f->next = NULL;
  f->base = base;
  *part->tail[bin] = f;
  part->tail[bin] = &f->next;
  part->bytes[kind_of (bin, block)] += block;
}

/* BLOCK bytes at AT of PART, where brk is, are about to be used for the
   first time.  To be given pages one by one, when each is first touched, costs
   several times as much as to be given them together, and kernels that allocate
   little but often would have new ones in each launch as long as nothing that
   was freed is used again.  */
static void
make_pages (struct simt_mem *mem, struct simt_part *part, uint64_t at, uint64_t block)
{
  if (block >= HUGE)
    madvise ((void *) (uintptr_t) ((mem->arena + at) & -(uint64_t) 4096), block,
	     MADV_HUGEPAGE);
  else if (block <= N_SMALL * SIMT_GRANULE && at + block > part->ahead)
    {
      uint64_t from = at & -(uint64_t) 4096, n = part->populated;
      n = n < AHEAD_MIN ? AHEAD_MIN : n > AHEAD_MAX ? AHEAD_MAX : n;
      if (from < part->ahead)
	from = part->ahead;
      if (part->end - from < n)
	return;
      madvise ((void *) (uintptr_t) (mem->arena + from), n,
	       MADV_POPULATE_WRITE);
      part->ahead = from + n;
      part->populated += n;
    }
}

/* Find BLOCK bytes in PART, of list BIN, aligned to ALIGN; 0 if there are none.
   COUNTED: most of it will be used.  */
static uint64_t
find_place (struct simt_mem *mem, struct simt_part *part, unsigned bin,
	    uint64_t block, uint64_t align, bool counted)
{
  uint64_t at = round_up (mem->arena + part->brk, align) - mem->arena, base = 0;
  bool full = at > part->end || part->end - at < block + GAP;
  enum kind kind = kind_of (bin, block);
  bool again = (full || (kind != SMALL && at > part->half)
		|| part->bytes[kind] > quarantine[kind]);
  if (again)
    base = take_freed (part, bin, block, align);
  /* The other kind's.  */
  if (full && !base && bin >= N_SMALL)
    base = take_freed (part, bin < N_SIZES ? bin + N_SIZES : bin - N_SIZES, block,
		       align);
  if (!base && !full)
    {
      if (counted)
	make_pages (mem, part, at, block);
      base = mem->arena + at;
      part->brk = at + block + GAP;
    }
  return base;
}

/* How many bytes of R the device may use at first.  */
static uint64_t
valid_bytes (const struct simt_alloc *r)
{
  if (r->flags & SIMT_LATER && r->size > SIMT_LATER_FIRST)
    return SIMT_LATER_FIRST;
  return r->flags & SIMT_HALF ? r->size / 2 : r->size;
}

uint64_t
simt_mem_alloc (struct simt_mem *mem, uint64_t size, uint64_t align,
		const char *name, unsigned flags)
{
  uint64_t block, base = 0;
  unsigned bin = bin_of (size, flags, &block);
  if (align < SIMT_GRANULE)
    align = SIMT_GRANULE;
  if (!block)
    return 0;
  pthread_mutex_lock (&mem->lock);
  bool heap = flags & SIMT_HEAP;
  bool counted = !(flags & SIMT_UNCOUNTED);
  if ((!counted || mem->used + size <= mem->limit)
      && (!heap || !mem->heap_limit
	  || mem->heap_used + size <= atomic_load (mem->heap_limit)))
    base = find_place (mem, part_of (mem, flags), bin, block, align, counted);
  if (base)
    {
      struct simt_alloc r = { .base = base, .size = size, .flags = flags };
      if (name)
	r.name = strdup (name);
      r.valid = valid_bytes (&r);
      if (add_rec (mem, &r))
	{
	  if (counted)
	    mem->used += size;
	  if (heap)
	    mem->heap_used += size;
	  simt_mem_set_shadow (mem, base, r.valid, true);
	  simt_defined_set (mem, base, size, !(flags & SIMT_UNDEFINED));
	}
      else
	{
	  free ((char *) r.name);
	  base = 0;
	}
    }
  pthread_mutex_unlock (&mem->lock);
  return base;
}

bool
simt_mem_free (struct simt_mem *mem, uint64_t addr, unsigned flags)
{
  bool found = false;
  pthread_mutex_lock (&mem->lock);
  ptrdiff_t k = simt_mem_rec (mem, addr);
  if (k >= 0 && mem->recs[k].base == addr && !mem->recs[k].freed
      && ((mem->recs[k].flags ^ flags) & KIND) == 0)
    {
      struct simt_alloc *r = &mem->recs[k];
      uint64_t block;
      unsigned bin = bin_of (r->size, r->flags, &block);
      r->freed = true;
      if (!(r->flags & SIMT_UNCOUNTED))
	mem->used -= r->size;
      if (r->flags & SIMT_HEAP)
	mem->heap_used -= r->size;
      simt_mem_set_shadow (mem, addr, r->valid, false);
      if (r->size >= BIG)
	{
	  uint64_t keep = r->flags & SIMT_UNCOUNTED ? KEPT : 0;
	  uint64_t lo = round_up (addr + keep, 4096);
	  uint64_t hi = (addr + block) / 4096 * 4096;
	  if (hi > lo)
	    madvise ((void *) (uintptr_t) lo, hi - lo, MADV_DONTNEED);
	}
      put_freed (part_of (mem, r->flags), bin, block, addr);
      found = true;
    }
  pthread_mutex_unlock (&mem->lock);
  return found;
}

const struct simt_alloc *
simt_mem_lookup (struct simt_mem *mem, uint64_t addr)
{
  static _Thread_local struct simt_alloc copy;
  static _Thread_local char name[256];
  const struct simt_alloc *r = NULL;
  pthread_mutex_lock (&mem->lock);
  ptrdiff_t k = simt_mem_rec (mem, addr);
  if (k >= 0)
    {
      copy = mem->recs[k];
      if (copy.name)
	{
	  strncpy (name, copy.name, sizeof name - 1);
	  copy.name = name;
	}
      r = &copy;
    }
  pthread_mutex_unlock (&mem->lock);
  return r;
}

bool
simt_mem_host_ok (struct simt_mem *mem, uint64_t addr, uint64_t size, bool write)
{
  if (mem->unified && !simt_mem_arena_p (mem, addr) && simt_mapped_p (addr, size, write))
    return true;
  bool ok = false;
  pthread_mutex_lock (&mem->lock);
  for (size_t i = 0; i < mem->n_hosts && !ok; i++)
    {
      uint64_t off = addr - mem->hosts[i].base;
      ok = off < mem->hosts[i].size && mem->hosts[i].size - off >= size;
    }
  pthread_mutex_unlock (&mem->lock);
  return ok;
}

bool
simt_mem_range_ok (struct simt_mem *mem, uint64_t addr, uint64_t size)
{
  if (size == 0)
    return true;
  if (addr - mem->arena >= mem->arena_size)
    return simt_mem_host_ok (mem, addr, size, false);
  bool ok = false;
  pthread_mutex_lock (&mem->lock);
  ptrdiff_t k = simt_mem_rec (mem, addr);
  if (k >= 0 && !mem->recs[k].freed)
    {
      uint64_t off = addr - mem->recs[k].base;
      ok = off < mem->recs[k].size && mem->recs[k].size - off >= size;
    }
  pthread_mutex_unlock (&mem->lock);
  return ok;
}

bool
simt_mem_host_add (struct simt_mem *mem, const void *p, uint64_t size)
{
  bool ok = true;
  pthread_mutex_lock (&mem->lock);
  if (mem->n_hosts == mem->alloc_hosts)
    {
      size_t k = mem->alloc_hosts ? 2 * mem->alloc_hosts : 16;
      struct simt_host_range *q = realloc (mem->hosts, k * sizeof *q);
      if (q)
	{
	  mem->hosts = q;
	  mem->alloc_hosts = k;
	}
      else
	ok = false;
    }
  if (ok)
    {
      mem->hosts[mem->n_hosts].base = (uint64_t) (uintptr_t) p;
      mem->hosts[mem->n_hosts++].size = size;
    }
  pthread_mutex_unlock (&mem->lock);
  return ok;
}

bool
simt_mem_host_remove (struct simt_mem *mem, const void *p)
{
  bool found = false;
  pthread_mutex_lock (&mem->lock);
  for (size_t i = 0; i < mem->n_hosts && !found; i++)
    if (mem->hosts[i].base == (uint64_t) (uintptr_t) p)
      {
	mem->hosts[i] = mem->hosts[--mem->n_hosts];
	found = true;
      }
  pthread_mutex_unlock (&mem->lock);
  return found;
}

bool
simt_mem_find (struct simt_mem *mem, uint64_t addr, uint64_t *base,
	       uint64_t *size)
{
  bool found = false;
  pthread_mutex_lock (&mem->lock);
  ptrdiff_t k = simt_mem_rec (mem, addr);
  if (k >= 0 && !mem->recs[k].freed
      && (addr - mem->recs[k].base < mem->recs[k].size
	  || addr == mem->recs[k].base))
    {
      *base = mem->recs[k].base;
      *size = mem->recs[k].size;
      found = true;
    }
  for (size_t i = 0; i < mem->n_hosts && !found; i++)
    if (addr - mem->hosts[i].base < mem->hosts[i].size)
      {
	*base = mem->hosts[i].base;
	*size = mem->hosts[i].size;
	found = true;
      }
  pthread_mutex_unlock (&mem->lock);
  return found;
}

uint64_t
simt_mem_left (struct simt_mem *mem)
{
  pthread_mutex_lock (&mem->lock);
  uint64_t left = mem->used < mem->limit ? mem->limit - mem->used : 0;
  pthread_mutex_unlock (&mem->lock);
  return left;
}
