/* What one turn of a loop computes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_NATIVE_TURN_H
#define GCNVM_NATIVE_TURN_H

#include "native/terms.h"
#include "native/unit.h"

enum { MOST_CONDITIONS = 8 };

/* What operations count for.  */
struct turn_cost
{
  uint32_t insns, states;
};

/* A turn that ends where it began.  */
struct turn
{
  struct terms terms;
  term value[SET_SCC + 1];	/* Of each variable at its end.  */
  struct set writes;
  struct set first;		/* Of these, what is written before the loop can be left.  */
  unsigned n_conditions;	/* On which the turn does not leave the loop: all of them.  */
  term conditions[MOST_CONDITIONS];
  struct turn_cost always;
  term taken;			/* On which a block that has been merged (hammock.c) counts, too;
				   0 if there is none.  */
  struct turn_cost merged;
};

/* Read the turn of T's loop that begins with block HEAD.  False if it does other things than to
   compute scalars from others that are defined, if blocks are left in other ways than to
   the next one or out of the loop, or if it is long.  */
extern bool turn_read (const struct unit *t, uint32_t head, struct turn *turn);

#endif /* GCNVM_NATIVE_TURN_H */
