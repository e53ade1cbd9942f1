/* What the files of --fix share.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */


#ifndef FIX_H
#define FIX_H

#include "check.h"

/* Where a move goes.  */
enum place_kind
{
  PLACE_NONE,
  PLACE_ENTRY,		/* Before the first label or instruction.  */
  PLACE_BEFORE,		/* Before INSN, behind labels that stand there.  */
  PLACE_AFTER		/* Behind INSN, before labels that stand there.  */
};

struct place
{
  enum place_kind kind;
  int32_t insn;
};

typedef void (*place_fn) (void *closure, const struct place *);

/* What a block does to one variable.  */
struct var_events
{
  int32_t first;	/* First read or write of any kind, or -1; reset to -1
			   by nobody.  */
  bool exposed;		/* A read comes before any certain write.  */
  bool certain;		/* There is a certain write.  */
};

struct estimate
{
  uint8_t *depth;	/* Loop depth by block.  */
  double *count;	/* Executions by block, for one of the function.  */
};

/* fix-place.c.  */
extern void estimate (const struct flow *, struct estimate *);
extern void estimate_free (struct estimate *);
/* Call FN for each place that gets a move for variable VAR.  False when there
   is no set of places that the declarations allow.  */
extern bool place_variable (const struct flow *, const struct estimate *,
			    int32_t var, const struct var_events *, place_fn,
			    void *closure);

/* fix.c.  */
extern bool place_ok_p (const struct flow *, int32_t reg,
			const struct place *);
extern enum place_kind block_end_place (const struct flow *, int32_t block);
extern void edge_place (const struct flow *, int32_t from, int32_t to,
			struct place *);

#endif /* FIX_H */
