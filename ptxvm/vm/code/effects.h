/* What micro-operations read and write, for the plans of uniform activations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef PTXVM_EFFECTS_H
#define PTXVM_EFFECTS_H

#include "vm-int.h"

enum how
{
  HOW_CTL,			/* Control: uniform-plan.c knows them.  */
  HOW_EACH,			/* As rare-ops.def has them.  */
  HOW_LANES,
  HOW_SREG,
  HOW_LOAD,
  HOW_STORE,
  HOW_WORDS
};

/* Of an effect's DEST, beside 4, 8 and 16.  */
enum { DEST_0 = 0, DEST_4 = 4, DEST_8 = 8, DEST_16 = 16, DEST_P = 32,
       DEST_P2, DEST_N, DEST_T };
enum { READ_D = 1, READ_A = 2, READ_B = 4, READ_C = 8, READ_E = 16,
       READ_REL = 32 };

/* How an operation is done, what it writes, and which of its fields are registers
   that it reads.  */
struct effect
{
  uint8_t how, dest, reads;
};

/* U's operation without what it has to do with its neighbours.  */
extern unsigned plain_op (const struct uop *u);
/* What U, or for a fused or forwarded operation its plain one, does.  */
extern struct effect effect_of (const struct uop *u);

/* True if SUB on TYPE is an addition that the processor has.  */
static inline bool
plain_add_p (unsigned sub, enum ptx_type type)
{
  return (sub == PTX_SUB_ADD
	  && (type == PTX_U32 || type == PTX_S32 || type == PTX_U64
	      || type == PTX_S64));
}

/* The bytes of the integers in global memory that U, an OP_atom, adds
   to, if that is all that it does and no race is looked for; else 0.  */
extern unsigned atom_add_size (const struct vm *, const struct uop *u);

#endif /* PTXVM_EFFECTS_H */
