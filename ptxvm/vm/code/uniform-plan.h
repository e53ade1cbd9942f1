/* What the plan of a uniform activation is made from.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* uniform-plan.c says which registers may differ between lanes, uniform-code.c
   writes the plan's code by that, and uniform-fuse.c joins neighbours in it.  */

#ifndef VM_UNIFORM_PLAN_H
#define VM_UNIFORM_PLAN_H

#include "code/uniform.h"

struct planning
{
  struct vfunc *f;
  uint8_t *own;			/* By offset / 64: lanes may have values of
				   their own somewhere.  */
  uint8_t *now;			/* The same, at the operation looked at.  */
  bool *leader;			/* By micro-operation: a basic block begins.  */
  uint32_t *block;		/* By leader: which one.  */
  uint32_t n_blocks;
  uint8_t *in;			/* `now' where blocks begin, all those of the registers of
				   a block in a row; NULL: as `own', everywhere.  */
  uint8_t *start;		/* `own' where the function begins.  */
  bool falls;			/* The operation before the one looked at may go on
				   there.  */
  uint8_t *all;			/* Every lane's place is read.  */
  bool *divergent;		/* By micro-operation: done for each lane; of
				   control operations, that they look at lanes'
				   own values.  */
  bool changed;
  /* Outside of simd loops (find_outside): the micro-operation that finds out, and
     the predicate that is true then, or NO_REG.  */
  uint32_t outside, outside_pred;
  uint32_t outside_mask;	/* The register that is 0 then.  */
};

static inline bool
register_p (const struct planning *p, uint32_t off)
{
  return off < p->f->reg_bytes;
}

static inline bool
own_p (const struct planning *p, uint32_t off)
{
  return register_p (p, off) && p->now[off / 64];
}

/* True if C calls a function that has PTX, known to be so.  */
static inline bool
plain_call_p (const struct vcall *c)
{
  return c->func && !c->builtin;
}

/* True if U, a branch or a guard, is not there as long as the activation is
   uniform: it goes on to the next operation.  */
static inline bool
outside_p (const struct planning *p, const struct uop *u)
{
  return (p->outside_pred != NO_REG && u->a == p->outside_pred
	  && ((u->op == OP_guard && !u->n) || (u->op == OP_brac && u->n)));
}

/* uniform-flow.c.  Find the basic blocks of P's function; nothing flows between them
   yet.  */
extern void uniform_blocks (struct planning *p);
/* The block at K, a leader, begins: set `now'.  */
extern void uniform_block_begins (struct planning *p, uint32_t k);
/* Hand `now' on to where the control operation K may go.  */
extern void uniform_flow (struct planning *p, uint32_t k);

/* uniform-code.c.  Write PLAN's code; P says what is known of it.  False if there
   is no memory.  */
extern bool uniform_write (struct planning *p, struct uniform_plan *plan);

/* uniform-fuse.c.  Make pairs (pair-ops.def) of the N micro-operations at CODE, and
   lead branches past the meeting points that they go to.  */
extern void uniform_fuse (struct uop *code, uint32_t n);

#endif /* VM_UNIFORM_PLAN_H */
