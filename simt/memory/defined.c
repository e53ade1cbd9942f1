/* Which bits of a device's memory are defined: written since it was allocated.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "defined.h"

#define PAGE ((uint64_t) 4096)
/* So much becomes undefined by giving its pages back.  */
#define LARGE ((uint64_t) 1 << 20)

bool
simt_defined_create (struct simt_mem *mem)
{
  struct simt_defined *d = calloc (1, sizeof *d);
  if (!d)
    return false;
  /* A few bytes more: loads look at whole words.  */
  void *p = mmap (NULL, mem->arena_size + PAGE, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    {
      free (d);
      return false;
    }
  d->bits = p;
  d->of_0 = (uintptr_t) p - (uintptr_t) mem->arena;
  pthread_mutex_init (&d->lock, NULL);
  mem->defined = d;
  pthread_mutex_lock (&mem->lock);
  for (size_t k = 0; k < mem->n_recs; k++)
    simt_defined_set (mem, mem->recs[k].base, mem->recs[k].size, true);
  pthread_mutex_unlock (&mem->lock);
  return true;
}

void
simt_defined_destroy (struct simt_mem *mem)
{
  struct simt_defined *d = mem->defined;
  if (!d)
    return;
  munmap (d->bits, mem->arena_size + PAGE);
  pthread_mutex_destroy (&d->lock);
  free (d->told);
  free (d);
  mem->defined = NULL;
}

void
simt_defined_set (struct simt_mem *mem, uint64_t addr, uint64_t n,
		  bool defined)
{
  if (!simt_defined_known_p (mem, addr, n))
    return;
  uint8_t *p = simt_defined_at (mem, addr);
  if (!defined && n >= LARGE)
    {
      uintptr_t at = (uintptr_t) p;
      uintptr_t lo = (at + PAGE - 1) & -PAGE, hi = (at + n) & -PAGE;
      memset (p, 0, lo - at);
      madvise ((void *) lo, hi - lo, MADV_DONTNEED);
      memset ((void *) hi, 0, at + n - hi);
      return;
    }
  memset (p, defined ? 0xff : 0, n);
}

void
simt_defined_move (struct simt_mem *mem, uint64_t to, uint64_t from,
		   uint64_t n)
{
  if (!simt_defined_known_p (mem, to, n))
    return;
  if (simt_defined_known_p (mem, from, n))
    memmove (simt_defined_at (mem, to), simt_defined_at (mem, from), n);
  else
    simt_defined_set (mem, to, n, true);
}

void
simt_defined_launch (struct simt_mem *mem, const char *name)
{
  struct simt_defined *d = mem->defined;
  if (!d)
    return;
  pthread_mutex_lock (&d->lock);
  snprintf (d->kernel, sizeof d->kernel, "%s", name);
  pthread_mutex_unlock (&d->lock);
}
