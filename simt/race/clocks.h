/* Sets of clocks: what a wave knows of the others.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A vector clock, of the threads that something is known about.  A set never
   changes once it is made, so that many may share it: all waves that a barrier
   has let go, all places where one wave has released something.  NULL is the
   empty set.  Where there is no memory for a new set, the old one is given in
   its place, and what it lacks counts as not ordered.  */

#ifndef SIMT_CLOCKS_H
#define SIMT_CLOCKS_H

#include <stdint.h>

struct simt_clocks;

/* Another reference to A, which it gives; one reference less.  Both take
   NULL.  */
extern struct simt_clocks *simt_clocks_keep (struct simt_clocks *a);
extern void simt_clocks_drop (struct simt_clocks *a);

/* A new reference to what is in A or in B, each with the later clock.  */
extern struct simt_clocks *simt_clocks_join (struct simt_clocks *a,
					     struct simt_clocks *b);

/* Have *TO be that of *TO and WHAT.  */
extern void simt_clocks_add (struct simt_clocks **to, struct simt_clocks *what);

/* A new reference to A with ID at CLOCK, which is no earlier than in A.  */
extern struct simt_clocks *simt_clocks_with (struct simt_clocks *a,
					     uint32_t id, uint32_t clock);

/* The clock of ID in A, 0 if it is not there.  */
extern uint32_t simt_clocks_get (const struct simt_clocks *a, uint32_t id);

#endif /* SIMT_CLOCKS_H */
