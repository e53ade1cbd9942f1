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

/* Accesses of a block that have been issued or waited for, and that the wave's counters do
   not know of yet: of those that count for VM and for LGKM.  */
struct accesses
{
  unsigned issued;
  bool waited;			/* For all, but for  */
  unsigned after;		/* those issued after that.  */
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
  unsigned windows;		/* That accesses to memory have, so far.  */
  struct accesses vm, lgkm;
  int64_t *weights;		/* If not null, this is to see what pairs.c weighs.  */
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

/* ---- skip.c.  */

/* Put, at the beginning of the block, how many turns of its loop are done at once if it is one
   over bits.  */
extern void put_skip (struct emit *e);

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
/* The value of operand CODE, or of the two from CODE on.  */
extern const char *reg (const struct emit *e, unsigned code);
extern const char *pair (const struct emit *e, unsigned code);
/* The value of variable I, by its number in sets.  */
extern const char *variable (const struct emit *e, unsigned i);
/* Put that it becomes VALUE.  */
extern void put_set (struct emit *e, unsigned i, const char *value);
extern void put_unknown (struct emit *e, const struct set *which);
extern bool all_known_p (const struct emit *e, const struct set *which);
extern void put_defined (struct emit *e, const struct set *defs);
extern void put_store (struct emit *e, unsigned code, bool wide,
		       const char *value);
extern void put_spill (struct emit *e);
extern void put_loads (struct emit *e, const struct set *which);

/* ---- accesses.c.  */

/* An access was issued; all were waited for.  */
static inline void
access_issued (struct accesses *a)
{
  a->issued++;
  a->after++;
}
static inline void
access_waited (struct accesses *a)
{
  a->waited = true;
  a->after = 0;
}
/* Put what tells the wave of them; with put_accesses it knows from there on.  */
extern void put_accesses_here (struct emit *e);
extern void put_accesses (struct emit *e);
/* Whether the wave has to know at once of what O issues, as a handler may do it instead, that
   counts itself.  */
static inline bool
issues_now_p (const struct emit *e, const struct op *o)
{
  return o->one_lane && e->exec != EXEC_ONE;
}
/* Put what O, an access, issues.  */
extern void put_issued (struct emit *e, const struct op *o);
extern void put_wait (struct emit *e, const struct op *o);

/* ---- pairs.c.  */

/* What was read or written as two registers of a pair, or as one of it.  */
enum access { ACCESS_PAIR, ACCESS_READ, ACCESS_WRITE };
/* Take into account, for E's weights, an access to variable I, or to I and the next one.  */
extern void weigh_access (const struct emit *e, unsigned i, enum access access);
/* Choose T's pairs by WEIGHTS, of SET_N.  */
extern void choose_pairs (struct unit *t, const int64_t *weights);
/* Whether variable I is a half of one of T's pairs: the lower one, any.  */
static inline bool
low_p (const struct unit *t, unsigned i)
{
  return set_has (&t->pairs, i);
}
static inline bool
half_p (const struct unit *t, unsigned i)
{
  return low_p (t, i) || (i > 0 && low_p (t, i - 1));
}

/* Whether the registers CODE and CODE + 1 are such a pair.  */
static inline bool
pair_p (const struct emit *e, unsigned code)
{
  int v = variable_of (code);
  return v >= 0 && (low_p (e->t, (unsigned) v) || e->weights);
}

/* ---- exits.c.  */

/* Put how native code is left before operation K, the block having COUNTED vector
   operations.  */
extern void put_leave (struct emit *e, uint32_t k, unsigned counted);
/* Put how it is left with the operation `there' next, all being counted that was done.  */
extern void put_jump_there (struct emit *e);
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
/* Put the declaration of variable NAME of TYPE, source I of U.  */
extern void put_operand (struct emit *e, const struct uop *u, int i, const char *name,
			const char *type);
extern void put_select (struct emit *e, const struct op *o);
extern void put_memory (struct emit *e, const struct op *o);
extern void put_readlane (struct emit *e, const struct op *o);
extern void put_writelane (struct emit *e, const struct op *o);

/* ---- sums.c.  */

/* Whether O and P, which follows it, are a sum of 64 bits; put both.  */
extern bool sum64_p (const struct emit *e, const struct op *o,
		     const struct op *p);
extern void put_sum64 (struct emit *e, const struct op *o, const struct op *p);
extern bool scalar_sum64_p (const struct emit *e, const struct op *o,
			    const struct op *p);
extern void put_scalar_sum64 (struct emit *e, const struct op *o,
			      const struct op *p);

#endif /* GCNVM_NATIVE_EMIT_H */
