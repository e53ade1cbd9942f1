/* The debugger of amdgcn code: memory.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "debug-int.h"

struct gcnvm *debugged;

/* Where the byte at ADDR is, as P's lane sees it: of the group's LDS and of the lane's
   private memory through their apertures; and where its undefined bits are, if they are
   kept, or NULL.  NULL if it is none of these.  */

static uint8_t *
in_aperture (const struct place *p, uint64_t addr, uint8_t **defined)
{
  const struct wave *w = p->wave;
  uint32_t high = addr >> 32, low = (uint32_t) addr;
  *defined = NULL;
  if (!w)
    return NULL;
  if (high == gcnvm_shared_aperture (w->vm) && low < w->group->lds_size)
    {
      if (w->group->lds_defined)
	*defined = w->group->lds_defined + low;
      return w->group->lds + low;
    }
  if (high == gcnvm_private_aperture (w->vm) && low < w->lane_private)
    {
      uint64_t at = low / 4 * 4 * (uint64_t) LANES + 4 * p->lane + low % 4;
      if (w->scratch_defined)
	*defined = wave_defined (w, at);
      return (uint8_t *) (uintptr_t) (w->scratch + at);
    }
  return NULL;
}

/* The wave of W's group whose private memory ADDR is in, or NULL.  GCC's stack is
   there, and addresses in it are plain ones.  */

static const struct wave *
private_of (const struct wave *w, uint64_t addr)
{
  for (unsigned k = 0; w && k < w->group->n_waves; k++)
    if (addr - w->group->waves[k]->scratch < w->group->waves[k]->scratch_size)
      return w->group->waves[k];
  return NULL;
}

bool
memory_private_p (const struct place *p, uint64_t addr)
{
  uint8_t *defined;
  return in_aperture (p, addr, &defined) || private_of (p->wave, addr);
}

bool
memory_read (const struct place *p, uint64_t addr, void *to, size_t n)
{
  uint8_t *bytes = to, *defined;
  if (simt_mem_range_ok (debugged->mem, addr, n))
    {
      memcpy (to, (void *) (uintptr_t) addr, n);
      return true;
    }
  for (size_t k = 0; k < n; k++)
    {
      const uint8_t *from = in_aperture (p, addr + k, &defined);
      if (!from)
	return false;
      bytes[k] = *from;
    }
  return true;
}

bool
memory_write (const struct place *p, uint64_t addr, const void *from, size_t n)
{
  const uint8_t *bytes = from;
  uint8_t *defined;
  if (simt_mem_range_ok (debugged->mem, addr, n))
    {
      const struct wave *w = private_of (p->wave, addr);
      memcpy ((void *) (uintptr_t) addr, from, n);
      /* It is defined now.  */
      if (debugged->mem->defined)
	simt_defined_set (debugged->mem, addr, n, true);
      else if (w && w->scratch_defined && addr + n <= w->scratch + w->scratch_size)
	memset (wave_defined (w, addr - w->scratch + n) - n, 0xff, n);
      return true;
    }
  for (size_t k = 0; k < n; k++)
    if (!in_aperture (p, addr + k, &defined))
      return false;
  for (size_t k = 0; k < n; k++)
    {
      *in_aperture (p, addr + k, &defined) = bytes[k];
      if (defined)
	*defined = 0xff;
    }
  return true;
}
