/* A loop of one block, put into a function.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_LOOP_BLOCK_H
#define ACCELFIX_LOOP_BLOCK_H

/* Makes a block after BEFORE, a statement that ends no block, that is a loop of its own
   and turns about TURNS times, and returns it.  It is empty: the caller gives it a
   condition at its end, by which it is turned again where that is true.  *BACK is the edge
   from its end to its beginning.  */
extern basic_block make_loop_block (gimple *before, unsigned turns, edge *back);

#endif /* ACCELFIX_LOOP_BLOCK_H */
