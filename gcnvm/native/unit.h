/* What the writers of native code share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_NATIVE_UNIT_H
#define GCNVM_NATIVE_UNIT_H

#include <stdio.h>

#include "code/atomic-kinds.h"
#include "native/native.h"

/* ---- Rows (rows.c): the texts of vm/code's tables.  */

struct native_row
{
  const char *d, *a, *b, *c;	/* Types, as "u32"; "none".  */
  const char *expr;		/* Null: no such row.  */
  bool compares;
};
extern const struct native_row native_rows[GCN_N_OPS];

/* ---- Registers that native code has as variables: sets of them.  SGPRs are by
   operand code, VGPRs stand for what lane 0 has.  */

enum { SET_SCC = 128, SET_VGPR = 192, SET_N = 448, SET_WORDS = SET_N / 64 };

struct set
{
  uint64_t w[SET_WORDS];
};

static inline void
set_add (struct set *s, unsigned i)
{
  s->w[i / 64] |= UINT64_C (1) << i % 64;
}

static inline bool
set_has (const struct set *s, unsigned i)
{
  return s->w[i / 64] >> i % 64 & 1;
}

static inline int
set_size (const struct set *s)
{
  int n = 0;
  for (int j = 0; j < SET_WORDS; j++)
    n += __builtin_popcountll (s->w[j]);
  return n;
}

/* Whether all of A is in B.  */
static inline bool
set_within (const struct set *a, const struct set *b)
{
  for (int j = 0; j < SET_WORDS; j++)
    if (a->w[j] & ~b->w[j])
      return false;
  return true;
}

/* Adds all of B to A.  */
static inline void
set_join (struct set *a, const struct set *b)
{
  for (int j = 0; j < SET_WORDS; j++)
    a->w[j] |= b->w[j];
}

/* The variable of operand CODE, or -1 if it has none.  */
static inline int
variable_of (unsigned code)
{
  return (code < 128 ? (int) code : code == GCN_SCC ? SET_SCC
	  : code >= GCN_VGPR && code < GCN_AGPR
	  ? (int) (SET_VGPR + code - GCN_VGPR) : -1);
}

/* ---- Operations (ops.c).  */

enum op_kind
{
  K_SCALAR, K_VECTOR, K_COMPARE, K_CARRY, K_SELECT, K_READFIRST, K_MAD64,
  K_LOAD, K_STORE, K_SCALAR_LOAD, K_ATOMIC, K_READLANE, K_WRITELANE,
  K_WAIT, K_WAITCNT, K_GETPC, K_NOP, K_FENCE, K_ENTRY, K_COUNT, K_BRANCH,
  K_IF,
  K_ENTER, K_RETURN,		/* Of a function that is part of the unit.  */
  K_CALL,			/* Its handler is called.  */
  K_LEAVE			/* Native code is left before it.  */
};

struct op
{
  const struct uop *u;
  const struct native_row *row;
  enum op_kind kind;
  bool counted;			/* Adds one to the vector instructions.  */
  bool one_lane;		/* Its C is for EXEC == 1; else its handler is
				   called.  */
  bool makes_exec;		/* Writes EXEC,  */
  uint8_t exec;			/* which is then EXEC_*.  */
  bool returns;			/* K_ENTRY where a K_RETURN goes.  */
  uint16_t fn;			/* The unit's function that it is of,  */
  uint32_t at;			/* and its number there.  */
  int32_t target;		/* K_BRANCH, K_IF, K_ENTER, K_RETURN; -1: in another
				   function.  */
  struct set uses, defs;	/* By its C, not by its handler.  */
  struct set clobbers;		/* By its handler.  */
  struct set loose;		/* Of USES: may be undefined.  */
};

/* What is known of EXEC.  */
enum { EXEC_ANY, EXEC_ONE, EXEC_OTHER };

extern void op_classify (const struct gcnvm *vm, const struct function *f,
			 const struct uop *u, struct op *o);

/* ---- Flow (flow.c).  */

struct block
{
  uint32_t first, end;		/* Operations.  */
  int32_t succ[2];		/* Blocks, or -1.  */
  bool reached;
  bool merged;			/* Into the one before it (hammock.c).  */
  bool calls;			/* The head of a loop in which handlers are called.  */
  bool turns[2];		/* By SUCC: that is a loop's head, of which this is part.  */
  bool enters_loop[2];		/* By SUCC: that is one with CALLS, from outside.  */
  uint8_t depth;		/* How many loops it is in.  */
  uint8_t exec;			/* At its beginning.  */
  struct set known, live;	/* Known to be defined; needed;  */
  struct set wanted;		/* needed as defined.  */
  struct set dirty;		/* Variables that the wave's registers may not have.  */
};

struct unit
{
  struct gcnvm *vm;
  const struct function *fns[NATIVE_FUNCTIONS];
  unsigned n_fns;
  uint32_t mode;
  struct op *ops;
  uint32_t n;
  struct block *blocks;
  uint32_t n_blocks;
  uint32_t *block_of;		/* By operation that is a block's first.  */
  struct set used;		/* By any operation.  */
  struct set pairs;		/* Lower halves of pairs that are one variable
				   (pairs.c).  */
};

/* Adds to T the operations of its only function and of short ones that it calls (calls.c).
   False if that is too long to have native code, or there is no memory.  */
extern bool unit_read (struct unit *t);
extern void unit_free (struct unit *);
/* A sum of all that the text of T depends on, which has been read, to *SUM: FORCE and the
   library's build, too, and NEWER, which says what it is compiled for.  False if the build is
   not known.  */
extern bool unit_sum (const struct unit *t, bool force, bool newer,
		      struct simt_native_key *sum);
extern bool unit_flow (struct unit *);
/* Whether O is a call or a return through registers, of or to a function that is not part of the
   unit.  */
extern bool far_jump_p (const struct op *o);
/* Whether O moves a value between lane 0 and a scalar that is KNOWN to be defined.  */
extern bool move_known_p (const struct op *o, const struct set *known);
extern void op_known (const struct op *o, struct set *known, uint8_t *exec);
extern void op_dirty (const struct op *o, uint8_t exec, struct set *dirty);
/* Whether block B writes all of DIRTY on the way to its successor I: so that a loop has not to do it
   again and again, or as they would be too many for each place where native code may
   be left.  */
extern bool block_spills_p (const struct block *b, int i, const struct set *dirty);

/* emit.c.  The text of T, which has been read; null if there is no memory.  FORCE: it can be left
   ahead of each operation, for tests.  */
extern char *native_write (struct unit *t, bool force);

#endif /* GCNVM_NATIVE_UNIT_H */
