/* The PTX machine: micro-operations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_UOP_H
#define VM_UOP_H

#include <stdint.h>

enum uop_code
{
  /* What a lane does for itself: a handler for one lane, one for all and
     one for some.  */
#define L1(ID, ...) OP_##ID,
#define L2(ID, ...) OP_##ID, OP_##ID##_i,
#define L3(ID, ...) OP_##ID, OP_##ID##_i,
#define SP(ID, ...) OP_##ID, OP_##ID##_i,
#define LI(ID, ...) OP_##ID,
#define SL(ID, ...) OP_##ID,
#define SLI(ID, ...) OP_##ID,
#define PW(ID, ...) OP_##ID,
#include "code/lane-ops.def"
  /* Loads and stores: the same.  */
#define LD(ID, ...) OP_##ID,
#define ST(ID, ...) OP_##ID,
#include "code/mem-ops.def"
  /* The same as others, with an operand that the last one has written.  */
#define V1(ID, ...) OP_##ID##_fa,
#define V2(ID, ...) OP_##ID##_fa, OP_##ID##_fb, OP_##ID##_i_fa,
#define V3(ID, ...) \
  OP_##ID##_fa, OP_##ID##_fb, OP_##ID##_fc, OP_##ID##_i_fa, OP_##ID##_i_fc,
#include "code/vec-ops.def"
  /* One function for any mask.  */
#define RARE(ID, ...) OP_##ID,
#include "code/rare-ops.def"
  OP_N_FN,
  /* Control: what the interpreters do themselves.  */
  OP_BEFORE_CTL = OP_N_FN - 1,
#define CTL(ID) OP_##ID,
#include "code/ctl-ops.def"
  /* A setp whose predicate the bra after it tests.  */
#define SP(ID, ...) OP_##ID##_bra, OP_##ID##_i_bra,
#include "code/lane-ops.def"
  OP_N
};
#define OP_FIRST_FUSED OP_setp_eq_u16_bra

/* The same for a warp whose lanes have the same operands: done once (uniform.h);
   and with a result that is written for each lane nevertheless.  */
#define OP_ONCE(OP) (OP_N + (OP))
#define OP_ONCE_ALL(OP) (2 * OP_N + (OP))

/* Registers are named by the byte offset of their lane 0 in the
   activation's register file.  A register of up to 32 bits takes 32 words,
   one a lane; of 64 bits, 32 double words; of 128 bits, two of those, low
   half first; a predicate, one word with a bit for each lane.  */
struct uop
{
  uint16_t op;			/* enum uop_code.  */
  uint16_t n;			/* By operation.  */
  uint32_t d, a, b;		/* Registers.  */
  union
  {
    struct { uint32_t c, e; };	/* More registers.  */
    int64_t imm;
    void *ptr;
  };
  int32_t rel;			/* Branch distance or address displacement.  */
  uint32_t insn;		/* Index of the PTX instruction.  */
};

/* What OP_race has in n besides the bytes.  */
enum
{
  RACE_STORE = 0x100,
  RACE_GUESS = 0x200,		/* Nothing says whether it is atomic.  */
  RACE_ATOMIC = 0x400
};

/* Which lanes OP_profile counts, and whether they part there.  */
enum profile_what
{
  PROFILE_ALL,
  PROFILE_GUARD,		/* Those with predicate a (b: without).  */
  PROFILE_PART,			/* The same, where the others go around.  */
  PROFILE_BRANCH,		/* All; they part if some have predicate a and
				   some have not.  */
  PROFILE_INDEX			/* All; they part if register a differs.  */
};

/* What OP_line stands before: the first operation of a line; or of a basic block
   whose line began earlier.  */
enum line_what { LINE_START, LINE_BLOCK };

#define NO_REG 0xffffffffu
#define MAX_FRAME_ALIGN 4096u	/* Of a variable in local memory.  */
#define JOIN_AT_RET 0xfffffffeu	/* In a branch's c.  */

#endif /* VM_UOP_H */
