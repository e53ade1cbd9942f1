/* Where an access to memory lies, and what is wrong with it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <string.h>

#include "run/memory.h"
#include "run/vector.h"
#include "simt/host/origins.h"

/* Whether U is in one of newlib's functions that read whole words after a
   string, and ADDRESS, of SIZE bytes, is such a word: its start is in an
   allocation.  */

static bool
word_reader_p (struct wave *w, const struct uop *u, uint64_t address,
	       unsigned size)
{
  return (u->words && size <= 8 && address % size == 0
	  && simt_mem_range_ok (w->vm->mem, address, 1));
}

/* A size for a wave's stack that holds the byte AT and some callees: a multiple
   of 4 KiB.  */

static unsigned long long
stack_that_holds (uint64_t at)
{
  return (at / 4096 + 4) * 4096;
}

/* Say in TEXT, of N bytes, what ADDRESS is if it is after the end of the private
   memory of a wave of W's group, where GCC's stack is; false if not.  */

static bool
beyond_stack (struct wave *w, uint64_t address, char *text, size_t n)
{
  for (unsigned i = 0; i < w->group->n_waves; i++)
    {
      const struct wave *o = w->group->waves[i];
      uint64_t at = address - o->scratch;
      if (w->vm->opt.redzone && at >= o->scratch_size
	  && at < 2 * o->scratch_size)
	{
	  const unsigned *g = w->group->id;
	  snprintf (text, n, "stack overflow: %llu bytes past the end of the "
		    "private memory of wave %u of group (%u,%u,%u) (%llu bytes; "
		    "enlarge it: link with accelfix, or with "
		    "-foffload=-mstack-size=%llu or more)",
		    (unsigned long long) (at - o->scratch_size), o->number,
		    g[0], g[1], g[2], (unsigned long long) o->scratch_size,
		    stack_that_holds (at));
	  return true;
	}
    }
  return false;
}

/* What ADDRESS is, which is not in the device's memory or too near the end of an
   object, for an access of SIZE bytes, into TEXT, of N bytes.  */

static void
describe_fault (struct wave *w, uint64_t address, unsigned size, char *text,
		size_t n)
{
  struct simt_mem *m = w->vm->mem;
  if (simt_mem_arena_p (m, address))
    {
      const struct simt_alloc *r = simt_mem_lookup (m, address);
      int k = snprintf (text, n, "%s: ", r && r->freed
			&& address - r->base < r->size
			? "use after free" : "out of bounds");
      simt_mem_describe (m, address, size, text + k, n - (size_t) k);
    }
  else if (address < 4096)
    snprintf (text, n, "null pointer");
  else if (!simt_mem_describe_host (m, address, text, n))
    snprintf (text, n, "no memory of the device");
}

/* What is wrong with the access of SIZE bytes at ADDRESS, which is not in the
   device's memory or not aligned to ALIGN.  True if it is done nevertheless:
   runtimes of HSA set up the chip for unaligned accesses (alignment_mode of
   SH_MEM_CONFIG), which GCC's store merging makes use of.  Atomics have to be
   aligned.  */

static bool
memory_fault (struct wave *w, const struct uop *u, int lane, uint64_t address,
	      unsigned size, unsigned align, bool store)
{
  const char *what = store ? "store" : "load";
  char where[1024];
  bool atomic = u->in->row->flags & GCN_F_ATOM;
  if (address % align && ((simt_mem_range_ok (w->vm->mem, address, size)
			   && simt_mem_valid (w->vm->mem, address, size))
			  || simt_mem_host_ok (w->vm->mem, address, size, store)))
    {
      if (!atomic && w->vm->opt.alignment == GCNVM_ALIGNMENT_HARDWARE)
	return true;
      wave_report (w, u, GCNVM_R_MISALIGNED, atomic, lane, address, NULL,
		   "misaligned %s of %u bytes at 0x%llx",
		   atomic ? "atomic" : what, size,
		   (unsigned long long) address);
      if (!atomic)
	return true;
      wave_fail (w, GCNVM_MISALIGNED);
      return false;
    }
  bool stack = beyond_stack (w, address, where, sizeof where);
  if (!stack)
    {
      describe_fault (w, address, size, where, sizeof where);
      stack = strstr (where, "private memory") != NULL;
    }
  wave_report (w, u, stack ? GCNVM_R_STACK : GCNVM_R_MEMORY, true, lane,
	       address, NULL, "%s of %u bytes at 0x%llx: %s", what, size,
	       (unsigned long long) address, where);
  wave_fail (w, GCNVM_ILLEGAL_ADDRESS);
  return false;
}

/* Before GFX9 an address in LDS has to be aligned; from then on alignment_mode
   goes for LDS too (LLVM's FeatureUnalignedDSAccess; the kernel's driver sets
   it to UNALIGNED for both).  Atomics have to be aligned.  Returns whether the
   access of SIZE bytes at OFFSET is done nevertheless.  */

static bool
lds_misaligned (struct wave *w, const struct uop *u, int lane,
		uint64_t offset, unsigned size)
{
  bool fatal = (w->vm->opt.cpu == GCN_GFX803
		|| u->in->row->flags & GCN_F_ATOM);
  if (!fatal && w->vm->opt.alignment == GCNVM_ALIGNMENT_HARDWARE)
    return true;
  wave_report (w, u, GCNVM_R_MISALIGNED, fatal, lane, offset, NULL,
	       "misaligned access to %u bytes at 0x%llx of LDS", size,
	       (unsigned long long) offset);
  if (fatal)
    wave_fail (w, GCNVM_MISALIGNED);
  return !fatal;
}

bool
place_lds (struct wave *w, const struct uop *u, int lane, uint64_t offset,
	   unsigned size, unsigned align, struct place *to)
{
  struct group *g = w->group;
  bool gfx803 = w->vm->opt.cpu == GCN_GFX803;
  uint64_t limit = g->lds_size;
  if (gfx803)
    {
      if (UNLIKELY (w->sv[GCN_M0])
	  && !w->vm->watch->undef_use (w, u, "limit of LDS", GCN_M0, 1, -1))
	return false;
      if (w->s[GCN_M0] < limit)
	limit = w->s[GCN_M0];
    }
  if (UNLIKELY (offset % align)
      && !lds_misaligned (w, u, lane, offset, size))
    return false;
  if (UNLIKELY (offset + size > limit))
    {
      if (limit < g->lds_size)
	wave_report (w, u, GCNVM_R_LDS, true, lane, offset, NULL,
		     "access to %u bytes at 0x%llx of LDS, beyond M0, which "
		     "is 0x%x", size, (unsigned long long) offset,
		     w->s[GCN_M0]);
      else
	wave_report (w, u, GCNVM_R_LDS, true, lane, offset, NULL,
		     "access to %u bytes at 0x%llx of LDS, of which the group "
		     "has %u bytes", size, (unsigned long long) offset,
		     g->lds_size);
      wave_fail (w, GCNVM_ILLEGAL_ADDRESS);
      return false;
    }
  to->p = g->lds + offset;
  to->defined = g->lds_defined ? g->lds_defined + offset : NULL;
  to->lds = true;
  return true;
}

/* Private memory through its aperture: dwords of the lanes interleave.  */

bool
place_private (struct wave *w, const struct uop *u, int lane, uint64_t offset,
	       unsigned size, struct place *to)
{
  uint64_t at = offset / 4 * 4 * LANES + 4 * (lane < 0 ? 0 : lane)
		+ offset % 4;
  if (offset + size > w->lane_private || offset % 4 + size > 4)
    {
      wave_report (w, u, GCNVM_R_STACK, true, lane, offset, NULL,
		   "access to %u bytes at 0x%llx of private memory, of which "
		   "each work item has %llu bytes", size,
		   (unsigned long long) offset,
		   (unsigned long long) w->lane_private);
      wave_fail (w, GCNVM_ILLEGAL_ADDRESS);
      return false;
    }
  to->p = (uint8_t *) (uintptr_t) (w->scratch + at);
  to->defined = w->scratch_defined ? wave_defined (w, at) : NULL;
  to->lds = false;
  return true;
}

/* The wave of G whose private memory ADDRESS is in, or null.  */

static const struct wave *
wave_at (const struct group *g, uint64_t address)
{
  for (unsigned i = 0; i < g->n_waves; i++)
    if (address - g->waves[i]->scratch < g->waves[i]->scratch_size)
      return g->waves[i];
  return NULL;
}

uint8_t *
neighbour_defined (struct wave *w, uint64_t address)
{
  if (w->init)
    return simt_defined_at (w->vm->mem, address);
  const struct wave *other = wave_at (w->group, address);
  if (!other)
    return NULL;
  w->neighbour = other;
  native_near (w, other);
  return wave_defined (other, address - other->scratch);
}

bool
place_flat (struct wave *w, const struct uop *u, int lane, uint64_t address,
	    unsigned size, unsigned align, bool store, struct place *to)
{
  struct simt_mem *m = w->vm->mem;
  uint32_t high = address >> 32;
  if (UNLIKELY (high == gcnvm_shared_aperture (w->vm)))
    return place_lds (w, u, lane, (uint32_t) address, size, align, to);
  if (UNLIKELY (high == gcnvm_private_aperture (w->vm)))
    return place_private (w, u, lane, (uint32_t) address, size, to);
  if (UNLIKELY (!simt_mem_run_ok (m, m->arena, m->arena_size, address, size,
				  align))
      && !(simt_mem_later (m, address, size) && address % align == 0)
      && !(address % align == 0 && simt_mem_host_ok (m, address, size, store))
      && (store || !word_reader_p (w, u, address, size))
      && !memory_fault (w, u, lane, address, size, align, store))
    return false;
  to->p = (uint8_t *) (uintptr_t) address;
  to->lds = false;
  to->defined = private_defined (w, address);
  return true;
}

void
native_window (struct wave *w, uint64_t address, struct native_window *v)
{
  const struct group *g = w->group;
  const struct wave *other
    = address - g->scratch < w->native.group_span ? wave_at (g, address) : NULL;
  uint64_t lo, size;
  v->n = 0;
  v->defined = NULL;
  if (other)
    {
      v->lo = other->scratch;
      v->n = wave_plain (other);
      v->defined = other->scratch_defined;
    }
  else if (simt_mem_around (w->vm->mem, address, &lo, &size) && size > 16)
    {
      v->lo = lo;
      v->n = size - 15;
    }
}
