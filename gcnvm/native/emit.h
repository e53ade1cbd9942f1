/* What the files share that write native code as C.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_NATIVE_EMIT_H
#define GCNVM_NATIVE_EMIT_H

#include "native/unit.h"

/* The ways to leave native code: what each writes (exits.c).  They stay where a writer goes
   back to what it knew before (saves.c).  */
struct exits
{
  struct set *dirty;
  uint32_t n;
  bool failed;			/* There was no memory.  */
};

struct emit
{
  FILE *f;
  struct exits *exits;
  const struct unit *t;
  const struct block *b;	/* The block,  */
  struct set known, dirty;	/* what is known there, and dirty.  */
  bool force;			/* It can be left before each operation.  */
  uint8_t exec;
  unsigned counted;		/* Vector operations of the block so far.  */
  uint32_t k;			/* The operation.  */
};

/* What registers are saved or restored up to operation END; see native_saves.  */
enum { MOST_SAVES = 64 };
struct saves
{
  uint32_t end;
  unsigned lane, by4, low, high, base, base1, n;
  uint32_t offset, vinsns, lanes, from, to;
  struct native_save a[MOST_SAVES];
};

/* O has been put: what holds after it.  */
static inline void
op_done (struct emit *e, const struct op *o)
{
  op_dirty (o, e->exec, &e->dirty);
  op_known (o, &e->known, &e->exec);
}

/* ---- hammock.c.  */

/* Finds the blocks of T that are to be merged into the ones before them.  */
extern void find_hammocks (struct unit *t);
/* Put the next block, which a branch goes around on CONDITION; the operation becomes its
   last.  */
extern void put_merged (struct emit *e, const char *condition);

/* ---- emit-any.c.  */

extern void put_go (struct emit *e, int i, uint32_t k);
/* Put, for tests, how native code is left before the operation if it is to be.  */
extern void put_forced (struct emit *e);
extern void put_op (struct emit *e, const struct op *o);

/* ---- saves.c.  */

/* Whether that begins at operation K of T, in the block that ends at END: S.  */
extern bool saves_find (const struct unit *t, uint32_t k, uint32_t end,
			struct saves *s);
extern void put_saves (struct emit *e, const struct saves *s);

/* ---- emit-text.c.  */

extern void put (struct emit *e, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Operation K as native code has it.  */
extern const char *uop (const struct emit *e, uint32_t k);
extern const char *reg (unsigned code);
extern const char *pair (unsigned code);
extern const char *variable (unsigned i);
extern void put_unknown (struct emit *e, const struct set *which);
extern bool all_known_p (const struct emit *e, const struct set *which);
extern void put_defined (struct emit *e, const struct set *defs);
extern void put_store (struct emit *e, unsigned code, bool wide,
		       const char *value);
extern void put_spill (struct emit *e);
extern void put_loads (struct emit *e, const struct set *which);

/* ---- exits.c.  */

/* Put how native code is left before operation K, the block having COUNTED vector
   operations.  */
extern void put_leave (struct emit *e, uint32_t k, unsigned counted);
/* Put how it is left where the slice is over, with operation K next if CONDITION, an
   expression, is true, else OTHERWISE.  */
extern void put_slice (struct emit *e, const char *condition, uint32_t k,
		       uint32_t otherwise);
/* Put the ways that those have asked for.  False if there was no memory.  */
extern bool put_exits (struct emit *e);

/* ---- handlers.c.  */

/* Whether O, which comes next, is nothing but a call of its handler.  */
extern bool call_p (const struct emit *e, const struct op *o);
/* Put that, and the calls that follow; the operation becomes the one after them.  */
extern void put_calls (struct emit *e);

/* ---- guard.c.  */

extern bool put_begin (struct emit *e, const struct op *o, const char *extra);
extern void put_end (struct emit *e, const struct op *o, bool cond);

/* ---- emit-op.c: an operation of each kind.  */

extern void put_scalar (struct emit *e, const struct op *o);
extern void put_vector (struct emit *e, const struct op *o);
extern void put_carry (struct emit *e, const struct op *o);
extern bool sum64_p (const struct emit *e, const struct op *o,
		     const struct op *p);
extern void put_sum64 (struct emit *e, const struct op *o, const struct op *p);
extern void put_select (struct emit *e, const struct op *o);
extern void put_memory (struct emit *e, const struct op *o);
extern void put_readlane (struct emit *e, const struct op *o);
extern void put_writelane (struct emit *e, const struct op *o);

#endif /* GCNVM_NATIVE_EMIT_H */
