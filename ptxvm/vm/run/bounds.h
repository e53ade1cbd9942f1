/* Whether what all lanes of a warp access at one address is right.  It stands by
   itself: native code (native/) has this text in it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_BOUNDS_H
#define VM_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#ifndef likely
# define likely(X) __builtin_expect (!!(X), 1)
# define unlikely(X) __builtin_expect (!!(X), 0)
#endif

/* What it takes to look whether an address is right; none of it changes while a
   kernel runs.  */
struct bounds
{
  const uint8_t *shadow_of_0;	/* A byte for BOUNDS_GRANULE bytes.  */
  uint64_t arena, global_size;
  uint64_t load[4], store[4];	/* Elements of 1, 2, 4 and 8 bytes that there
				   are, with constant memory and without.  */
  uint64_t constant_size;
  uint64_t shared;
  /* As in struct block.  */
  uint64_t shared_size, shared_plain, shared_static;
  const uint8_t *shared_valid;
  uint8_t *params;
  uint64_t param_bytes;
  /* Memory of the host's that the device can access, as simt_mapped_recent gives it;
     0 for none.  The block's local memory is in it, too.  */
  const uint64_t *host;
  uint64_t local, local_size;
};

#define BOUNDS_HOST 4

#define BOUNDS_GRANULE 16
/* Of what is not done each time.  */
#ifndef BOUNDS_FN
# define BOUNDS_FN static inline
#endif

/* As simt_mem_ok, where N elements of SIZE bytes are at LO.  One comparison is for
   the end and for the alignment: the bits that ought to be 0 go to the top.  */
static inline __attribute__ ((always_inline)) bool
arena_ok (const struct bounds *m, uint64_t lo, uint64_t n, uint64_t addr,
	  unsigned size)
{
  unsigned bits = (unsigned) __builtin_ctz (size);
  uint64_t off = addr - lo;
  off = off >> bits | off << (-bits & 63);
  if (unlikely (off >= n))
    return false;
  unsigned valid = m->shadow_of_0[addr / BOUNDS_GRANULE];
  return (likely (valid == BOUNDS_GRANULE)
	  || (addr & (BOUNDS_GRANULE - 1)) + size <= valid);
}

/* True if N bytes at OFF of shared memory, of elements of SIZE bytes, are aligned
   and in no red zone.  Of ALL bytes, those up to PLAIN and those from FIXED on are
   right; between them VALID says how many of 8 each.  */
BOUNDS_FN bool
shared_extent_ok (uint64_t all, uint64_t plain, uint64_t fixed,
		  const uint8_t *valid, uint64_t off, unsigned n, unsigned size)
{
  if (off >= all || all - off < n || (off & (size - 1)) != 0)
    return false;
  if (likely (off + n <= plain || off >= fixed))
    return true;
  uint64_t last = off + n - 1;
  for (uint64_t g = off / 8; g < last / 8; g++)
    if (valid[g] != 8)
      return false;
  return valid[last / 8] > last % 8;
}

/* ok_SPACE: true if SIZE bytes at ADDR, an address that all lanes have, are one place
   for all lanes and plainly right; it is PLACE_SPACE (addr) then.  */
#define OK(S)								\
  static inline __attribute__ ((always_inline)) bool			\
  ok_##S (const struct bounds *m, uint64_t addr, unsigned size, bool store)
#define PLACE_generic(ADDR) ((void *) (uintptr_t) (ADDR))
#define PLACE_global PLACE_generic
#define PLACE_const PLACE_generic
#define PLACE_shared(ADDR) PLACE_generic (m->shared + (ADDR))
#define PLACE_param(ADDR) ((void *) (m->params + (ADDR)))
#define PLACE_local(ADDR) NULL
#define PLACE_frame(ADDR) NULL
OK (shared)
{
  (void) store;
  return likely (shared_extent_ok (m->shared_size, m->shared_plain,
				   m->shared_static, m->shared_valid, addr,
				   size, size));
}
/* The same where that is memory of the host's.  */
BOUNDS_FN bool
host_ok (const uint64_t *host, uint64_t addr, unsigned size, bool store)
{
  for (int k = 0; k < BOUNDS_HOST; k++, host += 3)
    if (addr - host[0] < host[1] - host[0])
      return host[1] - addr >= size && !(addr & (size - 1)) && host[2] >= store;
  return false;
}
static inline __attribute__ ((always_inline)) bool
host_bounds_ok (const struct bounds *m, uint64_t addr, unsigned size, bool store)
{
  return (unlikely (m->host != 0) && addr - m->local >= m->local_size
	  && addr - (uint64_t) (uintptr_t) m->params >= m->param_bytes
	  && host_ok (m->host, addr, size, store));
}
OK (generic)
{
  unsigned bits = (unsigned) __builtin_ctz (size);
  if (likely (arena_ok (m, m->arena, store ? m->store[bits] : m->load[bits],
			addr, size)))
    return true;
  return (ok_shared (m, addr - m->shared, size, store)
	  || host_bounds_ok (m, addr, size, store));
}
OK (global)
{
  return (arena_ok (m, m->arena, m->store[__builtin_ctz (size)], addr, size)
	  || host_bounds_ok (m, addr, size, store));
}
OK (const)
{
  (void) store;
  return arena_ok (m, m->arena + m->global_size, m->constant_size / size, addr,
		   size);
}
OK (param)
{
  (void) store;
  return (addr < m->param_bytes && m->param_bytes - addr >= size
	  && (addr & (size - 1)) == 0);
}
/* Never one place: not in a plan.  */
OK (local)
{
  (void) m, (void) addr, (void) size, (void) store;
  return false;
}
#define ok_frame ok_local

#endif /* VM_BOUNDS_H */
