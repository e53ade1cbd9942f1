/* Memory regions, allocation, copies.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "runtime.h"
#include "simt/memory/defined.h"
#include "simt/base/guard.h"
#include "simt/memory/undefined.h"

/* The regions of an agent: the CPU has one for kernel arguments, which is host
   memory that agents see at once, and one for anything; a GPU has the first one
   too, its own memory, and the LDS of a group, of which some have more than others.
   All lie in one arena; memory of the GPU's own is in its first part, where the host
   writes by copies alone while a kernel runs, as it must with such memory.  */
enum { REGION_KERNARG, REGION_HOST, REGION_DEVICE, REGION_LDS,
       REGION_LARGE_LDS, N_REGIONS };

static const struct region
{
  uint32_t segment, flags;
  bool cpu, gpu;
} regions[N_REGIONS] =
{
  [REGION_KERNARG] = { HSA_REGION_SEGMENT_GLOBAL,
		       HSA_REGION_GLOBAL_FLAG_KERNARG
		       | HSA_REGION_GLOBAL_FLAG_FINE_GRAINED, true, true },
  [REGION_HOST] = { HSA_REGION_SEGMENT_GLOBAL,
		    HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED, true, false },
  [REGION_DEVICE] = { HSA_REGION_SEGMENT_GLOBAL,
		      HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED, false, true },
  [REGION_LDS] = { HSA_REGION_SEGMENT_GROUP, 0, false, true },
  [REGION_LARGE_LDS] = { HSA_REGION_SEGMENT_GROUP, 0, false, true }
};

#define GRANULE 4096		/* What sizes are rounded to, by the book.  */
#define ALIGNMENT 256

static const struct region *
region_of (hsa_region_t r)
{
  for (unsigned k = 0; k < N_REGIONS; k++)
    if (r.handle == (uintptr_t) &regions[k])
      return &regions[k];
  return NULL;
}

/* Bytes of LDS in R, which is a region of LDS.  */

static uint32_t
lds_bytes (const struct region *r)
{
  return gcnvm_lds_bytes (r == &regions[REGION_LARGE_LDS] ? GCN_GFX950
			  : GCN_GFX906);
}

/* Whether A has region K.  */

static bool
has_region_p (const struct agent *a, unsigned k)
{
  if (!a->node)
    return regions[k].cpu;
  bool large = (gcnvm_lds_bytes (a->processor->cpu)
		> gcnvm_lds_bytes (GCN_GFX906));
  return regions[k].gpu && k != (large ? REGION_LDS : REGION_LARGE_LDS);
}

hsa_status_t
hsa_agent_iterate_regions (hsa_agent_t agent, hsa_region_fn *callback,
			   void *data)
{
  NEED_RUNTIME ();
  struct agent *a = agent_of (agent);
  if (!a)
    return HSA_STATUS_ERROR_INVALID_AGENT;
  if (!callback)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  for (unsigned k = 0; k < N_REGIONS; k++)
    if (has_region_p (a, k))
      {
	hsa_status_t r = callback ((hsa_region_t) { (uintptr_t) &regions[k] },
				   data);
	if (r != HSA_STATUS_SUCCESS)
	  return r;
      }
  return HSA_STATUS_SUCCESS;
}

#define PUT(TYPE, VALUE) (*(TYPE *) value = (VALUE), HSA_STATUS_SUCCESS)

hsa_status_t
hsa_region_get_info (hsa_region_t region, uint32_t attribute, void *value)
{
  NEED_RUNTIME ();
  const struct region *r = region_of (region);
  if (!r)
    return HSA_STATUS_ERROR_INVALID_REGION;
  if (!value)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  bool global = r->segment == HSA_REGION_SEGMENT_GLOBAL;
  switch (attribute)
    {
    case HSA_REGION_INFO_SEGMENT:
      return PUT (uint32_t, r->segment);
    case HSA_REGION_INFO_GLOBAL_FLAGS:
      if (!global)
	return HSA_STATUS_ERROR_INVALID_ARGUMENT;
      return PUT (uint32_t, r->flags);
    case HSA_REGION_INFO_SIZE:
      return PUT (size_t, global ? memory.limit : lds_bytes (r));
    case HSA_REGION_INFO_ALLOC_MAX_SIZE:
      return PUT (size_t, global ? memory.limit : 0);
    case HSA_REGION_INFO_RUNTIME_ALLOC_ALLOWED:
    case HSA_AMD_REGION_INFO_HOST_ACCESSIBLE:
      return PUT (bool, global);
    case HSA_REGION_INFO_RUNTIME_ALLOC_GRANULE:
      return PUT (size_t, global ? GRANULE : 0);
    case HSA_REGION_INFO_RUNTIME_ALLOC_ALIGNMENT:
      return PUT (size_t, global ? ALIGNMENT : 0);
    case HSA_REGION_INFO_ALLOC_MAX_PRIVATE_WORKGROUP_SIZE:
      return PUT (uint32_t, (r->segment == HSA_REGION_SEGMENT_GROUP
			     ? lds_bytes (r) : gcnvm_lds_bytes (GCN_GFX906)));
    case HSA_AMD_REGION_INFO_BASE:
      return PUT (void *, NULL);
    }
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

/* Bounds are those of SIZE, not of the granule.  */

hsa_status_t
hsa_memory_allocate (hsa_region_t region, size_t size, void **ptr)
{
  NEED_RUNTIME ();
  const struct region *r = region_of (region);
  if (!r)
    return HSA_STATUS_ERROR_INVALID_REGION;
  if (!ptr || !size)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  if (r->segment != HSA_REGION_SEGMENT_GLOBAL || size > memory.limit)
    return HSA_STATUS_ERROR_INVALID_ALLOCATION;
  unsigned flags = SIMT_OWNER (OWNER_PROGRAM);
  flags |= r == &regions[REGION_DEVICE] ? SIMT_UNDEFINED | SIMT_LATER : SIMT_SHARED;
  uint64_t a = simt_mem_alloc (&memory, size, ALIGNMENT, NULL, flags);
  if (!a)
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  simt_host_made (&memory, a);
  *ptr = (void *) (uintptr_t) a;
  return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_memory_free (void *ptr)
{
  NEED_RUNTIME ();
  if (!ptr)
    return HSA_STATUS_SUCCESS;
  char text[1500];
  simt_host_gone (&memory, (uintptr_t) ptr);
  if (!simt_mem_free (&memory, (uintptr_t) ptr, SIMT_OWNER (OWNER_PROGRAM)))
    {
      if (simt_host_free_failed (&memory, (uintptr_t) ptr, text, sizeof text))
	{
	  report_memory ((uintptr_t) ptr, text);
	  return HSA_STATUS_ERROR_INVALID_ALLOCATION;
	}
      report_call ("hsa_memory_free: %p is no allocation, or was freed before",
		   ptr);
      return HSA_STATUS_ERROR_INVALID_ALLOCATION;
    }
  return HSA_STATUS_SUCCESS;
}

/* True unless SIZE bytes at P are in the arena and not in one allocation, which
   is reported for FUNCTION.  Other memory is the host's.  */

static bool
range_ok (const void *p, size_t size, const char *function)
{
  uint64_t a = (uintptr_t) p;
  char text[400];
  if (!simt_mem_arena_p (&memory, a) || simt_mem_range_ok (&memory, a, size))
    return true;
  simt_mem_describe (&memory, a, size > UINT32_MAX ? UINT32_MAX : size, text,
		     sizeof text);
  report_call ("%s: %zu bytes at %p: %s", function, size, p, text);
  return false;
}

/* The host has copied SIZE bytes from SRC to DST: which of them are defined goes
   along with them in the device's memory; bytes that are not are reported if they
   go to the host.  */

static void
copied (void *dst, const void *src, size_t size)
{
  uint64_t to = (uintptr_t) dst, from = (uintptr_t) src, first;
  char text[1024];
  if (!memory.defined)
    return;
  if (simt_mem_arena_p (&memory, to))
    simt_defined_move (&memory, to, from, size);
  else if (simt_defined_read (&memory, from, size,
			      hsa_options.vm.initcheck_strict, &first, text,
			      sizeof text))
    report_undefined (first, text);
}

/* The host is about to write at P, and has done so: launches hear of it if that is memory of
   the device's own.  */

static void
write_begin (const void *p)
{
  if (simt_mem_own_p (&memory, (uintptr_t) p))
    simt_alone_write (&memory.alone);
}

static void
write_end (const void *p)
{
  if (simt_mem_own_p (&memory, (uintptr_t) p))
    simt_alone_write_end (&memory.alone);
}

/* Copy SIZE bytes for FUNCTION; memory of the host's that is not as it must be
   is reported.  */

static hsa_status_t
host_copy (void *dst, const void *src, size_t size, const char *function)
{
  char why[2048];
  order_copy (src, size, false);
  order_copy (dst, size, true);
  write_begin (dst);
  bool done = simt_guarded_copy (dst, src, size, why, sizeof why);
  write_end (dst);
  if (done)
    {
      copied (dst, src, size);
      return HSA_STATUS_SUCCESS;
    }
  report_call ("%s: %zu bytes from %p to %p: %s", function, size, src, dst,
	       why);
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t
hsa_memory_copy (void *dst, const void *src, size_t size)
{
  NEED_RUNTIME ();
  if (!size)
    return HSA_STATUS_SUCCESS;
  if (!dst || !src || !range_ok (dst, size, "hsa_memory_copy, to")
      || !range_ok (src, size, "hsa_memory_copy, from"))
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  return host_copy (dst, src, size, "hsa_memory_copy");
}

hsa_status_t
hsa_amd_memory_fill (void *ptr, uint32_t value, size_t count)
{
  NEED_RUNTIME ();
  if (!count)
    return HSA_STATUS_SUCCESS;
  if (!ptr || (uintptr_t) ptr % 4 || count > SIZE_MAX / 4
      || !range_ok (ptr, 4 * count, "hsa_amd_memory_fill"))
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  order_copy (ptr, 4 * count, true);
  uint32_t *p = ptr;
  write_begin (p);
  for (size_t k = 0; k < count; k++)
    p[k] = value;
  write_end (p);
  simt_defined_set (&memory, (uintptr_t) ptr, 4 * count, true);
  return HSA_STATUS_SUCCESS;
}

/* Any agent may use any memory anyway.  */

hsa_status_t
hsa_memory_assign_agent (void *ptr, hsa_agent_t agent, uint32_t access)
{
  NEED_RUNTIME ();
  uint64_t base, size;
  if (!agent_of (agent))
    return HSA_STATUS_ERROR_INVALID_AGENT;
  if (!ptr || access < HSA_ACCESS_PERMISSION_RO
      || access > HSA_ACCESS_PERMISSION_RW
      || !simt_mem_find (&memory, (uintptr_t) ptr, &base, &size))
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  return HSA_STATUS_SUCCESS;
}

/* ---- Host memory that the device may use.  */

hsa_status_t
hsa_memory_register (void *ptr, size_t size)
{
  NEED_RUNTIME ();
  if (!ptr || !size)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  return (simt_mem_host_add (&memory, ptr, size)
	  ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_OUT_OF_RESOURCES);
}

hsa_status_t
hsa_memory_deregister (void *ptr, size_t size)
{
  (void) size;
  NEED_RUNTIME ();
  return (simt_mem_host_remove (&memory, ptr)
	  ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT);
}

hsa_status_t
hsa_amd_memory_lock (void *host, size_t size, hsa_agent_t *agents, int n,
		     void **device)
{
  NEED_RUNTIME ();
  if (!host || !size || !device || (n && !agents) || n < 0)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  for (int k = 0; k < n; k++)
    if (!agent_of (agents[k]))
      return HSA_STATUS_ERROR_INVALID_AGENT;
  hsa_status_t r = hsa_memory_register (host, size);
  if (r == HSA_STATUS_SUCCESS)
    *device = host;
  return r;
}

hsa_status_t
hsa_amd_memory_unlock (void *host)
{
  return hsa_memory_deregister (host, 0);
}

/* ---- Copies of boxes.  */

/* True if the box of RANGE bytes, rows and slices at OFFSET of P is all right;
   its first byte goes to *FIRST.  */

static bool
box_ok (const hsa_pitched_ptr_t *p, const hsa_dim3_t *offset,
	const hsa_dim3_t *range, unsigned char **first)
{
  uint64_t at = offset->z * (uint64_t) p->slice + offset->y * p->pitch
		+ offset->x;
  uint64_t last = (range->z - 1) * (uint64_t) p->slice
		  + (range->y - 1) * p->pitch + range->x;
  *first = (unsigned char *) p->base + at;
  return (p->base && (range->y == 1 || p->pitch >= range->x)
	  && range_ok (*first, last, "hsa_amd_memory_async_copy_rect"));
}

/* Slices and rows have the pitches of DST and SRC; RANGE is in bytes, rows and
   slices.  It is done at once, after the signals it depends on.  */

hsa_status_t
hsa_amd_memory_async_copy_rect (const hsa_pitched_ptr_t *dst,
				const hsa_dim3_t *dst_offset,
				const hsa_pitched_ptr_t *src,
				const hsa_dim3_t *src_offset,
				const hsa_dim3_t *range, hsa_agent_t agent,
				uint32_t direction, uint32_t n_dep,
				const hsa_signal_t *dep, hsa_signal_t done)
{
  NEED_RUNTIME ();
  unsigned char *to, *from;
  (void) direction;
  if (!agent_of (agent))
    return HSA_STATUS_ERROR_INVALID_AGENT;
  if (!dst || !dst_offset || !src || !src_offset || !range
      || (n_dep && !dep))
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  for (uint32_t k = 0; k < n_dep; k++)
    if (dep[k].handle && !signal_of (dep[k]))
      return HSA_STATUS_ERROR_INVALID_SIGNAL;
  if (done.handle && !signal_of (done))
    return HSA_STATUS_ERROR_INVALID_SIGNAL;
  for (uint32_t k = 0; k < n_dep; k++)
    if (dep[k].handle)
      hsa_signal_wait_scacquire (dep[k], HSA_SIGNAL_CONDITION_EQ, 0,
				 UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
  hsa_status_t r = HSA_STATUS_SUCCESS;
  if (range->x && range->y && range->z)
    {
      if (!box_ok (dst, dst_offset, range, &to)
	  || !box_ok (src, src_offset, range, &from))
	return HSA_STATUS_ERROR_INVALID_ARGUMENT;
      for (uint32_t z = 0; z < range->z; z++)
	for (uint32_t y = 0; y < range->y && !r; y++)
	  r = host_copy (to + z * dst->slice + y * dst->pitch,
			 from + z * src->slice + y * src->pitch, range->x,
			 "hsa_amd_memory_async_copy_rect");
    }
  if (!r)
    signal_complete (done, false, NULL);
  return r;
}

/* ---- What a pointer points to.  */

/* Put all agents into *ACCESSIBLE, which ALLOC makes, and *N.  */

static hsa_status_t
put_agents (void *(*alloc) (size_t), uint32_t *n, hsa_agent_t **accessible)
{
  if (!alloc || !n || !accessible)
    return HSA_STATUS_SUCCESS;
  *n = 0;
  *accessible = alloc ((MAX_DEVICES + 1) * sizeof **accessible);
  if (!*accessible)
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  for (struct agent *a; (a = agent_number (*n)); )
    (*accessible)[(*n)++] = agent_handle (a);
  return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_amd_pointer_info (const void *ptr, hsa_amd_pointer_info_t *info,
		      void *(*alloc) (size_t), uint32_t *n,
		      hsa_agent_t **accessible)
{
  NEED_RUNTIME ();
  hsa_amd_pointer_info_t out = { .size = sizeof out };
  uint64_t base, size;
  if (!info || info->size < 2 * sizeof (uint32_t))
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  if (info->size < out.size)
    out.size = info->size;
  if (simt_mem_find (&memory, (uintptr_t) ptr, &base, &size))
    {
      bool arena = simt_mem_arena_p (&memory, base);
      out.type = arena ? HSA_EXT_POINTER_TYPE_HSA : HSA_EXT_POINTER_TYPE_LOCKED;
      out.agentBaseAddress = out.hostBaseAddress = (void *) (uintptr_t) base;
      out.sizeInBytes = size;
      out.agentOwner = agent_handle (agent_number (arena ? 1 : 0));
      out.global_flags = (arena ? HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED
			  : HSA_REGION_GLOBAL_FLAG_FINE_GRAINED);
    }
  memcpy (info, &out, out.size);
  if (out.type == HSA_EXT_POINTER_TYPE_UNKNOWN)
    {
      if (n)
	*n = 0;
      return HSA_STATUS_SUCCESS;
    }
  return put_agents (alloc, n, accessible);
}
