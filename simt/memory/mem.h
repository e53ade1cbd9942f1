/* A device's memory: allocations with bounds, and which of them are freed.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* All memory of a device lies in one range of the process's own addresses, the
   arena, so that a device address is a host address.  Allocations there never
   touch each other, freed ones stay unused for a while, and a shadow says
   which bytes are in one: an access to any other byte is found.  Memory of the
   host's that was made known to the device is beside it.  Calls may come from
   several host threads, except the first and the last one.  */

#ifndef SIMT_MEM_H
#define SIMT_MEM_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "alone.h"
#include "simt/dwarf/locals.h"

/* A naturally aligned access of up to 16 bytes lies within one granule, whose
   shadow byte says how many of its first bytes are valid.  */
#define SIMT_GRANULE 16

/* Properties of an allocation.  */
#define SIMT_HEAP 1u		/* By the device's malloc.  */
#define SIMT_CONSTANT 2u	/* In the second part.  */
#define SIMT_OWN 4u		/* The runtime library's, for its own use.  */
#define SIMT_UNCOUNTED 8u	/* Takes nothing of the limit: stacks, most of which
				   is never touched.  */
#define SIMT_UNDEFINED 16u	/* Its bytes are not written yet (defined.h).  */
#define SIMT_HALF 32u		/* Only its first half is valid.  */
#define SIMT_SHARED 64u		/* In the second part: the host may write it at any
				   time.  */
#define SIMT_LATER 128u		/* If it is large, most of it is valid when it is first
				   used: simt_mem_later.  */
#define SIMT_OWNER(N) ((unsigned) (N) << 8)	/* Whose it is: any number below
						   256, 0 unless given.  */

/* What is in an allocation, where that is known: SIZE bytes at BASE, which were
   mapped from address HOST of the host's.  */
struct simt_object
{
  uint64_t base, size, host;
  struct simt_local local;	/* Where the host's function has HOST.  */
};

/* Who allocated memory, or freed it: an address in the host's code, and what is
   there, as in "enter data".  NULL where it is not known.  */
struct simt_maker
{
  const void *code;
  const char *construct;
};

struct simt_alloc
{
  uint64_t base, size;
  uint64_t valid;		/* How much of it the shadow says is valid.  */
  const char *name;		/* For reports; NULL for none.  */
  unsigned flags;
  bool freed;
  /* objects.c's: for reports and the check for leaks.  */
  struct simt_maker made, gone;
  uint64_t call;		/* The call of libgomp (host-call.h), or 0.  */
  struct simt_object *objects;	/* In order of addresses.  */
  size_t n_objects;
};

struct simt_mem
{
  /* The arena is [ARENA, ARENA + ARENA_SIZE).  What follows GLOBAL_SIZE in it, the
     second part, is constant memory, which the device only reads, or memory that it
     shares with the host: a machine has one of them.  */
  uint64_t arena, global_size, arena_size;
  uint8_t *shadow;
  uintptr_t shadow_of_0;	/* Where address 0 would have its shadow.  */
  struct simt_defined *defined;	/* defined.h; NULL if nobody asks.  */

  bool unified;			/* The device can access what the process can.  */
  struct simt_alone alone;	/* Who writes what simt_mem_own_p is true of.  */
  uint64_t limit;		/* Bytes that may be allocated at once.  */
  const _Atomic uint64_t *heap_limit;	/* The same of SIMT_HEAP; or NULL.  */

  /* mem.c's own.  */
  pthread_mutex_t lock;
  struct simt_alloc *recs;	/* Sorted by base.  */
  size_t n_recs, alloc_recs;
  struct simt_part *parts;	/* Two.  */
  uint64_t used, heap_used;
  struct simt_host_range { uint64_t base, size; } *hosts;
  _Atomic size_t n_hosts;
  size_t alloc_hosts;
};

/* How often memory of any device has become invalid, but for simt_mem_gap: what was valid
   before the same number was read is still so.  */
extern uint64_t simt_mem_invalid;

/* Reserve the arena of *MEM, for allocations of LIMIT bytes at once, with
   SECOND bytes for the second part, both less where there are not so many
   addresses.  False, with nothing to destroy, if there is none.  */
extern bool simt_mem_init (struct simt_mem *mem, uint64_t limit,
			   uint64_t second);
extern void simt_mem_destroy (struct simt_mem *);

/* SIZE bytes aligned to ALIGN, a power of two, zeroed when new; 0 when memory is used
   up.  NAME, which is copied, is for reports and may be NULL.  */
extern uint64_t simt_mem_alloc (struct simt_mem *, uint64_t size,
				uint64_t align, const char *name,
				unsigned flags);
/* objects.c: whether the SIZE bytes at ADDR, which were not valid, are so now: part of an
   allocation with SIMT_LATER, and not outside of the objects that are in it.  */
extern bool simt_mem_later (struct simt_mem *, uint64_t addr, uint64_t size);
/* Free the living allocation that starts at ADDR and has the same owner: on the heap
   if FLAGS say so, else elsewhere.  False if there is none.  */
extern bool simt_mem_free (struct simt_mem *, uint64_t addr, unsigned flags);

/* Make SIZE bytes at P, memory of the host's, known to the device; and no more.
   simt_mem_host_add is false when out of memory, the other one if P is not
   known.  */
extern bool simt_mem_host_add (struct simt_mem *, const void *p,
			       uint64_t size);
extern bool simt_mem_host_remove (struct simt_mem *, const void *p);

/* True if there is any.  */
static inline bool
simt_mem_hosts_p (const struct simt_mem *mem)
{
  return atomic_load_explicit (&mem->n_hosts, memory_order_relaxed) != 0;
}

/* The allocation, live or freed, that holds ADDR or is the nearest below it;
   NULL for none.  A copy for the calling thread, good until its next call. */
extern const struct simt_alloc *simt_mem_lookup (struct simt_mem *,
						 uint64_t addr);
/* The living allocation, or the range of the host's memory, that ADDR is in;
   false if there is none.  */
extern bool simt_mem_find (struct simt_mem *, uint64_t addr, uint64_t *base,
			   uint64_t *size);
/* The range around ADDR all of which is valid, as far as that is known without a look at
   it: of an allocation without objects, or of one of its objects.  False if there is
   none.  */
extern bool simt_mem_around (struct simt_mem *, uint64_t addr, uint64_t *lo,
			     uint64_t *size);
/* True if [ADDR, ADDR + SIZE) lies in one living allocation, or in host memory
   that the device can access; the latter alone, to write there if WRITE says so.
   That is what is known, and all of it if the memory is unified.  */
extern bool simt_mem_range_ok (struct simt_mem *, uint64_t addr,
			       uint64_t size);
extern bool simt_mem_host_ok (struct simt_mem *, uint64_t addr, uint64_t size,
			      bool write);
/* True if each of SIZE bytes at ADDR is in the arena and valid, where only a
   part of the allocation is (simt_mem_objects).  */
extern bool simt_mem_valid (const struct simt_mem *, uint64_t addr,
			    uint64_t size);
/* Bytes that can still be allocated, by the limit.  */
extern uint64_t simt_mem_left (struct simt_mem *);

/* Say in BUF, of N bytes, where SIZE bytes at ADDR in the arena are, as in
   "16 bytes past the end of `name' (64 bytes)".  */
extern void simt_mem_describe (struct simt_mem *, uint64_t addr,
			       unsigned size, char *buf, size_t n);
/* True if the host's debug information knows that the object that ADDR is in
   consists of numbers, characters or pointers alone, so that it has no padding.
   That object, or 1 byte at ADDR, goes to *BASE and *SIZE.  */
extern bool simt_mem_scalars (struct simt_mem *, uint64_t addr, uint64_t *base,
			      uint64_t *size);
/* Say in BUF, of N bytes, which SIZE bytes of an object, or of an allocation that
   the host has asked for, ADDR is, as in "element 7 of `h', mapped from host
   address 0x1230, mapped by `enter data' at f.c:9".  False, and nothing in BUF,
   for addresses in no such thing.  */
extern bool simt_mem_describe_element (struct simt_mem *, uint64_t addr,
				       unsigned size, char *buf, size_t n);

/* ---- Objects (objects.c).  */

/* Say of the living allocation that starts at BASE who made it, in which call
   of libgomp (0: in none), and whether it is the library's OWN.  */
extern void simt_mem_made (struct simt_mem *, uint64_t base,
			   struct simt_maker by, uint64_t call, bool own);
/* Say who is about to free the allocation at BASE.  */
extern void simt_mem_gone (struct simt_mem *, uint64_t base,
			   struct simt_maker by);
/* The living allocation that has ADDR was made in CALL and holds the N objects
   O, which are sorted here, and, if ALL, nothing else: an access to the rest of
   it is an error then.  A byte between them is seen as invalid if no object is
   after it in the same granule.  Objects that are not all in it: nothing is
   done, as the list is wrong then.  False if so.  */
extern bool simt_mem_objects (struct simt_mem *, uint64_t addr, uint64_t call,
			      struct simt_object *o, size_t n, bool all);
/* If ADDR is in an object of a living allocation: where that begins, and its
   size.  */
extern bool simt_mem_object (struct simt_mem *, uint64_t addr, uint64_t *base,
			     uint64_t *size);
/* Make [ADDR, ADDR + SIZE) of an allocation invalid, whole granules of it, or
   valid again.  */
extern void simt_mem_poison (struct simt_mem *, uint64_t addr, uint64_t size,
			     bool valid);
/* The same for [ADDR, ADDR + SIZE), part of a thread's stack: what comes before
   ADDR in its granule is valid, and ADDR + SIZE is a multiple of SIMT_GRANULE, or
   the bytes after the last such are left as they are.  Takes no lock: nobody else
   may allocate, free or mark what is in these granules meanwhile.  */
extern void simt_mem_gap (struct simt_mem *, uint64_t addr, uint64_t size,
			  bool valid);
/* Call FN with each living allocation.  */
extern void simt_mem_each (struct simt_mem *,
			   void (*fn) (void *closure,
				       const struct simt_alloc *),
			   void *closure);
/* The object with host address HOST in a living allocation: the device address
   of that, and to *LOCAL where the host's function had the object; 0 if there
   is none.  */
extern uint64_t simt_mem_device_of (struct simt_mem *, uint64_t host,
				    struct simt_local *local);

/* Of what is valid later, so much is so at first; to say it of all would take longer than
   most programs have to do with the heap of their devices.  */
#define SIMT_LATER_FIRST ((uint64_t) 4 << 20)
/* mem.c's, for objects.c, with the lock held: the index of the last record
   whose base is not above ADDR, or -1; and mark bytes in the shadow.  */
extern ptrdiff_t simt_mem_rec (const struct simt_mem *, uint64_t addr);
extern void simt_mem_set_shadow (struct simt_mem *, uint64_t base,
				 uint64_t size, bool valid);

/* True if ADDR is in the arena, allocated or not.  */
static inline bool
simt_mem_arena_p (const struct simt_mem *m, uint64_t addr)
{
  return addr - m->arena < m->arena_size;
}

/* True if ADDR is in the first part: the host writes there by copies alone.  */
static inline bool
simt_mem_own_p (const struct simt_mem *m, uint64_t addr)
{
  return addr - m->arena < m->global_size;
}

/* True if SIZE (a power of two up to 16) bytes at ADDR are valid memory at
   LO to LO + LEN of the arena, naturally aligned.  */
static inline bool
simt_mem_ok (const struct simt_mem *m, uint64_t lo, uint64_t len,
	     uint64_t addr, unsigned size)
{
  return (addr - lo < len
	  && (addr & (SIMT_GRANULE - 1)) + size
	     <= ((const uint8_t *) m->shadow_of_0)[addr / SIMT_GRANULE]
	  && (addr & (size - 1)) == 0);
}

/* True if N bytes at ADDR, aligned to SIZE, are valid memory at LO to LO + LEN
   of the arena, with no end of an allocation among them.  */
static inline bool
simt_mem_run_ok (const struct simt_mem *m, uint64_t lo, uint64_t len,
		 uint64_t addr, unsigned n, unsigned size)
{
  if (addr - lo >= len || len - (addr - lo) < n || (addr & (size - 1)) != 0)
    return false;
  const uint8_t *s = m->shadow + (addr - m->arena) / SIMT_GRANULE;
  const uint8_t *e = m->shadow + (addr + n - 1 - m->arena) / SIMT_GRANULE;
  unsigned last = ((addr + n - 1) & (SIMT_GRANULE - 1)) + 1;
  /* Eight granules at a time, up to the last one.  */
  for (; e - s >= 7 + (last != SIMT_GRANULE); s += 8)
    {
      uint64_t v;
      memcpy (&v, s, 8);
      if (v != 0x0101010101010101u * SIMT_GRANULE)
	return false;
    }
  for (; s < e; s++)
    if (*s != SIMT_GRANULE)
      return false;
  return s > e || last <= *e;
}

#endif /* SIMT_MEM_H */
