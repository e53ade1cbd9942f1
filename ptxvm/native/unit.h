/* What a unit of native code is written from.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
/* A unit is one function that is hot, which the machine enters, and those that it calls
   as C functions: as these have no activation (native/README), they must do without
   memory of their own.  flow.c says what each operation reads and writes; emit.c writes
   operations, and unit.c functions.  */

#ifndef NATIVE_UNIT_H
#define NATIVE_UNIT_H

#include <stdio.h>

#include "code/effects.h"
#include "native.h"

/* What there is of a row of lane-ops.def or mem-ops.def.  */
enum row_kind
{
  ROW_NONE, ROW_L1, ROW_L2, ROW_L2I, ROW_L3, ROW_L3I, ROW_SP, ROW_SPI, ROW_LI,
  ROW_SL, ROW_SLI, ROW_PW, ROW_LD, ROW_ST
};

/* Types as the rows name them; D and A also of what is loaded or stored, and of memory.
   TEXT is the expression.  */
struct row
{
  enum row_kind kind;
  const char *d, *a, *b, *c, *text, *space;
};
extern const struct row native_rows[OP_N];

/* A register as a C variable; one that may differ between lanes stays in memory.  */
enum var_class { VAR_PRED, VAR_4, VAR_8 };
struct var
{
  uint32_t off;
  enum var_class cls;
  bool flt;
  bool once;			/* What is in lane 0's place of it is written for the
				   other lanes when they come apart.  What a shuffle
				   gives is in every lane's place even where nothing
				   needs that.  */
  int votes;			/* For flt.  */
};

/* By operation.  */
#define HOW_CAN 1		/* Code can be written for it.  */
#define HOW_NO_GO 2		/* A part of another one: nothing enters here.  */
#define HOW_EXIT 4		/* Native code is left before it, */
#define HOW_SLICE 8		/* as the slice ends, */
#define HOW_AFTER 16		/* or in the function that it calls.  */

/* Windows (prelude.h) are of one register, size of access and space each; a function has
   so many at most.  */
struct unit_window
{
  uint32_t off;
  uint8_t bits;
  bool generic;
};
#define MAX_WINDOWS 24

struct unit_func
{
  struct native_unit *unit;
  uint32_t index;		/* In the unit; 0 is the one that is entered.  */
  const struct vfunc *f;
  const struct uniform_plan *plan;
  struct uop *code;		/* The plan's, without pairs.  */
  uint32_t n;
  int32_t (*at)[3];		/* By offset / 64 and class: the variable, from 1.  */
  struct var *var;
  uint32_t n_var, words;
  uint64_t *live;		/* By operation, what is live before it.  */
  uint64_t *use, *def;		/* Of one operation.  */
  uint8_t *how;
  uint8_t *loop;		/* By operation: it is in a loop.  */
  struct unit_window window[MAX_WINDOWS];
  uint32_t n_windows;
  uint32_t *callee;		/* By operation: a function of the unit, or 0.  */
  bool no;			/* It cannot do without an activation.  */
  uint32_t own_lo, own_hi;	/* Registers in memory that it works with, if called.  */
  bool needed;			/* It is called.  */
};

#define MAX_UNIT_FUNCS 40
#define MAX_UNIT_OPS 12000

struct native_unit
{
  FILE *o;
  struct unit_func func[MAX_UNIT_FUNCS];
  uint32_t n, n_ops;
  bool force;			/* Every operation may be left before it.  */
  uint32_t memory_lo, memory_hi; /* Where registers in memory are that have been named;
				   none if these are the same.  */
};

/* True if lanes may have values of their own in the register OFF of F.  */
static inline bool
native_differs_p (const struct vfunc *f, const struct uniform_plan *plan, uint32_t off)
{
  return off < f->temp_off && plan->cls[off / 64] == UC_OWN;
}

/* ops.c.  */

/* OP as one of lane 0's, if it is: its plain operation; else -1.  */
extern int native_once (unsigned op);
/* True if code can be written for U, an operation of the plan PLAN of F, but for calls and
   returns; AS: its name without pairs.  Those after it are looked at, too.  */
extern bool native_can_as (const struct vfunc *f, const struct uniform_plan *plan,
			   const struct uop *u, unsigned as);
/* True if U is one that each lane does for itself, and has code (lanes.c).  */
extern bool native_lanes_p (const struct vfunc *f, const struct uniform_plan *plan,
			    const struct uop *u);

/* flow.c.  */

/* True if the register OFF of G is in memory.  */
extern bool native_mem_p (const struct unit_func *g, uint32_t off);
/* The variable of OFF and CLS, from 1; 0 if it has none.  The class of a type.  */
extern uint32_t native_var (const struct unit_func *g, uint32_t off,
			    enum var_class cls);
extern enum var_class native_class (const char *type);
/* Make G's variables, and what is live where.  False if there is no memory.  */
extern bool native_flow (struct unit_func *g);
/* True if the operation K of G writes the variable V, from 0.  */
extern bool native_writes (struct unit_func *g, uint32_t k, uint32_t v);
/* What prelude.h has for OP, if it changes the sign of a number with a point; NULL for
   others.  */
extern const char *native_sign (int op);
/* The window of the access that the operation K of G is, from 1 on; 0 if it has none.  */
extern uint32_t native_window (struct unit_func *g, uint32_t k);

static inline bool
native_live (const struct unit_func *g, uint32_t k, uint32_t v)
{
  return g->live[(size_t) k * g->words + v / 64] >> v % 64 & 1;
}

/* emit-text.c.  */

extern void native_name (const struct unit_func *g, uint32_t v, char *buf);
/* Say that the text names the register OFF of G in memory.  */
extern void native_memory (const struct unit_func *g, uint32_t off);
/* The text that reads the register OFF as type T, in one of four buffers.  */
extern const char *native_read (const struct unit_func *g, uint32_t off,
				const char *t, int buffer);
/* Write to the unit that VALUE, a T, goes to the register OFF.  */
extern void native_put (const struct unit_func *g, uint32_t off, const char *t,
			const char *value);
/* The predicate OFF, in one of four buffers; NO_REG is no place.  */
extern const char *native_pred (const struct unit_func *g, uint32_t off, int buffer);
/* BITS as a T, in text.  */
extern const char *native_constant (const struct unit_func *g, const char *t,
				    uint64_t bits);
/* The constant operand b of U with the row R, as IMM_T and IMM3_T of lanes.h.  */
extern uint64_t native_immediate (const struct uop *u, const struct row *r);

/* emit.c: write the operation K of G.  */
extern void native_emit (struct unit_func *g, uint32_t k);
/* lanes.c: the same for one that each lane does for itself.  */
extern void native_lanes (struct unit_func *g, uint32_t k);

/* exits.c: write where G's text leads to as it is left.  False if there is no memory.  */
extern bool native_exits (struct unit_func *g);

/* unit.c: write the unit of F; NULL if there is no code for it.  To be freed.  */
extern char *native_write (const struct vfunc *f, bool force);

#endif /* NATIVE_UNIT_H */
