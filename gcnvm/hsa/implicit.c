/* Implicit arguments of kernels, filled in at a dispatch.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Which ones a kernel has is said by its metadata ("Kernel Argument Metadata" and
   "Implicit Kernel Arguments" in LLVM's "User Guide for AMDGPU Backend").  On a
   system with a GPU no HSA runtime fills them but the language's runtime, which
   launches the kernel; libgomp's plugin and gcn-run do not.  Here they are filled,
   unless --implicit-args=off says that they are not.

   The kernel gets a segment of its own: a copy of the launcher's with the
   arguments in it.  The launcher's is left alone, as what stands behind its own
   arguments may be anything: in libgomp's it is the ring of output.  A launcher
   that knows of implicit arguments learns from the kernel's descriptor how large
   the segment is.  What it put there that is not zero is kept; a descriptor that
   gives no size, as GCC's do, has no such launcher.  */

#include <string.h>

#include "runtime.h"

/* The value of an argument of KIND in dispatch D of kernel K, of which DIMS
   dimensions were given.  */

static uint64_t
value_of (enum implicit_kind kind, const struct gcnvm_dispatch *d,
	  const struct kernel_props *k, unsigned dims, const struct gcnvm *vm)
{
  unsigned axis = (kind - IMPLICIT_BLOCKS_X) % 3;
  switch (kind)
    {
    case IMPLICIT_BLOCKS_X: case IMPLICIT_BLOCKS_Y: case IMPLICIT_BLOCKS_Z:
      /* A last group that is not full does not count.  */
      return d->grid[axis] / d->group[axis];
    case IMPLICIT_GROUP_X: case IMPLICIT_GROUP_Y: case IMPLICIT_GROUP_Z:
      return d->group[axis];
    case IMPLICIT_REST_X: case IMPLICIT_REST_Y: case IMPLICIT_REST_Z:
      return d->grid[axis] % d->group[axis];
    case IMPLICIT_DIMS:
      return dims;
    case IMPLICIT_PRIVATE_BASE:
      return gcnvm_private_aperture (vm);
    case IMPLICIT_SHARED_BASE:
      return gcnvm_shared_aperture (vm);
    case IMPLICIT_QUEUE:
      return d->queue;
    case IMPLICIT_DYNAMIC_LDS:
      return d->group_size > k->group_size ? d->group_size - k->group_size : 0;
    default:
      /* Offsets, and what there is none of here: heap, host calls, printf,
	 queues of the device's own, grids of several devices.  */
      return 0;
    }
}

/* Whether N bytes at ADDRESS can be read.  */

static bool
readable (uint64_t address, uint64_t n)
{
  return n && (simt_mem_range_ok (&memory, address, n)
	       || simt_mem_host_ok (&memory, address, n, false));
}

uint64_t
implicit_fill (struct gcnvm_dispatch *d, const struct kernel_props *k,
	       unsigned dims, const struct gcnvm *vm)
{
  const struct kernel_meta *m = k->meta;
  if (!m || hsa_options.implicit == IMPLICIT_OFF)
    return 0;
  uint32_t size = m->size;
  for (size_t i = 0; i < m->n_args; i++)
    if (m->args[i].offset + m->args[i].size > size)
      size = m->args[i].offset + m->args[i].size;
  /* All of it, or as much as the kernel's own arguments take.  Without these
     the machine is to say what is wrong.  */
  uint64_t given = size;
  if (!readable (d->kernarg, given))
    given = m->own_end;
  if (given && !readable (d->kernarg, given))
    return 0;
  uint64_t segment = simt_mem_alloc (&memory, size, 4096,
				     "arguments of a kernel",
				     SIMT_OWNER (OWNER_RUNTIME));
  if (!segment)
    return 0;
  unsigned char *to = (unsigned char *) (uintptr_t) segment;
  memset (to, 0, size);
  memcpy (to, (const void *) (uintptr_t) d->kernarg, given);
  for (size_t i = 0; i < m->n_args; i++)
    {
      const struct implicit_arg *a = &m->args[i];
      static const unsigned char zero[8];
      uint64_t v = value_of (a->kind, d, k, dims, vm);
      bool told = (a->offset + a->size <= k->kernarg_size
		   && a->offset + a->size <= given);
      if (told && memcmp (to + a->offset, zero, a->size))
	continue;
      memcpy (to + a->offset, &v, a->size);
    }
  d->kernarg = segment;
  return segment;
}

void
implicit_free (uint64_t segment)
{
  if (segment)
    simt_mem_free (&memory, segment, SIMT_OWNER (OWNER_RUNTIME));
}
