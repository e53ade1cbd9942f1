/* The PTX machine: addresses, special registers, definedness.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <time.h>

#include "run/lanes.h"
#include "run/rare.h"

FN (laddr)
{
  uint64_t v = w->act->lbase + (uint64_t) u->imm;
  EACH (i) *R8P (w, u->d, i) = v;
}

FN (cvta_local)
{
  EACH (i) *R8P (w, u->d, i) = *R8P (w, u->a, i) + local_addr (w->block);
}

FN (cvta_to_local)
{
  EACH (i) *R8P (w, u->d, i) = *R8P (w, u->a, i) - local_addr (w->block);
}

/* n: 1 for a kernel's parameters, which have a window as well.  */
static uint64_t
window (const struct warp *w, const struct uop *u)
{
  return (uint64_t) (uintptr_t) (u->n ? w->params : w->block->shared);
}

FN (cvta_shared)
{
  EACH (i) *R8P (w, u->d, i) = *R8P (w, u->a, i) + window (w, u);
}

FN (cvta_to_shared)
{
  EACH (i) *R8P (w, u->d, i) = *R8P (w, u->a, i) - window (w, u);
}

FN (isspacep)
{
  uint32_t v = 0;
  EACH (i)
    {
      uint64_t a = *R8P (w, u->a, i);
      bool in = false;
      switch (u->n)
	{
	case PTX_SHARED:
	  in = a - (uint64_t) (uintptr_t) w->block->shared
	       < w->block->shared_size;
	  break;
	case PTX_LOCAL:
	  in = a - local_addr (w->block) < w->block->local_map_size;
	  break;
	case PTX_CONST:
	  in = (a - w->vm->mem.arena - w->vm->mem.global_size
		< w->vm->mem.arena_size - w->vm->mem.global_size);
	  break;
	case PTX_PARAM:
	  in = (a - (uint64_t) (uintptr_t) w->params
		< w->block->launch->param_bytes);
	  break;
	default:
	  /* Whatever is in no other window is global.  */
	  in = (a - (uint64_t) (uintptr_t) w->block->shared
		>= w->block->shared_size
		&& a - local_addr (w->block) >= w->block->local_map_size
		&& a - w->vm->mem.arena - w->vm->mem.global_size
		   >= w->vm->mem.arena_size - w->vm->mem.global_size);
	  break;
	}
      if (in)
	v |= lane_bit (i);
    }
  PREDW (w, u->d) = (PREDW (w, u->d) & ~w->mask) | v;
}

/* ---- Special registers.  */

static uint64_t
nanoseconds (clockid_t c)
{
  struct timespec t;
  clock_gettime (c, &t);
  return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

/* The value of special register N in LANE.  */
static uint64_t
sreg (const struct warp *w, unsigned n, unsigned lane)
{
  const struct block *b = w->block;
  const struct launch *l = b->launch;
  switch (n)
    {
    case PTX_SREG_TID: case PTX_SREG_TID_X: return w->tid[0][lane];
    case PTX_SREG_TID_Y: return w->tid[1][lane];
    case PTX_SREG_TID_Z: return w->tid[2][lane];
    case PTX_SREG_NTID: case PTX_SREG_NTID_X: return l->ntid[0];
    case PTX_SREG_NTID_Y: return l->ntid[1];
    case PTX_SREG_NTID_Z: return l->ntid[2];
    case PTX_SREG_CTAID: case PTX_SREG_CTAID_X: return b->ctaid[0];
    case PTX_SREG_CTAID_Y: return b->ctaid[1];
    case PTX_SREG_CTAID_Z: return b->ctaid[2];
    case PTX_SREG_NCTAID: case PTX_SREG_NCTAID_X: return l->grid[0];
    case PTX_SREG_NCTAID_Y: return l->grid[1];
    case PTX_SREG_NCTAID_Z: return l->grid[2];
    case PTX_SREG_LANEID: return lane;
    case PTX_SREG_WARPID: return w->index;
    case PTX_SREG_NWARPID:
      return (b->n_threads + WARP_SIZE - 1) / WARP_SIZE;
    case PTX_SREG_SMID: return b->index % w->vm->opt.n_multiprocessors;
    case PTX_SREG_NSMID: return w->vm->opt.n_multiprocessors;
    case PTX_SREG_GRIDID: return l->id;
    case PTX_SREG_LANEMASK_EQ: return lane_bit (lane);
    case PTX_SREG_LANEMASK_LT: return lane_bit (lane) - 1;
    case PTX_SREG_LANEMASK_LE:
      return (lane_bit (lane) - 1) | lane_bit (lane);
    case PTX_SREG_LANEMASK_GT:
      return (uint32_t) ~((lane_bit (lane) - 1) | lane_bit (lane));
    case PTX_SREG_LANEMASK_GE: return (uint32_t) ~(lane_bit (lane) - 1);
    /* The clock counts nanoseconds: one gigahertz.  */
    case PTX_SREG_CLOCK: case PTX_SREG_CLOCK64:
      return nanoseconds (CLOCK_MONOTONIC);
    case PTX_SREG_CLOCK_HI: return nanoseconds (CLOCK_MONOTONIC) >> 32;
    case PTX_SREG_GLOBALTIMER: case PTX_SREG_GLOBALTIMER_LO:
      return nanoseconds (CLOCK_REALTIME);
    case PTX_SREG_GLOBALTIMER_HI: return nanoseconds (CLOCK_REALTIME) >> 32;
    case PTX_SREG_DYNAMIC_SMEM_SIZE: return l->dynamic_shared;
    case PTX_SREG_TOTAL_SMEM_SIZE: case PTX_SREG_AGGR_SMEM_SIZE:
      return b->shared_size;
    /* Each block is a cluster of its own.  */
    case PTX_SREG_CLUSTERID: case PTX_SREG_CLUSTERID_X: return b->ctaid[0];
    case PTX_SREG_CLUSTERID_Y: return b->ctaid[1];
    case PTX_SREG_CLUSTERID_Z: return b->ctaid[2];
    case PTX_SREG_NCLUSTERID: case PTX_SREG_NCLUSTERID_X: return l->grid[0];
    case PTX_SREG_NCLUSTERID_Y: return l->grid[1];
    case PTX_SREG_NCLUSTERID_Z: return l->grid[2];
    case PTX_SREG_CLUSTER_NCTAID: case PTX_SREG_CLUSTER_NCTAID_X:
    case PTX_SREG_CLUSTER_NCTAID_Y: case PTX_SREG_CLUSTER_NCTAID_Z:
    case PTX_SREG_CLUSTER_NCTARANK:
      return 1;
    default: return 0;
    }
}

/* The same for all lanes, of the registers that GCC reads in each function.  */
static const uint32_t *
sreg_row (const struct warp *w, unsigned n)
{
  static const uint32_t lanes[WARP_SIZE]
    = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
	20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31 };
  switch (n)
    {
    case PTX_SREG_LANEID: return lanes;
    case PTX_SREG_TID: case PTX_SREG_TID_X: return w->tid[0];
    case PTX_SREG_TID_Y: return w->tid[1];
    default: return NULL;
    }
}

FN (sreg_4)
{
  const uint32_t *row = sreg_row (w, u->n);
  if (row && w->mask == FULL_MASK)
    {
      memcpy (R4P (w, u->d, 0), row, WARP_SIZE * sizeof *row);
      return;
    }
  EACH (i) *R4P (w, u->d, i) = (uint32_t) sreg (w, u->n, i);
}

FN (sreg_8)
{
  EACH (i) *R8P (w, u->d, i) = sreg (w, u->n, i);
}

FN (activemask)
{
  EACH (i) *R4P (w, u->d, i) = w->mask;
}

/* ---- Definedness.  */

FN (chkdef)
{
  uint32_t bad = w->mask & ~PREDW (w, u->a);
  if (unlikely (bad))
    w->vm->watch->uninit (w, u, bad);
}

FN (setdef)
{
  PREDW (w, u->a) |= w->mask;
}

/* ---- Memory.  */

FN (align)
{
  EACH (i)
    {
      uint64_t a = ((u->a == NO_REG ? 0 : *R8P (w, u->a, i))
		    + (uint64_t) (int64_t) u->rel);
      if (unlikely (a & (u->n - 1u)))
	vm_fault (w, u, i, VM_MISALIGNED, VM_R_MISALIGNED, a,
		  "misaligned %u-byte vector access at 0x%llx", u->n,
		  (unsigned long long) a);
    }
}

FN (fence)
{
  (void) u;
  warp_fence (w);
  if (w->vm->race)
    race_sync (w);
}

/* Resolve with the checks of every access.  */
void *
rare_resolve (struct warp *w, const struct uop *u, unsigned lane,
	      uint64_t addr, unsigned size, unsigned space, enum access acc)
{
  switch (space)
    {
    case PTX_GENERIC: return resolve_generic (w, u, lane, addr, size, acc);
    case PTX_GLOBAL: return resolve_global (w, u, lane, addr, size, acc);
    case PTX_SHARED: return resolve_shared (w, u, lane, addr, size, acc);
    case PTX_LOCAL: return resolve_local (w, u, lane, addr, size, acc);
    case PTX_CONST: return resolve_const (w, u, lane, addr, size, acc);
    case PTX_PARAM: return resolve_param (w, u, lane, addr, size, acc);
    default: return resolve_frame (w, u, lane, addr, size, acc);
    }
}

static uint64_t
address_of (struct warp *w, const struct uop *u, unsigned lane)
{
  return ((u->a == NO_REG ? 0 : *R8P (w, u->a, lane))
	  + (uint64_t) (int64_t) u->rel);
}

/* What LANE of U, a store of SIZE bytes from a register, stores.  */
static uint64_t
stored_value (struct warp *w, const struct uop *u, unsigned lane,
	      unsigned size)
{
  switch (size)
    {
    case 1: return (uint8_t) *R4P (w, u->d, lane);
    case 2: return (uint16_t) *R4P (w, u->d, lane);
    case 4: return *R4P (w, u->d, lane);
    default: return *R8P (w, u->d, lane);
    }
}

/* True if the SIZE bytes at P are VALUE: a store of what is there already races
   with nothing that matters.  */
static bool
there_already (const void *p, uint64_t value, unsigned size)
{
  switch (size)
    {
    case 1: return MEM_GET (u8, p) == value;
    case 2: return MEM_GET (u16, p) == value;
    case 4: return MEM_GET (u32, p) == value;
    default: return MEM_GET (u64, p) == value;
    }
}

/* True if lanes I and J of U, a store of SIZE bytes, store the same value, as the
   instruction alone shows.  */
static bool
same_value (struct warp *w, const struct uop *u, unsigned i, unsigned j,
	    unsigned size)
{
  return (u->d == NO_REG
	  || stored_value (w, u, i, size) == stored_value (w, u, j, size));
}

/* Lane I of U stores SIZE bytes to A: report if one of the lanes of BEFORE stores
   another value there.  */
static void
race_between_lanes (struct warp *w, const struct uop *u, unsigned i,
		    uint64_t a, uint32_t before, unsigned size)
{
  for (; before; before &= before - 1)
    {
      unsigned j = (unsigned) __builtin_ctz (before);
      if (address_of (w, u, j) == a && !same_value (w, u, i, j, size))
	{
	  const void *p = rare_resolve (w, u, i, a, size, u->c, ACCESS_STORE);
	  w->vm->watch->race_lanes (w, u, i, j, p, size);
	  return;
	}
    }
}

/* True if all lanes that W's code ever has do each what it does for itself: in
   OpenMP all lanes of a thread do the same outside of simd loops; in OpenACC, one
   of them alone does what is outside of vector loops.  */
static bool
lanes_apart_p (const struct warp *w)
{
  return w->block->launch->kernel->module->lanes_apart;
}

/* True if what U does is each lane's own: they differ in the address or in what
   they store, or one of the warp's lanes does it alone.  */
static bool
own_p (struct warp *w, const struct uop *u, unsigned size, bool store)
{
  unsigned first = first_lane (w->mask);
  uint64_t a = address_of (w, u, first);
  if (w->mask == lane_bit (first))
    return w->live != w->mask;
  if (lanes_apart_p (w))
    return true;
  EACH (i)
    if (address_of (w, u, i) != a
	|| (store && !same_value (w, u, i, first, size)))
      return true;
  return false;
}

/* Tell what the lanes in W's mask access by U; OWN if not as one.  ALIKE if the
   lane in the mask stands for all.  */
static void
touch (struct warp *w, const struct uop *u, bool own, bool alike)
{
  unsigned size = u->n & 0xff;
  enum access acc = u->n & RACE_STORE ? ACCESS_STORE : ACCESS_LOAD;
  uint32_t before = 0;
  unsigned last = 0, same = 0;
  EACH (i)
    {
      uint64_t a = address_of (w, u, i);
      /* Of lanes that do the same two are enough, one if they are one.  */
      same = (before && a == address_of (w, u, last)
	      && (acc == ACCESS_LOAD || same_value (w, u, i, last, size))
	      ? same + 1 : 0);
      if (same > (own && (acc == ACCESS_LOAD || lanes_apart_p (w))))
	continue;
      if (acc == ACCESS_STORE && u->d != NO_REG)
	race_between_lanes (w, u, i, a, before, size);
      before |= (uint32_t) 1 << i;
      last = i;
      /* A vector is looked at in pieces that one check can hold.  */
      for (unsigned k = 0; k < size; k += 16)
	{
	  unsigned n = size - k < 16 ? size - k : 16;
	  const void *p = rare_resolve (w, u, i, a + k, n, u->c, acc);
	  bool known = acc == ACCESS_STORE && u->d != NO_REG;
	  uint64_t v = known ? stored_value (w, u, i, size) : 0;
	  bool silent = known && there_already (p, v, n);
	  /* Two are enough.  */
	  for (unsigned j = i; j <= i + (own && alike); j++)
	    w->vm->watch->race (w, u, j, own, p, n, acc, silent,
				known ? &v : NULL);
	}
    }
}

FN (race)
{
  touch (w, u, own_p (w, u, u->n & 0xff, u->n & RACE_STORE), false);
}

FN (lanes_meet)
{
  (void) u;
  if (w->cur->mask == w->live)
    race_lanes_meet (w);
}

/* U in a warp whose lanes do the same.  */
void
race_once (struct warp *w, const struct uop *u)
{
  uint32_t mask = w->mask;
  w->mask = 1;
  touch (w, u, lanes_apart_p (w), true);
  w->mask = mask;
}

/* Accesses by which threads talk to each other or to the host.  What the lanes
   of a warp do at one place is one access, as on a device: all see one value,
   though somebody changes it meanwhile, and a value that all store comes once.
   libgomp's reverse offload relies on it, whose caller is a whole warp.  */

FN (ld_strong)
{
  unsigned size = u->n & 0xff;
  const void *last = NULL;
  uint64_t v = 0;
  EACH (i)
    {
      const void *p = rare_resolve (w, u, i, address_of (w, u, i), size, u->c,
				    ACCESS_LOAD);
      if (p != last)
	switch (size)
	  {
	  case 1:
	    v = MEM_GET (u8, p);
	    if (u->n & 0x100)
	      v = (uint64_t) (int8_t) v;
	    break;
	  case 2:
	    v = MEM_GET (u16, p);
	    if (u->n & 0x100)
	      v = (uint64_t) (int16_t) v;
	    break;
	  case 4: v = MEM_GET (u32, p); break;
	  default: v = MEM_GET (u64, p); break;
	  }
      last = p;
      if (size == 8)
	*R8P (w, u->d, i) = v;
      else
	*R4P (w, u->d, i) = (uint32_t) v;
    }
}

FN (st_strong)
{
  void *last = NULL;
  uint64_t v = 0;
  EACH (i)
    {
      void *p = rare_resolve (w, u, i, address_of (w, u, i), u->n, u->c,
			      ACCESS_STORE);
      uint64_t x = stored_value (w, u, i, u->n);
      if (p == last && x == v)
	continue;
      last = p;
      v = x;
      switch (u->n)
	{
	case 1: MEM_PUT (u8, p, x); break;
	case 2: MEM_PUT (u16, p, x); break;
	case 4: MEM_PUT (u32, p, x); break;
	default: MEM_PUT (u64, p, x); break;
	}
    }
}

FN (ld_128)
{
  const uint64_t *last = NULL;
  uint64_t lo = 0, hi = 0;
  EACH (i)
    {
      const uint64_t *p = rare_resolve (w, u, i, address_of (w, u, i), 16,
					u->n, ACCESS_LOAD);
      if (p != last)
	{
	  lo = MEM_GET (u64, p);
	  hi = MEM_GET (u64, p + 1);
	}
      last = p;
      *R8P (w, u->d, i) = lo;
      *R8P (w, u->d + 8 * WARP_SIZE, i) = hi;
    }
}

FN (st_128)
{
  EACH (i)
    {
      uint64_t *p = rare_resolve (w, u, i, address_of (w, u, i), 16, u->n,
				  ACCESS_STORE);
      MEM_PUT (u64, p, *R8P (w, u->d, i));
      MEM_PUT (u64, p + 1, *R8P (w, u->d + 8 * WARP_SIZE, i));
    }
}

/* Bytes beyond those that are read are zeros in shared memory ("cp.async"). */
FN (cp_async)
{
  EACH (i)
    {
      uint64_t from = *R8P (w, u->a, i), to = *R8P (w, u->d, i);
      uint32_t n = u->b == NO_REG ? u->n : *R4P (w, u->b, i);
      uint8_t bytes[16] = { 0 };
      if (n > u->n)
	n = u->n;
      if (u->c != NO_REG && (PREDW (w, u->c) & lane_bit (i)))
	n = 0;
      if (n == u->n)
	memcpy (bytes, rare_resolve (w, u, i, from, n, PTX_GLOBAL,
				     ACCESS_LOAD), n);
      else
	for (uint32_t k = 0; k < n; k++)
	  bytes[k] = *(uint8_t *) rare_resolve (w, u, i, from + k, 1,
						PTX_GLOBAL, ACCESS_LOAD);
      memcpy (rare_resolve (w, u, i, to, u->n, PTX_SHARED, ACCESS_STORE),
	      bytes, u->n);
    }
}
