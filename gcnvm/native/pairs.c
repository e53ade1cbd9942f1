/* Native code: pairs of registers that are one variable.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Addresses and numbers of 64 bits have two registers.  As two variables they would be put
   together and taken apart by each operation, in loops over memory time and again, and the
   compiler cannot see through that from one turn to the next.  So two registers that are
   mostly used together are one variable of 64 bits, and who wants a half takes it out of
   that, or puts it in.  Which these are is weighed by what the unit does without them, more
   in loops.  */

#include "native/emit.h"

/* What a pair saves, and costs where a half is read (the higher one needs a shift) or
   written.  */
enum { SAVES = 4, READS_LOW = 0, READS_HIGH = 1, WRITES = 3 };
/* By how much more often a loop's block is executed, as a shift; loops in loops that
   count.  */
enum { LOOP = 3, MOST_LOOPS = 5 };

void
weigh_access (const struct emit *e, unsigned i, enum access access)
{
  if (!e->weights || !e->b)
    return;
  unsigned depth = e->b->depth < MOST_LOOPS ? e->b->depth : MOST_LOOPS;
  int64_t *w = e->weights, times = INT64_C (1) << LOOP * depth;
  if (access == ACCESS_PAIR)
    w[i] += SAVES * times;
  else
    {
      w[i] -= (access == ACCESS_WRITE ? WRITES : READS_LOW) * times;
      if (i > 0)
	w[i - 1] -= (access == ACCESS_WRITE ? WRITES : READS_HIGH) * times;
    }
}

/* Whether variables I and I + 1 can be a pair.  VCC and EXEC are not, as they are looked at
   in many ways.  */

static bool
possible_p (const struct unit *t, unsigned i)
{
  return (((i >= SET_VGPR && i + 1 < SET_N) || i + 1 < 104)
	  && set_has (&t->used, i) && set_has (&t->used, i + 1));
}

void
choose_pairs (struct unit *t, const int64_t *weights)
{
  for (;;)
    {
      int best = -1;
      for (unsigned i = 0; i < SET_N; i++)
	if (weights[i] > 0 && possible_p (t, i) && !half_p (t, i)
	    && !half_p (t, i + 1) && (best < 0 || weights[i] > weights[best]))
	  best = (int) i;
      if (best < 0)
	return;
      set_add (&t->pairs, (unsigned) best);
    }
}
