/* What micro-operations read and write: a table made from their definitions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "code/effects.h"
#include "code/lane-fns.h"
#include "code/translate.h"

static const struct effect effects[OP_N_FN] = {
#define D READ_D
#define A READ_A
#define B READ_B
#define C READ_C
#define E READ_E
#define REL READ_REL
#define ROW(ID, HOW, DEST, READS) \
  [OP_##ID] = { HOW_##HOW, DEST, (uint8_t) (READS) },
#define SIZE(T) sizeof (ST_##T)
#define L1(ID, OPC, SUB, K, TD, ...) ROW (ID, EACH, SIZE (TD), A)
#define L2(ID, OPC, SUB, K, TD, ...) \
  ROW (ID, EACH, SIZE (TD), A | B) ROW (ID##_i, EACH, SIZE (TD), A)
#define L3(ID, OPC, SUB, K, TD, ...) \
  ROW (ID, EACH, SIZE (TD), A | B | C) ROW (ID##_i, EACH, SIZE (TD), A | C)
#define SP(ID, ...) \
  ROW (ID, EACH, DEST_P, A | B) ROW (ID##_i, EACH, DEST_P, A)
#define LI(ID, T) ROW (ID, EACH, SIZE (T), 0)
#define SL(ID, T) ROW (ID, EACH, SIZE (T), A | B | C)
#define SLI(ID, T) ROW (ID, EACH, SIZE (T), A)
#define PW(ID, ...) ROW (ID, EACH, DEST_P, A | B)
#include "code/lane-ops.def"
#define LOAD_generic HOW_LOAD
#define LOAD_global HOW_LOAD
#define LOAD_shared HOW_LOAD
#define LOAD_const HOW_LOAD
#define LOAD_param HOW_LOAD
#define LOAD_local HOW_LANES
#define LOAD_frame HOW_LANES
#define STORE_generic HOW_STORE
#define STORE_global HOW_STORE
#define STORE_shared HOW_STORE
#define STORE_const HOW_STORE
#define STORE_param HOW_STORE
#define STORE_local HOW_LANES
#define STORE_frame HOW_LANES
#define ADDRESS_generic A
#define ADDRESS_global A
#define ADDRESS_shared A
#define ADDRESS_const A
#define ADDRESS_param A
#define ADDRESS_local A
#define ADDRESS_frame 0
#define LD(ID, S, T, TD) \
  [OP_##ID] = { LOAD_##S, SIZE (TD), ADDRESS_##S },
#define ST(ID, S, T) \
  [OP_##ID] = { STORE_##S, DEST_0, D | ADDRESS_##S },
#include "code/mem-ops.def"
#define RARE(ID, HOW, DEST, READS) ROW (ID, HOW, DEST_##DEST, READS)
#include "code/rare-ops.def"
#undef D
#undef A
#undef B
#undef C
#undef E
#undef REL
};

/* For variants that take an operand from the last operation: what they are
   without, and 1 more; 0 for others.  */
static const uint16_t unforwarded[OP_N_FN] = {
#define V1(ID, ...) [OP_##ID##_fa] = 1 + OP_##ID,
#define V2(ID, ...) \
  V1 (ID) [OP_##ID##_fb] = 1 + OP_##ID, [OP_##ID##_i_fa] = 1 + OP_##ID##_i,
#define V3(ID, ...) \
  V2 (ID) [OP_##ID##_fc] = 1 + OP_##ID, [OP_##ID##_i_fc] = 1 + OP_##ID##_i,
#include "code/vec-ops.def"
};

unsigned
plain_op (const struct uop *u)
{
  if (u->op >= OP_FIRST_FUSED)
    return u->op - OP_FIRST_FUSED + OP_setp_eq_u16;
  return (u->op < OP_N_FN && unforwarded[u->op]) ? unforwarded[u->op] - 1u : u->op;
}

struct effect
effect_of (const struct uop *u)
{
  static const struct effect control = { HOW_CTL, DEST_0, 0 };
  unsigned op = plain_op (u);
  if (op >= OP_N_FN)
    return control;
  struct effect e = effects[op];
  if (e.dest == DEST_N)
    e.dest = (u->n & 0xff) == 8 ? DEST_8 : DEST_4;
  else if (e.dest == DEST_T)
    e.dest = ptx_type_size (u->n & 255) == 8 ? DEST_8 : DEST_4;
  return e;
}

unsigned
atom_add_size (const struct vm *vm, const struct uop *u)
{
  unsigned space = u->e & 255, sub = u->e >> 8 & 255;
  enum ptx_type type = u->e >> 16;
  return (plain_add_p (sub, type) && !vm->race
	  && (space == PTX_GENERIC || space == PTX_GLOBAL)
	  ? ptx_type_size (type) : 0);
}
