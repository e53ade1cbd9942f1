/* The printed control flow of a function, in GCC's own graph.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_FLOW_H
#define ACCELFIX_FLOW_H

/* An edge of accelfix-flow's that GCC did not have is EDGE_FAKE:

   - to the next block or to the function's end, with EDGE_FALLTHRU: a dead end
     that PTX falls out of;
   - from the entry: to a block that is printed and that nothing reaches.  */

extern edge flow_dead_end (basic_block bb);
extern bool flow_reached_p (basic_block bb);
extern void flow_find_reached (void);
extern void flow_verify (void);

/* dead-ends.cc.  Gives each of several divergent regions a dead end of its
   own.  */
extern void split_dead_ends (void);

#endif /* ACCELFIX_FLOW_H */
