/* Undefined values: what both machines say and decide about them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_UNDEFINED_H
#define SIMT_UNDEFINED_H

#include "mem.h"

/* What the host copies from a device's memory of N bytes at FROM: how many of
   them are undefined, and the first.  */
struct simt_undefined_copy
{
  uint64_t from, n;
  bool strict;			/* Padding counts too.  */
  uint64_t sum, first;
  struct simt_mem *mem;		/* To look objects up, or NULL.  */
  uint64_t base, size;		/* The last object that was, and its answer.  */
  bool scalars;
};

/* True if the host's debug information knows that what C copies from ADDR is in no
   structure, so that there are neither padding nor bit-fields.  */
extern bool simt_undefined_scalars (struct simt_undefined_copy *c,
				    uint64_t addr);
/* The bytes [LO, HI) of C are undefined, and those around them are not; from the
   lowest to the highest.  Without STRICT, what may be padding of a structure does
   not count, unless the host's debug information knows that there is none.  */
extern void simt_undefined_add (struct simt_undefined_copy *c, uint64_t lo,
				uint64_t hi);
/* A number for C that is the same in each turn of a loop.  */
extern uint64_t simt_undefined_key (const struct simt_undefined_copy *c);
/* The same copy is reported so many times.  */
enum { SIMT_SAME_COPIES = 10 };
/* Say in TEXT, of SIZE bytes, what is wrong with C, from MEM, after KERNEL, which
   may be empty.  */
extern void simt_undefined_text (struct simt_mem *mem,
				 const struct simt_undefined_copy *c,
				 const char *kernel, char *text, size_t size);

/* With defined.h: the host reads N bytes at FROM.  If undefined ones are among them,
   and it was not reported often enough, puts the first into *FIRST and what to report
   into TEXT, of SIZE bytes, and returns true.  Bytes with some bits defined count
   only where there are no bit-fields.  STRICT: what may be padding counts.  */
extern bool simt_defined_read (struct simt_mem *mem, uint64_t from, uint64_t n,
			       bool strict, uint64_t *first, char *text,
			       size_t size);

/* An integer whose bits V are undefined.  */
struct simt_partly
{
  uint64_t x, v;
};

/* True if A and B, of BITS bits, compare as equal or not whatever their
   undefined bits are.  */
static inline bool
simt_equal_known_p (struct simt_partly a, struct simt_partly b, unsigned bits)
{
  uint64_t m = bits == 64 ? UINT64_MAX : ((uint64_t) 1 << bits) - 1;
  uint64_t any = (a.v | b.v) & m;
  return !any || ((a.x ^ b.x) & m & ~any);
}

/* The same for which of them is less; IS_SIGNED: they have a sign.  */
static inline bool
simt_order_known_p (struct simt_partly a, struct simt_partly b, unsigned bits,
		    bool is_signed)
{
  uint64_t m = bits == 64 ? UINT64_MAX : ((uint64_t) 1 << bits) - 1;
  uint64_t flip = is_signed ? (uint64_t) 1 << (bits - 1) : 0;
  uint64_t x = (a.x & m) ^ flip, y = (b.x & m) ^ flip;
  uint64_t vx = a.v & m, vy = b.v & m;
  return (x | vx) < (y & ~vy) || (x & ~vx) > (y | vy);
}

#endif /* SIMT_UNDEFINED_H */
