/* One way into GCC's solver of data-flow problems.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_DATAFLOW_H
#define ACCELFIX_DATAFLOW_H

/* Solves a problem in direction DIR on the blocks that the entry leads to.
   ALONG (E) moves what holds at one end of edge E to the other, in that
   direction, and returns whether that is more than was known there.

   df_simple_dataflow hands its callbacks an edge, or the index of a block, and
   nothing else, so that a static variable keeps ALONG while it runs.  */

template <typename F>
void
solve_dataflow (enum df_flow_dir dir, F along)
{
  static F *current;
  auto_bitmap blocks;
  auto_vec<int> order;
  order.safe_grow (n_basic_blocks_for_fn (cfun));
  order.truncate (post_order_compute (order.address (), false, false));
  if (dir == DF_FORWARD)
    order.reverse ();
  for (int index : order)
    bitmap_set_bit (blocks, index);
  current = &along;
  df_simple_dataflow (dir, NULL, NULL,
		      [] (edge e) -> bool { return (*current) (e); },
		      [] (int) { return true; }, blocks, order.address (),
		      order.length ());
}

#endif /* ACCELFIX_DATAFLOW_H */
