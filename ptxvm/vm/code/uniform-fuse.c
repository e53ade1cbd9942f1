/* Uniform activations: pairs of operations, and meeting points left out.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "code/translate.h"
#include "code/uniform-plan.h"

/* The operation that does A and then B, of a plan; 0 if there is none.  */
static unsigned
pair_of (unsigned a, unsigned b)
{
#define KEY(A, B) ((uint32_t) (A) << 16 | (B))
  switch (KEY (a, b))
    {
#define PAIR(A, B)						\
    case KEY (OP_ONCE (OP_##A), OP_ONCE (OP_##B)):		\
      return OP_##A##__##B;
#define PAIR_TEST(A, B)						\
    case KEY (OP_ONCE (OP_##A), OP_ONCE (OP_##B##_bra)):	\
      return OP_##A##__##B##_bra;
#define PAIR_BRA(A)						\
    case KEY (OP_ONCE (OP_##A), OP_bra):			\
      return OP_##A##__bra;
#include "code/pair-ops.def"
    default:
      return 0;
    }
}

/* Nothing happens at a meeting point as long as all lanes are together: lead the
   branch U, which N micro-operations follow, past it.  It goes backwards as before,
   since slices count that.  */
static void
skip_joins (struct uop *u, uint32_t n)
{
  int32_t rel = u->rel;
  while (rel < (int32_t) n && u[rel].op == OP_join)
    rel++;
  if ((rel <= 0) == (u->rel <= 0))
    u->rel = rel;
}

void
uniform_fuse (struct uop *code, uint32_t n)
{
  /* How many jumps to handlers it takes from the next operation, and from the one
     after that, to the end; and what the next one is without a pair.  */
  uint32_t next_cost = 0, after_cost = 0;
  unsigned next = OP_ret;
  for (uint32_t k = n; k-- > 0;)
    {
      struct uop *u = &code[k];
      unsigned op = u->op, pair = k + 1 < n ? pair_of (op, next) : 0;
      uint32_t cost = 1 + next_cost;
      if (op == OP_bra || op == OP_brac)
	skip_joins (u, n - k);
      /* A branch into the middle of a pair finds the second one as it was.  */
      if (pair && 1 + after_cost <= cost)
	{
	  u->op = (uint16_t) pair;
	  cost = 1 + after_cost;
	}
      after_cost = next_cost;
      next_cost = cost;
      next = op;
    }
}
