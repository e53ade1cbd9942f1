/* PTX to micro-operations: results that the next operation reads.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "code/translate.h"

/* For each operation that has its result in vector registers when it ends, or
   can take an operand from there (vec-ops.def): sizes of the result and of
   the operands a, b and c in bytes, 0 where that is not so, and the
   variants.  */
static const struct forward
{
  uint8_t d, a, b, c;
  uint16_t fa, fb, fc;
} forward[OP_N_FN] = {
#define SIZE_u32 4
#define SIZE_s32 4
#define SIZE_f32 4
#define SIZE_w32 4
#define SIZE_x32 4
#define SIZE_u64 8
#define SIZE_s64 8
#define SIZE_f64 8
#define SIZE_n64 8
#define V1(ID, D, A, ...) \
  [OP_##ID] = { SIZE_##D, SIZE_##A, 0, 0, OP_##ID##_fa, 0, 0 },
#define V2(ID, D, A, B, ...)						\
  [OP_##ID] = { SIZE_##D, SIZE_##A, SIZE_##B, 0,			\
		OP_##ID##_fa, OP_##ID##_fb, 0 },			\
  [OP_##ID##_i] = { SIZE_##D, SIZE_##A, 0, 0, OP_##ID##_i_fa, 0, 0 },
#define V3(ID, D, A, B, C, ...)						\
  [OP_##ID] = { SIZE_##D, SIZE_##A, SIZE_##B, SIZE_##C,			\
		OP_##ID##_fa, OP_##ID##_fb, OP_##ID##_fc },		\
  [OP_##ID##_i] = { SIZE_##D, SIZE_##A, 0, SIZE_##C,			\
		    OP_##ID##_i_fa, 0, OP_##ID##_i_fc },
#include "code/vec-ops.def"
#define LOADS(S)					\
  [OP_ld_##S##_u32] = { 4, 0, 0, 0, 0, 0, 0 },		\
  [OP_ld_##S##_u64] = { 8, 0, 0, 0, 0, 0, 0 },
LOADS (generic)
LOADS (global)
LOADS (shared)
LOADS (const)
};

/* Choose variants for the N micro-operations at U, which are executed one
   after the other, and entered at the first only.  */
void
forward_results (struct uop *u, size_t n)
{
  uint32_t last = NO_REG;
  unsigned size = 0;
  for (; n > 0; n--, u++)
    {
      if (u->op >= OP_N_FN)
	{
	  size = 0;
	  continue;
	}
      const struct forward *f = &forward[u->op];
      if (size && f->a == size && u->a == last)
	u->op = f->fa;
      else if (size && f->b == size && u->b == last)
	u->op = f->fb;
      else if (size && f->c == size && u->c == last)
	u->op = f->fc;
      size = f->d;
      last = u->d;
    }
}
